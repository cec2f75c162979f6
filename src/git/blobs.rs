//! The contents of files as git keeps them: no filter and no conversion is run.

use std::io::{BufRead as _, Read as _};
use std::path::Path;

use crate::error::Result;
use crate::git::ask::{Answer, Taken, stream};

/// What became of a content that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content<'a> {
    /// It is here.
    Here(&'a [u8]),
    /// It is here, and has more bytes than were asked for: so many.
    TooLarge(usize),
    /// The repository lacks it.
    Missing,
}

impl<'a> Content<'a> {
    /// Its bytes, if they were read.
    pub fn read(self) -> Option<&'a [u8]> {
        match self {
            Self::Here(content) => Some(content),
            Self::TooLarge(_) | Self::Missing => None,
        }
    }
}

/// Reads contents by their names, in the order given.
///
/// Takes the most bytes that one may have, and what takes them, which says whether it wants more.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn read(
    root: &Path,
    blobs: &[&str],
    limit: usize,
    mut each: impl FnMut(usize, Content<'_>) -> bool,
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
            if !each(number, found) {
                return Ok(Taken::Part);
            }
        }
        Ok(Taken::All)
    })
}

/// Reads `name type size`, the content and a line end; `name missing` has neither.
fn one<'a>(
    answer: &mut Answer<'_>,
    limit: usize,
    content: &'a mut Vec<u8>,
) -> std::io::Result<Content<'a>> {
    content.clear();
    let mut head = String::new();
    answer.read_line(&mut head)?;
    let Some(size) = head.trim_end().rsplit(' ').next().and_then(|size| size.parse().ok()) else {
        return Ok(Content::Missing);
    };
    let size: usize = size;
    let fits = size <= limit;
    let kept = if fits { size } else { 0 };
    answer.by_ref().take(kept as u64).read_to_end(content)?;
    let rest = (size - kept) as u64 + 1;
    std::io::copy(&mut answer.by_ref().take(rest), &mut std::io::sink())?;
    Ok(if fits { Content::Here(content) } else { Content::TooLarge(size) })
}
