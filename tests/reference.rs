//! `docs/reference.md` names every key and every option, and the other documents stay true.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::fs;
use std::path::Path;

use featmap::config::code::CODE_KEYS;
use featmap::config::keys::KEYS;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn every_key_has_its_row() {
    let reference = read("docs/reference.md");
    for key in KEYS.iter().chain(CODE_KEYS) {
        let row = format!("| `{}` | `{}` | {} |", key.name, key.default, key.doc);
        assert!(reference.contains(&row), "docs/reference.md lacks this row; add it:\n{row}");
    }
}

#[test]
fn every_option_is_named() {
    let pages = ["docs/reference.md", "docs/query.md", "docs/code-references.md"];
    let reference = pages.map(read).concat();
    for command in featmap::cli::command().get_subcommands() {
        for argument in command.get_arguments() {
            let Some(long) = argument.get_long() else { continue };
            let option = format!("--{long}");
            let command = command.get_name();
            assert!(
                reference.contains(&option),
                "docs/reference.md does not name {option} of featmap {command}"
            );
        }
    }
}

#[test]
fn architecture_stays_short() {
    let lines = read("docs/architecture.md").lines().count();
    assert!(lines <= 150, "docs/architecture.md has {lines} lines; a view from above has 150");
}

#[test]
fn files_that_contributing_names_exist() {
    let text = read("CONTRIBUTING.md");
    let named: Vec<_> = text
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|word| word.contains('/') && !word.contains(['<', ' ', '*', '[', '$']))
        .collect();
    assert!(named.len() > 5, "CONTRIBUTING.md names files");
    for path in named {
        let exists = Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists();
        assert!(exists, "CONTRIBUTING.md names `{path}`, which is not there");
    }
}
