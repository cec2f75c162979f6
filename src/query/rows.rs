//! The index rows that match a topic: feature, trigger and page, a line each.

use std::cmp::Reverse;

use crate::map::Index;
use crate::map::entry::{Entry, Form, trigger_column};
use crate::map::link::Target;
use crate::markdown::block::{Block, Row, Table};
use crate::order;
use crate::query::library::{Library, PageId};
use crate::query::text::own;
use crate::query::words::folded;

/// The most rows of an answer.
const MOST: usize = 3;

/// The rows with most of the words first, at most three.
///
/// Takes the pages that the answer shows: a row of one of them need not say its page.
pub(super) fn matching(library: Library<'_>, words: &[String], shown: &[PageId]) -> Vec<String> {
    let mut found: Vec<(usize, String)> = Vec::new();
    for (number, map) in library.maps.iter().enumerate() {
        let Some(index) = map.index() else { continue };
        for entry in &index.entries {
            let mut said = said(index, entry);
            let text = folded(&said);
            let held = words.iter().filter(|word| text.contains(*word)).count();
            if held == 0 {
                continue;
            }
            let page = page_of(entry).map(|page| PageId { map: number, page });
            let page = page.filter(|page| !shown.contains(page));
            if let Some(page) = page.and_then(|page| library.page(page))
                && !said.contains(page.inner())
            {
                said.push_str(&format!(" ({})", page.inner()));
            }
            found.push((held, format!("- {}", own(&said))));
        }
    }
    // A stable sort: equals stay in the order of the index.
    order::sort_by_key(&mut found, |(held, _)| Reverse(*held));
    let mut lines = Vec::new();
    for (_, line) in found.into_iter().take(MOST) {
        lines.push(line);
    }
    lines
}

/// The page of an entry: that of a row, else the first that it links.
fn page_of(entry: &Entry) -> Option<usize> {
    for link in entry.page_link().into_iter().chain(&entry.links) {
        if let Target::Page(page) = link.target {
            return Some(page);
        }
    }
    None
}

/// What an entry says: a row's feature and trigger, an item's or heading's own text.
fn said(index: &Index, entry: &Entry) -> String {
    let text = index.source.text.as_str();
    let Form::Row { block, .. } = entry.form else {
        let own = one_line(entry.span.of(text));
        return own.trim_start_matches(['-', '*', '+', '#', ' ']).to_owned();
    };
    let Some(Block::Table(table)) = index.document.blocks.get(block) else {
        return String::new();
    };
    let place = table.rows.binary_search_by_key(&entry.span.start, |row| row.span.start);
    let Some(row) = place.ok().and_then(|at| table.rows.get(at)) else {
        return String::new();
    };
    let cell = |at: usize| row.cells.get(at).map(|cell| one_line(cell.span.of(text)));
    let trigger = trigger_column(table);
    let feature = feature_column(table, row, text, trigger).and_then(cell).unwrap_or_default();
    match trigger.and_then(cell).filter(|trigger| !trigger.is_empty()) {
        Some(trigger) => format!("{feature}: {trigger}"),
        None => feature,
    }
}

/// The column that names the feature: the first with a text, the trigger's apart.
fn feature_column(table: &Table, row: &Row, text: &str, trigger: Option<usize>) -> Option<usize> {
    for (at, cell) in row.cells.iter().take(table.header.len()).enumerate() {
        if Some(at) != trigger && !cell.span.of(text).trim().is_empty() {
            return Some(at);
        }
    }
    None
}

fn one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}
