//! The house of `docs/architecture.md`: imports only run down one list of floors, each outside
//! crate has its homes, and no file outgrows a sitting.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The floors, from the top: a file imports from its own floor and from those below it.
const FLOORS: [&str; 20] = [
    "main",
    "cli",
    "commands",
    "check",
    "rules",
    "query",
    "rule",
    "report",
    "config",
    "code",
    "map",
    "markdown",
    "diagnostic",
    "harmless",
    "source",
    "discover",
    "git",
    "error",
    "lookup",
    "order",
];

/// Where each dependency may be named: a file, or a folder with what is in it. Two homes need
/// a reason: both the configuration and the wire formats are written as JSON.
const HOMES: &[(&str, &[&str])] = &[
    ("annotate_snippets", &["report/full.rs"]),
    ("anstream", &["cli/"]),
    ("clap", &["cli/"]),
    ("libc", &["source/read.rs"]),
    ("memchr", &["markdown/", "query/words.rs", "source/lines.rs"]),
    ("percent_encoding", &["map/link.rs"]),
    ("pulldown_cmark", &["markdown/"]),
    ("serde_json", &["code/command.rs", "config/"]),
    ("strsim", &["discover/name.rs"]),
    ("terminal_size", &["cli/"]),
    ("toml", &["code/command.rs", "config/file.rs"]),
    ("unicode_normalization", &["discover/name.rs"]),
    ("unicode_width", &["report/"]),
];

/// The most lines of code that a file has, tests apart.
const MOST_LINES: usize = 400;

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every source file by its path in `src`, with `/`.
fn files() -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let mut folders = vec![source()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inner = path.strip_prefix(source()).unwrap();
                let parts: Vec<_> = inner.iter().map(|part| part.to_str().unwrap()).collect();
                files.insert(parts.join("/"), fs::read_to_string(&path).unwrap());
            }
        }
    }
    files
}

/// A file's lines that hold code: neither blank nor a comment, and before its tests.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let own = text.lines().take_while(|line| *line != "#[cfg(test)]");
    own.filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with("//"))
}

/// The floor of a file: its folder or name at the top of `src`.
fn floor(file: &str) -> Option<usize> {
    let first = file.split('/').next().unwrap_or(file);
    let name = first.strip_suffix(".rs").unwrap_or(first);
    FLOORS.iter().position(|floor| *floor == name)
}

/// The modules that a file names after `crate::`, also in a list in braces.
fn imports(text: &str) -> BTreeSet<String> {
    let code: String = code(text).flat_map(|line| [line, "\n"]).collect();
    let mut names = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            None => names.extend(word(rest)),
            Some(list) => names.extend(top_words(list)),
        }
    }
    names
}

/// The first word of each item of a list in braces, up to its end.
fn top_words(list: &str) -> Vec<String> {
    let (mut depth, mut begins, mut words) = (0, true, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            c if begins && c.is_alphabetic() => {
                words.extend(list.get(at..).and_then(word));
                begins = false;
            }
            _ => {}
        }
    }
    words
}

fn word(text: &str) -> Option<String> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    text.get(..end).filter(|word| !word.is_empty()).map(str::to_owned)
}

/// Whether a file reaches the root by `super::`, where no floor could be read.
fn climbs(file: &str, text: &str) -> bool {
    let module = file.strip_suffix("/mod.rs").unwrap_or(file);
    let root = "super::".repeat(module.matches('/').count() + 1);
    code(text).any(|line| line.contains(&root))
}

/// What is wrong with a file's imports, in words.
fn upward(file: &str, text: &str) -> Vec<String> {
    let Some(own) = floor(file) else {
        return vec![format!(
            "src/{file} stands on no floor: add it to FLOORS and docs/architecture.md"
        )];
    };
    if climbs(file, text) {
        return vec![format!("src/{file} climbs out of its folder by `super::`: write `crate::`")];
    }
    let named = imports(text);
    let faults = named.iter().filter_map(|name| match FLOORS.iter().position(|f| f == name) {
        Some(other) if other < own => Some(format!(
            "src/{file} imports crate::{name}, which stands above it: move what both need down"
        )),
        None => Some(format!("src/{file} imports crate::{name}, which stands on no floor")),
        Some(_) => None,
    });
    faults.collect()
}

#[test]
fn imports_run_down_only() {
    let files = files();
    assert!(files.len() > 50, "the source is not where it should be");
    let faults: Vec<_> = files
        .iter()
        // The root of the library names its modules and imports nothing.
        .filter(|(file, _)| *file != "lib.rs")
        .flat_map(|(file, text)| upward(file, text))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn a_planted_upward_import_is_caught() {
    let clean = "//! See [`crate::cli`].\nuse crate::error::Error;\n";
    assert_eq!(upward("git/ask.rs", clean), Vec::<String>::new());
    for planted in [
        "use crate::report::Run;\n",
        "use crate::{error::{Error, Result}, map::FeatureMap};\n",
        "use crate::{\n    error::Error,\n    discover::name,\n};\n",
        "fn f() -> crate::config::Config {}\n",
        "use crate::nowhere::X;\n",
    ] {
        assert_eq!(upward("git/ask.rs", &format!("{clean}{planted}")).len(), 1, "{planted}");
    }
    assert_eq!(upward("rules/lost_row.rs", "use crate::check::judge;\n").len(), 1);
    assert_eq!(upward("map/mod.rs", "use super::cli::main;\n").len(), 1);
    assert_eq!(upward("map/link.rs", "use super::names::Names;\n").len(), 0);
    assert_eq!(upward("attic.rs", clean).len(), 1, "a module that is on no floor");
}

#[test]
fn every_floor_of_the_library_is_in_its_root_in_order() {
    let root = fs::read_to_string(source().join("lib.rs")).unwrap();
    let modules: Vec<_> = root
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .map(|name| floor(name).unwrap_or_else(|| panic!("`{name}` is on no floor")))
        .collect();
    assert!(modules.is_sorted(), "src/lib.rs lists its modules from the top floor down");
}

#[test]
fn outside_crates_stay_at_home() {
    let manifest = fs::read_to_string(source().join("../Cargo.toml")).unwrap();
    let manifest = toml::de::DeTable::parse(&manifest).expect("Cargo.toml is TOML");
    let own = &manifest.get_ref()["dependencies"];
    let unix = &manifest.get_ref()["target"].get_ref()["cfg(unix)"].get_ref()["dependencies"];
    let names = [own, unix].map(|table| table.get_ref().as_table().unwrap().keys());
    let known: BTreeSet<_> =
        names.into_iter().flatten().map(|name| name.get_ref().replace('-', "_")).collect();
    let homes: BTreeSet<_> = HOMES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(known, homes, "each dependency in Cargo.toml needs a home in tests/layers.rs");
    for (file, text) in files() {
        for (name, homes) in HOMES {
            let at_home = homes.iter().any(|home| file.starts_with(home));
            let names = code(&text).any(|line| names_crate(line, name));
            assert!(at_home || !names, "src/{file} names {name}, whose home is {homes:?}");
        }
        let starts = code(&text)
            .any(|line| line.contains("process::{Command") || line.contains("process::Command"));
        assert!(
            file == "git/ask.rs" || !starts,
            "src/{file} starts a process; only git/ask.rs may"
        );
    }
}

/// Whether a line names a crate in a path, not as the end of another word or path.
fn names_crate(line: &str, name: &str) -> bool {
    let path = format!("{name}::");
    line.match_indices(&path).any(|(at, _)| {
        let before = line.get(..at).and_then(|before| before.chars().next_back());
        !before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':')
    })
}

#[test]
fn a_crate_away_from_home_is_caught() {
    assert!(names_crate("use clap::Parser;", "clap"));
    assert!(names_crate("    let x = toml::from_str(text);", "toml"));
    assert!(!names_crate("use crate::check::gix_glob::Entry;", "gix_glob"));
    assert!(!names_crate("use clap_complete::Shell;", "clap"));
}

#[test]
fn no_file_outgrows_a_sitting() {
    for (file, text) in files() {
        let lines = code(&text).count();
        assert!(lines <= MOST_LINES, "src/{file} has {lines} lines of code: divide it");
    }
}
