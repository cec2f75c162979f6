//! No print goes around `harmless`: streams and report files are given a `harmless::Output`
//! or a `harmless::Stream` and nothing else. The sources are read for it; `tests/injection` shows that it holds.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};

/// What writes, and the files that may hold it, each for a reason.
const WRITERS: &[(&str, &[&str])] = &[
    // The one writer; a JSON formatter that writes into memory; new files of `init`; what git
    // is given to answer.
    (
        ".write_all(",
        &[
            "src/harmless/output.rs",
            "src/report/json_text.rs",
            "src/commands/init.rs",
            "src/git/ask.rs",
        ],
    ),
    // Whose text `harmless` has made, or goes into memory.
    (".write_fmt(", &[]),
    ("writeln!(", &[]),
    ("io::stdout", &["src/cli/mod.rs", "src/cli/check.rs", "src/cli/query.rs"]),
    ("io::stderr", &["src/cli/mod.rs"]),
    ("println!(", &[]),
    ("print!(", &[]),
    (".print()", &[]),
    ("dbg!(", &[]),
    ("File::create", &[]),
    ("fs::write", &[]),
    // A reply of the query, whose text is the file's own.
    ("Output::reply(", &["src/commands/query.rs"]),
    ("OpenOptions", &["src/commands/init.rs", "src/report/file.rs", "src/source/read.rs"]),
    // A runner's command is made where its escapes are.
    ("\"::{", &["src/harmless/command.rs"]),
    ("\"::error", &[]),
    ("##[", &[]),
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A file's code without its tests and comments.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn streams_are_given_harmless_output_and_nothing_else() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    sources(&root.join("src"), &mut files);
    assert!(files.len() > 50);
    let mut around = Vec::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        if name == "src/map/testing.rs" || name.contains("/tests/") {
            continue;
        }
        let code = code(&fs::read_to_string(&file).unwrap());
        for (writer, allowed) in WRITERS {
            if code.contains(writer) && !allowed.contains(&name.as_str()) {
                around.push(format!("{name} holds `{writer}`"));
            }
        }
    }
    assert!(around.is_empty(), "prints that go around harmless::Output: {around:#?}");
}

#[test]
fn each_exception_is_needed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (writer, allowed) in WRITERS {
        for name in *allowed {
            let text = fs::read_to_string(root.join(name)).unwrap();
            assert!(code(&text).contains(writer), "{name} holds no `{writer}` any more");
        }
    }
}
