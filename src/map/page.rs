//! A page and its parts (DESIGN.md §4.2).

use crate::map::layout::Layout;
use crate::map::sections;
use crate::markdown::block::{Block, Document, Heading, Status, Unclosed};
use crate::markdown::directive::Directive;
use crate::markdown::hidden::Hidden;
use crate::source::span::Span;
use crate::source::text::{Encoding, Text};

/// A page of the map, or its index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// Its path from the repository root, with `/`.
    pub path: String,
    /// Where its path inside the map folder begins in that, in bytes.
    pub inner_begin: usize,
    /// What stands in it; none where it could not be read.
    pub content: Option<Box<Content>>,
}

impl Page {
    /// A page that is not read yet. Takes its path inside the map folder.
    pub fn new(layout: &Layout, inner: &str) -> Self {
        let path = layout.outer(inner);
        Self { inner_begin: path.len() - inner.len(), path, content: None }
    }

    /// Its path inside the map folder.
    pub fn inner(&self) -> &str {
        self.path.get(self.inner_begin..).unwrap_or_default()
    }

    /// Whether it is in an encoding that cannot be judged.
    pub fn is_utf16(&self) -> bool {
        self.content.as_ref().is_some_and(|content| content.is_utf16())
    }
}

/// What stands in a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Content {
    /// The file's size in bytes.
    pub size: usize,
    /// What its encoding turned out to be.
    pub encoding: Encoding,
    /// The first line without its line end.
    pub first_line: Span,
    /// The title.
    pub title: Option<Title>,
    /// The status line.
    pub status: Option<Status>,
    /// What stands before the first section.
    pub preamble: Preamble,
    /// The sections; never none. With the preamble they are the whole file.
    pub sections: Vec<Section>,
    /// Whether the page has no section heading, and is one section named after itself.
    pub undivided: bool,
    /// A block that is open to the end of the file.
    pub unclosed: Option<Unclosed>,
    /// Hidden characters.
    pub hidden: Vec<Hidden>,
    /// Comments for featmap.
    pub directives: Vec<Directive>,
}

/// A page's title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title {
    /// Its text.
    pub name: String,
    /// The heading, or the line of the front matter, without its line end.
    pub span: Span,
}

/// What stands before a page's first section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preamble {
    /// All of it, from the file's first byte.
    pub span: Span,
    /// How many bytes it has without the front matter.
    pub bytes: usize,
    /// The front matter in it.
    pub front_matter: Option<Span>,
    /// Whether it holds more than front matter, title and status line.
    pub more: bool,
}

/// A `##` heading and all up to the next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The heading's text; of an undivided page its title, else its file name.
    pub name: String,
    /// The heading without its line end; of an undivided page its title, else the first line.
    pub heading: Span,
    /// From the heading's line to the next section.
    pub span: Span,
    /// Its size: without the line end that comes before the next section.
    pub bytes: usize,
    /// The size of its own text before its first `###`.
    pub lead: usize,
    /// Where an earlier section has the same name: the anchor that leads to this one, and that
    /// one's heading. In a box, because few sections have one.
    pub repeat: Option<Box<Repeat>>,
    /// The `###` headings in it.
    pub subsections: Box<[Subsection]>,
}

/// What a section of a name that is taken has instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeat {
    /// The anchor that leads to it.
    pub anchor: String,
    /// The heading of the first section of that name.
    pub first: Span,
}

/// A `###` heading and all up to the next one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subsection {
    /// The heading's text.
    pub name: String,
    /// The heading without its line end.
    pub heading: Span,
    /// From the heading's line to the next subsection or section.
    pub span: Span,
    /// Its size, counted as a section's.
    pub bytes: usize,
}

/// The largest unit that a section divides into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its size in bytes.
    pub bytes: usize,
}

impl Section {
    /// How many chunks it divides into: its subsections, else itself.
    pub fn chunks(&self) -> usize {
        self.subsections.len().max(1)
    }

    /// Its largest chunk; the first of equals.
    pub fn largest_chunk(&self) -> Chunk<'_> {
        let mut largest: Option<&Subsection> = None;
        for sub in &self.subsections {
            if largest.is_none_or(|largest| sub.bytes > largest.bytes) {
                largest = Some(sub);
            }
        }
        match largest {
            Some(sub) => Chunk { name: &sub.name, bytes: sub.bytes },
            None => Chunk { name: &self.name, bytes: self.bytes },
        }
    }

    /// Whether every chunk, and the lead, fits `limit` bytes.
    pub fn addressable(&self, limit: usize) -> bool {
        self.largest_chunk().bytes <= limit && (self.subsections.is_empty() || self.lead <= limit)
    }
}

impl Content {
    /// Cuts a document into its parts.
    ///
    /// Takes the page's file name, which names an undivided page without a title.
    pub fn new(text: &Text, document: &Document, file_name: &str) -> Self {
        let body = text.as_str();
        let mut headings: Vec<&Heading> = Vec::new();
        for block in &document.blocks {
            if let Block::Heading(heading) = block {
                headings.push(heading);
            }
        }
        let title_heading = headings.iter().copied().find(|heading| heading.level == 1);
        let title = if let Some(heading) = title_heading.filter(|heading| !heading.unnamed) {
            let span = sections::shown(body, heading.span);
            Some(Title { name: heading.name.clone(), span })
        } else {
            let written = document.front_matter.as_ref().and_then(|found| found.title.clone());
            written.map(|(name, span)| Title { name, span })
        };
        let mut sections = sections::cut(text, &headings, title_heading);
        let undivided = sections.is_empty();
        let front_matter = document.front_matter.as_ref().map(|found| found.span);
        if undivided {
            let begin = title_heading.map(|heading| heading.span.end);
            let begin = begin.or(front_matter.map(|found| found.end)).unwrap_or_else(|| mark(body));
            let name = title.as_ref().map_or(file_name, |title| title.name.as_str());
            let heading = title.as_ref().map_or_else(|| first_line(body), |title| title.span);
            sections.push(sections::whole(text, name, heading, begin));
        }
        let end = sections.first().map_or(body.len(), |section| section.span.start);
        let preamble = Span::new(0, end);
        let own = front_matter.map_or(preamble, |found| Span::new(found.end.min(end), end));
        let status = document.status.clone();
        let heading = title_heading.map(|heading| heading.span);
        let more = !undivided && holds_more(body, own, [heading, status.as_ref().map(|s| s.span)]);
        let bytes = sections::size(text, own);
        Self {
            size: text.size(),
            encoding: text.encoding(),
            first_line: first_line(body),
            title,
            status,
            preamble: Preamble { span: preamble, bytes, front_matter, more },
            sections,
            undivided,
            unclosed: document.unclosed,
            hidden: document.hidden.clone(),
            directives: document.directives.clone(),
        }
    }

    /// What stands before the first section, without byte order mark and front matter.
    pub fn own_preamble(&self, body: &str) -> Span {
        let front_matter = self.preamble.front_matter.map_or(0, |found| found.end);
        let start = front_matter.max(mark(body)).min(self.preamble.span.end);
        Span::new(start, self.preamble.span.end)
    }

    /// Whether nothing of the page could be judged.
    pub fn is_utf16(&self) -> bool {
        self.encoding == Encoding::Utf16
    }
}

/// Whether a preamble holds text beside its known parts, which stand in any order.
fn holds_more(body: &str, own: Span, known: [Option<Span>; 2]) -> bool {
    let [one, other] = known;
    let known = if one <= other { [one, other] } else { [other, one] };
    let mut at = own.start.max(mark(body));
    for part in known.into_iter().flatten() {
        if !Span::new(at, part.start).of(body).trim().is_empty() {
            return true;
        }
        at = at.max(part.end);
    }
    !Span::new(at, own.end).of(body).trim().is_empty()
}

fn first_line(body: &str) -> Span {
    let begin = mark(body);
    let rest = body.get(begin..).unwrap_or_default();
    Span::new(begin, begin + rest.find(['\n', '\r']).unwrap_or(rest.len()))
}

/// How many bytes the byte order mark has, if there is one.
fn mark(body: &str) -> usize {
    if body.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}
