//! Bytes to line and column: the one place.

use std::cell::OnceCell;

use memchr::memchr2_iter;

use crate::source::span::Span;
use crate::source::text::Text;

/// A place in a file, as editors count it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1; LF, CRLF and lone CR end one.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The offset in the file, from 0, in bytes.
    pub byte: usize,
}

/// Where the lines of a text begin.
#[derive(Debug)]
pub struct Lines {
    starts: Vec<usize>,
    /// For each [`STEP`] bytes of the text, how many characters begin before them; made for the
    /// first question about a long line, so that many about one line stay cheap.
    characters: OnceCell<Vec<usize>>,
}

/// A line that is longer is counted with the help of [`Lines::characters`].
const STEP: usize = 4096;

impl Lines {
    /// Finds the line starts of a text.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for at in memchr2_iter(b'\n', b'\r', bytes) {
            let begins_crlf = bytes.get(at..).is_some_and(|rest| rest.starts_with(b"\r\n"));
            if !begins_crlf {
                starts.push(at + 1);
            }
        }
        Self { starts, characters: OnceCell::new() }
    }

    /// The 0-based number of the line that holds an offset.
    fn index_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// The span of a line, by its number from 1, its line end included.
    pub fn line(&self, number: usize, text: &str) -> Option<Span> {
        let start = *self.starts.get(number.checked_sub(1)?)?;
        let end = self.starts.get(number).copied().unwrap_or(text.len());
        Some(Span::new(start, end))
    }

    /// How many lines there are; a final line end begins no further one.
    pub fn count(&self, text: &str) -> usize {
        let empty_last = self.starts.last() == Some(&text.len()) && self.starts.len() > 1;
        self.starts.len() - usize::from(empty_last)
    }

    /// Where an offset of the text stands; one past the end is the end.
    pub fn position(&self, text: &Text, offset: usize) -> Position {
        let body = text.as_str();
        let mut offset = offset.min(body.len());
        while !body.is_char_boundary(offset) {
            offset -= 1;
        }
        let index = self.index_of(offset);
        let mut start = self.starts.get(index).copied().unwrap_or_default();
        if start == 0 && body.starts_with('\u{feff}') {
            // A byte order mark is no column.
            start = '\u{feff}'.len_utf8();
        }
        let offset = offset.max(start);
        let column = 1 + self.characters(body, Span::new(start, offset));
        Position { line: index + 1, column, byte: text.file_offset(offset) }
    }

    /// How many characters begin in a part of the text.
    fn characters(&self, body: &str, part: Span) -> usize {
        let bytes = body.as_bytes();
        if part.len() <= STEP {
            return begun(bytes.get(part.start..part.end).unwrap_or_default());
        }
        let counts = self.characters.get_or_init(|| {
            let (mut counts, mut before) = (Vec::new(), 0);
            for step in bytes.chunks(STEP) {
                counts.push(before);
                before += begun(step);
            }
            counts
        });
        let before = |offset: usize| {
            let step = (offset / STEP).min(counts.len() - 1);
            let rest = bytes.get(step * STEP..offset).unwrap_or_default();
            counts.get(step).copied().unwrap_or_default() + begun(rest)
        };
        before(part.end) - before(part.start)
    }
}

/// How many characters begin in some bytes of a text.
fn begun(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte).cast_signed() >= -0x40).count()
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use crate::source::text::Text;

    fn at(text: &str, offset: usize) -> (usize, usize, usize) {
        let text = Text::new(text.as_bytes().to_vec());
        let position = Lines::new(text.as_str()).position(&text, offset);
        (position.line, position.column, position.byte)
    }

    #[test]
    fn every_line_end_counts_once() {
        assert_eq!(at("a\nb\r\nc\rd", 7), (4, 1, 7));
        assert_eq!(at("a\r\nb", 3), (2, 1, 3));
        assert_eq!(at("a\n", 2), (2, 1, 2));
    }

    #[test]
    fn columns_are_characters_and_a_byte_order_mark_is_none() {
        assert_eq!(at("né x", 4), (1, 4, 4));
        assert_eq!(at("\u{feff}# A", 5), (1, 3, 5));
    }

    #[test]
    fn questions_in_any_order_agree() {
        let text = Text::new("añb\ncéd".as_bytes().to_vec());
        let lines = Lines::new(text.as_str());
        let forward: Vec<_> = (0..9).map(|at| lines.position(&text, at)).collect();
        let backward: Vec<_> = (0..9).rev().map(|at| lines.position(&text, at)).collect();
        assert!(forward.iter().eq(backward.iter().rev()));
    }

    #[test]
    fn columns_of_a_long_line_are_counted_as_those_of_a_short_one() {
        let text = format!("a\n{}", "xé機\u{1f600}".repeat(3000));
        let text = Text::new(text.into_bytes());
        let lines = Lines::new(text.as_str());
        let line = text.as_str().get(2..).unwrap();
        for (count, (at, _)) in line.char_indices().enumerate().step_by(7) {
            assert_eq!(lines.position(&text, 2 + at).column, count + 1);
        }
        assert_eq!(lines.position(&text, usize::MAX).column, 12_001);
    }
}
