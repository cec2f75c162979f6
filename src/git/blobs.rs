//! The contents of files as git keeps them: no filter and no conversion is run.

use std::io::{BufRead as _, Read};
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

    /// How many bytes git hands out, wanted or not.
    pub fn size(self) -> usize {
        match self {
            Self::Here(content) => content.len(),
            Self::TooLarge(size) => size,
            Self::Missing => 0,
        }
    }
}

/// What takes a content while it comes: its number, its size where the repository has it, and
/// where to read it. It gives whether more is wanted.
pub type Piece<'a> =
    &'a mut dyn FnMut(usize, Option<usize>, &mut dyn Read) -> std::io::Result<bool>;

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
    each: &mut dyn FnMut(usize, Content<'_>) -> bool,
) -> Result<()> {
    let mut content = Vec::new();
    in_pieces(root, blobs, &mut |number, size, reader| {
        let Some(size) = size else { return Ok(each(number, Content::Missing)) };
        if size > limit {
            return Ok(each(number, Content::TooLarge(size)));
        }
        content.clear();
        reader.read_to_end(&mut content)?;
        Ok(each(number, Content::Here(&content)))
    })
}

/// Hands out contents by their names, in the order given, each with its size, to be read as far
/// as is wanted; one that the repository lacks has no size and holds nothing.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn in_pieces(root: &Path, blobs: &[&str], each: Piece<'_>) -> Result<()> {
    if blobs.is_empty() {
        return Ok(());
    }
    let input = format!("{}\n", blobs.join("\n"));
    let arguments = ["cat-file", "--batch", "--buffer"];
    stream(root, "what files hold", &arguments, input.as_bytes(), &mut |answer| {
        for number in 0..blobs.len() {
            let size = size(answer)?;
            let mut content = answer.by_ref().take(size.unwrap_or(0) as u64);
            if !each(number, size, &mut content)? {
                return Ok(Taken::Part);
            }
            // The rest of it, and the line end behind it.
            let rest = content.limit() + u64::from(size.is_some());
            std::io::copy(&mut answer.by_ref().take(rest), &mut std::io::sink())?;
        }
        Ok(Taken::All)
    })
}

/// Reads the line before a content: `name type size`, or `name missing` where there is none.
fn size(answer: &mut Answer<'_>) -> std::io::Result<Option<usize>> {
    let mut head = String::new();
    answer.read_line(&mut head)?;
    Ok(head.trim_end().rsplit(' ').next().and_then(|size| size.parse().ok()))
}
