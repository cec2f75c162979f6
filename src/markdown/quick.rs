//! Which parts of a page the parser has to read: most of a page's text says nothing that is
//! wanted of it, and the parser's pass over it is most of a run's cost.
//!
//! It rests on one claim: a heading or a fence at the very start of a line ends every paragraph
//! and every container, so that only an open fence or HTML block of the top level can change
//! what it means. Those are followed here. Where a section (what stands between two such
//! headings) may hold anything else that counts, the parser reads that section; where not even
//! its end is sure, it reads the page. Whatever is done here, the parser's word is the law:
//! `tests/quick.rs` and the target `quick` of `examples/fuzz` hold the two against each other.

use memchr::{memchr, memchr_iter, memchr2_iter, memchr3_iter, memmem};

use crate::harmless::is_hidden;
use crate::source::span::Span;

/// A part of a page that says something.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Markdown for the parser: a block that begins and ends with it.
    Markdown(Span),
    /// A heading's line, and its text without any markup.
    Heading { level: u8, line: Span, text: Span },
}

/// The most pipes on a line: a row of so few cells makes fewer events a byte than
/// [`event_budget`](super::guard::event_budget) grants, so no budget is passed unseen.
const MOST_PIPES: usize = 10;

/// The parts of a page that say something, in order; none where the parser must read it all.
///
/// Takes a text without front matter, byte order mark and lone CR.
pub(super) fn parts(body: &str) -> Option<Vec<Part>> {
    let bytes = body.as_bytes();
    if odd_character(body) || memmem::find(bytes, b"featmap:").is_some() || has_entity(bytes) {
        return None;
    }
    let mut scanner = Scanner {
        bytes,
        at: 0,
        parts: Vec::new(),
        section: 0,
        heading: None,
        doubt: false,
        open: false,
        blank: true,
        html: false,
        begun: false,
    };
    while scanner.at < bytes.len() {
        scanner.line()?;
    }
    scanner.doubt |= scanner.open;
    scanner.section_ends(bytes.len());
    let parts = scanner.parts;
    // A definition may stand anywhere and changes what brackets mean everywhere.
    let brackets = |part: &Part| match part {
        Part::Markdown(span) => memchr(b'[', span.of(body).as_bytes()).is_some(),
        Part::Heading { .. } => false,
    };
    if parts.iter().any(brackets) && memmem::find(bytes, b"]:").is_some() {
        return None;
    }
    Some(parts)
}

/// How many bytes of a page the parser need not read, for tests: none where it reads all.
///
/// Takes a text without front matter, byte order mark and lone CR.
pub fn spared(body: &str) -> usize {
    let read = |part: &Part| match part {
        Part::Markdown(span) => span.len(),
        Part::Heading { .. } => 0,
    };
    parts(body).map_or(0, |parts| body.len() - parts.iter().map(read).sum::<usize>())
}

/// Whether a text holds a hidden character, which counts in any link's target, or a control
/// character that the parser takes for a blank or replaces.
fn odd_character(body: &str) -> bool {
    let bytes = body.as_bytes();
    if memchr3_iter(0, 0x0b, 0x0c, bytes).next().is_some() {
        return true;
    }
    if body.is_ascii() {
        return false;
    }
    // The first bytes of every hidden character.
    let hidden = |at: usize| {
        let c = body.get(at..).and_then(|rest| rest.chars().next());
        c.is_some_and(is_hidden)
    };
    memchr3_iter(0xe2, 0xef, 0xf3, bytes).any(hidden) || memchr2_iter(0xd8, 0xe1, bytes).any(hidden)
}

/// Whether a text may hold an entity other than the commonest: it may stand for a hidden
/// character in a link's target.
fn has_entity(bytes: &[u8]) -> bool {
    const HARMLESS: [&[u8]; 5] = [b"amp;", b"lt;", b"gt;", b"quot;", b"nbsp;"];
    memchr_iter(b'&', bytes).any(|at| {
        let rest = bytes.get(at + 1..).unwrap_or_default();
        let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'#');
        rest.get(name.count()) == Some(&b';') && !HARMLESS.iter().any(|name| rest.starts_with(name))
    })
}

/// Tags whose blocks go on over blank lines.
const VERBATIM: [&[u8]; 4] = [b"pre", b"script", b"style", b"textarea"];

#[expect(clippy::struct_excessive_bools, reason = "each is one doubt, and any may come with any")]
struct Scanner<'a> {
    bytes: &'a [u8],
    /// Where the next line begins.
    at: usize,
    parts: Vec<Part>,
    /// Where the section began, with its heading's line.
    section: usize,
    /// The level and the line of the heading that the section began with.
    heading: Option<(u8, Span)>,
    /// Whether the parser must read the section.
    doubt: bool,
    /// Whether a fence, comment or tag inside a container may be open: it counts at the page's end.
    open: bool,
    /// Whether no paragraph can be open.
    blank: bool,
    /// Whether an HTML block that a blank line ends may be open.
    html: bool,
    /// Whether a `##` heading has begun: what stands before may be title and status line.
    begun: bool,
}

impl<'a> Scanner<'a> {
    /// Takes the next line; gives its bytes without the line end.
    fn next_line(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = memchr(b'\n', rest).unwrap_or(rest.len());
        self.at = (self.at + length + 1).min(self.bytes.len());
        let line = rest.get(..length).unwrap_or_default();
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// Takes one line, or the whole block that it begins; gives nothing where what follows is
    /// not sure.
    fn line(&mut self) -> Option<()> {
        let start = self.at;
        let line = self.next_line();
        let indent = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let content = line.get(indent..).unwrap_or_default();
        let Some(first) = content.first() else {
            (self.blank, self.html) = (true, false);
            return Some(());
        };
        // A tab is worth four columns, and so far in no block of the top level begins.
        let top = indent < 4 && !line.iter().take(indent).any(|byte| *byte == b'\t');
        let blank = std::mem::replace(&mut self.blank, false);
        match first {
            b'#' if indent == 0 => return self.hash(start, line),
            // Of the top level, or an item's.
            b'#' => self.doubt |= top,
            b'`' | b'~' if top => {
                if let Some(fence) = fence(content) {
                    return self.fence(indent, fence);
                }
            }
            b'<' if top => return self.angle(start, indent, content),
            // No underline without a paragraph above it.
            b'=' | b'-' if top && !blank => self.doubt |= is_underline(content),
            _ => {}
        }
        self.inside(content)
    }

    /// Takes a line that may stand inside containers, or open them: whatever begins there ends
    /// with the next line that is known to stand at the top level.
    fn inside(&mut self, content: &[u8]) -> Option<()> {
        let marker = |byte: &&u8| {
            matches!(byte, b' ' | b'\t' | b'>' | b'-' | b'+' | b'*' | b'.' | b')' | b'0'..=b'9')
        };
        let markers = content.iter().take_while(marker).count();
        let content = content.get(markers..).unwrap_or_default();
        match content.first() {
            Some(b'`' | b'~') => self.open |= fence(content).is_some(),
            // Behind any tag, what looks like a fence may be none.
            Some(b'<') => self.open |= !content.starts_with(b"<!--") || !closes_comment(content),
            // What may be the line below a table's header.
            Some(b'|' | b':') if too_wide(content) => return None,
            _ => {}
        }
        Some(())
    }

    /// Takes a line that begins with `#`.
    fn hash(&mut self, start: usize, line: &[u8]) -> Option<()> {
        let level = line.iter().take_while(|byte| **byte == b'#').count();
        let level = u8::try_from(level).ok().filter(|level| *level <= 6);
        let Some(level) = level
            .filter(|level| matches!(line.get(usize::from(*level)), None | Some(b' ' | b'\t')))
        else {
            return Some(());
        };
        if self.html {
            return None;
        }
        self.section_ends(start);
        self.section = start;
        self.heading = Some((level, Span::new(start, start + line.len())));
        (self.doubt, self.open, self.blank) = (false, false, true);
        self.begun |= level == 2;
        Some(())
    }

    /// Takes a fence of the top level to its end. One that is indented may as well be an item's:
    /// then all its lines have to be indented so, which keeps them in the item, too.
    fn fence(&mut self, indent: usize, (mark, count): (u8, usize)) -> Option<()> {
        if self.html {
            return None;
        }
        // Whether an item's fence is closed at the page's end is the parser's to say.
        self.open |= indent > 0;
        while self.at < self.bytes.len() {
            let line = self.next_line();
            let blanks = line.iter().take_while(|byte| **byte == b' ').count();
            let content = line.get(blanks..).unwrap_or_default();
            if content.is_empty() {
                continue;
            }
            if indent > 0 && (blanks < indent || too_wide(content)) {
                return None;
            }
            let marks = content.iter().take_while(|byte| **byte == mark).count();
            let after = content.get(marks..).unwrap_or_default();
            if marks >= count && after.iter().all(|byte| *byte == b' ') {
                if blanks >= 4 {
                    // Code at the top level, the end of an item's fence.
                    if indent > 0 {
                        return None;
                    }
                    continue;
                }
                self.blank = indent == 0;
                return Some(());
            }
        }
        self.doubt = true;
        Some(())
    }

    /// Takes a line that begins with `<`.
    fn angle(&mut self, start: usize, indent: usize, content: &[u8]) -> Option<()> {
        if content.starts_with(b"<!--") {
            if closes_comment(content) {
                return Some(());
            }
            if indent > 0 || self.html {
                return None;
            }
            let rest = self.bytes.get(start..).unwrap_or_default();
            if let Some(end) = memmem::find(rest, b"-->") {
                self.at = start + end;
                self.next_line();
                self.blank = true;
            } else {
                self.at = self.bytes.len();
                self.doubt = true;
            }
            return Some(());
        }
        let name = content.get(1..).unwrap_or_default();
        let verbatim =
            |tag: &&[u8]| name.get(..tag.len()).is_some_and(|name| name.eq_ignore_ascii_case(tag));
        if matches!(name.first(), Some(b'!' | b'?')) || VERBATIM.iter().any(verbatim) {
            return None;
        }
        // A tag's block ends with the next blank line.
        self.html |= matches!(name.first(), Some(b'/' | b'a'..=b'z' | b'A'..=b'Z'));
        Some(())
    }

    /// Keeps what the section up to `end` says.
    fn section_ends(&mut self, end: usize) {
        let section = Span::new(self.section, end);
        if self.doubt || !self.begun {
            self.markdown(section);
        } else if let Some((level, line)) = self.heading {
            let whole = (line.end..end).find(|at| self.bytes.get(*at) == Some(&b'\n'));
            let whole = Span::new(line.start, whole.map_or(end, |at| at + 1));
            match self.plain(level, line) {
                Some(text) => self.parts.push(Part::Heading { level, line: whole, text }),
                None => self.markdown(whole),
            }
        }
    }

    /// Keeps a part for the parser, which reads two that touch as one.
    fn markdown(&mut self, span: Span) {
        match self.parts.last_mut() {
            Some(Part::Markdown(last)) if last.end == span.start => last.end = span.end,
            _ if span.is_empty() => {}
            _ => self.parts.push(Part::Markdown(span)),
        }
    }

    /// A heading's text, if it is no more than that.
    fn plain(&self, level: u8, line: Span) -> Option<Span> {
        let line_text = self.bytes.get(line.start..line.end)?;
        let text = line_text.get(usize::from(level)..)?.trim_ascii_end();
        let end = line.start + usize::from(level) + text.len();
        let text = text.trim_ascii_start();
        let mut after = text.iter().skip(1);
        let plain = text.iter().all(|byte| {
            let next = after.next();
            match byte {
                b'*' | b'_' | b'`' | b'[' | b']' | b'<' | b'\\' => false,
                // An entity has no blank.
                b'&' => next == Some(&b' '),
                _ => true,
            }
        });
        // Hashes at the end may belong to the heading's form.
        let plain = plain && !text.is_empty() && !text.ends_with(b"#");
        plain.then(|| Span::new(end - text.len(), end))
    }
}

/// The mark of a fence that a line's content opens, and how often it stands there.
fn fence(content: &[u8]) -> Option<(u8, usize)> {
    let mark = *content.first()?;
    let count = content.iter().take_while(|byte| **byte == mark).count();
    let info = content.get(count..).unwrap_or_default();
    (count >= 3 && (mark == b'~' || memchr(b'`', info).is_none())).then_some((mark, count))
}

/// Whether a table's line has too many cells to be sure of the budget.
fn too_wide(content: &[u8]) -> bool {
    memchr_iter(b'|', content).count() > MOST_PIPES
}

/// Whether a line's content may underline a heading.
fn is_underline(content: &[u8]) -> bool {
    let content = content.trim_ascii_end();
    content.iter().all(|byte| Some(byte) == content.first())
}

/// Whether a comment that a line begins ends on it.
fn closes_comment(content: &[u8]) -> bool {
    memmem::find(content, b"-->").is_some()
}
