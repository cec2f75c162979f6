//! `docs/promises.md` names proofs that exist.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The texts of all Rust files below a folder, as one.
fn rust(folder: &Path) -> String {
    let mut folders: Vec<PathBuf> = vec![folder.to_path_buf()];
    let mut all = String::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                all.push_str(&fs::read_to_string(path).unwrap());
            }
        }
    }
    all
}

/// The code spans of a row's proof; those after the name of the fuzzer are its targets.
fn proofs(row: &str) -> (Vec<&str>, Vec<&str>) {
    let proof = row.rsplit_once(" | ").map_or(row, |(_, proof)| proof);
    let (mut tests, mut targets) = (Vec::new(), Vec::new());
    for part in proof.split(';') {
        let spans = part.split('`').skip(1).step_by(2);
        match part.trim().strip_prefix("`fuzz`:") {
            Some(_) => targets.extend(spans.skip(1)),
            None => tests.extend(spans),
        }
    }
    (tests, targets)
}

#[test]
fn every_proof_exists() {
    let promises = fs::read_to_string(root().join("docs/promises.md")).unwrap();
    let code = format!("{}{}", rust(&root().join("src")), rust(&root().join("tests")));
    let fuzz = fs::read_to_string(root().join("examples/fuzz/targets.rs")).unwrap();
    let (mut tests_seen, mut targets_seen) = (0, 0);
    for row in promises.lines().filter(|line| line.starts_with("| ")) {
        let (tests, targets) = proofs(row.trim_end_matches(" |"));
        for span in tests {
            if span.contains('/') && !span.contains(' ') {
                assert!(root().join(span).exists(), "{span} of: {row}");
            } else if span.contains('_') && !span.contains(' ') {
                assert!(code.contains(&format!("fn {span}(")), "{span} of: {row}");
                tests_seen += 1;
            }
        }
        for target in targets {
            assert!(fuzz.contains(&format!("(\"{target}\", ")), "{target} of: {row}");
            targets_seen += 1;
        }
    }
    assert!(tests_seen > 30 && targets_seen > 8, "{tests_seen} tests, {targets_seen} targets");
}
