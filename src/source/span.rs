//! Ranges in a file's text.

use std::ops::Range;

/// A range of bytes in a file's text as read, from 0, the end left out.
///
/// The text is the file byte for byte, a byte order mark included, unless its encoding is
/// broken: then `Text::file_offset` tells where a byte stands in the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The range from `start` up to, not including, `end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// How many bytes of the text it holds.
    pub const fn len(self) -> usize {
        self.end.saturating_sub(self.start)
    }

    /// Whether it holds nothing.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Whether an offset lies inside.
    pub const fn holds(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    /// The text inside; empty where the range does not fit the text.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start..self.end).unwrap_or_default()
    }

    /// The same range moved up by `by` bytes.
    #[must_use]
    pub const fn moved(self, by: usize) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}
