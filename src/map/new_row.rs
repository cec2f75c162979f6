//! What an entry for a page would look like in an index, in the index's own form.

use crate::discover::name::is_markdown;
use crate::harmless::is_hidden;
use crate::lookup::{Lookup, Seen};
use crate::map::entry::{Entry, EntryLink, Form, trigger_column};
use crate::map::layout::{file_name, parent};
use crate::map::link::Target;
use crate::map::page::Page;
use crate::map::{FeatureMap, Index};
use crate::markdown::block::{Block, Heading, Table};
use crate::markdown::hidden::without_misleading;
use crate::source::span::Span;

/// An entry that could be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRow {
    /// The text to insert, line ends included.
    pub text: String,
    /// Where to insert it, a byte of the index's text.
    pub at: usize,
    /// The entry that it would follow.
    pub after: Span,
    /// What it is: `row`, `list item`, `heading`.
    pub noun: &'static str,
}

/// What new entries of one index have in common, found once for all of them.
#[derive(Debug)]
pub struct NewRows<'a> {
    index: &'a Index,
    line_end: &'static str,
    /// For each folder, the last entry that leads into it.
    neighbours: Lookup<&'a str, &'a Entry>,
    headings: Lookup<usize, Standing>,
    item_ends: Lookup<usize, usize>,
}

impl<'a> NewRows<'a> {
    /// Looks at an index.
    pub fn new(map: &'a FeatureMap, index: &'a Index) -> Self {
        let text = index.source.text.as_str();
        Self {
            index,
            line_end: line_end_of(text),
            neighbours: neighbours(map, index),
            headings: headings(&index.document.blocks),
            item_ends: item_ends(text, &index.document.blocks),
        }
    }

    /// Where a block begins that is open to the end of the index: what stands below is in it.
    fn unclosed(&self) -> Option<usize> {
        let unclosed = self.index.page.content.as_ref()?.unclosed?;
        let before = self.index.source.text.as_str().get(..unclosed.first_line.start)?;
        Some(before.rfind(['\n', '\r']).map_or(0, |end| end + 1))
    }

    /// The entry that would list a page; none where the index has no entry to go by, and for
    /// a page whose name no link can hold.
    pub fn for_page(&self, page: &Page) -> Option<NewRow> {
        if page.inner().contains('\u{fffd}') {
            return None;
        }
        let folder = parent(page.inner());
        let neighbour = self.neighbours.get(folder).copied().or(self.index.entries.last())?;
        let (text, line_end) = (self.index.source.text.as_str(), self.line_end);
        let title = page.content.as_ref().and_then(|content| content.title.as_ref());
        let title = title.map_or_else(|| file_name(page.inner()), |title| title.name.as_str());
        let link = |label: &str| format!("[{}]({})", escaped(label), encoded(page.inner()));
        let prefix = prefix(text, neighbour.span);
        let (new, at, noun) = match &neighbour.form {
            Form::Row { block, link_cell, .. } => {
                let Some(Block::Table(table)) = self.index.document.blocks.get(*block) else {
                    return None;
                };
                let row = row(text, table, neighbour, *link_cell, title, page, &link)?;
                let (at, before, after) = below(text, neighbour.span.end, line_end);
                (format!("{before}{prefix}{row}{after}"), at, "row")
            }
            Form::Item => {
                let marker = marker(text, neighbour.span);
                let end = self.item_ends.get(&neighbour.span.start).copied();
                let (at, before, after) = below(text, end.unwrap_or(neighbour.span.end), line_end);
                (format!("{before}{prefix}{marker} {}{after}", link(title)), at, "list item")
            }
            Form::Heading => {
                let standing = self.headings.get(&neighbour.span.start)?;
                let hashes = "#".repeat(usize::from(standing.level.max(2)));
                let end = standing.end.or_else(|| self.unclosed());
                let at = end.unwrap_or(text.len());
                let before = if end.is_some() { "" } else { line_end };
                (format!("{before}{hashes} {}{line_end}{line_end}", link(title)), at, "heading")
            }
        };
        let shown = neighbour.span.of(text).trim_end().len();
        let after = Span::new(neighbour.span.start, neighbour.span.start + shown);
        Some(NewRow { text: new, at, after, noun })
    }
}

/// For each folder, the last entry that leads into it, also by a link that is broken.
fn neighbours<'a>(map: &'a FeatureMap, index: &'a Index) -> Lookup<&'a str, &'a Entry> {
    let mut neighbours = Lookup::new();
    // A folder that many entries link is walked through once, for the last of them.
    let mut walked = Seen::new();
    for entry in index.entries.iter().rev() {
        for link in &entry.links {
            if let Target::Missing(inner) | Target::Unknown(inner, _) = &link.target {
                neighbours.or_insert_with(parent(inner), || entry);
            }
            let pages = link.target.pages();
            if pages.is_empty() || !walked.insert((pages.start, pages.end)) {
                continue;
            }
            for page in map.pages.get(pages).unwrap_or_default() {
                neighbours.or_insert_with(parent(page.inner()), || entry);
            }
        }
    }
    neighbours
}

/// The line end that a text uses.
fn line_end_of(text: &str) -> &'static str {
    match (text.contains("\r\n"), text.contains('\n'), text.contains('\r')) {
        (true, ..) => "\r\n",
        (false, false, true) => "\r",
        _ => "\n",
    }
}

/// Where a line goes that follows the one with the offset `end`, and what it needs before and
/// after it: the last line of a text may have no line end.
fn below<'a>(text: &str, end: usize, line_end: &'a str) -> (usize, &'a str, &'a str) {
    let rest = text.get(end..).unwrap_or_default();
    match rest.find(['\n', '\r']) {
        Some(at) => {
            let whole = rest.get(at..).is_some_and(|rest| rest.starts_with("\r\n"));
            (end + at + if whole { 2 } else { 1 }, "", line_end)
        }
        None => (text.len(), line_end, ""),
    }
}

/// Where each list item ends with the lists in it, which stay below it, by where it begins.
fn item_ends(text: &str, blocks: &[Block]) -> Lookup<usize, usize> {
    let mut ends = Lookup::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    for block in blocks {
        let Block::Item(item) = block else {
            open.clear();
            continue;
        };
        let start = item.span.start;
        let before = text.get(..start).and_then(|before| before.rfind(['\n', '\r']));
        let own = start - before.map_or(0, |end| end + 1);
        open.retain(|(column, _)| *column < own);
        open.push((own, start));
        for (_, start) in &open {
            ends.insert(*start, item.span.end);
        }
    }
    ends
}

/// A heading among the others of an index.
#[derive(Debug)]
struct Standing {
    level: u8,
    /// Where the text under it ends: at the next heading that is not below it. The last ones
    /// have no end.
    end: Option<usize>,
}

/// How each heading stands, by where it begins.
fn headings(blocks: &[Block]) -> Lookup<usize, Standing> {
    let mut standings = Lookup::new();
    let mut open: Vec<&Heading> = Vec::new();
    for block in blocks {
        let Block::Heading(next) = block else { continue };
        while let Some(last) = open.pop_if(|last| last.level >= next.level) {
            let end = Some(next.span.start);
            standings.insert(last.span.start, Standing { level: last.level, end });
        }
        open.push(next);
    }
    for last in open {
        standings.insert(last.span.start, Standing { level: last.level, end: None });
    }
    standings
}

/// A table row in the column order of its table.
fn row(
    text: &str,
    table: &Table,
    neighbour: &Entry,
    link_cell: Span,
    title: &str,
    page: &Page,
    link: &dyn Fn(&str) -> String,
) -> Option<String> {
    let number = table.rows.partition_point(|row| row.span.start < neighbour.span.start);
    let cells = &table.rows.get(number)?.cells;
    let link_column = cells.iter().position(|cell| cell.span == link_cell)?;
    let in_cell = |found: &&EntryLink| link_cell.holds(found.link.span.start);
    let label = neighbour.links.iter().find(in_cell).map_or("", |found| label_of(text, found));
    // Some indexes label a link with its file's name, and give the title a column of its own.
    let by_name = is_markdown(label);
    let label = match (by_name, label.contains('/')) {
        (true, true) => page.inner(),
        (true, false) => file_name(page.inner()),
        (false, _) => title,
    };
    let trigger_column = trigger_column(table);
    let status = page.content.as_ref().and_then(|content| content.status.as_ref());
    let trigger = status.and_then(|status| status.trigger.as_deref()).unwrap_or_default();
    // The first column beside those of link and trigger is that of the title, if any is.
    let (mut row, mut title) = ("|".to_owned(), Some(title));
    for (column, name) in table.header.iter().enumerate() {
        row.push(' ');
        if column == link_column {
            row.push_str(&link(label));
        } else if Some(column) == trigger_column {
            row.push_str(&escaped(trigger));
        } else if let Some(title) = title.take() {
            let name = name.to_lowercase();
            if by_name || ["feature", "title", "name"].contains(&name.as_str()) {
                row.push_str(&escaped(title));
            }
        }
        row.push_str(" |");
    }
    Some(row)
}

fn label_of<'a>(text: &'a str, found: &EntryLink) -> &'a str {
    let label = Span::new(found.link.span.start + 1, found.link.label_end).of(text);
    label.trim_matches(['`', '*', '_', ' '])
}

/// What a further line beside an entry begins with: its indentation and quote markers, and
/// blanks in place of the markers of the lists it stands in.
fn prefix(text: &str, entry: Span) -> String {
    let before = text.get(..entry.start).unwrap_or_default();
    let before = before.rsplit_once(['\n', '\r']).map_or(before, |(_, line)| line);
    let mut prefix = String::with_capacity(before.len());
    for c in before.chars() {
        match c {
            '\u{feff}' => {}
            '>' | '\t' => prefix.push(c),
            _ => prefix.push(' '),
        }
    }
    let own = entry.of(text);
    let indent = own.len() - own.trim_start_matches([' ', '\t']).len();
    prefix.push_str(own.get(..indent).unwrap_or_default());
    prefix
}

/// A list item's marker; an ordered one counts on.
fn marker(text: &str, item: Span) -> String {
    let own = item.of(text).trim_start_matches([' ', '\t']);
    let digits = own.len() - own.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (digits, rest) = own.split_at(digits);
    match digits.parse::<u32>() {
        Ok(number) => {
            let dot = rest.chars().next().unwrap_or('.');
            format!("{}{dot}", number.saturating_add(1))
        }
        Err(_) => own.chars().next().map_or_else(|| "-".to_owned(), String::from),
    }
}

/// Text as a link's label or a cell: what markdown would take for its own is escaped, and
/// hidden characters without a purpose stay out.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in without_misleading(text).chars() {
        if matches!(c, '[' | ']' | '|' | '\\' | '<' | '`') {
            out.push('\\');
        }
        out.push(if c.is_control() { ' ' } else { c });
    }
    out
}

/// A path as a destination: what would end or change it, or could begin an entity, is
/// percent-encoded; so is what a reader would not see.
pub fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        let plain = (!c.is_ascii() && !is_hidden(c))
            || c.is_ascii_alphanumeric()
            || "-._~/!$'*+,;=@".contains(c);
        if plain {
            out.push(c);
        } else {
            let mut bytes = [0; 4];
            let bytes = c.encode_utf8(&mut bytes).bytes();
            out.extend(bytes.map(|byte| format!("%{byte:02X}")));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{encoded, escaped};

    #[test]
    fn destinations_and_labels_survive_markdown() {
        assert_eq!(encoded("a b/(c)#1?.md"), "a%20b/%28c%29%231%3F.md");
        assert_eq!(encoded("機能.md"), "機能.md");
        assert_eq!(encoded("R&copy;.md"), "R%26copy;.md", "no entity");
        assert_eq!(encoded("a\u{202e}b.md"), "a%E2%80%AEb.md");
        assert_eq!(escaped("a\u{202e}b \u{1f6e0}\u{fe0f}"), "ab \u{1f6e0}\u{fe0f}");
        assert_eq!(escaped("a|b [c] `d`"), "a\\|b \\[c\\] \\`d\\`");
    }
}
