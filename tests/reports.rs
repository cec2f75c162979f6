//! Reports as a CI system meets them: annotations by themselves, their caps, files, failures.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tempfile::TempDir;

/// A repository with an index that holds these lines, and one page.
fn repository(rows: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("docs/features");
    fs::create_dir_all(&map).unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    let index = format!("# Map\n\n| Feature | Page |\n| --- | --- |\n| A | [a](a.md) |\n{rows}");
    fs::write(map.join("README.md"), index).unwrap();
    fs::write(map.join("a.md"), "# A\n\n## What it does\n\nText.\n").unwrap();
    folder
}

fn featmap(folder: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_featmap"));
    for name in ["GITHUB_ACTIONS", "GITHUB_WORKSPACE", "FEATMAP_OUTPUT_FORMAT"] {
        command.env_remove(name);
    }
    command.current_dir(folder).args(arguments).envs(variables.iter().copied()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn commands(out: &Output) -> usize {
    text(&out.stdout).lines().filter(|line| line.starts_with("::")).count()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

const LOST: &str = "| B | [b](b.md) |\n";

#[test]
fn a_runner_gets_the_full_text_and_the_annotations() {
    let folder = repository(LOST);
    let actions = ("GITHUB_ACTIONS", "true");
    let both = featmap(folder.path(), &[], &[actions]);
    assert_eq!(both.status.code(), Some(1));
    assert_eq!(commands(&both), 1);
    let shown = text(&both.stdout);
    assert!(shown.contains("6 | | B | [b](b.md) |"), "{shown}");
    assert!(shown.trim_end().lines().last().unwrap().starts_with("not clean: "), "{shown}");
    for (arguments, variables) in [
        (&["--output-format", "full"][..], &[actions][..]),
        (&[], &[actions, ("FEATMAP_OUTPUT_FORMAT", "full")]),
        (&["--format", "concise"], &[actions]),
        (&[], &[]),
        (&[], &[("GITHUB_ACTIONS", "false")]),
    ] {
        let one = featmap(folder.path(), arguments, variables);
        assert_eq!(commands(&one), 0, "{arguments:?} {variables:?}");
        assert_eq!(one.status.code(), Some(1));
    }
    let github = featmap(folder.path(), &["--output-format", "github"], &[]);
    assert_eq!(commands(&github), 1);
    assert!(text(&github.stderr).starts_with("not clean: "));
}

#[test]
fn annotations_name_files_from_the_workspace() {
    let folder = repository(LOST);
    // On Windows the resolved form is one that nobody writes.
    let root = folder.path().to_path_buf();
    let root = if cfg!(windows) { root } else { root.canonicalize().unwrap() };
    let above = root.parent().unwrap();
    let inner = root.join("docs");
    let workspaces = [
        (&root, "file=docs/features/README.md,".to_owned()),
        (&above.to_owned(), {
            let name = root.file_name().unwrap().to_string_lossy();
            format!("file={name}/docs/features/README.md,")
        }),
    ];
    for (workspace, file) in workspaces {
        let workspace = workspace.to_string_lossy();
        let variables = [("GITHUB_ACTIONS", "true"), ("GITHUB_WORKSPACE", workspace.as_ref())];
        let out = featmap(&inner, &["check", "features"], &variables);
        assert!(text(&out.stdout).contains(&file), "{}", text(&out.stdout));
    }
}

#[test]
fn errors_come_first_and_the_tenth_says_what_is_left() {
    let lost: String =
        (0..25).fold(String::new(), |rows, n| format!("{rows}| x | [x](lost-{n}.md) |\n"));
    let twice = "| A | [a](a.md) |\n".repeat(15);
    let folder = repository(&format!("{twice}{lost}"));
    let out = featmap(folder.path(), &["--output-format", "github"], &[]);
    let lines: Vec<String> = text(&out.stdout).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 20);
    assert!(lines.iter().take(10).all(|line| line.starts_with("::error file=")));
    assert!(lines.iter().skip(10).all(|line| line.starts_with("::warning file=")));
    let left = |line: usize, words: &str| {
        assert!(
            lines[line].contains(&format!("%0Aand {words} in 1 file, the first at ")),
            "{}",
            lines[line]
        );
    };
    left(9, "15 more errors");
    left(19, "5 more warnings");
    assert_eq!(lines.iter().filter(|line| line.contains("%0Aand ")).count(), 2);
}

/// Code scanning takes 25,000 results, a summary 1 MiB.
#[test]
fn more_findings_than_a_reader_takes_are_counted_gravest_first() {
    let lost: String =
        (0..25_010).fold(String::new(), |rows, n| format!("{rows}| x | [x](lost-{n}.md) |\n"));
    let folder = repository("| A | [a](a.md) |\n");
    let map = folder.path().join("docs/features");
    fs::create_dir(map.join("sub")).unwrap();
    let index = fs::read_to_string(map.join("README.md")).unwrap();
    fs::write(map.join("README.md"), format!("{index}| S | [s](sub/README.md) |\n")).unwrap();
    fs::write(map.join("sub/README.md"), format!("# Sub\n\n| f | p |\n| - | - |\n{lost}")).unwrap();
    let (sarif, markdown) = (folder.path().join("a.sarif"), folder.path().join("a.md"));
    let arguments = ["check", "-q", "--report", "sarif=a.sarif", "--report", "markdown=a.md"];
    let out = featmap(folder.path(), &arguments, &[]);
    assert_eq!(out.status.code(), Some(1), "{}", text(&out.stderr));
    let sarif: serde_json::Value = serde_json::from_slice(&fs::read(sarif).unwrap()).unwrap();
    let run = &sarif["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 25_000);
    assert!(results.iter().all(|result| result["level"] == "error"), "the warnings come last");
    let note = run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"].as_str();
    assert_eq!(note, Some("12 further findings are not in this file."));
    let markdown = fs::read_to_string(markdown).unwrap();
    assert!(markdown.len() < 1000 * 1024, "{}", markdown.len());
    let rows = markdown.lines().filter(|line| line.starts_with("| error | ")).count();
    let left = markdown.lines().find(|line| line.starts_with("and ")).unwrap();
    let number: usize =
        left.chars().filter(char::is_ascii_digit).collect::<String>().parse().unwrap();
    // The size of the sub-index is told with the largest sections.
    assert_eq!(rows + number, 25_011, "{left}");
}

/// The runner takes 4,096 characters of a message.
#[test]
fn an_annotation_of_long_names_is_cut() {
    let long = "x".repeat(9000);
    let folder = repository(&format!("| B | [{long}]({long}.md) |\n| C | [c](zz.md) |\n"));
    let root = folder.path();
    // Eleven errors of a file with a long path: the tenth names that path twice.
    let deep = (0..9).map(|_| "d".repeat(220)).collect::<Vec<_>>().join("/");
    let lost: String =
        (0..11).fold(String::new(), |rows, n| format!("{rows}| x | [{long}]({long}{n}.md) |\n"));
    let inner = format!("docs/features/{deep}");
    fs::create_dir_all(root.join(&inner)).unwrap();
    let head = "# F\n\n| f | p |\n| - | - |\n";
    fs::write(root.join(&inner).join("README.md"), format!("{head}{lost}")).unwrap();
    fs::write(root.join(&inner).join("zz.md"), "# Z\n").unwrap();
    let big = format!("# A\n\n## {long}\n\n{}\n", "word ".repeat(500));
    fs::write(root.join("docs/features/a.md"), big).unwrap();
    for arguments in [&["--map", "docs/features"][..], &["--map", inner.as_str()]] {
        let arguments = [&["check", "--output-format", "github"][..], arguments].concat();
        let out = text(&featmap(root, &arguments, &[]).stdout);
        assert!(out.lines().any(|line| line.starts_with("::error ")), "{out:.999}");
        for line in out.lines() {
            let (_, message) = line.rsplit_once("::").unwrap();
            let message = message.replace("%0A", "\n").replace("%25", "%");
            for (number, part) in message.split('\n').enumerate() {
                let most = if number == 0 { 2001 } else { 507 };
                let whole = part.starts_with("and ") || part.chars().count() <= most;
                assert!(whole, "{}: {part:.200}", part.chars().count());
            }
            let length = message.chars().count();
            let most = if line.starts_with("::notice ") { 2001 } else { 4096 };
            assert!(length <= most, "{length}: {line:.200}");
        }
    }
    let out = text(&featmap(root, &["check", "--output-format", "markdown"], &[]).stdout);
    let cells = out.split(" | ").map(|cell| cell.matches('x').count()).max();
    assert!(cells.is_some_and(|most| most < 2000), "{cells:?}");
}

#[test]
fn size_advice_is_one_notice() {
    let folder = repository("");
    let long = format!("# A\n\n## One\n\n{0}\n\n## Two\n\n{0}{0}\n", "word ".repeat(500));
    fs::write(folder.path().join("docs/features/a.md"), long).unwrap();
    let out = featmap(folder.path(), &["--output-format", "github"], &[]);
    let said = text(&out.stdout);
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("::notice file=docs/features/a.md,line=7,title=featmap%3A size::"));
    assert!(said.contains("2 sections over 2,048 bytes; the largest is `Two`"), "{said}");
    // What fails the run by its own level is an error of its own.
    fs::write(folder.path().join("featmap.toml"), "[rules]\noversized-section = \"error\"\n")
        .unwrap();
    let out = featmap(folder.path(), &["--output-format", "github"], &[]);
    assert_eq!(text(&out.stdout).matches("::error ").count(), 2);
}

#[test]
fn a_fingerprint_does_not_know_its_line() {
    let prints = |folder: &Path| -> Vec<String> {
        let out = featmap(folder, &["--output-format", "sarif"], &[]);
        let sarif: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
        let results = sarif["runs"][0]["results"].as_array().unwrap();
        let print = |result: &serde_json::Value| {
            result["partialFingerprints"]["primaryLocationLineHash"].as_str().unwrap().to_owned()
        };
        results.iter().map(print).collect()
    };
    let folder = repository(&format!("{LOST}| C | [c](c.md) |\n| C | [c](c.md) |\n"));
    let before = prints(folder.path());
    let mut apart = before.clone();
    apart.sort();
    apart.dedup();
    assert_eq!((before.len(), apart.len()), (3, 3));
    let index = folder.path().join("docs/features/README.md");
    let old = fs::read_to_string(&index).unwrap();
    fs::write(&index, old.replace("# Map\n", &format!("# Map\n{}", "\nA line.\n".repeat(10))))
        .unwrap();
    assert_eq!(prints(folder.path()), before);
}

#[test]
fn reports_are_written_beside_the_main_output() {
    let folder = repository(LOST);
    let reports: Vec<String> =
        ["json", "sarif", "markdown", "gitlab", "junit", "rdjson", "github", "full", "concise"]
            .iter()
            .map(|format| format!("{format}=out.{format}"))
            .collect();
    let mut arguments = vec!["check", "--color", "always"];
    for report in &reports {
        arguments.extend(["--report", report]);
    }
    let out = featmap(folder.path(), &arguments, &[]);
    assert_eq!(out.status.code(), Some(1));
    for report in &reports {
        let (format, file) = report.split_once('=').unwrap();
        let written = fs::read_to_string(folder.path().join(file)).unwrap();
        assert!(!written.contains('\u{1b}'), "{format} has colour");
        if !matches!(format, "full") {
            let main = featmap(folder.path(), &["--output-format", format], &[]);
            assert_eq!(text(&main.stdout), written, "{format}");
        }
    }
}

#[test]
fn a_machine_format_does_not_know_the_current_folder() {
    let formats = ["json", "github", "sarif", "markdown", "gitlab", "junit", "rdjson"];
    let long = format!("# A\n\n## One\n\n{}\n", "word ".repeat(500));
    for rows in ["", LOST] {
        let folder = repository(rows);
        let root = folder.path();
        let map = root.join("docs/features");
        if !rows.is_empty() {
            fs::write(map.join("a.md"), &long).unwrap();
            fs::write(map.join("unlisted.md"), "# Unlisted\n").unwrap();
        }
        let outside = tempfile::tempdir().unwrap();
        let named = root.to_string_lossy().into_owned();
        for format in formats {
            let said = |current: &Path, arguments: &[&str]| {
                let arguments = [&["--output-format", format][..], arguments].concat();
                text(&featmap(current, &arguments, &[]).stdout)
            };
            let whole = said(root, &[]);
            assert!(whole.contains("README") || rows.is_empty(), "{format}: {whole}");
            assert_eq!(said(&map, &[]), whole, "{format}, {rows:?}");
            assert_eq!(said(outside.path(), &[&named]), whole, "{format}, {rows:?}");
            // A report in a file is the same document.
            let file = outside.path().join(format);
            let report = format!("{format}={}", file.display());
            featmap(&map, &["--report", &report], &[]);
            assert_eq!(fs::read_to_string(file).unwrap(), whole, "{format}, {rows:?}");
        }
    }
}

#[test]
fn a_report_that_cannot_be_written_takes_nothing_from_the_others() {
    let folder = repository(LOST);
    let whole = text(&featmap(folder.path(), &[], &[]).stdout);
    let arguments = ["--report", "json=none/a.json", "--report", "sarif=a.sarif"];
    let out = featmap(folder.path(), &arguments, &[]);
    assert_eq!(out.status.code(), Some(2));
    assert_eq!(text(&out.stdout), whole);
    assert!(
        text(&out.stderr).starts_with("error: the report `none/a.json` could not be written: ")
    );
    assert_eq!(names(folder.path()), [".git", "a.sarif", "docs"]);
}

#[test]
fn standard_output_is_no_file_of_a_report() {
    let folder = repository("");
    let out = featmap(folder.path(), &["--report", "json=-"], &[]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("a report goes to a file"), "{}", text(&out.stderr));
}

#[cfg(unix)]
#[test]
fn a_device_is_no_file_of_a_report() {
    let folder = repository("");
    for device in ["json=/dev/full", "json=/dev/stdout", "json=/dev/null"] {
        let out = featmap(folder.path(), &["--report", device], &[]);
        assert_eq!(out.status.code(), Some(2), "{device}");
        assert!(text(&out.stdout).starts_with("clean: "));
    }
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn a_closed_pipe_still_leaves_the_reports() {
    let folder = repository(LOST);
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = Command::new(env!("CARGO_BIN_EXE_featmap"))
        .current_dir(folder.path())
        .args(["check", "--report", "json=a.json"])
        .stdout(writer)
        .status()
        .unwrap();
    assert_eq!(status.code(), Some(1));
    assert!(folder.path().join("a.json").is_file());
}

#[test]
fn where_there_is_no_map_the_documents_are_empty_and_valid() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    let run = |format: &str| {
        let arguments = ["--allow-missing", "--output-format", format];
        let out = featmap(folder.path(), &arguments, &[]);
        assert_eq!(out.status.code(), Some(0), "{format}");
        assert!(text(&out.stderr).starts_with("no feature map"), "{format}");
        text(&out.stdout)
    };
    for format in ["full", "concise", "github"] {
        assert_eq!(run(format), "", "{format}");
    }
    assert_eq!(run("gitlab"), "[]\n");
    assert_eq!(run("markdown"), "### featmap: no feature map\n");
    assert!(run("junit").contains("<testsuites name=\"featmap\" tests=\"0\""));
    for format in ["json", "sarif", "rdjson"] {
        let parsed: serde_json::Value = serde_json::from_str(&run(format)).unwrap();
        assert!(parsed.is_object());
    }
}

#[test]
fn a_suite_is_red_where_the_run_is() {
    let folder = repository("| A | [a](a.md) |\n");
    let counts = |arguments: &[&str]| {
        let out = featmap(folder.path(), arguments, &[]);
        let line = text(&out.stdout).lines().nth(1).unwrap().to_owned();
        (out.status.code(), line)
    };
    let (status, line) = counts(&["--output-format", "junit"]);
    assert_eq!(status, Some(0));
    assert!(line.contains("tests=\"1\" failures=\"0\""), "{line}");
    let (status, line) = counts(&["--output-format", "junit", "--fail-on", "warning"]);
    assert_eq!(status, Some(1));
    assert!(line.contains("tests=\"1\" failures=\"1\""), "{line}");
}
