//! Size advice as one table, largest first.

use crate::diagnostic::{Diagnostic, SectionSize, grouped};
use crate::harmless::text;
use crate::report::{Run, concise};

/// Rows shown unless all are asked for.
const ROWS: usize = 20;

/// Characters kept of a heading: the table is for the eye, and a column as wide as a hostile
/// heading is more than the formatter can pad to.
const HEADING: usize = 120;

/// Columns that a cell is padded to at most.
const WIDEST: usize = 1000;

/// Cells of the widest bar.
const BAR: usize = 10;

/// The table with its heading; empty where there is nothing to say.
pub(super) fn table(run: &Run<'_>, findings: &[&Diagnostic], all: bool) -> String {
    let mut rows: Vec<(&Diagnostic, &SectionSize)> =
        findings.iter().filter_map(|finding| Some((*finding, finding.size.as_ref()?))).collect();
    if rows.is_empty() {
        return String::new();
    }
    // A stable sort: equals stay in the order of their places.
    rows.sort_by_key(|(_, size)| std::cmp::Reverse(size.bytes));
    let shown = if all { rows.len() } else { rows.len().min(ROWS) };
    let largest = rows.first().map_or(1, |(_, size)| size.bytes);
    let cells: Vec<[String; 5]> = rows
        .iter()
        .take(shown)
        .map(|(finding, size)| {
            [
                concise::place(run, finding),
                shortened(&text(&size.heading)),
                format!("{} B", grouped(size.bytes)),
                bar(size.bytes, run.max_section_bytes, largest),
                divides(size, run.max_section_bytes),
            ]
        })
        .collect();
    let limit = grouped(run.max_section_bytes);
    let mut out = format!("size: sections over {limit} B, largest first (advice, never drift)\n");
    let width = |column: usize| {
        let cells = cells.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or_default().min(WIDEST)
    };
    let (place, heading, bytes) = (width(0), width(1), width(2));
    for [at, name, size, bar, note] in &cells {
        let line = format!("  {at:place$}  {name:heading$}  {size:>bytes$}  {bar:BAR$}  {note}");
        out.push_str(line.trim_end());
        out.push('\n');
    }
    if rows.len() > shown {
        out.push_str(&format!("  and {} more; -v shows all\n", grouped(rows.len() - shown)));
    }
    out
}

/// A heading that is not too long for a table.
fn shortened(heading: &str) -> String {
    match heading.char_indices().nth(HEADING) {
        Some((end, _)) => format!("{}…", heading.get(..end).unwrap_or_default()),
        None => heading.to_owned(),
    }
}

/// A bar against the limit: `=` up to the limit, `#` beyond it, scaled to the largest.
fn bar(bytes: usize, limit: usize, largest: usize) -> String {
    let scaled = |bytes: usize| (bytes * BAR).div_ceil(largest.max(1)).min(BAR);
    let (whole, inside) = (scaled(bytes), scaled(limit.min(bytes)));
    format!("{}{}", "=".repeat(inside), "#".repeat(whole - inside))
}

fn divides(size: &SectionSize, limit: usize) -> String {
    let largest = format!("largest {} B", grouped(size.largest));
    match (size.chunks, size.addressable) {
        (1, _) => "1 chunk".to_owned(),
        (chunks, true) => format!("{chunks} chunks, each fits"),
        (chunks, false) if size.largest > limit => {
            format!("{chunks} chunks, {largest} (`{}`)", shortened(&text(&size.largest_name)))
        }
        (chunks, false) => format!("{chunks} chunks, {largest}; its lead does not fit"),
    }
}

#[cfg(test)]
mod tests {
    use super::bar;

    #[test]
    fn a_bar_shows_the_limit() {
        assert_eq!(bar(4096, 2048, 4096), "=====#####");
        assert_eq!(bar(2049, 2048, 20_480), "=#");
        assert_eq!(bar(2047, 2048, 2047), "==========");
    }
}
