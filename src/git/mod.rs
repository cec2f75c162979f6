//! What git knows. The only place that starts a process; `ask` says how.

mod ask;
pub mod blobs;
pub mod change;
pub mod files;
pub mod history;
pub mod name;
pub mod revision;

use std::collections::BTreeMap;
use std::path::Path;

use crate::error::Result;
use crate::git::ask::ask;

/// Whether a file that git tracks is in the work tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tracked {
    /// Part of the checkout.
    CheckedOut,
    /// Left out of the work tree by a sparse checkout.
    SkipWorktree,
}

/// The files that git tracks below a folder.
///
/// Takes a folder of the work tree; gives paths relative to it, as bytes with `/`.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git) where git is missing, refuses the repository or
/// fails.
pub fn tracked(folder: &Path) -> Result<BTreeMap<Vec<u8>, Tracked>> {
    let arguments = ["ls-files", "-z", "-t", "--cached"];
    let answer = ask(folder, "which files it tracks", &arguments, &[])?;
    let mut files = BTreeMap::new();
    for record in answer.split(|byte| *byte == 0) {
        // `H path`; the tag `S` marks a file that a sparse checkout leaves out.
        if let Some((tag, [b' ', path @ ..])) = record.split_first() {
            let state = if *tag == b'S' { Tracked::SkipWorktree } else { Tracked::CheckedOut };
            files.insert(path.to_vec(), state);
        }
    }
    Ok(files)
}
