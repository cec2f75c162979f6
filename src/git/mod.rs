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
fn fields(answer: &[u8]) -> Fields<'_> {
    Fields { rest: answer }
}

/// The fields of an answer that are still to come.
struct Fields<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Fields<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        while !self.rest.is_empty() {
            let end = self.rest.iter().position(|byte| *byte == 0).unwrap_or(self.rest.len());
            let (field, rest) = self.rest.split_at_checked(end)?;
            self.rest = rest.strip_prefix(&[0]).unwrap_or(rest);
            if !field.is_empty() {
                return Some(field);
            }
        }
        None
    }
}

/// Whether git names the index to look at, as it does in the hooks of a commit: then that is
/// what counts, and not what the work tree has beside it.
pub fn is_index_given() -> bool {
    std::env::var_os("GIT_INDEX_FILE").is_some()
}
