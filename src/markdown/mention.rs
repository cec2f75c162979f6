//! What a text names: its code spans and links with the passage around each, and its fences.
//! Collected only where it is asked for ([`Detail::Code`](super::parse::Detail)).

use pulldown_cmark::{CodeBlockKind, CowStr, Event, LinkType, Tag, TagEnd};

use crate::markdown::block::Link;
use crate::markdown::inline::verbatim;
use crate::source::span::Span;

/// A stretch of text that belongs together: a paragraph, a heading, a list item's own text, a
/// table's row.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Passage {
    /// Its text without markup; line breaks are one blank, ` | ` parts cells.
    pub text: String,
    /// What it names, in order.
    pub mentions: Vec<Mention>,
    /// For a table's row, the number of the table's head in [`Mentions::heads`].
    pub head: Option<usize>,
    /// Whether it stands in a block quote, and does not begin in bold type as notes do.
    pub quoted: bool,
}

/// A code span or a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Which of them.
    pub what: What,
    /// Where a finding points at: what stands between the backticks, or the destination.
    pub span: Span,
    /// Where it, or its label, begins in the passage's text.
    pub from: usize,
    /// Where that ends.
    pub to: usize,
    /// In a table's row, the number of its cell, from 0.
    pub cell: usize,
}

/// The kinds of [`Mention`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A code span.
    Code {
        /// What stands in it.
        text: String,
        /// Whether it is part of a link's label.
        label: bool,
    },
    /// A link.
    Link {
        /// Its destination, unescaped.
        destination: String,
    },
}

/// A fenced block of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fence {
    /// The words after the opening fence.
    pub info: String,
    /// The code.
    pub text: String,
    /// All of it.
    pub span: Span,
}

/// A paragraph's first words: a status, or what comes before a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Where it begins.
    pub at: usize,
    /// Its first words without markup, at most 240 bytes.
    pub text: String,
    /// Whether it is a list item's own text.
    pub item: bool,
}

/// How much of a [`Note`] is kept, in bytes.
const NOTE: usize = 240;

/// What a document names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Mentions {
    /// The passages that name something, in document order.
    pub passages: Vec<Passage>,
    /// The first words of paragraphs and list items, in document order.
    pub notes: Vec<Note>,
    /// The fenced blocks.
    pub fences: Vec<Fence>,
    /// The cells of the tables' heads.
    pub heads: Vec<Vec<String>>,
}

/// A link that has begun.
struct OpenLink {
    link: Link,
    inline: bool,
    from: usize,
}

/// Collects [`Mentions`] from a parser's events.
#[derive(Default)]
pub(super) struct Collector {
    found: Mentions,
    passage: Passage,
    links: Vec<OpenLink>,
    images: usize,
    fence: Option<Fence>,
    code_block: bool,
    /// How many list items are open.
    items: usize,
    /// Where the paragraph or item begins that is open.
    note: Option<usize>,
    /// How many block quotes are open.
    quotes: usize,
    /// Whether the passage begins in bold type.
    bold: bool,
    /// The part of a table that is open.
    row: Option<Row>,
    /// The number of the cell that is open or comes next, and where its text begins.
    cell: (usize, usize),
}

/// The part of a table that a cell stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    Head,
    Body,
}

impl Collector {
    /// Hands out what was collected.
    pub(super) fn finish(mut self) -> Mentions {
        self.passage_ends();
        self.found
    }

    /// Takes one event and where it stands in the text.
    pub(super) fn event(&mut self, event: &Event<'_>, span: Span, text: &str) {
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(*tag, text),
            Event::Text(words) if self.code_block => {
                if let Some(fence) = &mut self.fence {
                    fence.text.push_str(words);
                }
            }
            Event::Text(words) => self.passage.text.push_str(words),
            Event::Code(code) => self.code(code, span, text),
            Event::SoftBreak | Event::HardBreak => self.passage.text.push(' '),
            _ => {}
        }
        if !matches!(event, Event::Start(Tag::Link { .. }))
            && let Some(open) = self.links.last_mut()
        {
            open.link.label_end = open.link.label_end.max(span.end);
        }
    }

    fn start(&mut self, tag: &Tag<'_>, span: Span) {
        match tag {
            Tag::Link { link_type, dest_url, .. } => {
                let link = Link {
                    span,
                    label_end: span.start + 1,
                    destination: dest_url.to_string(),
                    destination_span: None,
                    definition: None,
                };
                let inline = *link_type == LinkType::Inline;
                self.links.push(OpenLink { link, inline, from: self.passage.text.len() });
            }
            Tag::Image { .. } => self.images += 1,
            Tag::TableCell => {
                if !self.passage.text.is_empty() {
                    self.passage.text.push_str(" | ");
                }
                self.cell.1 = self.passage.text.len();
            }
            Tag::CodeBlock(kind) => {
                self.passage_ends();
                self.code_block = true;
                if let CodeBlockKind::Fenced(info) = kind {
                    self.fence = Some(Fence { info: info.to_string(), text: String::new(), span });
                }
            }
            Tag::Strong => self.bold |= self.passage.text.is_empty(),
            Tag::Emphasis | Tag::Strikethrough => {}
            Tag::Paragraph | Tag::Item => {
                self.passage_ends();
                self.items += usize::from(matches!(tag, Tag::Item));
                self.note = Some(span.start);
            }
            Tag::TableHead | Tag::TableRow => {
                self.passage_ends();
                let head = matches!(tag, Tag::TableHead);
                if head {
                    self.found.heads.push(Vec::new());
                }
                self.row = Some(if head { Row::Head } else { Row::Body });
                self.cell.0 = 0;
            }
            Tag::BlockQuote(_) => {
                self.passage_ends();
                self.quotes += 1;
            }
            _ => self.passage_ends(),
        }
    }

    fn end(&mut self, tag: TagEnd, text: &str) {
        match tag {
            TagEnd::Link => {
                if let Some(open) = self.links.pop() {
                    self.link(open, text);
                }
            }
            TagEnd::Image => self.images = self.images.saturating_sub(1),
            TagEnd::CodeBlock => {
                self.code_block = false;
                self.found.fences.extend(self.fence.take());
            }
            TagEnd::Item => {
                self.passage_ends();
                self.items = self.items.saturating_sub(1);
            }
            TagEnd::TableCell => self.cell_ends(),
            TagEnd::TableHead | TagEnd::TableRow => {
                self.passage_ends();
                self.row = None;
                self.cell.0 = 0;
            }
            TagEnd::BlockQuote(_) => {
                self.passage_ends();
                self.quotes = self.quotes.saturating_sub(1);
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => {}
            _ => self.passage_ends(),
        }
    }

    fn cell_ends(&mut self) {
        self.cell.0 += 1;
        let text = self.passage.text.get(self.cell.1..).unwrap_or_default();
        if self.row == Some(Row::Head)
            && let Some(head) = self.found.heads.last_mut()
        {
            head.push(text.to_owned());
        }
    }

    fn code(&mut self, code: &CowStr<'_>, span: Span, text: &str) {
        let from = self.passage.text.len();
        self.passage.text.push_str(code);
        if self.images > 0 {
            return;
        }
        let mention = Mention {
            what: What::Code { text: code.to_string(), label: !self.links.is_empty() },
            span: inside(span, code, text),
            from,
            to: self.passage.text.len(),
            cell: self.cell.0,
        };
        self.passage.mentions.push(mention);
    }

    fn link(&mut self, open: OpenLink, text: &str) {
        let OpenLink { mut link, inline, from } = open;
        if link.destination.is_empty() || self.images > 0 {
            return;
        }
        if inline {
            link.destination_span = verbatim(text, &link);
        }
        let span = link.target_span();
        let to = self.passage.text.len();
        let what = What::Link { destination: link.destination };
        self.passage.mentions.push(Mention { what, span, from, to, cell: self.cell.0 });
    }

    fn passage_ends(&mut self) {
        let mut passage = std::mem::take(&mut self.passage);
        if self.row == Some(Row::Body) {
            passage.head = self.found.heads.len().checked_sub(1);
        }
        let bold = std::mem::take(&mut self.bold);
        passage.quoted = self.quotes > 0 && !bold;
        if let Some(at) = self.note.take_if(|_| !passage.text.is_empty()) {
            let text = head(&passage.text).to_owned();
            self.found.notes.push(Note { at, text, item: self.items > 0 });
        }
        if !passage.mentions.is_empty() {
            self.found.passages.push(passage);
        }
    }
}

/// The first words of a text, cut at a character.
fn head(text: &str) -> &str {
    let mut end = NOTE.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}

/// What stands between the backticks, where it stands there verbatim; else all of the span.
fn inside(span: Span, code: &str, text: &str) -> Span {
    match span.of(text).find(code) {
        Some(at) if !code.is_empty() => Span::new(span.start + at, span.start + at + code.len()),
        _ => span,
    }
}
