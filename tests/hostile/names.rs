//! Names, headings, links and comments that mean to act on who reads the report.

use crate::project::{Project, Ran};
use crate::runner::{acting, obeyed};

/// Texts that some reader would obey; none holds `/` or NUL, so each is also a file's name.
pub(crate) const HOSTILE: [&str; 24] = [
    "::error::x",
    " ::add-mask::e",
    "\u{85}::stop-commands::t",
    "##[stop-commands]t",
    "a##[add-mask]e",
    "a\n::error::b",
    "a\r::error::b",
    "a\r\n##[error]b",
    "a%0A::error::b",
    "\u{1b}[2Jclear",
    "\u{1b}]0;title\u{7}",
    "\u{9b}31m",
    "\u{1b}]8;;http:evil\u{7}x",
    "a\tb",
    "x\u{202e}dm.a",
    "a\u{200b}b",
    "a\u{e0041}b",
    "a\u{2028}::error::b",
    "$(id)`id`",
    "-rf",
    "a,line=9,col=1:b",
    "a|b<img src=x>",
    "[x](javascript:alert(1))",
    "trailing. ",
];

/// A text as markdown reads it out of plain ASCII.
pub(crate) fn entities(text: &str) -> String {
    let entities: Vec<_> = text.chars().map(|c| format!("&#{};", u32::from(c))).collect();
    entities.concat()
}

/// The formats that the command line offers.
fn formats() -> Vec<String> {
    let command = featmap::cli::command();
    let check = command.find_subcommand("check").unwrap();
    let format = check.get_arguments().find(|argument| argument.get_id() == "output_format");
    let values = format.unwrap().get_possible_values();
    values.iter().map(|value| value.get_name().to_owned()).collect()
}

/// Holds a report against a runner's and a terminal's rules, in every format.
fn nothing_acts(project: &Project, what: &str) {
    for format in formats() {
        let ran = project.run(&["check", "--output-format", &format, "-v", "--color", "never"]);
        for stream in [&ran.out, &ran.err] {
            assert_eq!(acting(stream), [], "{what:?} as {format}: {stream}");
            let own = |name: &String| {
                format == "github" && ["error", "warning", "notice"].contains(&name.as_str())
            };
            let foreign: Vec<_> = obeyed(stream).into_iter().filter(|name| !own(name)).collect();
            assert!(foreign.is_empty(), "{what:?} as {format}: {foreign:?} in {stream}");
        }
        if format == "concise" {
            one_finding_is_one_line(project, &ran);
        }
    }
}

fn one_finding_is_one_line(project: &Project, concise: &Ran) {
    let json: serde_json::Value = serde_json::from_str(&project.check().out).unwrap();
    let findings = json["findings"].as_array().unwrap().len();
    assert_eq!(concise.out.lines().count(), findings, "{}", concise.out);
}

#[cfg(unix)]
#[test]
fn no_file_name_acts_on_anyone() {
    for name in HOSTILE {
        let project = Project::new();
        project.index(&["other.md"]);
        project.page("other.md", "# Other\n");
        project.page(format!("{name}.md"), "no title\n\n## A\n\n## A\n");
        std::os::unix::fs::symlink("/etc/passwd", project.place(format!("{name} l.md"))).unwrap();
        nothing_acts(&project, name);
    }
}

#[cfg(unix)]
#[test]
fn no_folder_name_acts_on_anyone() {
    for name in HOSTILE {
        let project = Project::new();
        project.index(&["other.md"]);
        project.page(format!("{name}/a.md"), "no title\n");
        nothing_acts(&project, name);
    }
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf_8_are_pages_and_never_fall_together() {
    use std::os::unix::ffi::OsStrExt as _;
    let project = Project::new();
    project.index(&["x.md"]);
    for bytes in [&b"\xff.md"[..], b"\xfe.md", b"a\xf0\x9f.md"] {
        project.page(std::ffi::OsStr::from_bytes(bytes), "# T\n");
    }
    let ran = project.check();
    assert_eq!((ran.status, ran.count("unindexed-page")), (1, 3), "{}", ran.out);
    nothing_acts(&project, "not UTF-8");
}

#[test]
fn no_heading_link_or_comment_acts_on_anyone() {
    for text in HOSTILE {
        let entities = entities(text);
        for text in [text, &entities] {
            let project = Project::new();
            let link =
                format!("- [{text}](<{text}.md>)\n- [b](<##> \"{text}\")\n- [x](##[error]y)\n");
            let page = format!(
                "# {text}\n\n## {text}\n\n## {text}\n\n<!-- featmap: ignore[{text}] {text} -->\n\n\
                 <!-- featmap: {text} -->\n\n## {}\n\n{}",
                text.repeat(4),
                "a ".repeat(2000)
            );
            project.page("README.md", format!("# {text}\n\n{link}"));
            project.page("page.md", page);
            nothing_acts(&project, text);
        }
    }
}

#[test]
fn no_configuration_acts_on_anyone() {
    for text in HOSTILE {
        let quoted = serde_json::to_string(text).unwrap();
        let quoted = quoted.replace('\u{7f}', "\\u007f");
        for key in ["map", "index", "fail-on", "exclude", "no-such-key"] {
            let project = Project::of_page("# T\n");
            let file = project.root().join("featmap.toml");
            let value =
                if key == "exclude" { format!("[{quoted}, \"[\"]") } else { quoted.clone() };
            std::fs::write(&file, format!("{key} = {value}\n")).unwrap();
            nothing_acts_on_error(&project, text);
            std::fs::write(&file, format!("[[ignore]]\n{quoted} = {quoted}\nrule = {quoted}\n"))
                .unwrap();
            nothing_acts_on_error(&project, text);
        }
        // An entry that silences nothing is shown with its path.
        let project = Project::of_page("# T\n");
        let path = quoted.replace('[', "x");
        let entry = format!("rule = \"unresolved-link\"\npath = {path}\nreason = {quoted}\n");
        std::fs::write(project.root().join("featmap.toml"), format!("[[ignore]]\n{entry}"))
            .unwrap();
        assert_eq!(project.check().count("unused-ignore"), 1, "{text:?}");
        nothing_acts(&project, text);
    }
}

#[cfg(unix)]
#[test]
fn no_name_of_a_map_folder_acts_on_anyone() {
    for name in HOSTILE.iter().filter(|name| !name.contains('[')) {
        let project = Project::new();
        let map = project.root().join(name);
        std::fs::create_dir(&map).unwrap();
        std::fs::write(map.join("README.md"), "# F\n\n- [x](x.md)\n").unwrap();
        std::fs::write(map.join("a.md"), "no title\n").unwrap();
        let quoted = serde_json::to_string(name).unwrap();
        let text = format!("map = {quoted}\n");
        std::fs::write(project.root().join("featmap.toml"), text).unwrap();
        assert_eq!(project.check().count("unindexed-page"), 1, "{name:?}");
        nothing_acts(&project, name);
        let calls = [&["config"][..], &["query"], &["query", "no", "title"], &["init"]];
        no_answer_acts(&project, name, &calls);
        std::fs::remove_dir_all(map).unwrap();
        let calls = [
            &["config"][..],
            &["query", "x"],
            &["check", "--allow-missing"],
            &["init"],
            &["check"],
        ];
        no_answer_acts(&project, name, &calls);
        assert!(project.root().join(name).join("README.md").is_file(), "{name:?}");
    }
}

/// Runs other commands than a check; what they say themselves acts on nobody.
pub(crate) fn no_answer_acts(project: &Project, what: &str, calls: &[&[&str]]) {
    for arguments in calls {
        let ran = project.run(arguments);
        for stream in [&ran.out, &ran.err] {
            assert_eq!(acting(stream), [], "{what:?} {arguments:?}: {stream}");
            assert_eq!(obeyed(stream), Vec::<String>::new(), "{what:?} {arguments:?}: {stream}");
        }
    }
}

#[cfg(unix)]
#[test]
fn no_clean_map_acts_on_anyone() {
    for name in HOSTILE {
        let project = Project::new();
        let link: Vec<_> = name.bytes().map(|byte| format!("%{byte:02x}")).collect();
        project.page("README.md", format!("# F\n\n- [x]({}.md)\n", link.concat()));
        let page = format!("# T\n\n## a{}\n\nx\n", entities(name));
        project.page(format!("{name}.md"), page);
        let ran = project.check();
        assert_eq!((ran.status, ran.out.contains("\"clean\": true")), (0, true), "{}", ran.out);
        nothing_acts(&project, name);
        let summary = project.run(&["check", "--output-format", "markdown"]).out;
        let verdict = summary.lines().find(|line| line.starts_with("<code>clean"));
        assert!(verdict.is_some_and(|line| !line.contains("<br>")), "one line: {summary}");
        // A page that cannot be searched is named.
        std::os::unix::fs::symlink("none", project.place(format!("{name} l.md"))).unwrap();
        no_answer_acts(&project, name, &[&["query", "zzz"], &["query", "zzz", "--explain"]]);
    }
}

fn nothing_acts_on_error(project: &Project, what: &str) {
    let ran = project.run(&["check", "--color", "never"]);
    for stream in [&ran.out, &ran.err] {
        assert_eq!(acting(stream), [], "{what:?}: {stream}");
        assert_eq!(obeyed(stream), Vec::<String>::new(), "{what:?}: {stream}");
    }
}

#[test]
fn names_that_differ_only_in_case_or_form_are_named() {
    let project = Project::new();
    project.index(&["a.md", "A.md", "caf\u{e9}.md", "b.md"]);
    project.page("a.md", "# A\n");
    project.page("A.md", "# A\n");
    project.page("caf\u{e9}.md", "# A\n");
    project.page("cafe\u{301}.md", "# A\n");
    project.page("B.md", "# B\n");
    let ran = project.check();
    assert_eq!(ran.count("name-collision"), 2, "{}", ran.out);
    assert_eq!(ran.count("unresolved-link"), 1, "letter case counts on every system");
}
