//! The version stands in `Cargo.toml`; whatever else speaks of it agrees.
#![allow(clippy::unwrap_used, reason = "a test")]

use std::fs;
use std::path::{Path, PathBuf};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What stands before a version of ours in the documentation and in definitions.
const MENTIONS: &[&str] =
    &["rev: v", "# v", "featmap==", "featmap@", "featmap/featmap@v", "such as ", "download/v"];

fn text(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn markdown(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            markdown(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// The versions that follow a mention, each with its line; lines that pin what is not ours are
/// left out.
fn mentioned(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines().filter(|line| !line.contains("uses:") || line.contains("featmap/")) {
        for mention in MENTIONS {
            for (at, _) in line.match_indices(mention) {
                let rest = line.get(at + mention.len()..).unwrap_or_default();
                let version: String =
                    rest.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect();
                let version = version.trim_end_matches('.');
                if version.matches('.').count() == 2 {
                    found.push(version.to_owned());
                }
            }
        }
    }
    found
}

#[test]
fn every_mention_agrees_with_the_manifest() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    markdown(&root.join("docs"), &mut files);
    files.extend(["action.yml", ".github/workflows/release.yml"].map(|name| root.join(name)));
    files.extend(Some(root.join("README.md")).filter(|file| file.exists()));
    let mut count = 0;
    for file in files {
        for version in mentioned(&fs::read_to_string(&file).unwrap()) {
            assert_eq!(version, VERSION, "{}", file.display());
            count += 1;
        }
    }
    assert!(count >= 5, "{count} mentions");
}

#[test]
fn the_lock_file_agrees_with_the_manifest() {
    let own = format!("name = \"featmap\"\nversion = \"{VERSION}\"\n");
    assert!(text("Cargo.lock").replace("\r\n", "\n").contains(&own));
}

#[test]
fn what_reads_the_manifest_holds_no_version() {
    for name in
        ["setup.py", "packaging/python/pyproject.toml", "action/run.sh", ".pre-commit-hooks.yaml"]
    {
        assert!(!text(name).contains(VERSION), "{name} has a version of its own");
    }
    assert!(text("packaging/python/pyproject.toml").contains("dynamic = [\"version\"]"));
    assert!(text("action/run.sh").contains("$action/Cargo.toml"));
    assert!(text("setup.py").contains("Cargo.toml"));
}

#[test]
fn a_checksum_names_a_version_and_an_archive() {
    for line in text("action/checksums.txt").lines().filter(|line| !line.starts_with('#')) {
        let [sum, version, archive] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("checksum, version, file: {line}");
        };
        assert!(sum.len() == 64 && sum.chars().all(|c| c.is_ascii_hexdigit()), "{line}");
        assert_eq!(version.matches('.').count(), 2, "{line}");
        assert!(archive.starts_with("featmap-") && archive.ends_with(".tar.gz"), "{line}");
    }
}

#[test]
fn archives_are_named_alike_by_all_who_name_them() {
    let workflow = text(".github/workflows/release.yml");
    let script = text("action/run.sh");
    let targets: Vec<&str> = script
        .lines()
        .filter_map(|line| {
            line.trim().strip_suffix(" ;;")?.rsplit_once(") echo ").map(|(_, target)| target)
        })
        .collect();
    assert_eq!(targets.len(), 6);
    for target in targets {
        assert!(workflow.contains(&format!("target: {target} ")), "{target} is built");
    }
    assert!(workflow.contains("name=featmap-$TARGET"));
    assert!(script.contains("archive=featmap-$target.tar.gz"));
    assert!(text("Cargo.toml").contains("/v{ version }/featmap-{ target }.tar.gz\""));
}
