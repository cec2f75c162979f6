//! What git knows. The only place that starts a process; `ask` says how.

mod ask;
pub mod blobs;
pub mod change;
pub mod files;
pub mod history;
pub mod name;
pub mod revision;

use crate::error::Result;

/// Asks what was renamed: by what contents have in common, and where these are not all here
/// (partial clone) by their names, which tell what was renamed and not changed besides.
fn renamed<T>(ask: impl Fn(&str) -> Result<T>) -> Result<T> {
    ask("-M").or_else(|_| ask("-M100%"))
}

/// What stands between the NUL bytes of an answer.
fn fields(answer: &[u8]) -> impl Iterator<Item = &[u8]> {
    answer.split(|byte| *byte == 0).filter(|field| !field.is_empty())
}

/// Whether git names the index to look at, as it does in the hooks of a commit: then that is
/// what counts, and not what the work tree has beside it.
pub fn is_index_given() -> bool {
    std::env::var_os("GIT_INDEX_FILE").is_some()
}
