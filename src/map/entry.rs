//! The entries of an index: the places that list pages (DESIGN.md §4.3).

use std::mem::take;

use crate::map::link::{Destination, Resolver, Target};
use crate::markdown::block::{Block, Document, Link, Table};
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
    let mut found = Vec::with_capacity(links.len());
    for link in links {
        found.push(EntryLink {
            fragment: Destination::new(&link.destination).fragment.map(str::to_owned),
            target: resolver.resolve(from, &link.destination),
            link,
        });
    }
    found
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
    let mut rows: Vec<Vec<Vec<EntryLink>>> = Vec::with_capacity(table.rows.len());
    for row in &mut table.rows {
        let mut cells = Vec::with_capacity(row.cells.len());
        for cell in &mut row.cells {
            cells.push(resolved(take(&mut cell.links), from, resolver));
        }
        rows.push(cells);
    }
    let Some(column) = link_column(&rows) else {
        return Vec::new();
    };
    let mut entries = Vec::with_capacity(rows.len());
    for (row, cells) in table.rows.iter().zip(rows) {
        let link_cell = row.cells.get(column).map_or(row.span, |cell| cell.span);
        let (mut links, mut of_column) = (Vec::new(), 0..0);
        for (at, mut cell) in cells.into_iter().enumerate() {
            if at == column {
                of_column = links.len()..links.len() + cell.len();
            }
            links.append(&mut cell);
        }
        links.shrink_to_fit();
        let in_map = |link: &EntryLink| link.target.in_map();
        let own = links.get(of_column.clone()).unwrap_or_default();
        let page_link = match own.iter().position(in_map) {
            Some(at) => Some(of_column.start + at),
            None => links.iter().position(in_map).or(of_column.clone().next()),
        };
        let link_cell_has_link = !of_column.is_empty();
        let form = Form::Row { block, page_link, link_cell, link_cell_has_link };
        entries.push(Entry { span: row.span, form, links });
    }
    entries
}

/// The column that holds most of the links into the map; none where the table is not the map's.
fn link_column(rows: &[Vec<Vec<EntryLink>>]) -> Option<usize> {
    let mut counts: Vec<usize> = Vec::new();
    for row in rows {
        for (column, links) in row.iter().enumerate() {
            let links = links.iter().filter(|link| link.target.in_map()).count();
            match counts.get_mut(column) {
                Some(count) => *count += links,
                None => counts.push(links),
            }
        }
    }
    let mut best = None;
    for (column, links) in counts.into_iter().enumerate() {
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
