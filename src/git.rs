//! What git knows. The only file that starts a process.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::{Error, Result};

/// A file that git tracks, as the index of git has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tracked {
    /// Part of the checkout.
    CheckedOut,
    /// Left out of the work tree by a sparse checkout.
    SkipWorktree,
}

/// The files that git tracks below a folder.
///
/// Takes a folder of the work tree; gives paths relative to it, as bytes with `/`. Git is
/// started once, with hooks, monitors and pagers off.
///
/// # Errors
/// [`Error::Git`] where git is missing, refuses the repository or fails.
pub fn tracked(folder: &Path) -> Result<BTreeMap<Vec<u8>, Tracked>> {
    let question = "which files it tracks";
    let failed = |reason: String| Error::Git { question, reason };
    let output = Command::new("git")
        .args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null"])
        .args(["--no-pager", "ls-files", "-z", "-t", "--cached"])
        .current_dir(folder)
        .env("GIT_OPTIONAL_LOCKS", "0")
        // In a hook git sets these for its own work tree; with them it would take the folder
        // for the top of one. GIT_INDEX_FILE stays: it is what a partial commit is about.
        .env_remove("GIT_DIR")
        .env_remove("GIT_WORK_TREE")
        .env_remove("GIT_PREFIX")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| failed(format!("it could not be started: {error}")))?;
    if !output.status.success() {
        return Err(failed(said(&String::from_utf8_lossy(&output.stderr))));
    }
    let mut files = BTreeMap::new();
    for record in output.stdout.split(|byte| *byte == 0) {
        // `H path`; the tag `S` marks a file that a sparse checkout leaves out.
        if let Some((tag, [b' ', path @ ..])) = record.split_first() {
            let state = if *tag == b'S' { Tracked::SkipWorktree } else { Tracked::CheckedOut };
            files.insert(path.to_vec(), state);
        }
    }
    Ok(files)
}

/// What git said of a failure, on one line: its first words, and where it tells the command
/// that mends it, that too.
fn said(text: &str) -> String {
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else {
        return "it failed without a word".to_owned();
    };
    // Git sets a command apart on a line of its own, in every language it speaks.
    match lines.find(|line| line.starts_with("git ")) {
        Some(remedy) => format!("{first}; git proposes: {remedy}"),
        None => first.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::said;

    #[test]
    fn the_command_that_mends_a_failure_is_told() {
        let text = "fatal: detected dubious ownership in repository at '/a b'\n\
                    To add an exception for this directory, call:\n\n\
                    \tgit config --global --add safe.directory '/a b'\n";
        assert_eq!(
            said(text),
            "fatal: detected dubious ownership in repository at '/a b'; git proposes: git config \
             --global --add safe.directory '/a b'"
        );
        assert_eq!(
            said("fatal: not a git repository\nStopping at b\n"),
            "fatal: not a git repository"
        );
        assert_eq!(said(" \n"), "it failed without a word");
    }
}
