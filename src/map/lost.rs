//! What was meant as a row or cell of the index and is none (DESIGN.md §5, `lost-row`).

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::map::entry::{Entry, Form};
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
    /// The pages it names.
    pub pages: Vec<usize>,
}

/// The kinds of [`LostRow`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// Text between a row's last cell and its end; how many cells the header has.
    BeyondHeader(usize),
    /// A line of a paragraph right after a table; the table.
    AfterTable(Span),
    /// A delimiter row with another number of cells than the header above it: the header, and
    /// how many cells the delimiter row has.
    Delimiter(Span, usize),
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
    let names = OnceCell::new();
    // The map table that the current block follows, with HTML and lost rows between at most.
    let mut after: Option<&Table> = None;
    for (at, block) in document.blocks.iter().enumerate() {
        match block {
            Block::Table(table) => {
                let file_names = || FileNames::new(resolver.pages);
                lost.extend(beyond_header(text, table, || names.get_or_init(file_names)));
                let of_map =
                    |entry: &Entry| matches!(entry.form, Form::Row { block, .. } if block == at);
                after = entries.iter().any(of_map).then_some(table);
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

fn beyond_header<'a>(
    text: &str,
    table: &Table,
    names: impl Fn() -> &'a FileNames<'a>,
) -> Vec<LostRow> {
    let lost = |row: &crate::markdown::block::Row| {
        let last = row.cells.iter().map(|cell| cell.span.end).max()?;
        let rest = Span::new(last, row.span.end);
        let blank = |c: char| c == '|' || c.is_whitespace();
        let shown = rest.of(text).trim_matches(blank);
        if shown.is_empty() {
            return None;
        }
        let start = rest.start + rest.of(text).find(shown)?;
        Some(LostRow {
            span: Span::new(start, start + shown.len()),
            how: Loss::BeyondHeader(table.header.len()),
            // The parser hands out nothing of this text: only known names can be looked for.
            pages: names().named_in(shown),
        })
    };
    table.rows.iter().filter_map(lost).collect()
}

/// The pages by their file names.
struct FileNames<'a> {
    pages: BTreeMap<&'a str, Vec<usize>>,
    /// Bytes of the longest name.
    longest: usize,
}

/// Names looked for in the text of one row: a row is meant to name one page.
const NAMES_IN_A_ROW: usize = 4;

impl<'a> FileNames<'a> {
    fn new(pages: &'a [Page]) -> Self {
        let mut names: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, page) in pages.iter().enumerate() {
            names.entry(file_name(&page.inner)).or_default().push(at);
        }
        let longest = names.keys().map(|name| name.len()).max().unwrap_or_default();
        Self { pages: names, longest }
    }

    /// The pages whose file name stands in a text. Each name ends in an extension, so only what
    /// ends in one is looked up: looking for every name in every row would cost rows times pages.
    fn named_in(&self, text: &str) -> Vec<usize> {
        let lower = text.to_ascii_lowercase();
        let ends = lower.match_indices(".m").filter_map(|(at, _)| {
            let rest = lower.get(at..)?;
            let extension = [".markdown", ".md"].iter().find(|end| rest.starts_with(**end))?;
            Some(at + extension.len())
        });
        let mut found = BTreeSet::new();
        for end in ends.take(NAMES_IN_A_ROW) {
            for start in end.saturating_sub(self.longest)..end {
                let name = text.get(start..end).and_then(|name| self.pages.get(name));
                found.extend(name.into_iter().flatten());
            }
        }
        found.into_iter().collect()
    }
}

/// The lines of a paragraph right after a map table that were meant as its rows.
fn after_table(
    text: &str,
    table: &Table,
    paragraph: &Paragraph,
    from: &str,
    resolver: Resolver<'_>,
) -> Vec<LostRow> {
    let meant = |line: &&Span| {
        let content = line.of(text);
        let begin = line.start + content.len() - content.trim_start().len();
        let opens_with_link = links_in(paragraph, **line).iter().any(|link| {
            link.span.start == begin && resolver.resolve(from, &link.destination).in_map()
        });
        // A sentence may begin with a link; a row of several columns has a pipe.
        content.trim_start().starts_with('|')
            || (opens_with_link && (content.contains('|') || table.header.len() == 1))
    };
    let lost = |line: &Span| LostRow {
        span: *line,
        how: Loss::AfterTable(table.span),
        pages: pages_of(paragraph, *line, from, resolver),
    };
    paragraph.lines.iter().filter(meant).map(lost).collect()
}

/// A paragraph whose second line is a delimiter row: a table but for its number of cells.
fn delimiter(text: &str, paragraph: &Paragraph) -> Option<LostRow> {
    let (header, second) = (paragraph.lines.first()?, paragraph.lines.get(1)?);
    let row = second.of(text).trim();
    let plain = row.chars().all(|c| matches!(c, '|' | ':' | '-' | ' ' | '\t'));
    if !plain || !row.contains('|') || !row.contains('-') {
        return None;
    }
    let cells = row.trim_matches('|').split('|').count();
    Some(LostRow { span: *second, how: Loss::Delimiter(*header, cells), pages: Vec::new() })
}

fn pages_of(paragraph: &Paragraph, within: Span, from: &str, resolver: Resolver<'_>) -> Vec<usize> {
    let links = links_in(paragraph, within).iter();
    links.flat_map(|link| resolver.resolve(from, &link.destination).pages()).collect()
}

/// The links that begin inside a span; a paragraph may have as many lines as links, so they are
/// not all looked at for each line.
fn links_in(paragraph: &Paragraph, within: Span) -> &[Link] {
    let before = |offset: usize| paragraph.links.partition_point(|link| link.span.start < offset);
    paragraph.links.get(before(within.start)..before(within.end)).unwrap_or_default()
}
