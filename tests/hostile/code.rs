//! Pages that name very much that is not there, checked against the code.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::names::{HOSTILE, entities, no_answer_acts};
use crate::project::{Project, run};
use crate::runner::{acting, obeyed};

pub(crate) fn git(root: &Path, arguments: &[&str]) {
    let ended = Command::new("git")
        .args(["-c", "user.name=T", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .current_dir(root)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .output()
        .unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
}

/// A repository with one file of code, committed.
fn with_one_file() -> Project {
    let project = Project::of_page("# T\n");
    let root = project.root();
    git(root, &["init", "-q", "-b", "main"]);
    std::fs::create_dir(root.join("src")).unwrap();
    std::fs::write(root.join("src/a.rs"), "fn kept() {}\n").unwrap();
    git(root, &["add", "-A"]);
    git(root, &["commit", "-q", "-m", "x"]);
    project
}

/// A repository with a past of removed files, many ignore rules, and `[code]`.
fn with_a_past() -> Project {
    let project = Project::of_page("# T\n");
    let root = project.root();
    git(root, &["init", "-q", "-b", "main"]);
    std::fs::write(root.join("featmap.toml"), "[code]\n").unwrap();
    let rules: Vec<_> = (0..200).map(|number| format!("out-{number}/*.tmp\n")).collect();
    std::fs::write(root.join(".gitignore"), rules.concat()).unwrap();
    std::fs::create_dir(root.join("src")).unwrap();
    for round in 0..20 {
        for number in 0..20 {
            let _ = std::fs::remove_file(root.join(format!("src/f{}.rs", number + 20 * round)));
            let file = root.join(format!("src/f{}.rs", number + 20 * (round + 1)));
            std::fs::write(file, format!("fn f_{round}_{number}() {{}}\n")).unwrap();
        }
        git(root, &["add", "-A"]);
        git(root, &["commit", "-q", "-m", "x"]);
    }
    project
}

#[test]
fn what_is_missing_costs_no_more_the_more_of_it_there_is() {
    let project = with_a_past();
    let shapes = [
        "src/gone/f{}.rs",
        "src/f{}.rs",
        "a{}/b/c.rs",
        "../../src/g{}.rs",
        "Gone{}File.tsx",
        "some_name_{}()",
        "src/*{}.rs",
        "src/f{}",
    ];
    for shape in shapes {
        let time = |count: usize| {
            let item =
                |number: usize| format!("- `{}`\n", shape.replace("{}", &number.to_string()));
            let items: String = (0..count).map(item).collect();
            project.page("page.md", format!("# T\n\n{items}"));
            let ran = (0..2).map(|_| project.run(&["check", "-q", "--output-format", "concise"]));
            ran.map(|ran| ran.time).min().unwrap()
        };
        let (once, four) = (time(1000), time(4000));
        let allowed = once * 8 + Duration::from_millis(200);
        assert!(four < allowed, "{shape}: {once:?} for 1,000, {four:?} for 4,000");
        assert!(four < Duration::from_secs(10), "{shape}: {four:?}");
    }
}

/// Nothing of a passage is read over again for each reference in it.
#[test]
fn a_passage_costs_no_more_for_each_reference_the_longer_it_is() {
    let project = with_a_past();
    let all = |count: usize, before: &str, after: &str| -> String {
        let one = |number: usize| format!("{before}`src/gone{number}.rs`{after}");
        (0..count).map(one).collect()
    };
    let pages: [(&str, &dyn Fn(usize) -> String); 4] = [
        ("no blanks", &|count| all(count, "", ",")),
        ("brackets", &|count| format!("{}{}", "(".repeat(16 * count), all(count, "", ","))),
        ("a quotation", &|count| format!("> {}{}", "x".repeat(16 * count), all(count, ",", ""))),
        ("a table", &|count| {
            let head = format!("| New name {} |\n| --- |\n", "x".repeat(16 * count));
            [head, all(count, "| ", " |\n")].concat()
        }),
    ];
    for (name, page) in pages {
        let time = |count: usize| {
            project.page("page.md", format!("# T\n\n{}\n", page(count)));
            let ran = (0..2).map(|_| project.run(&["check", "-q", "--output-format", "concise"]));
            ran.map(|ran| ran.time).min().unwrap()
        };
        let (once, four) = (time(1000), time(4000));
        let allowed = once * 8 + Duration::from_millis(200);
        assert!(four < allowed, "{name}: {once:?} for 1,000, {four:?} for 4,000");
    }
}

#[test]
fn titles_that_texts_might_make_up_in_very_many_ways_end_in_time() {
    let project = with_a_past();
    let word = |number: usize| format!("a{}", number % 10);
    let title = |number: usize| {
        let words: Vec<_> = (0..80).map(|at| word(number / (at % 7 + 1) + at)).collect();
        format!("- `tests/a.test.js`: `{} {number}`\n", words.join(" "))
    };
    let titles: String = (0..100).map(title).collect();
    project.page("page.md", format!("# T\n\n## Tests that pin it\n\n{titles}"));
    std::fs::create_dir(project.root().join("tests")).unwrap();
    let text = |number: usize| {
        let words: Vec<_> = (0..8).map(|at| word(number / 10_usize.pow(at))).collect();
        format!("it('%s{}')\n", words.join("%s"))
    };
    let code: String = (0..10_000).map(text).collect();
    let quotes = format!("{}{}\n", "'".repeat(4000), "\\'{".repeat(100_000));
    let code = [code, quotes].concat();
    assert!(code.len() < 1024 * 1024, "it is looked at: {}", code.len());
    std::fs::write(project.root().join("tests/a.test.js"), code).unwrap();
    git(project.root(), &["add", "-A"]);
    let ran = project.run(&["check", "--output-format", "concise", "-v"]);
    assert!(ran.time < Duration::from_secs(20), "{:?}", ran.time);
    assert_eq!(ran.out.matches("[stale-test]").count(), 100, "{}", ran.err);
}

#[test]
fn a_link_that_is_longer_than_any_path_is_counted_and_not_judged() {
    let project = with_a_past();
    let link = |parts: usize| {
        project.page("page.md", format!("# T\n\n[x](../../{}b.rs)\n", "a/".repeat(parts)));
        project.run(&["check", "--output-format", "concise", "--show-skips"])
    };
    let (short, long) = (link(500), link(200_000));
    assert!(!short.err.contains("odd character"), "{}{}", short.out, short.err);
    assert!(long.err.contains("odd character"), "{}", long.err.len());
    assert!(long.time < Duration::from_secs(10), "{:?}", long.time);
}

#[test]
fn no_answer_about_code_acts_on_anyone() {
    for text in HOSTILE {
        let project = with_one_file();
        let heading = entities(text);
        let page = format!("# T\n\n## a{heading}\n\n`src/a.rs` and `src/{text}/b.rs`\n");
        project.page(format!("{text}.md"), page);
        let asked = format!("src/{text}");
        std::fs::write(project.root().join(&asked), "x\n").unwrap();
        let calls: [&[&str]; 5] = [
            &["which", "src/a.rs"],
            &["which", &asked],
            &["which", "--", text],
            &["which", "src"],
            &["check", "--code", "--show-skips", "--output-format", "concise"],
        ];
        no_answer_acts(&project, text, &calls);
    }
}

#[test]
fn no_name_of_a_revision_acts_on_anyone() {
    let project = with_one_file();
    project.page("lost.md", "# Lost\n");
    git(project.root(), &["add", "-A"]);
    git(project.root(), &["commit", "-q", "-m", "y"]);
    let name = "a\u{202e}b";
    git(project.root(), &["tag", name]);
    let calls: [&[&str]; 3] =
        [&["check", "--base", name], &["impact", "--base", name], &["check", "--base", "\u{202e}"]];
    no_answer_acts(&project, name, &calls);
    let ran = project.run(&["check", "--base", name]);
    assert!(ran.out.contains(r"1 known at a\u{202e}b"), "{}{}", ran.out, ran.err);
}

/// A git that says what its repository, or a translation of it, would have it say.
#[test]
fn no_word_of_git_acts_on_anyone() {
    use std::os::unix::fs::PermissionsExt as _;
    let project = with_one_file();
    project.page("page.md", "# T\n\n`src/gone.rs` and `gone_name()`\n");
    let programs = tempfile::tempdir().unwrap();
    let real = std::env::var("PATH").unwrap();
    for failing in ["*", "*log*", "*shallow*", "*rev-parse*", "*ls-files*"] {
        let script = format!(
            "#!/bin/sh\ncase \"$*\" in {failing}) printf 'fatal: a\\033[2J\\342\\200\\256##[group]b\\r\
             ::error::c\\n' >&2; exit 128;; esac\nPATH='{real}' exec git \"$@\"\n"
        );
        let git = programs.path().join("git");
        std::fs::write(&git, script).unwrap();
        std::fs::set_permissions(&git, std::fs::Permissions::from_mode(0o755)).unwrap();
        for arguments in [
            &["check", "--code", "--output-format", "concise", "-v", "--show-skips"][..],
            &["check", "--tracked"],
            &["impact", "--base", "HEAD"],
            &["which", "--diff"],
        ] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_featmap"));
            command.args(arguments).current_dir(project.root()).env("PATH", programs.path());
            let ran = run(&mut command);
            for stream in [&ran.out, &ran.err] {
                assert_eq!(acting(stream), [], "{failing} {arguments:?}: {stream}");
                assert_eq!(obeyed(stream), Vec::<String>::new(), "{failing} {arguments:?}");
            }
            assert!(failing != "*" || ran.err.contains("fatal: a"), "{arguments:?}: {}", ran.err);
        }
    }
}

#[test]
fn patterns_without_end_are_counted_and_not_judged() {
    let project = with_a_past();
    let items: Vec<_> = (0..600).map(|number| format!("- `src/*{number}.py`\n")).collect();
    project.page("page.md", format!("# T\n\n{}", items.concat()));
    let ran = project.run(&["check", "--output-format", "concise"]);
    assert!(ran.err.contains("100 globs too many"), "{}", ran.err);
}

#[test]
fn a_large_manifest_is_read_once_however_many_commands_there_are() {
    let project = with_a_past();
    let scripts: Vec<_> = (0..20_000).map(|number| format!("\"script-{number}\": \"x\"")).collect();
    let manifest = format!("{{\"scripts\": {{{}}}}}", scripts.join(", "));
    std::fs::write(project.root().join("package.json"), manifest).unwrap();
    git(project.root(), &["add", "-A"]);
    let items: Vec<_> = (0..3000).map(|number| format!("- `npm run gone-{number}`\n")).collect();
    project.page("page.md", format!("# T\n\n{}", items.concat()));
    let ran = project.run(&["check", "--output-format", "concise"]);
    assert_eq!(ran.out.matches("[stale-test]").count(), 3000, "{}", ran.err);
    assert!(ran.time < Duration::from_secs(10), "{:?}", ran.time);
}

#[test]
fn the_lines_of_a_large_file_are_counted_once() {
    let project = with_a_past();
    std::fs::write(project.root().join("src/large.rs"), "x\n".repeat(1024 * 1024)).unwrap();
    git(project.root(), &["add", "-A"]);
    let item = |number: usize| format!("- `src/large.rs:{}`\n", 2_000_000 + number);
    let items: String = (0..1000).map(item).collect();
    project.page("page.md", format!("# T\n\n{items}"));
    let ran = project.run(&["check", "--output-format", "concise"]);
    assert_eq!(ran.out.matches("[line-number]").count(), 1000, "{}", ran.err);
    assert!(ran.time < Duration::from_secs(10), "{:?}", ran.time);
}

#[test]
fn a_link_in_place_of_a_folder_of_code_is_not_followed() {
    let project = with_one_file();
    let outside = tempfile::tempdir().unwrap();
    for name in ["a.rs", "outside.rs"] {
        std::fs::write(outside.path().join(name), "fn secret_name() {}\n").unwrap();
    }
    project.page("page.md", "# T\n\n## Map\n\n- `src/outside.rs`\n- `secret_name()`\n");
    std::fs::remove_dir_all(project.root().join("src")).unwrap();
    std::os::unix::fs::symlink(outside.path(), project.root().join("src")).unwrap();
    let ran = project.run(&["check", "--code", "--show-skips", "--output-format", "concise", "-v"]);
    for name in ["src/outside.rs", "secret_name()"] {
        let told = ran.out.lines().any(|line| line.contains("not judged") && line.contains(name));
        assert!(told, "{name}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn files_of_code_that_are_too_large_are_not_judged() {
    let project = with_one_file();
    let root = project.root();
    let mib = 1024 * 1024;
    let page = "# T\n\n- `src/b.rs:9999999`\n- `npm run gone`\n";
    for (more, findings) in [(0, 2), (1, 0)] {
        std::fs::write(root.join("src/b.rs"), "x".repeat(4 * mib + more)).unwrap();
        let mut manifest = "{\"scripts\": {\"build\": \"x\"}}".to_owned();
        manifest.push_str(&" ".repeat(mib + more - manifest.len()));
        std::fs::write(root.join("package.json"), manifest).unwrap();
        project.page("page.md", page);
        git(root, &["add", "-A"]);
        let ran = project.run(&["check", "--code", "--output-format", "concise", "-v"]);
        let found =
            ran.out.matches("[line-number]").count() + ran.out.matches("[stale-test]").count();
        assert_eq!(found, findings, "{}{}", ran.out, ran.err);
    }
}

#[test]
fn a_content_of_the_past_that_is_too_large_is_not_looked_at() {
    let project = with_one_file();
    let root = project.root();
    project.page("page.md", "# T\n\n## Map\n\n- `gone_name()`\n");
    let told = |size: usize| {
        let text = format!("fn gone_name() {{}}\n{}", "a\n".repeat(size / 2 - 9));
        std::fs::write(root.join("src/b.rs"), text).unwrap();
        git(root, &["add", "-A"]);
        git(root, &["commit", "-q", "-m", "large"]);
        git(root, &["rm", "-q", "src/b.rs"]);
        git(root, &["commit", "-q", "-m", "gone"]);
        let ran = project.run(&["check", "--code", "--output-format", "concise", "-v"]);
        (ran.out.contains("src/b.rs"), ran.err.contains("1 with files unread"))
    };
    assert_eq!(
        told(17 * 1024 * 1024),
        (false, true),
        "the content is passed over, and that is said"
    );
    let ran = project.run(&["check", "--code"]);
    assert!(!ran.err.contains("not whole"), "all of history is here: {}", ran.err);
    // The latest content that had the name is enough.
    assert_eq!(told(1024), (true, false));
}

/// Git hands them out all the same, and that takes its time.
#[test]
fn contents_that_are_too_large_count_as_looked_at() {
    let project = with_one_file();
    let root = project.root();
    project.page("page.md", "# T\n\n## Map\n\n- `gone_name()`\n");
    std::fs::write(root.join("src/b.rs"), "fn gone_name() {}\n").unwrap();
    for number in 0..10 {
        git(root, &["add", "-A"]);
        git(root, &["commit", "-q", "-m", "x"]);
        let text = format!("{number}\n{}", "a\n".repeat(17 * 512 * 1024));
        std::fs::write(root.join("src/b.rs"), text).unwrap();
    }
    let ran = project.run(&["check", "--code", "--output-format", "concise", "-v"]);
    assert!(ran.err.contains("1 not in late history"), "{}{}", ran.out, ran.err);
}

/// Two that are small enough each, of which the first is looked through.
#[test]
fn submodules_have_their_limits_together() {
    let project = with_one_file();
    let root = project.root();
    project.page("page.md", "# T\n\n- `gone_name()`\n");
    std::fs::write(root.join("src/b.rs"), "fn gone_name() {}\n").unwrap();
    git(root, &["add", "-A"]);
    git(root, &["commit", "-q", "-m", "x"]);
    git(root, &["rm", "-q", "src/b.rs"]);
    for (module, judged) in [("a", true), ("b", false)] {
        let link = format!("160000,{},vendor/{module}", "1".repeat(40));
        git(root, &["update-index", "--add", "--cacheinfo", &link]);
        git(root, &["commit", "-q", "-m", module]);
        let folder = root.join("vendor").join(module);
        std::fs::create_dir_all(&folder).unwrap();
        (0..10_001).for_each(|at| std::fs::write(folder.join(format!("{at}.c")), "").unwrap());
        let ran = project.run(&["check", "--code", "--output-format", "concise", "-v"]);
        assert_eq!(ran.out.contains("[stale-name]"), judged, "{module}: {}{}", ran.out, ran.err);
        assert_eq!(ran.err.contains("1 in submodules"), !judged, "{module}: {}", ran.err);
    }
}

/// All but the last file of a folder are deleted: each is looked for once, and not once for each
/// place that names the folder.
#[test]
fn a_folder_that_lost_its_files_is_looked_through_once() {
    let project = with_one_file();
    let root = project.root();
    let file = |number: usize| root.join(format!("src/f{number}.rs"));
    (10_000..15_000).for_each(|number| std::fs::write(file(number), "").unwrap());
    std::fs::write(root.join("src/z.rs"), "").unwrap();
    git(root, &["add", "-A"]);
    (10_000..15_000).for_each(|number| std::fs::remove_file(file(number)).unwrap());
    std::fs::remove_file(root.join("src/a.rs")).unwrap();
    project.page("page.md", format!("# T\n\n{}", "- `src/`\n".repeat(5000)));
    let ran = project.run(&["check", "--code", "--output-format", "concise"]);
    assert!(!ran.out.contains("[stale-"), "{}", ran.out);
    assert!(ran.time < Duration::from_secs(10), "{:?}", ran.time);
}

/// Has git make commits as its `fast-import` reads them.
fn import(root: &Path, commits: &str) {
    use std::io::Write as _;
    let mut command = Command::new("git");
    command.args(["fast-import", "--quiet", "--force"]).current_dir(root);
    let mut child = command.stdin(std::process::Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(commits.as_bytes()).unwrap();
    assert!(child.wait().unwrap().success());
}

/// The name of a commit for [`import`], to go before what it does.
fn commit_of(number: usize) -> String {
    let by = format!("T <t@example.org> {} +0000", 1_700_000_000 + number);
    format!("commit refs/heads/main\ncommitter {by}\ndata 1\nx\n")
}

/// Each commit costs a comparison of its files.
#[test]
fn renamings_are_looked_for_in_so_many_commits() {
    let project = Project::of_page("# T\n");
    let root = project.root();
    git(root, &["init", "-q", "-b", "main"]);
    let lines = "fn kept_one() {}\nfn kept_two() {}\nfn kept_three() {}\n".repeat(3);
    let file = |path: &str, last: &str| {
        format!("M 100644 inline {path}\ndata {}\n{lines}{last}\n", lines.len() + last.len())
    };
    let olds = (0..510).map(|number| file(&format!("src/f{number}.rs"), &format!("old {number}")));
    let mut commits = commit_of(0);
    commits.extend(olds);
    for number in 0..510 {
        let new = file(&format!("src/g{number}.rs"), &format!("new {number}"));
        commits += &format!("{}D src/f{number}.rs\n{new}", commit_of(number + 1));
    }
    import(root, &commits);
    git(root, &["reset", "-q", "--hard"]);
    let item = |number: usize| format!("- `src/f{number}.rs`\n");
    project.page("page.md", format!("# T\n\n## Map\n\n{}", (0..510).map(item).collect::<String>()));
    let ran = project.run(&["check", "--code", "--output-format", "concise"]);
    assert_eq!(ran.out.matches("[stale-path]").count(), 510, "{}", ran.err);
    assert_eq!(ran.out.matches("renamed it").count(), 500, "{}", ran.out);
    assert!(!ran.out.contains("src/g9.rs") && ran.out.contains("src/g10.rs"), "{}", ran.out);
}

#[test]
fn renamings_without_end_are_followed_a_part_of_the_way() {
    let project = with_one_file();
    let root = project.root();
    for number in 0..20 {
        let old = if number == 0 { "src/a.rs".to_owned() } else { format!("src/r{number}.rs") };
        git(root, &["mv", &old, &format!("src/r{}.rs", number + 1)]);
        git(root, &["commit", "-q", "-m", "moved"]);
    }
    project.page("page.md", "# T\n\n## Map\n\n- `src/a.rs`\n- `src/r9.rs`\n");
    let ran = project.run(&["check", "--code", "--output-format", "concise", "-v"]);
    let line = |path: &str| ran.out.lines().find(|line| line.contains(path)).unwrap_or_default();
    assert!(line("`src/r9.rs`").contains("src/r20.rs"), "{}", ran.out);
    assert!(!line("`src/a.rs`").contains("src/r20.rs"), "{}", ran.out);
}

#[test]
fn a_change_follows_no_more_patterns_than_a_check() {
    let project = with_a_past();
    let items: Vec<_> = (0..600).map(|number| format!("- `src/*{number}.rs`\n")).collect();
    project.page("page.md", format!("# T\n\n{}", items.concat()));
    git(project.root(), &["add", "-A"]);
    git(project.root(), &["commit", "-q", "-m", "page"]);
    std::fs::remove_dir_all(project.root().join("src")).unwrap();
    std::fs::write(project.root().join("new.rs"), "fn a() {}\n").unwrap();
    git(project.root(), &["add", "-A"]);
    let ran = project.run(&["impact", "--base", "HEAD", "--output-format", "concise"]);
    assert!(ran.err.contains("100 globs too many"), "{}", ran.err);
}

/// As many files change as the page names, each in a section of its own: that is looked up, not
/// compared each with each.
#[test]
fn pages_that_speak_of_a_change_cost_no_more_the_more_of_both_there_is() {
    let project = Project::of_page("# T\n");
    let root = project.root();
    git(root, &["init", "-q", "-b", "main"]);
    std::fs::create_dir(root.join("src")).unwrap();
    let write = |number: usize, text: &str| {
        std::fs::write(root.join(format!("src/f{number}.rs")), text).unwrap();
    };
    (0..4000).for_each(|number| write(number, "fn a() {}\n"));
    git(root, &["add", "-A"]);
    git(root, &["commit", "-q", "-m", "x"]);
    let time = |count: usize| {
        let section = |number: usize| format!("## S\n\n`src/f{number}.rs`, `name_{number}`\n\n");
        let sections: String = (0..count).map(section).collect();
        project.page("page.md", format!("# T\n\n{sections}"));
        (0..count).for_each(|number| write(number, &format!("fn name_{number}() {{}}\n")));
        let ran: Vec<_> = (0..2).map(|_| project.run(&["which", "--diff"])).collect();
        assert_eq!(ran[0].out.matches("names `src/f").count(), count, "{}", ran[0].err);
        ran.into_iter().map(|ran| ran.time).min().unwrap()
    };
    let (once, four) = (time(1000), time(4000));
    let allowed = once * 8 + Duration::from_millis(200);
    assert!(four < allowed, "{once:?} for 1,000 files and sections, {four:?} for 4,000");
}

#[test]
fn very_many_names_that_are_nowhere_end_in_time() {
    let project = with_a_past();
    let items: Vec<_> = (0..60_000).map(|number| format!("- `g_{number}()`\n")).collect();
    project.page("page.md", format!("# T\n\n{}", items.concat()));
    let ran = project.run(&["check", "-q", "--output-format", "concise"]);
    assert!(ran.time < Duration::from_secs(10), "{:?}", ran.time);
}
