//! Size advice as one table, largest first.

use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::diagnostic::{Diagnostic, SectionSize, counted, grouped};
use crate::harmless::text;
use crate::order;
use crate::report::{Run, concise};

/// Rows shown unless all are asked for.
const ROWS: usize = 20;

/// Columns that a place or a heading is padded to at most: a longer one moves its own row only.
const WIDEST: usize = 60;

/// Cells of the widest bar.
const BAR: usize = 10;

/// The table with its heading; empty where there is nothing to say.
pub(super) fn table(run: &Run<'_>, findings: &[&Diagnostic], all: bool) -> String {
    let mut rows: Vec<(&Diagnostic, &SectionSize)> = Vec::new();
    for finding in findings {
        if let Some(size) = &finding.size {
            rows.push((finding, size));
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    // A stable sort: equals stay in the order of their places.
    order::sort_by_key(&mut rows, |(_, size)| std::cmp::Reverse(size.bytes));
    let shown = if all { rows.len() } else { rows.len().min(ROWS) };
    let largest = rows.first().map_or(1, |(_, size)| size.bytes);
    let (mut cells, mut widths) = (Vec::<[String; 5]>::new(), [0; 3]);
    for (finding, size) in rows.iter().take(shown) {
        let row = [
            concise::place(run, finding),
            shortened(&size.heading),
            format!("{} B", grouped(size.bytes)),
            bar(size.bytes, run.max_section_bytes, largest),
            divides(size, run.max_section_bytes),
        ];
        for (width, cell) in widths.iter_mut().zip(&row) {
            *width = cell.width().min(WIDEST).max(*width);
        }
        cells.push(row);
    }
    let limit = grouped(run.max_section_bytes);
    let mut out = format!("size: sections over {limit} B, largest first (advice, never drift)\n");
    let [place, heading, bytes] = widths;
    for [at, name, size, bar, note] in &cells {
        let (at, name) = (padded(at, place), padded(name, heading));
        let line = format!("  {at}  {name}  {size:>bytes$}  {bar:BAR$}  {note}");
        out.push_str(line.trim_end());
        out.push('\n');
    }
    if rows.len() > shown {
        out.push_str(&format!("  and {} more; -v shows all\n", grouped(rows.len() - shown)));
    }
    out
}

/// Columns of a heading at most.
const HEADING: usize = 40;

/// A heading made fit to print, cut where it is long.
fn shortened(heading: &str) -> String {
    let heading = text(heading);
    if heading.width() <= HEADING {
        return heading.into_owned();
    }
    let (mut columns, mut fits) = (0, heading.len());
    for (at, c) in heading.char_indices() {
        columns += c.width().unwrap_or_default();
        if columns >= HEADING {
            fits = at;
            break;
        }
    }
    format!("{}…", heading.get(..fits).unwrap_or_default().trim_end())
}

/// A cell filled up with blanks; wide characters take two columns.
fn padded(cell: &str, width: usize) -> String {
    format!("{cell}{}", " ".repeat(width.saturating_sub(cell.width())))
}

/// A bar against the limit: `=` up to the limit, `#` beyond it, scaled to the largest.
pub(super) fn bar(bytes: usize, limit: usize, largest: usize) -> String {
    let scaled = |bytes: usize| (bytes * BAR).div_ceil(largest.max(1)).min(BAR);
    let (whole, inside) = (scaled(bytes), scaled(limit.min(bytes)));
    format!("{}{}", "=".repeat(inside), "#".repeat(whole - inside))
}

fn divides(size: &SectionSize, limit: usize) -> String {
    let largest = format!("largest {} B", grouped(size.largest));
    match (size.chunks, size.addressable) {
        // Undivided; one chunk that is smaller than its section is a single `###`.
        (1, _) if size.largest == size.bytes => "1 chunk".to_owned(),
        (chunks, true) => format!("{}, each fits", counted(chunks, "chunk")),
        (chunks, false) if size.largest > limit => {
            format!("{}, {largest} (`{}`)", counted(chunks, "chunk"), shortened(&size.largest_name))
        }
        (chunks, false) => {
            format!("{}, {largest}; its lead does not fit", counted(chunks, "chunk"))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::report::host::Host;
    use std::path::Path;

    use super::{bar, table};
    use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo, SectionSize};
    use crate::report::Run;
    use crate::source::store::Sources;

    static INFO: RuleInfo = RuleInfo {
        name: "rule",
        level: Level::Warning,
        kind: Kind::Size,
        summary: "",
        why: "",
        mend: "",
    };

    #[test]
    fn a_very_long_heading_widens_its_own_row_only() {
        let finding = |heading: &str| {
            let mut finding = Diagnostic::new(&INFO, "a.md", None, String::new());
            finding.size = Some(Box::new(SectionSize {
                heading: heading.to_owned(),
                bytes: 3000,
                chunks: 1,
                largest_name: heading.to_owned(),
                largest: 3000,
                addressable: false,
            }));
            finding
        };
        let (long, short) = (finding(&"x".repeat(100_000)), finding("y"));
        let run = Run {
            maps: &[],
            sources: &Sources::default(),
            repository: Path::new("/r"),
            current: Path::new("/r"),
            max_section_bytes: 2048,
            fails: None,
            host: &Host::new(|_| None),
            since: None,
            show_skips: false,
        };
        let table = table(&run, &[&long, &short], true);
        assert!(table.lines().last().is_some_and(|row| row.chars().count() < 150), "{table}");
    }

    #[test]
    fn a_bar_shows_the_limit() {
        assert_eq!(bar(4096, 2048, 4096), "=====#####");
        assert_eq!(bar(2049, 2048, 20_480), "=#");
        assert_eq!(bar(2047, 2048, 2047), "==========");
    }
}
