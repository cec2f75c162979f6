//! The few lines of a source that a finding shows, made fit for the renderer.
//!
//! The renderer draws what it is given and is slow on whole files, so it gets the lines
//! around each span: line ends made LF, foreign characters written out, long lines cut, and
//! the spans moved to match (DESIGN.md §8).

use crate::harmless::is_foreign;
use crate::source::span::Span;
use crate::source::store::Source;

/// Characters kept of a long line on each side of what is marked.
const AROUND: usize = 120;

/// Characters marked at most on one line.
const MARKED: usize = 240;

/// Lines marked at most: what a span of more lines holds is known from its beginning.
const LINES: usize = 4;

/// Lines of a source as one text.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// The lines, LF between them.
    pub(super) text: String,
    /// The number of the first one, from 1.
    pub(super) first_line: usize,
    /// The spans in `text`, in the order given.
    pub(super) spans: Vec<Span>,
}

/// The lines that hold some spans; the spans should be near each other.
pub(super) fn excerpt(source: &Source, spans: &[Span]) -> Excerpt {
    let body = source.text.as_str();
    let mut marked = Vec::with_capacity(spans.len());
    let (mut first_line, mut last_line) = (usize::MAX, 1);
    for span in spans {
        let span = shortened(source, *span);
        let (start, end) = source.positions(span);
        first_line = first_line.min(start.line);
        last_line = last_line.max(end.line);
        marked.push(span);
    }
    let first_line = if spans.is_empty() { 1 } else { first_line };
    let mut out =
        Excerpt { text: String::new(), first_line, spans: vec![Span::new(0, 0); spans.len()] };
    for number in first_line..=last_line {
        let Some(line) = source.lines.line(number, body) else {
            break;
        };
        if number > first_line {
            out.text.push('\n');
        }
        copy_line(body, line, &marked, &mut out);
    }
    out
}

/// A span that ends where its line ends, or after a few lines.
fn shortened(source: &Source, span: Span) -> Span {
    let body = source.text.as_str();
    let line = source.lines.position(&source.text, span.start).line;
    let last = source.lines.line(line + LINES - 1, body).map_or(body.len(), |line| line.end);
    let end = span.end.min(last).max(span.start);
    let shown = Span::new(span.start, end).of(body).trim_end_matches(['\n', '\r']).len();
    Span::new(span.start, span.start + shown)
}

/// Copies a line, or its part around the spans in it, and sets these spans' places.
fn copy_line(body: &str, line: Span, spans: &[Span], out: &mut Excerpt) {
    let content = line.of(body).trim_end_matches(['\n', '\r']);
    let mark =
        if line.start == 0 && content.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let line = Span::new(line.start + mark, line.start + content.len());
    let (mut start, mut end) = (line.end, line.start);
    for span in spans {
        if span.start <= line.end && span.end >= line.start {
            start = start.min(span.start.max(line.start));
            end = end.max(span.end.min(line.end));
        }
    }
    // No span at all is as one at the beginning.
    let start = if end < start { line.start } else { start };
    let kept = kept(body, line, start, end);
    if kept.start > line.start {
        out.text.push('…');
    }
    let mut places: Vec<(usize, bool, usize)> = Vec::new();
    for (number, span) in spans.iter().enumerate() {
        if span.start >= line.start && span.start <= line.end {
            places.push((span.start.clamp(kept.start, kept.end), true, number));
        }
        if span.end >= line.start && span.end <= line.end {
            places.push((span.end.clamp(kept.start, kept.end), false, number));
        }
    }
    let mut mark_places = |at: usize, written: usize| {
        for (place, is_start, number) in &places {
            if *place != at {
                continue;
            }
            match out.spans.get_mut(*number) {
                Some(span) if *is_start => span.start = written,
                Some(span) => span.end = written,
                None => {}
            }
        }
    };
    for (at, c) in kept.of(body).char_indices() {
        mark_places(kept.start + at, out.text.len());
        match c {
            '\t' => out.text.push_str("    "),
            c if is_foreign(c) => out.text.extend(c.escape_unicode()),
            c => out.text.push(c),
        }
    }
    mark_places(kept.end, out.text.len());
    if kept.end < line.end {
        out.text.push('…');
    }
}

/// The part of a line that is shown around a marked stretch of it.
fn kept(body: &str, line: Span, start: usize, end: usize) -> Span {
    if line.len() <= 2 * AROUND + MARKED {
        return line;
    }
    let before = Span::new(line.start, start).of(body);
    let from =
        before.char_indices().rev().nth(AROUND - 1).map_or(line.start, |(at, _)| line.start + at);
    let marked = Span::new(start, end).of(body);
    let to = marked.char_indices().nth(MARKED).map_or(end, |(at, _)| start + at);
    let after = Span::new(to, line.end).of(body);
    let to = after.char_indices().nth(AROUND).map_or(line.end, |(at, _)| to + at);
    Span::new(from, to)
}

#[cfg(test)]
mod tests {
    use super::excerpt;
    use crate::source::span::Span;
    use crate::source::store::Source;
    use crate::source::text::Text;

    fn shown(text: &str, spans: &[(usize, usize)]) -> (String, usize, Vec<String>) {
        let source = Source::new(Text::new(text.as_bytes().to_vec()));
        let spans: Vec<_> = spans.iter().map(|(start, end)| Span::new(*start, *end)).collect();
        let found = excerpt(&source, &spans);
        let marked = found.spans.iter().map(|span| span.of(&found.text).to_owned()).collect();
        (found.text, found.first_line, marked)
    }

    #[test]
    fn the_lines_around_the_spans_are_shown() {
        let (text, line, marked) = shown("a\r\nbc\r\nd\r\ne", &[(3, 5), (7, 8)]);
        assert_eq!((text.as_str(), line), ("bc\nd", 2));
        assert_eq!(marked, ["bc", "d"]);
    }

    #[test]
    fn foreign_characters_move_the_spans() {
        let (text, _, marked) = shown("\u{feff}x\u{1b}\ty\u{202e}z", &[(6, 10), (3, 11)]);
        assert_eq!(text, "x\\u{1b}    y\\u{202e}z");
        assert_eq!(marked, ["y\\u{202e}", "x\\u{1b}    y\\u{202e}z"]);
    }

    #[test]
    fn long_lines_and_long_spans_are_cut() {
        let long = format!("{}X{}", "é".repeat(5000), "b".repeat(5000));
        let (text, _, marked) = shown(&long, &[(10_000, 10_001)]);
        assert!(text.chars().count() < 400 && text.starts_with('…') && text.ends_with('…'));
        assert_eq!(marked, ["X"]);
        let (text, _, marked) = shown(&long, &[(0, 15_001)]);
        assert!(text.chars().count() < 500, "{}", text.chars().count());
        assert!(marked[0].chars().count() >= 240);
        let (text, ..) = shown(&"a\n".repeat(50), &[(0, 100)]);
        assert_eq!(text, "a\na\na\na");
    }

    #[test]
    fn a_span_at_a_line_end_stays_on_its_line() {
        let (text, line, marked) = shown("ab\ncd\n", &[(0, 3)]);
        assert_eq!((text.as_str(), line, marked), ("ab", 1, vec!["ab".to_owned()]));
    }
}
