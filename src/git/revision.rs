//! Revisions: which commit one names, and where two part.

use std::path::Path;

use crate::error::{Error, Result};
use crate::git::ask::{ask, ask_whether};

/// The commit that a name stands for; none where there is no such one.
///
/// # Errors
/// [`Error::Git`] where git is missing or refuses the repository.
pub fn commit(root: &Path, name: &str) -> Result<Option<String>> {
    stands_for(root, &format!("{name}^{{commit}}"))
}

/// The commit that a name stands for, where there must be one.
///
/// # Errors
/// [`Error::Usage`] where there is none, with what there is instead and what to do;
/// [`Error::Git`] as [`commit`].
pub fn wanted(root: &Path, name: &str) -> Result<String> {
    if let Some(found) = commit(root, name)? {
        return Ok(found);
    }
    Err(Error::Usage(if let Some(kind) = kind(root, name)? {
        format!("`{name}` is a {kind} and no commit; name a commit, a branch or a tag of one")
    } else if commit(root, "HEAD")?.is_none() {
        format!(
            "git knows no revision `{name}`: the branch that is checked out has no commit yet; \
             make one first"
        )
    } else {
        format!("git knows no revision `{name}`; fetch it, or name another")
    }))
}

/// The latest commit that a commit and the checked-out one share; none where they share none.
///
/// # Errors
/// As [`commit`].
pub fn merge_base(root: &Path, commit: &str) -> Result<Option<String>> {
    let arguments = ["merge-base", commit, "HEAD"];
    let answer = ask_whether(root, "where two branches part", &arguments)?;
    Ok(answer.map(|answer| first_line(&answer)))
}

/// The full name of what a revision stands for.
fn stands_for(root: &Path, revision: &str) -> Result<Option<String>> {
    let arguments = ["rev-parse", "--verify", "--quiet", "--end-of-options", revision];
    let answer = ask_whether(root, "which commit is meant", &arguments)?;
    Ok(answer.map(|answer| first_line(&answer)))
}

/// What git keeps under a name: `tree`, `blob` or `tag`; none where it has nothing of it.
fn kind(root: &Path, name: &str) -> Result<Option<String>> {
    let Some(object) = stands_for(root, name)? else { return Ok(None) };
    // A whole name of forty digits stands for itself, also where nothing is kept under it.
    let kind = ask(root, "what a revision is", &["cat-file", "-t", &object], &[]);
    Ok(kind.ok().map(|kind| first_line(&kind)).filter(|kind| kind != "commit"))
}

fn first_line(answer: &[u8]) -> String {
    String::from_utf8_lossy(answer).lines().next().unwrap_or_default().to_owned()
}
