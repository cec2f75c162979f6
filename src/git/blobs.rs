//! The contents of files as git keeps them: no filter and no conversion is run.

use std::io::{BufRead as _, Read as _};
use std::path::Path;

use crate::error::Result;
use crate::git::ask::{Answer, Taken, stream};

/// Reads contents by their names, in the order given.
///
/// Takes the most bytes that one may have; a larger one, and one that the repository lacks,
/// is handed out as none; and what takes them, which says whether it wants more.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn read(
    root: &Path,
    blobs: &[&str],
    limit: usize,
    mut each: impl FnMut(usize, Option<&[u8]>) -> bool,
) -> Result<()> {
    if blobs.is_empty() {
        return Ok(());
    }
    let input = format!("{}\n", blobs.join("\n"));
    let arguments = ["cat-file", "--batch", "--buffer"];
    stream(root, "what files hold", &arguments, input.as_bytes(), |answer| {
        let mut content = Vec::new();
        for number in 0..blobs.len() {
            let found = one(answer, limit, &mut content)?;
            if !each(number, found.then_some(content.as_slice())) {
                return Ok(Taken::Part);
            }
        }
        Ok(Taken::All)
    })
}

/// Reads `name type size`, the content and a line end; `name missing` has neither. Gives whether
/// the content was taken.
fn one(answer: &mut Answer<'_>, limit: usize, content: &mut Vec<u8>) -> std::io::Result<bool> {
    content.clear();
    let mut head = String::new();
    answer.read_line(&mut head)?;
    let Some(size) = head.trim_end().rsplit(' ').next().and_then(|size| size.parse().ok()) else {
        return Ok(false);
    };
    let size: usize = size;
    let fits = size <= limit;
    let kept = if fits { size } else { 0 };
    answer.by_ref().take(kept as u64).read_to_end(content)?;
    let rest = (size - kept) as u64 + 1;
    std::io::copy(&mut answer.by_ref().take(rest), &mut std::io::sink())?;
    Ok(fits)
}
