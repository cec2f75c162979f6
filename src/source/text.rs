//! Bytes to text, with the way back (DESIGN.md §4.1).

use crate::source::span::Span;

/// What a file's encoding turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte order mark.
    Utf8,
    /// Not UTF-8; the offset in the file of the first byte that is none.
    Broken {
        /// Bytes from the file's start.
        first: usize,
    },
    /// UTF-16; its text is left empty, because nothing in it can be judged.
    Utf16,
}

/// A file's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    body: String,
    encoding: Encoding,
    size: usize,
    /// Where the text and the file drift apart: (offset in the text, offset in the file), each
    /// from there on to the next.
    shifts: Vec<(usize, usize)>,
}

impl Text {
    /// Reads bytes; never fails. Bytes that are not UTF-8 become U+FFFD.
    pub fn new(bytes: Vec<u8>) -> Self {
        let size = bytes.len();
        if is_utf16(&bytes) {
            let text = String::new();
            return Self { body: text, encoding: Encoding::Utf16, size, shifts: Vec::new() };
        }
        match String::from_utf8(bytes) {
            Ok(body) => Self { body, encoding: Encoding::Utf8, size, shifts: Vec::new() },
            Err(error) => Self::repaired(error.as_bytes()),
        }
    }

    fn repaired(bytes: &[u8]) -> Self {
        let (mut text, mut shifts) = (String::with_capacity(bytes.len()), Vec::new());
        let (mut at, mut first) = (0, None);
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            at += chunk.valid().len();
            if !chunk.invalid().is_empty() {
                first.get_or_insert(at);
                at += chunk.invalid().len();
                text.push('\u{fffd}');
                shifts.push((text.len(), at));
            }
        }
        let encoding = first.map_or(Encoding::Utf8, |first| Encoding::Broken { first });
        Self { body: text, encoding, size: bytes.len(), shifts }
    }

    /// The text; spans are ranges in it.
    pub fn as_str(&self) -> &str {
        &self.body
    }

    /// The text's bytes, for a buffer that is used again.
    pub fn into_bytes(self) -> Vec<u8> {
        self.body.into_bytes()
    }

    /// What the encoding turned out to be.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The file's size in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Where a byte of the text stands in the file, in bytes from its start.
    pub fn file_offset(&self, offset: usize) -> usize {
        let before = self.shifts.partition_point(|(text, _)| *text <= offset);
        match before.checked_sub(1).and_then(|last| self.shifts.get(last)) {
            Some((text, file)) => file + (offset - text),
            None => offset,
        }
    }

    /// Where a byte of the file stands in the text.
    pub fn text_offset(&self, offset: usize) -> usize {
        let before = self.shifts.partition_point(|(_, file)| *file <= offset);
        match before.checked_sub(1).and_then(|last| self.shifts.get(last)) {
            Some((text, file)) => text + (offset - file),
            None => offset,
        }
    }

    /// How many bytes of the file a span covers.
    pub fn bytes(&self, span: Span) -> usize {
        self.file_offset(span.end).saturating_sub(self.file_offset(span.start))
    }
}

/// UTF-16 by its byte order mark, or by the NUL beside each of its first ASCII characters.
pub fn is_utf16(bytes: &[u8]) -> bool {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return true;
    }
    let head = bytes.get(..bytes.len().min(64)).unwrap_or_default();
    let nul_in_every_pair = |at: usize| {
        head.len() >= 4
            && head
                .chunks_exact(2)
                .all(|pair| pair.get(at) == Some(&0) && pair.get(1 - at) != Some(&0))
    };
    nul_in_every_pair(0) || nul_in_every_pair(1)
}

#[cfg(test)]
mod tests {
    use super::{Encoding, Text};
    use crate::source::span::Span;

    #[test]
    fn broken_bytes_keep_the_offsets_of_the_file() {
        let text = Text::new(b"a\xffb\xe2\x82c".to_vec());
        assert_eq!(text.as_str(), "a\u{fffd}b\u{fffd}c");
        assert_eq!(text.encoding(), Encoding::Broken { first: 1 });
        assert_eq!((text.file_offset(4), text.file_offset(8)), (2, 5));
        assert_eq!((text.text_offset(1), text.text_offset(2)), (1, 4));
        assert_eq!(text.bytes(Span::new(0, text.as_str().len())), 6);
    }

    #[test]
    fn utf16_is_named_and_not_guessed_at() {
        assert_eq!(Text::new(b"\xff\xfe#\0".to_vec()).encoding(), Encoding::Utf16);
        assert_eq!(Text::new(b"#\0 \0A\0\n\0".to_vec()).encoding(), Encoding::Utf16);
        assert_eq!(Text::new(b"# A\n".to_vec()).encoding(), Encoding::Utf8);
        assert_eq!(Text::new(b"\0\0\0\0".to_vec()).encoding(), Encoding::Utf8);
    }
}
