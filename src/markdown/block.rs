//! What a document is made of: plain data with spans.

use crate::markdown::directive::Directive;
use crate::markdown::front_matter::FrontMatter;
use crate::markdown::hidden::Hidden;
use crate::markdown::mention::Mentions;
use crate::source::span::Span;

/// A parsed text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    /// The front matter, cut off before parsing.
    pub front_matter: Option<FrontMatter>,
    /// The blocks in document order. Headings, paragraphs and HTML are here where they stand
    /// at the top level; tables and list items wherever they stand.
    pub blocks: Vec<Block>,
    /// The paragraph that is the status line (DESIGN.md §4.2).
    pub status: Option<Status>,
    /// `<!-- featmap: … -->` comments.
    pub directives: Vec<Directive>,
    /// A fence or comment that is open to the end of the file.
    pub unclosed: Option<Unclosed>,
    /// Hidden characters in headings and link targets.
    pub hidden: Vec<Hidden>,
    /// What it names, where that was asked for.
    pub mentions: Mentions,
}

/// A block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A top-level heading.
    Heading(Heading),
    /// A top-level paragraph.
    Paragraph(Paragraph),
    /// A GFM table.
    Table(Table),
    /// A list item.
    Item(Item),
    /// A top-level HTML block, comments included.
    Html(Span),
    /// Any other top-level block.
    Other(Span),
}

/// A heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// From its line's first byte to the end of its last line, line end included.
    pub span: Span,
    /// Its text without markup and comments; `(untitled)` where there is none.
    pub name: String,
    /// Whether there is none: a heading may also be called `(untitled)`.
    pub unnamed: bool,
    /// The links in it.
    pub links: Vec<Link>,
}

/// The name of a heading without text.
pub const UNTITLED: &str = "(untitled)";

/// A paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paragraph {
    /// The whole of it.
    pub span: Span,
    /// Its lines, without line ends.
    pub lines: Vec<Span>,
    /// The links in it.
    pub links: Vec<Link>,
}

/// A table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The whole of it.
    pub span: Span,
    /// The text of the header's cells.
    pub header: Vec<String>,
    /// The body's rows.
    pub rows: Vec<Row>,
}

/// A table's body row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The row without its line end.
    pub span: Span,
    /// Its cells, as many as the header has.
    pub cells: Vec<Cell>,
}

/// A cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// What stands between its pipes; empty, at the row's end, for a cell that is missing.
    pub span: Span,
    /// The links in it.
    pub links: Vec<Link>,
}

/// A list item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// Its own text: up to the first list inside it.
    pub span: Span,
    /// The links in its own text.
    pub links: Vec<Link>,
}

/// A link; images are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The whole of it.
    pub span: Span,
    /// Where its label ends.
    pub label_end: usize,
    /// The destination, unescaped.
    pub destination: String,
    /// Where the destination stands verbatim inside the link.
    pub destination_span: Option<Span>,
    /// The definition of a reference link.
    pub definition: Option<Span>,
}

impl Link {
    /// The span that a finding about the destination points at (DESIGN.md §5).
    pub fn target_span(&self) -> Span {
        self.destination_span.unwrap_or(self.span)
    }
}

/// The status line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Status {
    /// The paragraph.
    pub span: Span,
    /// The text after `Read when:`, if there is any.
    pub trigger: Option<String>,
}

/// A block that its author forgot to close.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unclosed {
    /// Its first line, without the line end.
    pub first_line: Span,
    /// What it is.
    pub what: UnclosedKind,
}

/// The kinds of [`Unclosed`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnclosedKind {
    /// A code fence.
    Fence,
    /// An HTML comment.
    Comment,
}
