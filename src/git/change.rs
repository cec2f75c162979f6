//! What changed between a commit and the work tree.

use std::collections::BTreeSet;
use std::path::Path;

use crate::error::{Error, Result};
use crate::git::ask::{Value, ask, ask_whether, setting};
use crate::git::fields;
use crate::git::history::raw_blobs;
use crate::git::name::name_of;
use crate::git::renamed;
use crate::order::distinct;

/// What became of files since a commit.
#[derive(Debug, Default)]
pub struct Change {
    /// Paths that are not what they were: added, changed, removed, renamed from or to.
    pub touched: BTreeSet<String>,
    /// Old and new path of what was renamed.
    pub renamed: Vec<(String, String)>,
}

/// What changed from a commit to the index, and from the index to the work tree.
///
/// Filters are switched off, so a file that goes through one may count as changed.
///
/// # Errors
/// [`Error::Git`].
pub fn since(root: &Path, commit: &str) -> Result<Change> {
    let mut change = Change::default();
    let staged = |how: &str| {
        let arguments = [
            "diff-index",
            "--cached",
            how,
            "--no-ext-diff",
            "--no-textconv",
            "--ignore-submodules=all",
            "--name-status",
            "-z",
            commit,
            "--",
        ];
        ask(root, "what changed since a commit", &arguments, &[])
    };
    add(&renamed(staged)?, &mut change);
    let without = without_filters(root)?;
    let mut arguments: Vec<&str> = without.iter().map(String::as_str).collect();
    arguments.extend([
        "status",
        "--porcelain=v1",
        "-z",
        "--no-renames",
        "--untracked-files=no",
        "--ignore-submodules=all",
    ]);
    let answer = ask(root, "what changed in the work tree", &arguments, &[])?;
    for record in fields(&answer) {
        if let Some(path) = in_the_work_tree(record) {
            change.touched.insert(path);
        }
    }
    Ok(change)
}

/// The files of the latest commit that the index or the work tree has otherwise, or no longer:
/// the path of each, and its content there. Some may only look changed, as in a copy of the
/// whole tree.
///
/// # Errors
/// [`Error::Git`], also where there is no commit yet.
pub fn not_committed(root: &Path) -> Result<Vec<(String, String)>> {
    let without = without_filters(root)?;
    let mut arguments: Vec<&str> = without.iter().map(String::as_str).collect();
    arguments.extend([
        "diff-index",
        "--no-renames",
        "--no-ext-diff",
        "--no-textconv",
        "--ignore-submodules=all",
        "--raw",
        "--no-abbrev",
        "--diff-filter=MD",
        "-z",
        "HEAD",
        "--",
    ]);
    let answer = ask(root, "what is not committed", &arguments, &[])?;
    let mut fields = fields(&answer);
    let mut found = Vec::new();
    while let (Some(head), Some(path)) = (fields.next(), fields.next()) {
        found.extend(raw_blobs(head).map(|(before, _)| (name_of(path), before)));
    }
    Ok(found)
}

/// The paths that the next commit removes, each with its new path where it renames it.
///
/// # Errors
/// [`Error::Git`], also where there is no commit yet.
pub fn staged(root: &Path) -> Result<Vec<(String, Option<String>)>> {
    renamed(|how| staged_by(how, root))
}

fn staged_by(how: &str, root: &Path) -> Result<Vec<(String, Option<String>)>> {
    let arguments = [
        "diff-index",
        "--cached",
        how,
        "--no-ext-diff",
        "--no-textconv",
        "--ignore-submodules=all",
        "--name-status",
        "--diff-filter=DR",
        "-z",
        "HEAD",
        "--",
    ];
    let answer = ask(root, "which removals are staged", &arguments, &[])?;
    let mut fields = fields(&answer);
    let mut found = Vec::new();
    while let (Some(status), Some(path)) = (fields.next(), fields.next()) {
        let new = if status.starts_with(b"R") { fields.next().map(name_of) } else { None };
        found.push((name_of(path), new));
    }
    Ok(found)
}

/// The arguments that leave each filter that the configuration names without a program. Git
/// would run it over a file whose time does not tell whether it changed.
fn without_filters(root: &Path) -> Result<Vec<String>> {
    let question = "which filters are set";
    let arguments = ["config", "-z", "--name-only", "--get-regexp", r"^filter\."];
    let answer = ask_whether(root, question, &arguments)?.unwrap_or_default();
    // What cannot be named cannot be switched off.
    let answer = str::from_utf8(&answer).map_err(|_| Error::Git {
        question,
        reason: "the name of a filter in its configuration is not UTF-8".to_owned(),
    })?;
    let mut drivers = Vec::new();
    for name in answer.split('\0') {
        if let Some((driver, _)) = name.rsplit_once('.') {
            drivers.push(driver);
        }
    }
    let mut arguments = Vec::new();
    for driver in distinct(drivers) {
        for (name, value) in [
            ("clean", Value::None),
            ("smudge", Value::None),
            ("process", Value::None),
            ("required", Value::False),
        ] {
            arguments.extend(setting(&format!("{driver}.{name}"), value));
        }
    }
    Ok(arguments)
}

/// `XY path`, with what became of it in the index and in the work tree. Where only a file's
/// time or place on disk is another, as in a copy of the whole tree, status looks into it;
/// `diff-files` would not.
fn in_the_work_tree(record: &[u8]) -> Option<String> {
    match record {
        [_, state, b' ', path @ ..] if *state != b' ' => Some(name_of(path)),
        _ => None,
    }
}

fn add(answer: &[u8], change: &mut Change) {
    let mut fields = fields(answer);
    while let Some(status) = fields.next() {
        let Some(path) = fields.next().map(name_of) else { return };
        change.touched.insert(path.clone());
        if status.starts_with(b"R")
            && let Some(new) = fields.next().map(name_of)
        {
            change.touched.insert(new.clone());
            change.renamed.push((path, new));
        }
    }
}
