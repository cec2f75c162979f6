//! What was meant as a row or cell of the index and is none (DESIGN.md §5, `lost-row`).

use std::cell::OnceCell;
use std::ops::Range;

use crate::lookup::{Lookup, Seen};
use crate::map::entry::Entry;
use crate::map::layout::file_name;
use crate::map::link::Resolver;
use crate::map::page::Page;
use crate::markdown::block::{Block, Document, Link, Paragraph, Table};
use crate::source::span::Span;

/// Text that lists nothing though its author meant it to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostRow {
    /// The text.
    pub span: Span,
    /// How it was lost.
    pub how: Loss,
    /// The pages it names, as ranges of their numbers.
    pub pages: Vec<Range<usize>>,
}

/// The kinds of [`LostRow`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// Text between a row's last cell and its end; how many cells the header has.
    BeyondHeader(usize),
    /// A line of a paragraph right after a table; the table.
    AfterTable(Span),
    /// A delimiter row with another number of cells than the header above it.
    Delimiter {
        /// The header.
        header: Span,
        /// How many cells it has.
        columns: usize,
        /// How many cells the delimiter row has.
        cells: usize,
    },
}

/// Finds lost rows in an index whose entries are known.
pub fn find(
    text: &str,
    document: &Document,
    entries: &[Entry],
    from: &str,
    resolver: Resolver<'_>,
) -> Vec<LostRow> {
    let mut lost = Vec::new();
    let names = PageNames { pages: resolver.pages, known: OnceCell::new() };
    let mut map_tables: Seen<usize> = Seen::new();
    for entry in entries {
        map_tables.extend(entry.table());
    }
    // The map table that the current block follows, with HTML and lost rows between at most.
    let mut after: Option<&Table> = None;
    for (at, block) in document.blocks.iter().enumerate() {
        match block {
            Block::Table(table) => {
                lost.extend(beyond_header(text, table, &names));
                after = map_tables.contains(&at).then_some(table);
            }
            Block::Paragraph(paragraph) => {
                let found = match (delimiter(text, paragraph), after) {
                    (Some(mut found), _) => {
                        found.pages = pages_of(paragraph, paragraph.span, from, resolver);
                        vec![found]
                    }
                    (None, Some(table)) => after_table(text, table, paragraph, from, resolver),
                    (None, None) => Vec::new(),
                };
                if found.is_empty() {
                    after = None;
                }
                lost.extend(found);
            }
            Block::Html(_) => {}
            Block::Heading(_) | Block::Item(_) | Block::Other(_) => after = None,
        }
    }
    lost
}

/// The pages by file name; made when the first row needs it.
struct PageNames<'a> {
    pages: &'a [Page],
    known: OnceCell<Lookup<&'a str, Vec<usize>>>,
}

impl PageNames<'_> {
    /// The pages whose file names stand in a text; of names that several pages have, none.
    ///
    /// The parser hands out nothing of what stands beyond a header: only known names can be
    /// looked for, between characters that end a name in a link or in prose.
    fn named_in(&self, text: &str) -> Vec<Range<usize>> {
        const ENDS: &[char] = &['|', '/', '(', ')', '[', ']', '<', '>', '`', '"', '#', '?'];
        let known = self.known.get_or_init(|| {
            let mut known: Lookup<&str, Vec<usize>> = Lookup::new();
            for (number, page) in self.pages.iter().enumerate() {
                known.or_insert_with(file_name(page.inner()), Vec::new).push(number);
            }
            known
        });
        let mut named = Vec::new();
        for word in text.split(|c: char| c.is_whitespace() || ENDS.contains(&c)) {
            if let Some([page]) = known.get(word).map(Vec::as_slice) {
                named.push(*page..*page + 1);
            }
        }
        named
    }
}

fn beyond_header(text: &str, table: &Table, names: &PageNames<'_>) -> Vec<LostRow> {
    let blank = |c: char| c == '|' || c.is_whitespace();
    let mut lost = Vec::new();
    for row in &table.rows {
        let Some(last) = row.cells.iter().map(|cell| cell.span.end).max() else { continue };
        let rest = Span::new(last, row.span.end).of(text);
        let shown = rest.trim_end_matches(blank);
        let start = last + shown.len() - shown.trim_start_matches(blank).len();
        let span = Span::new(start, last + shown.len());
        if !span.is_empty() {
            let how = Loss::BeyondHeader(table.header.len());
            lost.push(LostRow { span, how, pages: names.named_in(span.of(text)) });
        }
    }
    lost
}

/// The lines of a paragraph right after a map table that were meant as its rows.
fn after_table(
    text: &str,
    table: &Table,
    paragraph: &Paragraph,
    from: &str,
    resolver: Resolver<'_>,
) -> Vec<LostRow> {
    let meant = |line: &Span| {
        let content = line.of(text);
        let begin = line.start + content.len() - content.trim_start().len();
        let opens_with_link = links_in(paragraph, *line).first().is_some_and(|link| {
            link.span.start == begin && resolver.resolve(from, &link.destination).in_map()
        });
        // A sentence may begin with a link; a row of several columns has a pipe.
        content.trim_start().starts_with('|')
            || (opens_with_link && (content.contains('|') || table.header.len() == 1))
    };
    let mut lost = Vec::new();
    for line in &paragraph.lines {
        if meant(line) {
            let pages = pages_of(paragraph, *line, from, resolver);
            lost.push(LostRow { span: *line, how: Loss::AfterTable(table.span), pages });
        }
    }
    lost
}

/// A paragraph whose second line is a delimiter row: a table but for its number of cells.
fn delimiter(text: &str, paragraph: &Paragraph) -> Option<LostRow> {
    let (header, second) = (paragraph.lines.first()?, paragraph.lines.get(1)?);
    let row = second.of(text).trim();
    let plain = row.chars().all(|c| matches!(c, '|' | ':' | '-' | ' ' | '\t'));
    if !plain || !row.contains('|') || !row.contains('-') {
        return None;
    }
    let (columns, cells) = (cells(header.of(text)), cells(row));
    let how = Loss::Delimiter { header: *header, columns, cells };
    Some(LostRow { span: *second, how, pages: Vec::new() })
}

/// How many cells a line would have as a row of a table.
fn cells(line: &str) -> usize {
    line.trim().replace("\\|", "").trim_matches('|').split('|').count()
}

fn pages_of(
    paragraph: &Paragraph,
    within: Span,
    from: &str,
    resolver: Resolver<'_>,
) -> Vec<Range<usize>> {
    let mut all = Vec::new();
    for link in links_in(paragraph, within) {
        let pages = resolver.resolve(from, &link.destination).pages();
        if !pages.is_empty() {
            all.push(pages);
        }
    }
    all
}

/// The links of a paragraph that begin within a part of it; they stand in the order of the text.
fn links_in(paragraph: &Paragraph, within: Span) -> &[Link] {
    let links = paragraph.links.as_slice();
    let begin = links.partition_point(|link| link.span.start < within.start);
    let end = links.partition_point(|link| link.span.start < within.end);
    links.get(begin..end).unwrap_or_default()
}
