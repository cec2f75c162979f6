//! The window of an answer that a budget leaves room for (DESIGN.md §6).

/// Where a window that begins at `start` ends, so that it holds at most `room` bytes.
///
/// It ends at a line end, or with the text; none where not even one line fits.
pub(super) fn end(text: &str, start: usize, room: usize) -> Option<usize> {
    let rest = text.get(start..)?;
    if rest.len() <= room {
        return Some(text.len());
    }
    let bytes = rest.as_bytes();
    let ends = |at: &usize| is_line_end(bytes, *at);
    (1..=room).rev().find(ends).map(|at| start + at)
}

/// Where the line that holds `start` ends, its line end included.
pub(super) fn line_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let ends = |at: &usize| is_line_end(bytes, *at);
    (start + 1..text.len()).find(ends).unwrap_or(text.len())
}

/// Whether a line ends just before `at`; CR and LF together end one line.
fn is_line_end(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    match before {
        Some(b'\n') => true,
        Some(b'\r') => bytes.get(at) != Some(&b'\n'),
        _ => false,
    }
}

/// An offset moved back to the start of the character it lies in.
pub(super) fn at_character(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

#[cfg(test)]
mod tests {
    use super::{at_character, end, line_end};

    #[test]
    fn a_window_ends_at_a_line_end_of_any_kind() {
        let text = "ab\r\ncd\ref\ngh";
        assert_eq!(end(text, 0, 99), Some(text.len()));
        assert_eq!(end(text, 0, 9), Some(7));
        assert_eq!(end(text, 0, 6), Some(4));
        assert_eq!(end(text, 0, 3), None, "not between CR and LF");
        assert_eq!(end(text, 4, 3), Some(7));
        assert_eq!([0, 4, 7, 10].map(|at| line_end(text, at)), [4, 7, 10, 12]);
    }

    #[test]
    fn an_offset_never_stands_inside_a_character() {
        assert_eq!([0, 1, 2, 9].map(|at| at_character("é!", at)), [0, 0, 2, 3]);
    }
}
