//! The one function that turns text into a [`Document`].

use std::borrow::Cow;

use memchr::memchr_iter;
use pulldown_cmark::{CodeBlockKind, Event, OffsetIter, Options, Parser, Tag, TagEnd};

use crate::markdown::block::{
    Block, Cell, Document, Heading, Item, Link, Paragraph, Row, Status, Table, UNTITLED, Unclosed,
    UnclosedKind,
};
use crate::markdown::front_matter::FrontMatter;
use crate::markdown::guard::{Refusal, catching, event_budget, nesting};
use crate::markdown::hidden::{Hidden, misleading};
use crate::markdown::inline::{Inline, Wanted};
use crate::markdown::mention::Collector;
use crate::markdown::quick::{self, Part};
use crate::markdown::{directive, front_matter};
use crate::source::span::Span;

/// Stands for what makes the parser panic, of which no example is known.
#[cfg(test)]
pub(crate) const PLANTED_PANIC: &str = "\u{1}planted panic\u{1}";

/// How much of a text is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Headings, status line, comments, what is unclosed or hidden.
    Page,
    /// Also paragraphs, tables and list items with their links.
    Index,
    /// As a page; also code spans, links and fences.
    Code,
}

/// Parses a text; every span is a range of it.
///
/// Of an ordinary page the parser is given only what says something ([`quick`]).
///
/// # Errors
/// [`Refusal`], where parsing would cost more than a page may, or the parser panicked.
pub fn parse(text: &str, detail: Detail) -> Result<Document, Refusal> {
    read(text, detail, &|body| match detail {
        Detail::Page => quick::parts(body),
        Detail::Index | Detail::Code => None,
    })
}

/// Parses a text as [`parse`] does, and lets the parser read all of it: for tests to compare.
///
/// # Errors
/// As [`parse`].
pub fn parse_whole(text: &str, detail: Detail) -> Result<Document, Refusal> {
    read(text, detail, &|_| None)
}

fn read(
    text: &str,
    detail: Detail,
    quick: &dyn Fn(&str) -> Option<Vec<Part>>,
) -> Result<Document, Refusal> {
    nesting(text)?;
    let begin = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let front_matter = front_matter::find(text, begin);
    let base = front_matter.as_ref().map_or(begin, |found| found.span.end);
    let hidden: Vec<_> = front_matter.iter().filter_map(hidden_in_title).collect();
    let body = line_feeds(text.get(base..).unwrap_or_default());
    catching(|| {
        #[cfg(test)]
        assert!(!body.contains(PLANTED_PANIC), "planted");
        let mut reader = Reader {
            text,
            base,
            detail,
            document: Document { front_matter, hidden, ..Document::default() },
            inline: Inline::default(),
            depth: 0,
            items: Vec::new(),
            tables: Vec::new(),
            keep_text: false,
            code_end: 0,
            fences: Vec::new(),
            sections: Sections::None,
            collector: (detail == Detail::Code).then(Collector::default),
        };
        let parts = quick(&body).unwrap_or_else(|| vec![Part::Markdown(Span::new(0, body.len()))]);
        let mut budget = event_budget(text.len());
        for part in parts {
            match part {
                Part::Markdown(span) => {
                    reader.base = base + span.start;
                    reader.markdown(span.of(&body), &mut budget)?;
                }
                Part::Heading { level, line, text } => {
                    reader.base = base + line.start;
                    reader.heading(level, line.moved(base), Inline::of(text.of(&body)));
                }
            }
        }
        if let Some(collector) = reader.collector.take() {
            reader.document.mentions = collector.finish();
        }
        Ok(reader.document)
    })
}

/// A hidden character in the title of front matter.
fn hidden_in_title(front_matter: &FrontMatter) -> Option<Hidden> {
    let (title, span) = front_matter.title.as_ref()?;
    Some(Hidden { span: *span, character: misleading(title)?, place: "title" })
}

/// A text with LF in place of each lone CR, which the parser takes for a line end in some places
/// only; every offset stays what it was.
fn line_feeds(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    if memchr_iter(b'\r', bytes).all(|at| bytes.get(at + 1) == Some(&b'\n')) {
        return Cow::Borrowed(text);
    }
    let mut pieces = text.split('\r').peekable();
    let mut out = String::new();
    while let Some(piece) = pieces.next() {
        out.push_str(piece);
        match pieces.peek() {
            Some(next) if next.starts_with('\n') => out.push('\r'),
            Some(_) => out.push('\n'),
            None => {}
        }
    }
    Cow::Owned(out)
}

/// Whether the text so far belongs to the preamble, in which the status line stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sections {
    /// Neither a title nor a section yet.
    None,
    /// A title, and no section yet.
    Title,
    /// A section has begun.
    Begun,
}

/// A list item that has begun.
struct OpenItem {
    start: usize,
    /// Where its first inner list begins.
    end: Option<usize>,
    links: Vec<Link>,
    /// Its place among the blocks, so that items stand in the order they begin.
    at: usize,
}

struct Reader<'a> {
    text: &'a str,
    /// Where the part that is being read begins.
    base: usize,
    detail: Detail,
    document: Document,
    inline: Inline,
    /// Containers around the current event: quotes, lists, items.
    depth: usize,
    items: Vec<OpenItem>,
    tables: Vec<Table>,
    /// Whether the text of the current heading, paragraph or cell is wanted.
    keep_text: bool,
    /// Where the last text inside a code block ended.
    code_end: usize,
    fences: Vec<Span>,
    sections: Sections,
    collector: Option<Collector>,
}

impl Reader<'_> {
    /// Reads a part of the text, which begins at `base`.
    fn markdown(&mut self, part: &str, budget: &mut usize) -> Result<(), Refusal> {
        let mut events = Parser::new_ext(part, Options::ENABLE_TABLES).into_offset_iter();
        while let Some((event, range)) = events.next() {
            *budget = budget.checked_sub(1).ok_or(Refusal::TooManyEvents)?;
            self.event(&event, Span::from(range).moved(self.base), &events);
        }
        Ok(())
    }

    fn event(&mut self, event: &Event<'_>, span: Span, events: &OffsetIter<'_>) {
        if let Some(collector) = &mut self.collector {
            collector.event(event, span, self.text);
        }
        if self.passes_over(event) {
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::Text(_) if !self.fences.is_empty() => self.code_end = span.end,
            Event::InlineHtml(html) => {
                let found = directive::find(html, span.start);
                self.document.directives.extend(found);
            }
            Event::Rule if self.depth == 0 => self.push(Block::Other(span)),
            _ => {}
        }
        let wanted = Wanted { text: self.keep_text, links: self.detail == Detail::Index };
        self.inline.event(event, span, self.text, events, self.base, wanted);
        if let Event::End(tag) = event {
            self.end(*tag, span);
        }
    }

    /// Whether an event says nothing that is wanted: most of a page's text.
    fn passes_over(&self, event: &Event<'_>) -> bool {
        let is_text = matches!(event, Event::Text(_) | Event::Code(_) | Event::SoftBreak);
        is_text
            && self.detail == Detail::Page
            && !self.keep_text
            && self.fences.is_empty()
            && !self.inline.in_link()
    }

    fn start(&mut self, tag: &Tag<'_>, span: Span) {
        match tag {
            Tag::List(_) => {
                self.own_text_ends();
                if let Some(item) = self.items.last_mut() {
                    item.end.get_or_insert(span.start);
                }
                self.depth += 1;
            }
            Tag::Item => {
                self.depth += 1;
                let item = Item { span, links: Vec::new() };
                self.items.push(OpenItem {
                    start: span.start,
                    end: None,
                    links: Vec::new(),
                    at: self.document.blocks.len(),
                });
                self.push(Block::Item(item));
            }
            Tag::BlockQuote(_) => self.depth += 1,
            Tag::CodeBlock(kind) => {
                if matches!(kind, CodeBlockKind::Fenced(_)) {
                    self.fences.push(span);
                }
                self.code_end = 0;
            }
            Tag::Table(_) => {
                self.own_text_ends();
                if self.detail == Detail::Index {
                    self.tables.push(Table { span, header: Vec::new(), rows: Vec::new() });
                }
            }
            Tag::TableRow => {
                if let Some(table) = self.tables.last_mut() {
                    let end = span.start + span.of(self.text).trim_end().len();
                    let cells = Vec::with_capacity(table.header.len());
                    table.rows.push(Row { span: Span::new(span.start, end), cells });
                }
            }
            Tag::TableCell => {
                self.keep_text = self.tables.last().is_some_and(|table| table.rows.is_empty());
                self.inline.take();
            }
            Tag::Heading { .. } => {
                self.own_text_ends();
                self.keep_text = self.depth == 0;
            }
            Tag::Paragraph => {
                self.own_text_ends();
                self.keep_text = self.depth == 0 && self.seeks_status();
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd, span: Span) {
        match tag {
            TagEnd::Heading(level) => {
                let inline = self.inline.take();
                self.keep_text = false;
                if self.depth == 0 {
                    self.heading(level as u8, span, inline);
                } else {
                    self.give_to_item(inline.links);
                }
            }
            TagEnd::Paragraph => {
                let inline = self.inline.take();
                self.keep_text = false;
                if self.depth == 0 {
                    self.paragraph(span, inline);
                } else {
                    self.give_to_item(inline.links);
                }
            }
            TagEnd::Item => {
                self.own_text_ends();
                self.depth -= 1;
                self.item_ends(span);
            }
            TagEnd::List(_) | TagEnd::BlockQuote(_) => {
                self.depth -= 1;
                if self.depth == 0 && matches!(tag, TagEnd::BlockQuote(_)) {
                    self.push(Block::Other(span));
                }
            }
            TagEnd::TableCell => self.cell_ends(span),
            TagEnd::Table => {
                if let Some(table) = self.tables.pop() {
                    self.push(Block::Table(table));
                }
            }
            TagEnd::CodeBlock => {
                if self.fences.pop().is_some() {
                    self.fence_ends(span);
                }
                if self.depth == 0 {
                    self.push(Block::Other(span));
                }
            }
            TagEnd::HtmlBlock => self.html_ends(span),
            _ => {}
        }
    }

    /// Whether the next top-level paragraph may be the status line.
    fn seeks_status(&self) -> bool {
        self.document.status.is_none() && self.sections != Sections::Begun
    }

    /// Adds a block where blocks are wanted; headings always are.
    fn push(&mut self, block: Block) {
        if self.detail == Detail::Index || matches!(block, Block::Heading(_)) {
            self.document.blocks.push(block);
        }
    }

    /// Text of a tight item has no paragraph of its own: whatever block begins ends it.
    fn own_text_ends(&mut self) {
        let inline = self.inline.take();
        self.give_to_item(inline.links);
    }

    fn give_to_item(&mut self, links: Vec<Link>) {
        self.hidden_targets(&links);
        if let Some(item) = self.items.last_mut() {
            item.links.extend(links);
        }
    }

    fn item_ends(&mut self, span: Span) {
        let Some(open) = self.items.pop() else { return };
        let whole = Span::new(open.start, open.end.unwrap_or(span.end));
        let end = open.start + whole.of(self.text).trim_end().len();
        let item = Item { span: Span::new(open.start, end), links: open.links };
        if let Some(place) = self.document.blocks.get_mut(open.at)
            && matches!(place, Block::Item(_))
        {
            *place = Block::Item(item);
        }
    }

    fn cell_ends(&mut self, span: Span) {
        let inline = self.inline.take();
        self.keep_text = false;
        self.hidden_targets(&inline.links);
        let Some(table) = self.tables.last_mut() else {
            return;
        };
        match table.rows.last_mut() {
            None => table.header.push(inline.text.trim().to_owned()),
            Some(row) => {
                // A missing cell is given a place after the row's line end; move it back.
                let (start, end) = (span.start.min(row.span.end), span.end.min(row.span.end));
                row.cells.push(Cell { span: Span::new(start, end), links: inline.links });
            }
        }
    }

    fn heading(&mut self, level: u8, span: Span, inline: Inline) {
        // The block's range begins after the indentation.
        let before = self.text.get(self.base..span.start).unwrap_or_default();
        let indent = before.len() - before.trim_end_matches([' ', '\t']).len();
        let span = Span::new(span.start - indent, span.end);
        let text = if inline.text.trim().is_empty() { &inline.tags } else { &inline.text };
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.hidden_targets(&inline.links);
        if let Some(character) = misleading(&name) {
            let shown = span.of(self.text).trim_end().len();
            let span = Span::new(span.start, span.start + shown);
            self.document.hidden.push(Hidden { span, character, place: "heading" });
        }
        self.sections = match (level, self.sections) {
            (1, Sections::None) => Sections::Title,
            (1 | 2, _) => Sections::Begun,
            (_, sections) => sections,
        };
        let unnamed = name.is_empty();
        let name = if unnamed { UNTITLED.to_owned() } else { name };
        self.push(Block::Heading(Heading { level, span, name, unnamed, links: inline.links }));
    }

    fn paragraph(&mut self, span: Span, inline: Inline) {
        self.hidden_targets(&inline.links);
        if self.seeks_status() {
            self.document.status = status(span, &inline.text);
        }
        if self.detail == Detail::Index {
            let mut lines = Vec::with_capacity(inline.breaks.len() + 1);
            let mut start = span.start;
            for line_end in &inline.breaks {
                lines.push(Span::new(start, line_end.start));
                start = line_end.end;
            }
            let rest = Span::new(start, span.end).of(self.text).trim_end().len();
            lines.push(Span::new(start, start + rest));
            self.push(Block::Paragraph(Paragraph { span, lines, links: inline.links }));
        }
    }

    fn hidden_targets(&mut self, links: &[Link]) {
        for link in links {
            if let Some(character) = misleading(&link.destination) {
                let span = link.target_span();
                self.document.hidden.push(Hidden { span, character, place: "link target" });
            }
        }
    }

    fn fence_ends(&mut self, span: Span) {
        // With its closing fence, a block goes on after its last text. A last line that holds
        // but the mark of a quote closes nothing.
        let content = span.of(self.text).trim_end_matches(|c: char| c.is_whitespace() || c == '>');
        let closed = if self.code_end > 0 {
            span.end > self.code_end
        } else {
            content.contains(['\n', '\r'])
        };
        if !closed {
            self.unclosed(span, UnclosedKind::Fence);
        }
    }

    fn html_ends(&mut self, span: Span) {
        let html = span.of(self.text);
        self.document.directives.extend(directive::find(html, span.start));
        if html.trim_start().starts_with("<!--") && !html.contains("-->") {
            self.unclosed(span, UnclosedKind::Comment);
        }
        if self.depth == 0 {
            self.push(Block::Html(span));
        }
    }

    fn unclosed(&mut self, span: Span, what: UnclosedKind) {
        let after = self.text.get(span.end..).unwrap_or_default();
        if after.trim().is_empty() {
            let block = span.of(self.text);
            let end = block.find(['\n', '\r']).unwrap_or(block.len());
            let first_line = Span::new(span.start, span.start + end);
            self.document.unclosed = Some(Unclosed { first_line, what });
        }
    }
}

/// The status line, if a paragraph's text is one.
fn status(span: Span, text: &str) -> Option<Status> {
    let text = text.trim_start();
    if !text.get(.."status:".len()).is_some_and(|start| start.eq_ignore_ascii_case("status:")) {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    let trigger = lower.find("read when:").and_then(|at| text.get(at + "read when:".len()..));
    let trigger = trigger.map(|words| words.split(" · ").next().unwrap_or_default().trim());
    let trigger = trigger.filter(|words| !words.is_empty()).map(str::to_owned);
    Some(Status { span, trigger })
}
