//! A planted repository with every class of reference: all stale ones found, no other.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A repository in a folder of its own.
struct Repository {
    folder: tempfile::TempDir,
}

/// What a run of featmap came to.
struct Ran {
    status: i32,
    lines: Vec<String>,
    aside: String,
}

impl Repository {
    fn new() -> Self {
        let repository = Self { folder: tempfile::tempdir().unwrap() };
        repository.git(&["init", "-q", "-b", "main"]);
        repository
    }

    fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    fn write(&self, path: &str, text: &str) {
        let file = self.root().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn git(&self, arguments: &[&str]) -> String {
        git(&self.root(), arguments)
    }

    fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "-m", message]);
    }

    fn run(&self, arguments: &[&str]) -> Ran {
        run(&self.root(), arguments)
    }

    /// The findings of `check --code`, of the rules about code.
    fn check(&self, more: &[&str]) -> Vec<String> {
        let rules = "stale-path,stale-name,stale-test,line-number";
        let mut arguments = vec!["check", "--code", "--output-format", "concise", "-v"];
        arguments.extend(["--select", rules]);
        arguments.extend(more);
        self.run(&arguments).lines
    }
}

fn git(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new("git")
        .args(["-c", "user.name=T", "-c", "user.email=t@example.org"])
        .args(["-c", "protocol.file.allow=always", "-c", "commit.gpgsign=false"])
        .args(arguments)
        .current_dir(folder)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_AUTHOR_DATE", "2026-03-31T12:00:00Z")
        .env("GIT_COMMITTER_DATE", "2026-03-31T12:00:00Z")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "git {arguments:?}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn run(folder: &Path, arguments: &[&str]) -> Ran {
    ran(&mut featmap(folder, arguments))
}

fn featmap(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_featmap"));
    command.args(arguments).current_dir(folder);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    for name in ["GITHUB_BASE_REF", "FEATMAP_OUTPUT_FORMAT", "GIT_DIR", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    command
}

fn ran(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    Ran {
        status: output.status.code().unwrap(),
        lines: out.lines().map(str::to_owned).collect(),
        aside: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The rule and the first thing in backticks of each finding.
fn short(lines: &[String]) -> Vec<String> {
    let one = |line: &String| {
        let (_, rest) = line.split_once(": ").unwrap();
        let rule = rest.split([']', '[']).nth(1).unwrap();
        format!("{rule} {}", rest.split('`').nth(1).unwrap())
    };
    lines.iter().map(one).collect()
}

const INDEX: &str = "# Map\n\n| Feature | Page | Code |\n| --- | --- | --- |\n\
    | One | [one.md](one.md) | `src/old_index.rs` |\n\
    | Two | [two.md](two.md) | `src/a.rs` |\n";

/// The code as it was when the pages were written.
fn code_before(repository: &Repository) {
    for (path, text) in [
        ("src/a.rs", "fn kept_fn() {}\nstruct KeptType;\nfn moved_fn() {}\n"),
        ("src/b.rs", "fn other_fn() {}\nstruct Ranker;\n"),
        ("src/gone.rs", "fn gone_fn() {}\n"),
        ("src/old_index.rs", "x\n"),
        ("src/tools.rs", "mod t;\n"),
        ("src/before.rs", "fn one() {}\nfn two() {}\nfn three() {}\n"),
        ("src/gone_helper.rs", "y\n"),
        ("src/globs/one.py", "x = 1\n"),
        ("src/globs/other.txt", "x\n"),
        ("old/folder/x.txt", "x\n"),
        ("packages/web/src/app.ts", "export const appName = 1\n"),
        ("packages/web/src/dead.ts", "export const deadName = 1\n"),
        ("api/dead_end.proto", "message Dead {}\n"),
        ("tests/pin.rs", "fn pins_it() {}\nfn lost_test() {}\n// it('adds one item')\n"),
        ("data/sample.dat", "x\n"),
        ("docs/openapi.json", "{\"commit_table\": 1}\n"),
        ("package.json", "{\"scripts\": {\"lint\": \"x\", \"gone\": \"x\"}}\n"),
        ("Makefile", "build:\n\ttrue\n"),
        (".gitignore", "dist/\n"),
        ("CHANGELOG.txt", "only_in_changelog went\n"),
        ("docs/features/one.md", "# One\n"),
        ("docs/features/two.md", "# Two\n"),
        ("docs/features/README.md", INDEX),
        ("src/logs.rs", "fn only_in_changelog() {}\nfn planned_fn() {}\n"),
    ] {
        repository.write(path, text);
    }
    repository.commit("code and map");
}

/// What the code became.
fn code_after(repository: &Repository) {
    for path in ["src/gone.rs", "src/old_index.rs", "src/globs/one.py", "data/sample.dat"] {
        repository.git(&["rm", "-q", path]);
    }
    repository.git(&["rm", "-q", "-r", "old/folder", "packages/web/src/dead.ts", "src/logs.rs"]);
    repository.git(&["rm", "-q", "src/gone_helper.rs", "api/dead_end.proto"]);
    repository.git(&["mv", "src/before.rs", "src/after.rs"]);
    repository.git(&["rm", "-q", "src/tools.rs"]);
    repository.write("src/tools/mod.rs", "mod t;\n");
    repository.write("src/a.rs", "fn kept_fn() {}\nstruct KeptType;\n");
    repository.write("src/b.rs", "fn other_fn() {}\nfn moved_fn() {}\n");
    repository
        .write("tests/pin.rs", "fn pins_it() {}\nfn pins_that() {}\n// it('adds one item')\n");
    repository.write("package.json", "{\"scripts\": {\"lint\": \"x\"}}\n");
    repository.commit("change");
}

/// What is stale, each on a line of its own.
const STALE: &str = "\
# One

- See `src/gone.rs`, and [the index](../../src/old_index.rs).
- The module `src/tools.rs` is read first.
- It begins in `src/before.rs`.
- All of `src/globs/*.py`, and `src/{a,gone}.rs`.
- The folder `old/folder/` has it.
- In the web package: `src/dead.ts`.
- The helper is `gone_helper.rs`.
- It calls `gone_fn()` and `KeptType`.
- Names `deadName`, and `planned_fn`.
- `only_in_changelog` counts.
- Run `npm run gone`, then `make deploy`.

## Map

- `src/a.rs:1`: `kept_fn`, `moved_fn`; `src/b.rs`: `Ranker`
- `src/never.rs`: nothing

## Tests that pin it

- `tests/pin.rs`: `pins_it`, `lost_test`, `pins_*`, `never_a_test`, `adds one item`, `adds two items`
";

/// What is not stale, or does not claim to be there.
const QUIET: &str = "\
# Two

- Present: `src/a.rs`, `./src/b.rs`, `src/`, `packages/web/src/app.ts`, `src/app.ts`, `src/app`.
- Also `src/*.rs`, `src/{a,b}.rs`, `src/a.rs:1`, `src/b.rs#L1`, `src/a.rs::kept_fn`, `Makefile`.
- Links: [a](../../src/a.rs), [out](https://example.org/src/gone.rs), [`src/gone.rs`](../../src/a.rs).
- No paths: `application/json`, `unit/integration`, `owner/repo`, `feature/foo`, `and/or`, `24/7`.
- Not ours: `/etc/passwd`, `~/.config/x`, `$HOME/x`, `@scope/pkg`, `-I/usr`, `https://a.b/c`, `github.com/a/b`.
- Placeholders: `src/<name>.rs`, `src/.../x.rs`, `docs/NNNN-title.md`, `src/{id}/x.rs`, `users/:id`.
- Never tracked in prose: `src/never_there.rs`, `src/zzz/*.rs`, `never_there_fn()`, `NeverType`.
- Bare: `gone.rs`, `config.toml`, `state.json`. Ignored: `dist/bundle.js`.
- `src/gone.rs` was removed in March. It replaced `gone_fn()`.
- There is no `src/gone.rs`. Create `src/gone.rs` first. planned: `src/gone.rs`.
- ~~`src/gone.rs`~~ and (née `src/gone.rs`).
- In code: `commit_table`, `kept_fn()`, `Cls::kept_fn`, `kept_fn( $id )`, `appName`, `KeptType`.
- `moved_fn` in `src/b.rs`, `other_fn` (`src/b.rs`), `kept_fn` next to `src/b.rs`.
- Run `npm run lint`, `make build`, `yarn x`, `task deploy`, `just go`.

<!-- `src/gone.rs` in a comment -->

```text
src/gone.rs and gone_fn() in a block; deadName
```

The sample `deadName` is from the block.

## Removed

- `src/gone.rs`

## Planned

- `gone_fn()`

## Map

- `src/a.rs`: `kept_fn` reads what `other_fn` wrote
- `src/b.rs`: `moved_fn`, `Neverthing`; `src/a.rs` (`KeptType`); `Ranker` of another project
- `owner/repo`, `api/v1/users`
";

fn planted() -> Repository {
    let repository = Repository::new();
    code_before(&repository);
    repository.write("docs/features/one.md", STALE);
    repository.write("docs/features/two.md", QUIET);
    repository.commit("pages");
    code_after(&repository);
    repository
}

#[test]
fn all_that_is_stale_is_found_and_nothing_else() {
    let repository = planted();
    let lines = repository.check(&[]);
    let found = short(&lines);
    let wanted = [
        "stale-path src/old_index.rs",
        "stale-path src/gone.rs",
        "stale-path src/old_index.rs",
        "stale-path src/tools.rs",
        "stale-path src/before.rs",
        "stale-path src/globs/*.py",
        "stale-path src/gone.rs",
        "stale-path old/folder",
        "stale-path packages/web/src/dead.ts",
        "stale-path src/gone_helper.rs",
        "stale-name gone_fn",
        "stale-name deadName",
        "stale-name planned_fn",
        "stale-name only_in_changelog",
        "stale-test npm run gone",
        "stale-test make deploy",
        "line-number src/a.rs:1",
        "stale-name moved_fn",
        "stale-name Ranker",
        "stale-path src/never.rs",
        "stale-test lost_test",
        "stale-test never_a_test",
        "stale-test adds two items",
    ];
    assert_eq!(found, wanted, "{lines:#?}");
    let with = |words: &str| lines.iter().find(|line| line.contains(words)).unwrap();
    assert!(with("src/gone.rs").contains("error[stale-path]"), "{lines:#?}");
    assert!(with("src/gone.rs").contains("(2026-03-31) removed it"), "{lines:#?}");
    assert!(with("src/before.rs").contains("renamed it to `src/after.rs`"), "{lines:#?}");
    assert!(with("`moved_fn`").contains("is in `src/b.rs`, not in `src/a.rs`"), "{lines:#?}");
    assert!(with("src/never.rs").contains("warning[stale-path]"), "{lines:#?}");
    assert!(with("src/a.rs:1").contains("info[line-number]"), "{lines:#?}");
}

#[test]
fn code_rules_run_only_where_they_are_asked_for_and_never_make_a_map_unclean() {
    let repository = planted();
    let plain = repository.run(&["--output-format", "concise"]);
    assert_eq!((plain.status, plain.lines.len()), (0, 0), "{:?}", plain.lines);
    let with = repository.run(&["--code", "--output-format", "json"]);
    assert_eq!(with.status, 1);
    let report = with.lines.join("\n");
    assert!(report.contains("\"clean\": true"), "{report}");
    assert!(report.contains("\"history\": \"whole\""), "{report}");
    let select = repository.run(&["--select", "stale-path"]);
    assert_eq!(select.status, 2);
    assert!(select.aside.contains("--code"), "{}", select.aside);
    repository
        .write("featmap.toml", "[code]\nforeign = [\"src/gone.rs\"]\nstop-words = [\"gone_fn\"]\n");
    let lines = repository.run(&["--output-format", "concise"]).lines;
    assert!(lines.iter().any(|line| line.contains("src/tools.rs")), "{lines:#?}");
    assert!(
        !lines.iter().any(|line| line.contains("gone.rs") && !line.contains("index")),
        "{lines:#?}"
    );
    assert!(!lines.iter().any(|line| line.contains("gone_fn")), "{lines:#?}");
}

#[test]
fn what_was_not_judged_is_said() {
    let repository = planted();
    let ran = repository.run(&["--code", "--show-skips", "--output-format", "concise"]);
    assert!(ran.aside.contains("references judged"), "{}", ran.aside);
    let skips: Vec<_> = ran.lines.iter().filter(|line| line.contains("not judged")).collect();
    for reason in ["globs", "outside", "media types", "git-ignored", "placeholders", "link labels"]
    {
        let named = format!("({reason})");
        let glob = reason == "globs" || skips.iter().any(|line| line.contains(&named));
        assert!(glob, "{reason}: {skips:#?}");
    }
}

#[test]
fn a_shallow_clone_and_a_folder_without_git_say_so() {
    let repository = planted();
    let other = tempfile::tempdir().unwrap();
    let url = format!("file://{}", repository.root().display());
    git(other.path(), &["clone", "-q", "--depth", "1", &url, "clone"]);
    let ran = run(&other.path().join("clone"), &["--code", "--output-format", "concise"]);
    assert!(ran.aside.contains("shallow clone"), "{}", ran.aside);
    assert!(!ran.lines.iter().any(|line| line.contains("error[stale")), "{:#?}", ran.lines);
    fs::remove_dir_all(repository.root().join(".git")).unwrap();
    let ran = repository.run(&["--code", "--output-format", "concise"]);
    assert!(ran.aside.contains("no git repository"), "{}", ran.aside);
    assert!(ran.lines.iter().any(|line| line.contains("warning[stale-path]")), "{:#?}", ran.lines);
    assert!(!ran.lines.iter().any(|line| line.contains("error[stale")), "{:#?}", ran.lines);
    let json = repository.run(&["--code", "--output-format", "json"]).lines.join("\n");
    assert!(json.contains("\"history\": \"none\""), "{json}");
}

#[cfg(unix)]
#[test]
fn no_program_of_the_repository_is_run() {
    use std::os::unix::fs::PermissionsExt as _;
    let repository = planted();
    let trap = repository.root().join("trap.sh");
    let mark = repository.root().join("sprung");
    fs::write(&trap, format!("#!/bin/sh\ntouch '{}'\ncat\n", mark.display())).unwrap();
    fs::set_permissions(&trap, fs::Permissions::from_mode(0o755)).unwrap();
    let program = trap.display().to_string();
    for key in [
        "core.fsmonitor",
        "diff.external",
        "core.pager",
        "diff.x.textconv",
        "diff.x.command",
        "filter.x.clean",
        "filter.x.smudge",
        "filter.x.process",
        "gpg.program",
        "core.sshCommand",
    ] {
        repository.git(&["config", key, &program]);
    }
    repository.git(&["config", "log.showSignature", "true"]);
    repository.write(".gitattributes", "* diff=x filter=x\n");
    repository.write("src/a.rs", "fn kept_fn() {}\nstruct KeptType; // changed\n");
    repository.check(&[]);
    repository.run(&["impact", "--base", "HEAD~1"]);
    repository.run(&["check", "--code", "--base", "HEAD~1"]);
    repository.run(&["which", "--diff"]);
    assert!(!mark.exists(), "a program that the repository's configuration names was run");
}

/// Git takes `-c name=value` apart at the first `=`, which a filter's name may hold.
#[cfg(unix)]
#[test]
fn no_filter_is_run_whatever_its_name() {
    let repository = planted();
    let mark = repository.root().join("sprung");
    let trap = format!("touch '{}'; cat", mark.display());
    for driver in ["a=b", "a=b.c=", "plain"] {
        for program in ["clean", "smudge", "process"] {
            repository.git(&["config", &format!("filter.{driver}.{program}"), &trap]);
        }
        repository.git(&["config", &format!("filter.{driver}.required"), "true"]);
    }
    // Git filters what has another time but the same size, to see whether it changed.
    let source = fs::File::options().write(true).open(repository.root().join("src/a.rs")).unwrap();
    source.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    let asks: [&[&str]; 3] = [
        &["impact", "--base", "HEAD~1"],
        &["check", "--code", "--base", "HEAD~1"],
        &["which", "--diff"],
    ];
    // What the environment sets is outranked as well.
    let inherited = [
        ("GIT_CONFIG_COUNT", "1"),
        ("GIT_CONFIG_KEY_0", "filter.a=b.clean"),
        ("GIT_CONFIG_VALUE_0", &trap),
    ];
    for driver in ["a=b", "a=b.c=", "plain"] {
        repository.write(".gitattributes", &format!("* filter={driver}\n"));
        for arguments in asks {
            let done = repository.run(arguments);
            assert!(done.status != 2 && !mark.exists(), "{driver} {arguments:?} {}", done.aside);
            let done = ran(featmap(&repository.root(), arguments).envs(inherited));
            assert!(done.status != 2 && !mark.exists(), "{driver} {arguments:?} {}", done.aside);
        }
    }
    let config = repository.root().join(".git/config");
    let mut text = fs::read(&config).unwrap();
    text.extend(b"[filter \"\xff\"]\nclean = ");
    text.extend(trap.replace(';', " &&").bytes());
    text.push(b'\n');
    fs::write(&config, text).unwrap();
    fs::write(repository.root().join(".gitattributes"), b"* filter=\xff\n").unwrap();
    let done = repository.run(&["which", "--diff"]);
    assert!(!mark.exists() && done.aside.contains("not UTF-8"), "{}", done.aside);
}

#[test]
fn a_name_is_not_gone_where_a_file_could_not_be_read() {
    let repository = Repository::new();
    repository.write("docs/features/README.md", "# F\n\n- [A](a.md)\n");
    repository.write("docs/features/a.md", "# A\n\nIt calls `gone_name()`.\n");
    repository.write("src/a.rs", "fn gone_name() {}\n");
    repository.write("src/b.rs", "fn other() {}\n");
    repository.commit("before");
    repository.write("src/a.rs", "fn new_name() {}\n");
    repository.commit("after");
    assert_eq!(repository.check(&[]).len(), 1, "{:?}", repository.check(&[]));
    // A folder in a file's place: nobody knows what the file holds.
    fs::remove_file(repository.root().join("src/b.rs")).unwrap();
    fs::create_dir(repository.root().join("src/b.rs")).unwrap();
    let ran = repository.run(&["check", "--code", "--output-format", "concise"]);
    assert_eq!((ran.status, ran.lines), (0, Vec::new()));
    assert!(ran.aside.contains("1 with files unread"), "{}", ran.aside);
}

#[test]
fn a_change_is_told_which_pages_it_makes_untrue() {
    let repository = Repository::new();
    code_before(&repository);
    repository.write("docs/features/one.md", "# One\n\n`src/gone.rs` has `gone_fn()`.\n");
    repository.write("docs/features/two.md", "# Two\n\n## Map\n\n- `src/a.rs`: `moved_fn`\n");
    repository.commit("pages");
    repository.git(&["mv", "src/gone.rs", "src/kept.rs"]);
    repository.write("src/a.rs", "fn kept_fn() {}\nstruct KeptType;\n");
    let impact = || repository.run(&["impact", "--base", "HEAD", "--output-format", "concise"]);
    let ran = impact();
    let text = ran.lines.join("\n");
    assert_eq!(ran.status, 1, "{text}\n{}", ran.aside);
    assert!(text.contains("renames `src/gone.rs` to `src/kept.rs`"), "{text}");
    assert!(text.contains("takes the last `moved_fn` out of `src/a.rs`"), "{text}");
    assert!(text.contains("info[unchanged-page]"), "{text}");
    assert!(!text.contains("old_index"), "{text}");
    repository.write("docs/features/one.md", "# One\n\nTouched; still `src/gone.rs`.\n");
    repository.write("docs/features/two.md", "# Two\n\nTouched.\n");
    assert_eq!(impact().status, 0, "a page that the change touches is its author's matter");
    repository.commit("all");
    fs::remove_file(repository.root().join("src/old_index.rs")).unwrap();
    let ran = impact();
    assert!(ran.lines.join("\n").contains("removes `src/old_index.rs`"), "{:?}", ran.lines);
    let ran = repository.run(&["impact"]);
    assert_eq!(ran.status, 2);
    assert!(ran.aside.contains("--base REV"), "{}", ran.aside);
}

/// A map of one page that names commands.
fn of_commands(commands: &str) -> Repository {
    let repository = Repository::new();
    repository.write("docs/features/README.md", "# Map\n\n- [One](one.md)\n");
    repository.write("docs/features/one.md", &format!("# One\n\n{commands}"));
    repository
}

#[cfg(unix)]
#[test]
fn manifests_behind_links_are_not_read() {
    use std::os::unix::fs::symlink;
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("Makefile"), "secret:\n\ttrue\n").unwrap();
    let file = outside.path().join("Makefile");
    let page = "- `make secret`\n- `make other`\n";
    let said = |repository: &Repository| repository.check(&[]);

    let plain = of_commands(page);
    plain.write("sub/Makefile", "build:\n\ttrue\n");
    plain.commit("a file");
    assert_eq!(short(&said(&plain)), ["stale-test make secret", "stale-test make other"]);
    // A tracked file whose folder a link to the outside has replaced, then the file itself.
    fs::remove_dir_all(plain.root().join("sub")).unwrap();
    symlink(outside.path(), plain.root().join("sub")).unwrap();
    assert!(said(&plain).is_empty(), "nobody knows: {:?}", said(&plain));
    fs::remove_file(plain.root().join("sub")).unwrap();
    fs::create_dir(plain.root().join("sub")).unwrap();
    symlink(&file, plain.root().join("sub/Makefile")).unwrap();
    assert!(said(&plain).is_empty(), "nobody knows: {:?}", said(&plain));
    // Tracked as a link.
    plain.commit("a link");
    assert!(said(&plain).is_empty(), "nobody knows: {:?}", said(&plain));
}

#[test]
fn a_command_of_the_past_is_judged_by_the_manifests_of_the_past() {
    let repository = of_commands("- `make deploy`\n- `npm run never`\n");
    repository.write("Makefile", "build deploy:\n\ttrue\n");
    repository.write("package.json", "{\"scripts\": {}}\n");
    repository.commit("both are there");
    repository.write("Makefile", "build:\n\ttrue\n");
    let found = short(&repository.check(&["--base", "HEAD"]));
    assert_eq!(found, ["stale-test make deploy"], "the other one was stale before");
    repository.commit("one goes");
    repository.write("Makefile", "build deploy:\n\ttrue\n");
    let found = short(&repository.check(&[]));
    assert_eq!(found, ["stale-test npm run never"]);
    repository.write("Makefile", "build:\n\ttrue\n");
    let found = short(&repository.check(&["--base", "HEAD"]));
    assert!(found.is_empty(), "stale before and after: {found:?}");
}

#[test]
fn a_base_counts_what_was_there_before() {
    let repository = planted();
    let all = repository.check(&[]).len();
    repository
        .write("docs/features/two.md", &QUIET.replace("# Two", "# Two\n\nNew: `src/gone.rs`."));
    let arguments = ["check", "--code", "-v", "--base", "HEAD", "--output-format", "concise"];
    let ran = repository.run(&arguments);
    let code: Vec<_> = ran.lines.iter().filter(|line| line.contains("[stale-")).collect();
    assert_eq!(code.len(), 1, "{code:#?}");
    assert!(ran.aside.contains(&format!("{all} known at HEAD")), "{}", ran.aside);
    assert_eq!(ran.status, 1);
    repository.write("docs/features/two.md", QUIET);
    assert_eq!(repository.run(&arguments).status, 0);
    assert_eq!(repository.run(&["check", "--base", "nowhere"]).status, 2);
}

#[test]
fn a_revision_that_is_none_is_told_with_what_to_do() {
    let repository = planted();
    let tree = repository.git(&["rev-parse", "HEAD^{tree}"]);
    let blob = repository.git(&["rev-parse", "HEAD:src/a.rs"]);
    let nowhere = "0123456789".repeat(4);
    repository.git(&["tag", "-a", "-m", "x", "of-a-tree", tree.trim()]);
    for (revision, words) in [
        (tree.trim(), "is a tree and no commit; name a commit"),
        ("HEAD^{tree}", "`HEAD^{tree}` is a tree and no commit"),
        (blob.trim(), "is a blob and no commit"),
        ("of-a-tree", "is a tag and no commit"),
        ("nowhere", "knows no revision `nowhere`; fetch it"),
        (&nowhere, "; fetch it"),
        ("-x", "no revision begins with `-`"),
        ("", "a revision is wanted"),
    ] {
        let asks: [&[&str]; 2] = [&["check", "--base", revision], &["impact", "--base", revision]];
        for arguments in asks {
            let ran = repository.run(arguments);
            assert_eq!(ran.status, 2, "{arguments:?} {}", ran.aside);
            assert!(ran.aside.contains(words), "{arguments:?} {}", ran.aside);
            assert!(!ran.aside.contains("tip:"), "{arguments:?} {}", ran.aside);
        }
    }
    let ran = repository.run(&["which", "--diff", tree.trim()]);
    assert!(ran.status == 2 && ran.aside.contains("is a tree"), "{}", ran.aside);
}

#[test]
fn a_repository_without_a_commit_is_told_to_make_one() {
    let repository = of_commands("Text.\n");
    let asks: [&[&str]; 3] =
        [&["which", "--diff"], &["check", "--base", "HEAD"], &["impact", "--base", "main"]];
    for arguments in asks {
        let ran = repository.run(arguments);
        assert_eq!(ran.status, 2, "{arguments:?} {}", ran.aside);
        let words = "no commit yet; make one first";
        assert!(ran.aside.contains(words) && !ran.aside.contains("fetch"), "{}", ran.aside);
    }
}

#[test]
fn a_line_past_the_end_is_compared_with_the_length_at_the_base() {
    let repository = of_commands("- `src/a.rs:3`\n- `src/b.rs:900`\n\n## Map\n\n- `src/c.rs:3`\n");
    for path in ["src/a.rs", "src/b.rs", "src/c.rs"] {
        repository.write(path, "fn a() {}\nfn b() {}\nfn c() {}\n");
    }
    repository.commit("three lines each");
    let lines = || repository.check(&["--base", "HEAD"]);
    assert!(lines().is_empty(), "past its end then and now: {:?}", lines());
    for path in ["src/a.rs", "src/c.rs"] {
        repository.write(path, "fn a() {}\n");
    }
    let found = lines();
    assert_eq!(found.len(), 2, "{found:?}");
    for path in ["src/a.rs", "src/c.rs"] {
        let said = format!("`:3` is past the end of `{path}`, which has 1 line");
        assert!(found.iter().any(|line| line.ends_with(&said)), "{found:?}");
    }
    repository.commit("shorter");
    assert!(lines().is_empty(), "{:?}", lines());
}

#[test]
fn pages_that_speak_of_a_file_are_found_best_first() {
    let repository = planted();
    let ran = repository.run(&["which", "src/a.rs"]);
    assert_eq!(ran.status, 0);
    let text = ran.lines.join("\n");
    assert!(text.starts_with("src/a.rs\n"), "{text}");
    assert!(text.contains("featmap query --page one.md --section map"), "{text}");
    assert!(text.contains("names `src/a.rs"), "{text}");
    for folder in ["src", "src/"] {
        let ran = repository.run(&["which", folder]);
        assert!(ran.lines.concat().contains("names, in it, `src/"), "{:?}", ran.lines);
    }
    let ran = repository.run(&["which", "moved_fn"]);
    assert!(ran.lines.join("\n").contains("docs/features/two.md"), "{:?}", ran.lines);
    let ran = repository.run(&["which", "Neverthing"]);
    assert!(ran.lines.join("\n").contains("names `Neverthing`"), "{:?}", ran.lines);
    let ran = repository.run(&["which", "lib/nobody.rs"]);
    assert_eq!((ran.status, ran.lines.len()), (0, 1), "{:?}", ran.lines);
    assert_eq!(repository.run(&["which", "--require", "lib/nobody.rs"]).status, 1);
    repository.write("src/b.rs", "fn other_fn() {}\nfn moved_fn() {}\n// changed\n");
    let ran = repository.run(&["which", "--diff"]);
    assert!(ran.lines.join("\n").contains("src/b.rs"), "{:?}", ran.lines);
    let json = repository.run(&["which", "--output-format", "json", "src/a.rs"]).lines.join("\n");
    assert!(json.contains("\"call\""), "{json}");
}

/// The first line that `which` prints of each word, asked from a folder.
fn which(folder: &Path, words: &[&str]) -> Vec<String> {
    let ran = run(folder, &[&["which"], words].concat());
    assert_eq!(ran.status, 0, "{words:?} {}", ran.aside);
    ran.lines.into_iter().filter(|line| !line.starts_with(' ')).collect()
}

#[test]
fn which_takes_paths_as_they_are_pasted() {
    let repository = planted();
    let root = repository.root();
    let absolute = |path: &str| root.join(path).display().to_string();
    let (here, gone) = (absolute("src/a.rs"), absolute("src/gone.rs"));
    // In the work tree, gone from it, gone from the index: wherever it is asked from.
    fs::remove_file(root.join("src/a.rs")).unwrap();
    repository.write("packages/web/x/y.ts", "x\n");
    for (folder, words, wanted) in [
        (".", ["src/b.rs:3", "src/b.rs:3:5", "src/b.rs:3:5:", "./src/b.rs"], "src/b.rs"),
        ("src", ["b.rs", "../src/b.rs", "./b.rs:1", "src/b.rs"], "src/b.rs"),
        ("src", ["a.rs", "../src/a.rs", "./a.rs:1", "src/a.rs"], "src/a.rs"),
        ("src", ["gone.rs", "../src/gone.rs", "./gone.rs:1", "src/gone.rs"], "src/gone.rs"),
        ("packages/web", ["../../src/a.rs", &here, "src/a.rs", "src/a.rs#L3"], "src/a.rs"),
        ("docs", ["../src/gone.rs", &gone, "src/gone.rs", "src/gone.rs(3,5)"], "src/gone.rs"),
        ("src", [".", "../src", "../src/", "src"], "src"),
        ("packages", ["gone_fn", "gone_fn()", "gone_fn:3", "Cls::gone_fn"], "gone_fn"),
    ] {
        for word in words {
            let found = which(&root.join(folder), &[word]);
            let named = [wanted, "gone_fn()", "Cls::gone_fn"].contains(&found[0].as_str());
            assert!(found.len() == 1 && named, "{folder} {word}: {found:?}");
        }
    }
    assert_eq!(which(&root.join("docs"), &["never.ts"]), ["never.ts: no page names it"]);
    assert_eq!(which(&root, &["lib/never.ts:3"]), ["lib/never.ts: no page names it"]);
    let one = repository.run(&["which", "npm run gone"]);
    assert!(one.lines.concat().contains("names `npm run gone`"), "{:?}", one.lines);
}

#[test]
fn which_says_what_is_wrong_with_a_question() {
    let repository = planted();
    let root = repository.root();
    let outside = root.parent().unwrap().join("x.rs").display().to_string();
    for (folder, words, said) in [
        (".", &["."] as &[&str], "`.` is the whole repository"),
        ("src", &[".."], "`..` is the whole repository"),
        (".", &[""], "an empty word names nothing"),
        (".", &["src/a.rs", " "], "an empty word names nothing"),
        ("src", &["../../x.rs"], "`../../x.rs` lies outside the repository"),
        (".", &[&outside], "lies outside the repository"),
        (".", &[], "or `--diff` for every file that changed"),
    ] {
        let ran = run(&root.join(folder), &[&["which"], words].concat());
        assert_eq!((ran.status, ran.lines.len()), (2, 0), "{words:?} {:?}", ran.lines);
        assert!(ran.aside.contains(said), "{words:?} {}", ran.aside);
    }
}

#[test]
fn two_sections_of_one_name_are_two_answers() {
    let repository = planted();
    let page =
        "# Two\n\n`src/a.rs`\n\n## Map\n\n`src/a.rs`, `src/a.rs`\n\n## Map\n\nMore: `src/a.rs`\n";
    repository.write("docs/features/two.md", page);
    let ran = repository.run(&["which", "src/a.rs"]);
    let of_two = ran.lines.iter().filter(|line| line.contains("two.md:"));
    let places: Vec<_> = of_two.map(|line| line.split(", ").next().unwrap().trim()).collect();
    let wanted = ["two.md:3: (preamble)", "two.md:7: Map", "two.md:11: Map"];
    assert_eq!(places, wanted.map(|place| format!("docs/features/{place}")), "{:?}", ran.lines);
    for call in ["--page two.md --section 'map#1'", "--page two.md --section 'map#2'"] {
        assert!(ran.lines.iter().any(|line| line.ends_with(call)), "{call}: {:?}", ran.lines);
    }
}

#[test]
fn worktrees_submodules_and_odd_names_are_handled() {
    let repository = planted();
    let library = Repository::new();
    library.write("lib.c", "int x;\n");
    library.commit("library");
    let url = library.root().display().to_string();
    repository.git(&["submodule", "--quiet", "add", &url, "vendor/lib"]);
    repository.write("src/odd\n name é.rs", "fn odd_fn() {}\n");
    repository.write("docs/features/two.md", "# Two\n\n`vendor/lib/nothing.c`, `odd_fn()`.\n");
    repository.commit("more");
    let before = repository.check(&[]);
    assert!(!before.iter().any(|line| line.contains("two.md")), "{before:#?}");
    let other = tempfile::tempdir().unwrap();
    let tree = other.path().join("tree");
    repository.git(&["worktree", "add", "-q", "--detach", &tree.display().to_string()]);
    let arguments = ["check", "--code", "--output-format", "concise", "-v", "--show-skips"];
    let ran = run(&tree, &arguments);
    let count = ran.lines.iter().filter(|line| line.contains("[stale-")).count();
    // The submodule is not checked out there: a name without a file may be in it.
    let open = ["`gone_fn`", "`deadName`", "`planned_fn`", "`only_in_changelog`"];
    let sure =
        |line: &&String| line.contains("[stale-") && !open.iter().any(|name| line.contains(name));
    let wanted = before.iter().filter(sure).count();
    assert_eq!(count, wanted, "{:#?} {}", ran.lines, ran.aside);
    let found = open.iter().all(|name| before.iter().any(|line| line.contains(name)));
    assert!(found && ran.lines.concat().contains("in submodules"), "{before:#?} {:#?}", ran.lines);
}

/// A name that a page has in one Unicode form and git in the other is the same name.
#[test]
fn a_file_is_found_in_every_unicode_form_of_its_name() {
    for held in ["src/cafe\u{301}.rs", "src/caf\u{e9}.rs"] {
        let repository = Repository::new();
        repository.write("docs/features/README.md", "# Map\n\n- [Two](two.md)\n");
        repository.write(held, "fn odd_fn() {}\n");
        for asked in ["cafe\u{301}", "caf\u{e9}"] {
            let text = format!("# Two\n\n[a](../../src/{asked}.rs)\n");
            repository.write("docs/features/two.md", &text);
            repository.commit("form");
            let ran = repository.run(&["check", "--code", "-v"]);
            let text = ran.lines.join("\n");
            assert_eq!(ran.status, 0, "{text}");
            assert!(text.contains("1 of 1 reference judged"), "{asked} {text}");
        }
    }
}

const FORMATS: [&str; 9] =
    ["full", "concise", "json", "github", "sarif", "markdown", "gitlab", "junit", "rdjson"];

/// What each format must hold of a renamed path.
fn holds_the_rename(format: &str, text: &str) {
    let json = || serde_json::from_str::<serde_json::Value>(text).unwrap();
    let all = |value: &serde_json::Value| value.as_array().unwrap().clone();
    match format {
        "json" => {
            let report = json();
            let about = |finding: &serde_json::Value| finding["kind"] == "code";
            assert!(all(&report["findings"]).iter().all(about), "{text}");
            assert!(text.contains("\"text\": \"src/after.rs\""), "{text}");
        }
        "github" => {
            assert!(text.contains("title=featmap%3A stale-path::docs/features/one.md"), "{text}");
            assert!(text.lines().all(|line| line.starts_with("::")), "{text}");
        }
        "sarif" => {
            let run = &json()["runs"][0];
            let rules = all(&run["tool"]["driver"]["rules"]);
            let rule = rules.iter().find(|rule| rule["id"] == "stale-path").unwrap();
            assert_eq!(rule["properties"]["tags"][1], "code");
            let results = all(&run["results"]);
            let fixed = |result: &serde_json::Value| !result["fixes"].is_null();
            assert!(results.iter().any(fixed), "{text}");
        }
        "gitlab" => assert!(all(&json()).iter().all(|one| one["categories"][0] == "Bug Risk")),
        "junit" => assert!(text.contains("<failure type=\"stale-path\""), "{text}"),
        "rdjson" => {
            let items = all(&json()["diagnostics"]);
            let mended = |item: &serde_json::Value| !item["suggestions"].is_null();
            assert!(items.iter().any(mended), "{text}");
        }
        _ => assert!(text.contains("src/before") && text.contains("stale-path"), "{text}"),
    }
}

#[test]
fn every_format_tells_of_the_code_and_clean_stays_clean() {
    let repository = planted();
    for format in FORMATS {
        let ran = repository.run(&["check", "--code", "--output-format", format]);
        let text = ran.lines.join("\n");
        assert_eq!(ran.status, 1, "{format}: an error of kind code fails: {}", ran.aside);
        if format == "markdown" {
            assert!(text.contains("featmap: clean") && text.contains("stale-path"), "{text}");
            continue;
        }
        assert!(format != "json" || text.contains("\"clean\": true"), "{text}");
        assert!(format != "github" || !text.contains("line-number"), "{text}");
        holds_the_rename(format, &text);
    }
    assert_eq!(repository.run(&["--code", "--fail-on", "never"]).status, 0);
}

#[test]
fn a_change_is_told_in_every_format_and_in_files() {
    let repository = Repository::new();
    code_before(&repository);
    repository.write("docs/features/one.md", "# One\n\n`src/before.rs` is short.\n");
    repository.write("docs/features/two.md", "# Two\n\n`src/b.rs` is read.\n");
    repository.commit("pages");
    repository.git(&["mv", "src/before.rs", "src/after.rs"]);
    repository.write("src/b.rs", "fn other_fn() {}\n// more\n");
    for format in FORMATS {
        let file = format!("{format}=../{format}.out");
        let arguments =
            ["impact", "--base", "HEAD", "--output-format", format, "--report", file.as_str()];
        let folder = repository.root().join("docs");
        let ran = run(&folder, &arguments);
        let text = ran.lines.join("\n");
        assert_eq!(ran.status, 1, "{format}: {}", ran.aside);
        if format == "markdown" {
            assert!(text.contains("featmap: pages made untrue"), "{text}");
            assert!(!text.contains("Largest"), "{text}");
        } else {
            holds_the_rename(format, &text);
        }
        assert!(text.contains("unchanged-page"), "a note is told in {format}: {text}");
        assert!(format != "github" || text.contains("::notice file="), "{text}");
        let written = fs::read_to_string(repository.root().join(format!("{format}.out"))).unwrap();
        // Only paths for people depend on the folder; the file is not read at a terminal.
        assert_eq!(written.trim_end(), text.trim_end(), "{format}");
        fs::remove_file(repository.root().join(format!("{format}.out"))).unwrap();
    }
}

#[test]
fn a_change_is_compared_with_where_it_left_its_base() {
    let repository = planted();
    let other = tempfile::tempdir().unwrap();
    let url = format!("file://{}", repository.root().display());
    git(other.path(), &["clone", "-q", &url, "clone"]);
    let clone = other.path().join("clone");
    let change = || {
        fs::remove_file(clone.join("src/a.rs")).unwrap();
        git(&clone, &["commit", "-q", "-a", "-m", "away with it"]);
    };
    let concise = ["impact", "--output-format", "concise"];
    git(&clone, &["checkout", "-q", "-b", "work", "--track", "origin/main"]);
    change();
    // The base goes on meanwhile; that is no part of the change.
    repository.git(&["rm", "-q", "src/b.rs"]);
    repository.commit("elsewhere");
    git(&clone, &["fetch", "-q"]);
    let ran = run(&clone, &concise);
    let text = ran.lines.join("\n");
    assert!(text.contains("removes `src/a.rs`") && !text.contains("src/b.rs"), "{text}");
    assert!(!text.contains("src/gone.rs"), "what was stale before is not the change's: {text}");
    git(&clone, &["branch", "-q", "--unset-upstream"]);
    let ran = run(&clone, &concise);
    assert_eq!(ran.status, 2);
    assert!(ran.aside.contains("no upstream") && ran.aside.contains("--base REV"), "{}", ran.aside);
    let ran = on_a_runner(&clone, "main", &concise);
    assert!(ran.lines.join("\n").contains("removes `src/a.rs`"), "{}", ran.aside);
    let ran = on_a_runner(&clone, "nowhere", &concise);
    assert_eq!(ran.status, 2);
    assert!(ran.aside.contains("nowhere"), "{}", ran.aside);
}

fn on_a_runner(folder: &Path, target: &str, arguments: &[&str]) -> Ran {
    let mut command = featmap(folder, arguments);
    command.env("GITHUB_BASE_REF", target);
    ran(&mut command)
}

#[test]
fn a_change_in_a_shallow_clone_is_compared_as_it_is_and_said() {
    let repository = planted();
    repository.git(&["checkout", "-q", "-b", "work"]);
    repository.git(&["rm", "-q", "src/a.rs"]);
    repository.commit("work");
    let other = tempfile::tempdir().unwrap();
    let url = format!("file://{}", repository.root().display());
    git(other.path(), &["clone", "-q", "--depth", "1", "--no-single-branch", &url, "clone"]);
    let clone = other.path().join("clone");
    let ran = run(&clone, &["impact", "--base", "origin/main", "--output-format", "concise"]);
    let text = ran.lines.join("\n");
    assert!(ran.aside.contains("share no commit"), "{}", ran.aside);
    assert!(text.contains("warning[stale-path]") && !text.contains("error["), "{text}");
    let json = run(&clone, &["impact", "--base", "origin/main", "--output-format", "json"]);
    assert!(json.lines.join("\n").contains("\"history\": \"part\""));
    let ran = run(&clone, &["impact", "--base", "HEAD~1"]);
    assert_eq!(ran.status, 2, "a commit that is not here is no silent pass");
}

#[test]
fn a_change_in_a_work_tree_and_in_a_submodule_is_found() {
    let repository = planted();
    let other = tempfile::tempdir().unwrap();
    let bare = other.path().join("bare.git");
    let tree = other.path().join("tree");
    let (url, tree_path) = (repository.root().display().to_string(), tree.display().to_string());
    git(other.path(), &["clone", "-q", "--bare", &url, "bare.git"]);
    git(&bare, &["worktree", "add", "-q", "--detach", &tree_path]);
    let outer = Repository::new();
    outer.write("src/outer.rs", "x\n");
    outer.commit("outer");
    outer.git(&["submodule", "--quiet", "add", &url, "vendor/inner"]);
    outer.commit("submodule");
    for root in [tree, outer.root().join("vendor/inner")] {
        fs::remove_file(root.join("src/a.rs")).unwrap();
        let ran = run(&root, &["impact", "--base", "HEAD", "--output-format", "concise"]);
        let text = ran.lines.join("\n");
        assert!(text.contains("error[stale-path]: this change removes `src/a.rs`"), "{text}");
        let ran = run(&root, &["check", "--code", "--output-format", "concise"]);
        assert!(ran.lines.join("\n").contains("error[stale-path]"), "{}", ran.aside);
    }
    // In the bare repository itself there is no map.
    assert_eq!(run(&bare, &["check", "--code"]).status, 2);
}

#[test]
fn a_git_that_refuses_is_said_and_lowers_levels() {
    let repository = planted();
    let concise = ["check", "--code", "--output-format", "concise"];
    let mut command = featmap(&repository.root(), &concise);
    let refused = ran(command.env("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1"));
    let mut command = featmap(&repository.root(), &concise);
    let without = ran(command.env("PATH", "/nowhere"));
    for (ran, words) in [(refused, "safe.directory"), (without, "could not be started")] {
        let text = ran.lines.join("\n");
        assert!(ran.aside.contains("no history: ") && ran.aside.contains(words), "{}", ran.aside);
        assert!(!text.contains("error["), "{text}");
        assert!(text.contains("warning[stale-path]: `src/never.rs`"), "{text}");
        assert!(ran.aside.contains("without history"), "{}", ran.aside);
    }
    let mut command = featmap(&repository.root(), &["impact", "--base", "HEAD"]);
    let refused = ran(command.env("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1"));
    assert_eq!(refused.status, 2);
    assert!(refused.aside.contains("safe.directory"), "{}", refused.aside);
}

#[test]
fn in_a_hook_the_index_of_the_commit_counts() {
    let repository = planted();
    let root = repository.root();
    repository.git(&["rm", "-q", "--cached", "src/a.rs"]);
    fs::copy(root.join(".git/index"), root.join(".git/next-index")).unwrap();
    repository.git(&["reset", "-q"]);
    fs::remove_file(root.join("src/a.rs")).unwrap();
    let in_hook = |index: &str| {
        let mut command = featmap(&root, &["check", "--code", "--output-format", "concise"]);
        command.env("GIT_DIR", ".git").env("GIT_WORK_TREE", ".").env("GIT_PREFIX", "");
        command.env("GIT_INDEX_FILE", index);
        ran(&mut command).lines.join("\n")
    };
    let missing = |text: &str| text.contains("`src/a.rs` is gone: its removal is staged");
    assert!(!missing(&in_hook(".git/index")), "it is tracked still");
    assert!(missing(&in_hook(".git/next-index")), "{}", in_hook(".git/next-index"));
}

/// How featmap asks git: each call is written down by a program of that name before the real one.
#[cfg(unix)]
fn questions(repository: &Repository, arguments: &[&str]) -> Vec<String> {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let path = std::env::var("PATH").unwrap();
    let script =
        format!("#!/bin/sh\necho \"$*\" >> '{}'\nPATH='{path}' exec git \"$@\"\n", log.display());
    let program = folder.path().join("git");
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = featmap(&repository.root(), arguments);
    ran(command.env("PATH", format!("{}:{path}", folder.path().display())));
    let log = fs::read_to_string(log).unwrap_or_default();
    let words = ["ls-files", "rev-parse", "diff-index", "diff-tree", "log", "cat-file", "config"];
    let word = |line: &str| {
        let found = words.iter().find(|word| line.split(' ').any(|part| part == **word));
        found.map_or_else(|| line.to_owned(), |word| (*word).to_owned())
    };
    log.lines().map(word).collect()
}

#[cfg(unix)]
#[test]
fn git_is_asked_once_for_each_question_and_history_only_where_something_is_missing() {
    let repository = planted();
    assert!(questions(&repository, &["check"]).is_empty(), "a plain check starts nothing");
    let all = questions(&repository, &["check", "--code"]);
    assert_eq!(
        all,
        [
            "ls-files",
            "rev-parse",
            "diff-index",
            "log",
            "diff-tree",
            "log",
            "cat-file",
            "cat-file",
            "config",
            "diff-index"
        ],
        "one question each, however many references there are"
    );
    for page in ["one.md", "two.md"] {
        repository.write(&format!("docs/features/{page}"), "# T\n\n`src/a.rs`, `kept_fn()`.\n");
    }
    repository.write("docs/features/README.md", "# Map\n\n- [O](one.md)\n- [T](two.md)\n");
    assert_eq!(questions(&repository, &["check", "--code"]), ["ls-files"]);
}

/// A copy of a checkout has other times and places on disk; nothing in it changed.
#[test]
fn a_change_is_found_in_a_copy_of_the_checkout() {
    let repository = planted();
    repository.git(&["checkout", "-q", "-b", "work"]);
    repository.git(&["rm", "-q", "src/a.rs"]);
    repository.commit("work");
    let other = tempfile::tempdir().unwrap();
    let root = other.path().join("copy");
    copy(&repository.root(), &root);
    let index = fs::read(root.join(".git/index")).unwrap();
    let ran = run(&root, &["impact", "--base", "main", "--output-format", "concise"]);
    assert!(ran.lines.join("\n").contains("removes `src/a.rs`"), "{:?} {}", ran.lines, ran.aside);
    assert_eq!(fs::read(root.join(".git/index")).unwrap(), index, "the index is only read");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let to = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// Our own map names `locate()`: taking it away fails the build.
#[test]
fn a_function_that_our_own_map_names_cannot_go_unseen() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let repository = Repository::new();
    for folder in ["docs", "src", "action"] {
        copy(&own.join(folder), &repository.root().join(folder));
    }
    fs::copy(own.join("featmap.toml"), repository.root().join("featmap.toml")).unwrap();
    repository.commit("as it is");
    let impact = ["impact", "--base", "HEAD", "--output-format", "concise"];
    assert_eq!(repository.run(&impact).status, 0);
    let rename = |file: &str| {
        let path = repository.root().join(file);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("locate(", "look_up(").replace("locate`", "it`")).unwrap();
    };
    for file in [
        "src/code/find.rs",
        "src/code/judge/paths.rs",
        "src/code/judge/names.rs",
        "src/code/which.rs",
        "src/code/impact.rs",
    ] {
        rename(file);
    }
    let ran = repository.run(&impact);
    let text = ran.lines.join("\n");
    assert!(text.contains("warning[stale-name]: this change takes the last `locate`"), "{text}");
    assert_eq!(ran.status, 1);
}

#[cfg(target_os = "linux")]
#[test]
fn where_the_system_grants_no_thread_it_is_as_without_git() {
    let repository = planted();
    let arguments = ["check", "--code", "--output-format", "concise"];
    let mut command = featmap(&repository.root(), &arguments);
    let no_git = ran(command.env("PATH", "/nowhere"));
    let mut command = featmap(&repository.root(), &arguments);
    // No system has room for a stack of 64 TiB.
    let no_thread = ran(command.env("RUST_MIN_STACK", (1_u64 << 46).to_string()));
    let aside = &no_thread.aside;
    assert_eq!((no_thread.status, &no_thread.lines), (no_git.status, &no_git.lines), "{aside}");
    assert!(aside.contains("no thread could be started"), "{aside}");
    assert!(no_thread.lines.join("\n").contains("`src/never.rs`"), "{aside}");
}

/// Sentences that name what is gone and are right: one a line, with `src/gone.rs` in each.
const RIGHT: &str = "\
# Two

| File | There |
| --- | --- |
| `src/gone.rs` | ❌ |
| `src/gone.rs` | ✗ |
| `src/gone.rs` | removed |
| `src/gone.rs` | see `src/a.rs` instead |

| Old name | New name |
| --- | --- |
| `src/gone.rs` | `src/a.rs` |

| Before | After |
| --- | --- |
| `src/gone.rs`, `gone_fn()` | `src/a.rs` |

| New path | Old path |
| --- | --- |
| `src/a.rs` | `src/gone.rs` |

- `src/gone.rs` → `src/a.rs`
- `src/gone.rs` -> `src/a.rs`
- `src/gone.rs` is now `src/a.rs`
- `gone_fn` is now `kept_fn`
- Optional: `src/gone.rs`
- If `src/gone.rs` exists, it is read.
- It is read when `src/gone.rs` is present.
- The user may put `src/gone.rs` beside it.
- It writes `src/gone.rs` at build time.
- The log is written to `src/gone.rs`.
- It generates `src/gone.rs`, and outputs `src/gone.rs`.
- A path is kept, for example `src/gone.rs`.
- A path (e.g. `src/gone.rs`), such as `src/gone.rs`.
- In the sister repository, it stands in `src/gone.rs`.
- In the backend repo `src/gone.rs` calls `gone_fn()`.
- There should be `src/gone.rs` again.

Moved:

- `src/gone.rs`

The following are gone:

- `src/gone.rs`
- `gone_fn()`

These were removed:

- `src/gone.rs`

Somebody wrote:

> Look into `src/gone.rs` and `gone_fn()`.
";

/// Sentences that look like those, and do claim that something is there: one finding a line.
const WRONG: &str = "\
# One

| File | There |
| --- | --- |
| `src/gone.rs` | ✅ |
| `src/gone.rs` | shows ❌ where it fails |
| `src/a.rs` | see `src/gone.rs` instead |

| From | Name |
| --- | --- |
| `src/gone.rs` | one |

| Old name | New name |
| --- | --- |
| one | `src/gone.rs` |

- `src/gone.rs` → `src/nowhere.rs`
- `src/gone.rs` → `src/a.rs` → `src/b.rs`
- `src/a.rs` is now `src/gone.rs`
- If the cart is empty, `src/gone.rs` says so.
- It writes the words that `src/gone.rs` reads.
- `src/gone.rs` writes `src/b.rs` to disk.
- The id is generated in `src/gone.rs`.
- For example, the cart of `src/gone.rs` is kept.
- It emits `gone_fn`, for example.
- In this repository, `src/gone.rs` does it.
- The user repository is in `src/gone.rs`.

Moved rows are kept by these:

- `src/gone.rs`

> **Note:** the cart is in `src/gone.rs`.

> ⚠️ The cart is in `src/gone.rs`.

> It follows [the cart](../../src/gone.rs).
";

#[test]
fn sentences_that_are_right_are_told_from_those_that_are_not() {
    let repository = Repository::new();
    code_before(&repository);
    repository.write("docs/features/one.md", WRONG);
    repository.write("docs/features/two.md", RIGHT);
    repository.commit("pages");
    code_after(&repository);
    let lines = repository.check(&[]);
    let in_page = |page: &str| {
        let lines = lines.iter().filter(|line| line.starts_with(page) && !line.contains("README"));
        let number = |line: &String| line.split(':').nth(1).unwrap().parse::<usize>().unwrap();
        lines.map(number).collect::<Vec<_>>()
    };
    let claims = WRONG.lines().zip(1..);
    let wanted: Vec<usize> =
        claims.filter(|(line, _)| line.contains("gone")).map(|(_, number)| number).collect();
    assert_eq!(in_page("docs/features/two.md"), [0_usize; 0], "{lines:#?}");
    assert_eq!(in_page("docs/features/one.md"), wanted, "{lines:#?}");
    let told = repository.run(&["--code", "--show-skips", "--output-format", "concise"]).lines;
    for reason in [
        "said to be gone",
        "made by programs",
        "said to be optional",
        "of other repositories",
        "examples",
        "quoted",
    ] {
        let named = format!("({reason})");
        assert!(told.iter().any(|line| line.contains(&named)), "{reason}: {told:#?}");
    }
}

#[test]
fn programs_of_packages_are_no_scripts() {
    let repository = of_commands(
        "- `yarn run tsc`, `pnpm run eslint`, `bun run vitest`\n- `npx eslint .`, `npm exec tsc`, \
         `pnpm eslint`\n- `npm run eslint`, `yarn run gone`, `pnpm run test:all`\n",
    );
    let manifest = "{\"scripts\": {\"lint\": \"eslint\"}, \"devDependencies\": \
        {\"eslint\": \"9\", \"typescript\": \"5\", \"vitest\": \"3\"}}\n";
    repository.write("package.json", manifest);
    repository.commit("manifest");
    let wanted =
        ["stale-test npm run eslint", "stale-test yarn run gone", "stale-test pnpm run test:all"];
    assert_eq!(short(&repository.check(&[])), wanted);
}

#[test]
fn a_test_in_a_file_that_is_not_added_yet_is_there() {
    let page = "## Tests that pin it\n\n- `tests/new.rs`: `new_test`, `moved_test`, `no_test`\n\
        - `tests/old.rs`: `old_test`\n- `kept_test`\n";
    let repository = of_page(page);
    let old = "fn old_test() {}\nfn moved_test() {}\n";
    repository.write("tests/old.rs", old);
    repository.write("tests/kept.rs", "fn kept_test() {}\n");
    repository.commit("tests");
    repository.write("tests/new.rs", "fn new_test() {}\nfn moved_test() {}\nfn kept_test() {}\n");
    repository.write("tests/old.rs", "fn old_test() {}\n");
    fs::remove_file(repository.root().join("tests/kept.rs")).unwrap();
    assert_eq!(short(&repository.check(&[])), ["stale-test no_test"]);
    repository.git(&["add", "-A"]);
    assert_eq!(short(&repository.check(&[])), ["stale-test no_test"]);
}

#[test]
fn titles_of_tests_are_known_as_a_runner_prints_them() {
    let page = "## Tests that pin it\n\n- `test/a.test.ts`: `adds 1 and 2`, `the cart keeps one item`,\n  \
        `the cart > keeps one item`, `opens the home page`, `greets Ann`, `adds 1 or 2`,\n  \
        `the cart loses one item`\n";
    let repository = of_page(page);
    let tests = "describe('the cart', () => {\n  it(\"keeps one item\", f)\n  it(`opens the ${x} page`, f)\n\
        it.each([[1, 2]])('adds %i and %i', f)\n  test.each`name`('greets $name', f)\n})\n";
    repository.write("test/a.test.ts", tests);
    repository.commit("tests");
    let wanted = ["stale-test adds 1 or 2", "stale-test the cart loses one item"];
    assert_eq!(short(&repository.check(&[])), wanted);
}

/// A map of one page with that text, beside two files of code, committed.
fn of_page(text: &str) -> Repository {
    let repository = Repository::new();
    repository.write("docs/features/README.md", "# Map\n\n- [One](one.md)\n");
    repository.write("docs/features/one.md", &format!("# One\n\n{text}"));
    repository.write("src/a.rs", "fn kept_fn() {}\nfn second_fn() {}\nfn third_fn() {}\n");
    repository.write("src/deep/b.rs", "fn deep_fn() {}\n");
    repository.commit("code and page");
    repository
}

#[test]
fn a_renaming_is_followed_forward_in_time() {
    let repository = of_page("It begins in `src/a.rs`.\n");
    repository.git(&["mv", "src/a.rs", "src/b.rs"]);
    repository.commit("first");
    repository.git(&["mv", "src/b.rs", "src/c.rs"]);
    repository.commit("second");
    repository.write("src/b.rs", "struct Unrelated;\n");
    repository.commit("another b");
    let told = |wanted: &str| {
        let json = repository.run(&["--code", "--output-format", "json"]).lines.join("\n");
        assert!(json.contains(&format!("\"text\": \"{wanted}\"")), "{wanted}: {json}");
        let lines = repository.check(&[]);
        let words = format!("renamed it, and it is `{wanted}` now");
        assert!(lines.len() == 1 && lines[0].contains(&words), "{lines:#?}");
    };
    told("src/c.rs");
    repository.git(&["mv", "src/c.rs", "src/d.rs"]);
    told("src/d.rs");
    repository.commit("third");
    // Somebody takes the last name, too: then nobody knows more than the first step.
    repository.git(&["rm", "-q", "src/d.rs"]);
    repository.commit("away");
    repository.write("src/d.rs", "struct Another;\n");
    repository.commit("another d");
    let lines = repository.check(&[]);
    assert!(lines.len() == 1 && lines[0].contains("removed it"), "{lines:#?}");
}

#[test]
fn a_link_that_leads_nowhere_is_of_no_use_whatever_is_said_of_it() {
    let page = "Removed: `src/a.rs` and [its tests](../../src/deep/b.rs).\n";
    let repository = of_page(page);
    repository.git(&["rm", "-q", "-r", "src"]);
    repository.commit("away");
    assert_eq!(short(&repository.check(&[])), ["stale-path src/deep/b.rs"]);
}

#[test]
fn the_only_file_of_the_same_name_is_told() {
    let repository = of_page("It begins in `src/a.rs`, goes on in `src/deep/b.rs`.\n");
    repository.git(&["rm", "-q", "-r", "src"]);
    for path in ["lib/a.rs", "lib/b.rs", "bin/b.rs"] {
        repository.write(path, &format!("mod {};\n", path.len()));
    }
    repository.commit("away");
    let full = repository.run(&["check", "--code"]).lines.join("\n");
    assert!(full.contains("the only file of that name is `lib/a.rs`"), "{full}");
    assert_eq!(full.matches("the only file of that name").count(), 1, "{full}");
}

#[test]
fn a_content_that_is_not_here_hides_no_removal() {
    let repository = of_page("It begins in `src/a.rs`, then `src/deep/b.rs`.\n");
    let before = repository.git(&["rev-parse", "HEAD:src/a.rs"]);
    repository.git(&["mv", "src/deep/b.rs", "src/deep/c.rs"]);
    repository.git(&["rm", "-q", "src/a.rs"]);
    repository.write("src/other.rs", "fn kept_fn() {}\nfn second_fn() {}\nfn fourth_fn() {}\n");
    repository.commit("away");
    let (folder, file) = before.trim().split_at(2);
    fs::remove_file(repository.root().join(".git/objects").join(folder).join(file)).unwrap();
    let lines = repository.check(&[]);
    assert_eq!(short(&lines), ["stale-path src/a.rs", "stale-path src/deep/b.rs"], "{lines:#?}");
    assert!(lines[0].contains("removed it"), "{lines:#?}");
    assert!(lines[1].contains("renamed it to `src/deep/c.rs`"), "{lines:#?}");
}

#[test]
fn where_git_tracks_nothing_nothing_is_gone() {
    let repository =
        of_page("It begins in `src/a.rs` with `gone_function`.\n\n## Map\n\n- `src/a.rs`\n");
    repository.git(&["read-tree", "--empty"]);
    let ran = repository.run(&["--code", "--output-format", "concise"]);
    assert!(ran.lines.is_empty(), "{:#?}", ran.lines);
    assert!(ran.aside.contains("git tracks no file"), "{}", ran.aside);
}

#[test]
fn a_removal_that_is_not_committed_is_told_as_such() {
    let page = "- `src/a.rs`, `a.rs`, `src/deep/`, `src/*.rs`\n- no `src/a.rs`\n\n## Map\n\n\
        - `src/a.rs`: `kept_fn`\n";
    let repository = of_page(page);
    repository.write("src/other.txt", "fn kept_fn\n");
    repository.commit("more");
    assert!(repository.check(&[]).is_empty(), "{:#?}", repository.check(&[]));
    let all = |words: &str, paths: &[&str]| {
        let mut lines = repository.check(&[]);
        lines.retain(|line| line.contains("stale-path"));
        let found: Vec<_> =
            short(&lines).into_iter().map(|line| line.replace("stale-path ", "")).collect();
        assert_eq!(found, paths, "{lines:#?}");
        let told = |line: &String| line.contains("error[stale-path]") && line.contains(words);
        assert!(lines.iter().all(told), "{lines:#?}");
    };
    let root = repository.root();
    let gone = ["src/a.rs", "src/deep", "src/*.rs", "src/a.rs"];
    fs::remove_file(root.join("src/a.rs")).unwrap();
    fs::remove_dir_all(root.join("src/deep")).unwrap();
    all("not yet committed", &gone);
    // The same once git was told.
    repository.git(&["rm", "-q", "-r", "src/a.rs", "src/deep"]);
    all("not yet committed", &gone);
    let told = repository.check(&[]).join("\n");
    assert!(told.contains("its removal is staged") && !told.contains("no commit"), "{told}");
    // For a pull request it is new, and for `impact` the change's.
    let ran = repository.run(&["check", "--code", "--base", "HEAD", "--output-format", "concise"]);
    assert!(ran.status == 1 && ran.lines.len() == gone.len(), "{:#?}", ran.lines);
    repository.git(&["reset", "-q", "--hard"]);
    fs::remove_dir_all(root.join("src/deep")).unwrap();
    let ran = repository.run(&["impact", "--base", "HEAD", "--output-format", "concise"]);
    assert!(ran.lines.join("\n").contains("removes `src/deep`"), "{:#?}", ran.lines);
    repository.git(&["reset", "-q", "--hard"]);
    repository.git(&["mv", "src/a.rs", "src/z.rs"]);
    let lines = repository.check(&[]);
    let renamed = |line: &&String| line.contains("its renaming to `src/z.rs` is staged");
    assert_eq!(lines.iter().filter(renamed).count(), 2, "{lines:#?}");
    // What a sparse checkout leaves out was not deleted.
    repository.git(&["reset", "-q", "--hard"]);
    repository.git(&["update-index", "--skip-worktree", "src/a.rs", "src/deep/b.rs"]);
    fs::remove_file(root.join("src/a.rs")).unwrap();
    fs::remove_dir_all(root.join("src/deep")).unwrap();
    assert!(repository.check(&[]).is_empty(), "{:#?}", repository.check(&[]));
}

#[test]
fn a_name_that_the_work_tree_lost_is_no_commits_doing() {
    let repository = of_page("It calls `third_fn()`.\n");
    repository.write("src/a.rs", "fn kept_fn() {}\nfn third_fn() {}\n");
    repository.commit("another goes");
    repository.write("src/a.rs", "fn kept_fn() {}\n");
    let lines = repository.check(&[]);
    assert!(lines.len() == 1 && lines[0].contains("not yet committed"), "{lines:#?}");
    repository.git(&["add", "-A"]);
    let lines = repository.check(&[]);
    assert!(lines.len() == 1 && lines[0].contains("not yet committed"), "{lines:#?}");
    repository.commit("it goes");
    let lines = repository.check(&[]);
    assert!(lines.len() == 1 && lines[0].contains("(2026-03-31) took it out"), "{lines:#?}");
}

#[test]
fn a_name_may_live_on_where_git_does_not_look() {
    let library = Repository::new();
    library.write("lib.c", "int in_module;\n");
    library.commit("library");
    let page = "`in_module`, `in_generated`, `was_generated`, `UserCardPanel`, `not_added_yet`, \
        `in_a_package`, `gone_fn`; `homeless_fn` in `src/a.rs`.\n\n## Map\n\n\
        - `src/UserCard.vue`: `UserCard`\n";
    let repository = of_page(page);
    let names =
        "in_module in_generated UserCardPanel not_added_yet in_a_package gone_fn homeless_fn\n";
    repository.write("src/names.rs", names);
    repository.write("gen/api.rs", "was_generated\n");
    repository.commit("names");
    repository.git(&["rm", "-q", "-r", "src/names.rs", "gen"]);
    repository.write(".gitignore", "gen/\nnode_modules/\n");
    repository.write("src/UserCardPanel.vue", "<template/>\n");
    repository.write("src/UserCard.vue", "<template/>\n");
    repository.write("src/app.ts", "import UserCard from './UserCard.vue'\n");
    repository.commit("away");
    let names = |repository: &Repository| short(&repository.check(&[]));
    let all =
        ["in_module", "in_generated", "not_added_yet", "in_a_package", "gone_fn", "homeless_fn"];
    let all = all.map(|name| format!("stale-name {name}"));
    assert_eq!(
        names(&repository),
        all,
        "only the generated file, and the name of a file, are known"
    );
    repository.write("gen/other.rs", "in_generated\n");
    repository.write("src/new.rs", "not_added_yet\n");
    repository.write("node_modules/x/x.rs", "in_a_package\n");
    let url = library.root().display().to_string();
    repository.git(&["submodule", "--quiet", "add", &url, "vendor/lib"]);
    let left = ["in_a_package", "gone_fn", "homeless_fn"].map(|name| format!("stale-name {name}"));
    assert_eq!(names(&repository), left);
    repository.git(&["add", ".gitmodules", "vendor/lib"]);
    repository.git(&["commit", "-q", "-m", "submodule"]);
    repository.git(&["submodule", "--quiet", "deinit", "-f", "--all"]);
    assert_eq!(names(&repository), ["stale-name homeless_fn"], "nobody knows what is in it");
}

#[test]
fn letters_of_every_script_are_judged() {
    let page = "`src/größe.rs`, `src/länge.rs`, `messe_größe`, `messe_länge`; [l](../../src/l%C3%A4nge.rs).\n\n\
        ## Map\n\n- `src/größe.rs`: `Größe`, `Länge`\n";
    let repository = of_page(page);
    repository.write("src/gro\u{308}ße.rs", "messe_größe Größe\n");
    repository.write("src/länge.rs", "messe_länge Länge\n");
    repository.commit("both");
    assert_eq!(short(&repository.check(&[])), ["stale-name Länge"], "in the other file");
    repository.git(&["rm", "-q", "src/länge.rs"]);
    repository.commit("one goes");
    let wanted = [
        "stale-path src/länge.rs",
        "stale-name messe_länge",
        "stale-path src/länge.rs",
        "stale-name Länge",
    ];
    assert_eq!(short(&repository.check(&[])), wanted);
}

#[test]
fn a_folder_went_where_its_files_went_first() {
    let repository = of_page("All of `src/deep/`.\n");
    repository.write("src/deep/one.rs", "struct One;\nstruct OneMore;\n");
    repository.commit("more");
    repository.git(&["mv", "src/deep", "src/far"]);
    repository.commit("the folder goes");
    repository.git(&["mv", "src/far/b.rs", "src/b.rs"]);
    repository.git(&["rm", "-q", "src/a.rs"]);
    repository.commit("a file of it goes");
    let lines = repository.check(&[]);
    assert!(lines.len() == 1 && lines[0].contains("renamed it to `src/far`"), "{lines:#?}");
}

#[test]
fn routes_packages_and_outputs_are_no_paths_of_the_code() {
    let page = "The route `pages/users/list`, GET `src/users/list`, and `api/users/all`.\n\n## Map\n\n\
        - `lodash/fp.js`, `serde/de.rs`, `dist/index.js`, `web/build/x.js`, `src/api/v1/users`: imports\n\
        - `src/users/gone.ts`, `other/fp.js`, `src/user`, `web/lost.js`: places\n";
    let repository = of_page(page);
    repository.write("package.json", "{\"scripts\": {}, \"dependencies\": {\"lodash\": \"4\"}}\n");
    repository.write("web/package.json", "{}\n");
    repository.write("Cargo.toml", "[dependencies]\nserde = \"1\"\n");
    for file in [
        "pages/users/list.tsx",
        "pages/a.tsx",
        "src/users/list.ts",
        "src/users/gone.ts",
        "api/users/all.ts",
        "dist/index.js",
        "web/build/x.js",
        "old/lodash/fp.js",
    ] {
        repository.write(file, "x\n");
    }
    repository.commit("all");
    let files = ["pages/users", "src/users", "api", "dist", "web/build", "old"];
    repository.git(&[&["rm", "-q", "-r"][..], &files].concat());
    repository.commit("away");
    let lines = repository.check(&[]);
    let wanted = ["src/users/gone.ts", "other/fp.js", "src/user", "web/lost.js"];
    assert_eq!(short(&lines), wanted.map(|path| format!("stale-path {path}")), "{lines:#?}");
    assert!(lines[0].contains("error[") && lines[1..].iter().all(|line| line.contains("warning[")));
}

/// Findings of that page, as line, level and path.
fn levels(lines: &[String], page: &str) -> Vec<String> {
    let begin = format!("docs/features/{page}:");
    let own = lines.iter().filter_map(|line| line.strip_prefix(&begin));
    own.map(|line| {
        let number = line.split(':').next().unwrap();
        let level = if line.contains(" error[") { "error" } else { "warning" };
        format!("{number} {level}")
    })
    .collect()
}

/// A page may be a plan, a report, a task: the map itself tells more of that than words do.
#[test]
fn where_the_map_itself_makes_it_doubtful_a_path_is_a_warning() {
    let repository = Repository::new();
    code_before(&repository);
    repository.write("docs/shelf.md", "# Shelf\n");
    repository.commit("a page to be moved");
    let index = "# Map\n\n- [Listed](listed.md)\n- [Told](told.md)\n- [Shelf](shelf.md)\n\
        - [Own](own.md)\n- [Said](said.md)\n";
    repository.write("docs/features/README.md", index);
    let parts = "# T\n\n- `src/dead.ts`\n- `gone_helper.rs`\n- `src/gone.rs`\n\
        - [x](../../src/gone.rs)\n\n## Map\n\n- `src/dead.ts`\n";
    repository.write("docs/features/listed.md", parts);
    repository.write("docs/features/unlisted.md", parts);
    let record = "# T\n\nIt is in `src/gone.rs` and `src/old_index.rs`.\n\n## Files modified\n\n\
        | File | Step |\n| --- | --- |\n| `src/gone.rs` | a table |\n\n## Map\n\n- `src/gone.rs`\n";
    repository.write("docs/features/record.md", record);
    repository.write("docs/features/told.md", record);
    let own = "# T\n\nTouché :\n\n- `docs/shelf.md`\n- `src/gone.rs`\n\n\
        It stands in `src/gone.rs`.\n\n- `src/tools.rs`\n";
    repository.git(&["mv", "docs/shelf.md", "docs/features/shelf.md"]);
    repository.commit("pages");
    repository.write("docs/features/shelf.md", own);
    repository.write(
        "docs/features/own.md",
        "# T\n\n- `docs/features/own.md`\n- `src/gone.rs`\n\nWe will sell from `src/gone.rs`.\n\
         It will be cheap (see `src/gone.rs`).\n\n- Files changed: `src/before.rs`\n",
    );
    repository.write("docs/features/archive/old.md", parts);
    let said = "# T\n\n> **Note:** there is no `src/gone.rs`, and no `globs/`.\n\n## A\n\n\
        - `src/gone.rs`\n- `src/globs/one.py`\n- `src/before.rs`\n- [x](../../src/gone.rs)\n\n\
        It was `src/before.rs`, later `src/after.rs`.\n\n## Map\n\n- `src/gone.rs`\n";
    repository.write("docs/features/said.md", said);
    code_after(&repository);
    let lines = repository.check(&[]);
    let archived = ["3 warning", "4 warning", "5 warning", "10 warning"];
    assert_eq!(levels(&lines, "archive/old.md"), archived, "{lines:#?}");
    let told = ["7 warning", "8 warning", "9 error", "10 error", "12 warning", "16 error"];
    assert_eq!(levels(&lines, "said.md"), told, "{lines:#?}");
    let all = ["3 error", "4 error", "5 error", "6 error", "10 error"];
    assert_eq!(levels(&lines, "listed.md"), all, "{lines:#?}");
    let unlisted = ["3 warning", "4 warning", "5 warning", "6 error", "10 error"];
    assert_eq!(levels(&lines, "unlisted.md"), unlisted, "{lines:#?}");
    assert_eq!(levels(&lines, "record.md"), ["3 warning", "3 warning", "13 error"], "{lines:#?}");
    assert_eq!(levels(&lines, "told.md"), ["3 error", "3 error", "13 error"], "{lines:#?}");
    let shelf = ["5 warning", "6 warning", "8 error", "10 error"];
    assert_eq!(levels(&lines, "shelf.md"), shelf, "{lines:#?}");
    assert_eq!(levels(&lines, "own.md"), ["4 warning", "6 warning", "7 error"], "{lines:#?}");
    let full = repository.run(&["check", "--code"]).lines.join("\n");
    assert!(full.contains("a warning only: the index does not list this page"), "{full}");
    // Without an index the rest decides.
    repository.git(&["rm", "-q", "docs/features/README.md"]);
    let lines = repository.check(&[]);
    let part = ["3 warning", "4 warning", "5 error", "6 error", "10 error"];
    assert_eq!(levels(&lines, "unlisted.md"), part, "{lines:#?}");
    assert_eq!(levels(&lines, "record.md"), ["3 warning", "3 error", "13 error"], "{lines:#?}");
}

#[test]
fn plain_words_count_where_their_page_has_to_do_with_the_file_that_had_them() {
    let repository = Repository::new();
    repository.write("lib/shop/till.rs", "let price_limit = 1; _price_limit(); priceLimit();\n");
    repository.write("lib/shop/door.rs", "x\n");
    repository.write("lib/cart.rs", "fn cart_checks() {}\n");
    repository.write("tests/cart_checks.rs", "x\n");
    let spans = "`price_limit`\n`_price_limit`\n`price_limit()`\n`priceLimit`\n`cart_checks`\n";
    repository.write("docs/features/README.md", "# Map\n\n- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n");
    repository.write("docs/features/a.md", &format!("# A\n\n{spans}"));
    repository.write("docs/features/b.md", &format!("# B\n\n{spans}\nIt is in `shop/door.rs`.\n"));
    repository.write("docs/features/c.md", &format!("# C\n\n{spans}\nNot in `till.rs`.\n"));
    repository.commit("code and map");
    repository.write("lib/shop/till.rs", "x\n");
    repository.write("lib/cart.rs", "x\n");
    repository.commit("change");
    let lines = repository.check(&[]);
    let (some, all) = (["4", "5", "6"], ["3", "4", "5", "6"]);
    let numbers = |page: &str| {
        let found = levels(&lines, page);
        found.iter().map(|line| line.split(' ').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(numbers("a.md"), some, "{lines:#?}");
    assert_eq!(numbers("b.md"), all, "{lines:#?}");
    assert_eq!(numbers("c.md"), all, "{lines:#?}");
}

/// A file over the limit, as tables of data are, is no history that is missing.
#[test]
fn a_past_content_that_is_too_large_makes_no_error_a_warning() {
    let repository = of_page("It begins in `src/old.rs` with `gone_name()`.\n");
    repository.write("src/old.rs", "fn old() {}\n");
    repository.write("data.csv", &"1,2\n".repeat(17 * 256 * 1024));
    repository.commit("large");
    repository.git(&["rm", "-q", "src/old.rs"]);
    repository.write("data.csv", "1,2\n");
    repository.commit("small");
    let ran = repository.run(&["check", "--code", "--output-format", "concise", "-v"]);
    assert!(ran.lines.iter().any(|line| line.contains("error[stale-path]")), "{:#?}", ran.lines);
    assert!(!ran.aside.contains("not whole"), "{}", ran.aside);
    assert!(ran.aside.contains("1 with files unread"), "{}", ran.aside);
}

/// As in an image for the docs: `.git` and `docs/` are copied, the code is not.
#[test]
fn where_only_the_docs_were_copied_no_code_was_deleted() {
    let repository = of_page(
        "`src/a.rs` with `kept_fn()`; not `src/gone.rs` and `src/old.rs`.
",
    );
    repository.write(
        "src/old.rs",
        "fn kept_fn() {}
",
    );
    repository.write(
        "featmap.toml",
        "[code]
",
    );
    repository.write(
        "docs/guide.md",
        "# Guide
",
    );
    repository.commit("more");
    repository.git(&["rm", "-q", "src/old.rs"]);
    repository.commit("less");
    let page = "It calls `kept_fn()` in `src/a.rs`, `src/deep/` and `src/old.rs`.
";
    repository.write(
        "docs/features/one.md",
        &format!(
            "# One

{page}"
        ),
    );
    fs::remove_dir_all(repository.root().join("src")).unwrap();
    let found = short(&repository.check(&[]));
    assert_eq!(found, ["stale-path src/old.rs"], "a commit removed it");
    // One file of code is enough to tell that the others were deleted.
    repository.write(
        "src/deep/b.rs",
        "fn deep_fn() {}
",
    );
    let found = short(&repository.check(&[]));
    let wanted = ["stale-name kept_fn", "stale-path src/a.rs", "stale-path src/old.rs"];
    assert_eq!(found, wanted);
}

#[test]
fn a_submodule_without_code_holds_no_name() {
    let site = Repository::new();
    site.write("README.md", "# Words\n");
    site.commit("words");
    let repository = of_page("It calls `third_fn()`.\n");
    repository.write("src/a.rs", "fn kept_fn() {}\n");
    let url = site.root().display().to_string();
    repository.git(&["submodule", "--quiet", "add", &url, "vendor/site"]);
    repository.commit("away");
    assert_eq!(short(&repository.check(&[])), ["stale-name third_fn"]);
}

/// A large file beside the code, as tables of data are: names are looked for as in the work tree.
#[test]
fn a_large_file_at_the_base_makes_nothing_new() {
    let repository = of_page("It calls `third_fn()` and `in_data()`.\n\n## Tests\n\n- `no_test`\n");
    repository.write("src/a.rs", "fn kept_fn() {}\n");
    repository.write("data.csv", &format!("{}in_data\n", "1,2\n".repeat(17 * 256 * 1024)));
    repository.commit("away");
    repository.write("docs/features/README.md", "# Map\n\nMore.\n\n- [One](one.md)\n");
    let found = short(&repository.check(&[]));
    assert!(found.contains(&"stale-name third_fn".to_owned()), "{found:?}");
    let found = repository.check(&["--base", "HEAD"]);
    assert!(found.is_empty(), "{found:#?}");
}

/// The first commit brought the file, and none touched it since.
#[test]
fn a_name_that_was_only_ever_added_is_missed_before_its_loss_is_committed() {
    let repository = of_page("It calls `third_fn()`, then `deep_fn()`; not `never_fn()`.\n");
    repository.write("src/other.rs", "fn kept_fn() {}\n");
    repository.commit("more");
    let told = |names: &[&str]| {
        let lines = repository.check(&[]);
        let wanted: Vec<_> = names.iter().map(|name| format!("stale-name {name}")).collect();
        assert_eq!(short(&lines), wanted, "{lines:#?}");
        assert!(lines.iter().all(|line| line.contains("not yet committed")), "{lines:#?}");
    };
    let root = repository.root();
    fs::remove_file(root.join("src/deep/b.rs")).unwrap();
    told(&["deep_fn"]);
    repository.write("src/a.rs", "fn kept_fn() {}\n");
    told(&["third_fn", "deep_fn"]);
    repository.git(&["add", "-A"]);
    told(&["third_fn", "deep_fn"]);
}
