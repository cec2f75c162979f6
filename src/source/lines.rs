//! Bytes to line and column: the one place.

use std::cell::Cell;

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
    /// The last offset asked for and its column, so that many questions about one long line
    /// cost one pass.
    memo: Cell<Option<(usize, usize)>>,
}

impl Lines {
    /// Finds the line starts of a text.
    pub fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let ends = match byte {
                b'\n' => true,
                b'\r' => bytes.get(at + 1) != Some(&b'\n'),
                _ => false,
            };
            if ends {
                starts.push(at + 1);
            }
        }
        Self { starts, memo: Cell::new(None) }
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
        let shown = offset.max(start);
        let known = self.memo.get().filter(|(from, _)| start <= *from && *from <= shown);
        let (from, column) = known.unwrap_or((start, 1));
        let column = column + Span::new(from, shown).of(body).chars().count();
        self.memo.set(Some((shown, column)));
        Position { line: index + 1, column, byte: text.file_offset(offset) }
    }
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
}
