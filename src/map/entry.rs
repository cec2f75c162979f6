//! The entries of an index: the places that list pages (DESIGN.md §4.3).

use std::mem::take;

use crate::map::link::{Destination, Resolver, Target};
use crate::markdown::block::{Block, Cell, Document, Link, Row, Table};
use crate::source::span::Span;

/// A place in an index that lists pages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// A row, a list item's own text, or a heading.
    pub span: Span,
    /// Which of them.
    pub form: Form,
    /// Its links, in document order.
    pub links: Vec<EntryLink>,
}

/// The forms of an [`Entry`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Form {
    /// A body row of a map table.
    Row {
        /// The table's place among the document's blocks.
        block: usize,
        /// The link that the row's page is taken from, by its place in `links`.
        page_link: Option<usize>,
        /// The cell in the table's link column.
        link_cell: Span,
        /// Whether that cell holds any link.
        link_cell_has_link: bool,
    },
    /// A list item.
    Item,
    /// A heading.
    Heading,
}

/// A link in an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryLink {
    /// The link as it stands.
    pub link: Link,
    /// What comes after `#`.
    pub fragment: Option<String>,
    /// Where it leads.
    pub target: Target,
}

impl Entry {
    /// The table that a row belongs to, by its place among the document's blocks.
    pub fn table(&self) -> Option<usize> {
        match self.form {
            Form::Row { block, .. } => Some(block),
            Form::Item | Form::Heading => None,
        }
    }

    /// The link that a row's page is taken from.
    pub fn page_link(&self) -> Option<&EntryLink> {
        match &self.form {
            Form::Row { page_link, .. } => self.links.get((*page_link)?),
            Form::Item | Form::Heading => None,
        }
    }
}

/// Reads the entries of a document, whose links of tables, items and headings move into them.
///
/// Takes the path of its file from the repository root, which its links are relative to.
pub fn read(document: &mut Document, from: &str, resolver: Resolver<'_>) -> Vec<Entry> {
    let mut entries = Vec::new();
    for (at, block) in document.blocks.iter_mut().enumerate() {
        match block {
            Block::Table(table) => entries.extend(rows(table, at, from, resolver)),
            Block::Item(item) => {
                entries.extend(simple(
                    item.span,
                    Form::Item,
                    take(&mut item.links),
                    from,
                    resolver,
                ));
            }
            Block::Heading(heading) => {
                let links = take(&mut heading.links);
                entries.extend(simple(heading.span, Form::Heading, links, from, resolver));
            }
            Block::Paragraph(_) | Block::Html(_) | Block::Other(_) => {}
        }
    }
    entries
}

fn resolved(links: Vec<Link>, from: &str, resolver: Resolver<'_>) -> Vec<EntryLink> {
    let resolve = |link: Link| EntryLink {
        fragment: Destination::new(&link.destination).fragment.map(str::to_owned),
        target: resolver.resolve(from, &link.destination),
        link,
    };
    links.into_iter().map(resolve).collect()
}

/// A list item or heading, if a link of it leads into the map.
fn simple(
    span: Span,
    form: Form,
    links: Vec<Link>,
    from: &str,
    resolver: Resolver<'_>,
) -> Option<Entry> {
    let links = resolved(links, from, resolver);
    links.iter().any(|link| link.target.in_map()).then_some(Entry { span, form, links })
}

/// The body rows of a table, if it is a map table.
fn rows(table: &mut Table, block: usize, from: &str, resolver: Resolver<'_>) -> Vec<Entry> {
    let mut cell = |cell: &mut Cell| resolved(take(&mut cell.links), from, resolver);
    let rows = table.rows.iter_mut().map(|row| row.cells.iter_mut().map(&mut cell).collect());
    let rows: Vec<Vec<Vec<EntryLink>>> = rows.collect();
    let Some(column) = link_column(&rows) else {
        return Vec::new();
    };
    let entry = |(row, cells): (&Row, Vec<Vec<EntryLink>>)| {
        let link_cell = row.cells.get(column).map_or(row.span, |cell| cell.span);
        let before: usize = cells.iter().take(column).map(Vec::len).sum();
        let in_column = cells.get(column).map_or(0, Vec::len);
        let mut links: Vec<EntryLink> = cells.into_iter().flatten().collect();
        links.shrink_to_fit();
        let of_column = before..before + in_column;
        let in_map = |at: &usize| links.get(*at).is_some_and(|link| link.target.in_map());
        let page_link = of_column
            .clone()
            .find(|at| in_map(at))
            .or_else(|| (0..links.len()).find(|at| in_map(at)))
            .or_else(|| of_column.clone().next());
        let form = Form::Row { block, page_link, link_cell, link_cell_has_link: in_column > 0 };
        Entry { span: row.span, form, links }
    };
    table.rows.iter().zip(rows).map(entry).collect()
}

/// The column that holds most of the links into the map; none where the table is not the map's.
fn link_column(rows: &[Vec<Vec<EntryLink>>]) -> Option<usize> {
    let columns = rows.iter().map(Vec::len).max()?;
    let links_of = |column: usize| {
        let cells = rows.iter().filter_map(move |row| row.get(column));
        cells.flatten().filter(|link| link.target.in_map()).count()
    };
    let mut best = None;
    for column in 0..columns {
        let links = links_of(column);
        if links > best.map_or(0, |(_, most)| most) {
            best = Some((column, links));
        }
    }
    best.map(|(column, _)| column)
}

/// The column of a map table that says when to read a page, by its header.
pub fn trigger_column(table: &Table) -> Option<usize> {
    table.header.iter().position(|name| {
        let name = name.to_lowercase();
        ["read when", "when to read", "trigger"].iter().any(|wanted| name.contains(wanted))
    })
}
