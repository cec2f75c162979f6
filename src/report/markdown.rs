//! A job summary in GitHub's markdown: verdict, findings, the largest sections.
//!
//! Foreign text stands in `<code>` with every punctuation mark as an entity, so that none of
//! it forms a link, a picture, a heading, a mention or a table cell.

use crate::diagnostic::{Diagnostic, Kind, Level, counted, grouped};
use crate::harmless::is_foreign;
use crate::map::page::{Page, Section};
use crate::order;
use crate::report::place::{cut, gravest_first, help, positions, spot};
use crate::report::{Run, Style, sizes, verdict};

/// Bytes of a summary; a runner refuses one of 1 MiB.
const MOST: usize = 1000 * 1024;

/// Bytes kept for what follows the table of findings.
const END: usize = 64 * 1024;

/// Sections shown as bars.
const BARS: usize = 10;

/// Characters shown of a message, a name, a line of help.
const CELL: usize = 400;

/// The whole summary.
pub fn render(run: &Run<'_>, style: &Style) -> String {
    if run.maps.is_empty() {
        return "### featmap: no feature map\n".to_owned();
    }
    let mut out = format!("### featmap: {}\n\n", verdict::state(run));
    let said = verdict::from_root(run);
    for (number, line) in said.lines().enumerate() {
        if number > 0 {
            out.push_str("<br>");
        }
        out.push_str(&code(line));
    }
    out.push('\n');
    out.push_str(&findings(run, style, out.len()));
    if run.since.is_none() {
        out.push_str(&largest(run));
    }
    out
}

/// The table of findings; size advice is left to the bars.
fn findings(run: &Run<'_>, style: &Style, before: usize) -> String {
    let advice = |found: &Diagnostic| found.rule.kind == Kind::Size && found.level < Level::Error;
    let shown = gravest_first(run, &|found| style.shows(found) && !advice(found));
    if shown.is_empty() {
        return String::new();
    }
    let mut out = String::from("\n| Level | Rule | Where | What |\n| --- | --- | --- | --- |\n");
    for (number, finding) in shown.iter().enumerate() {
        let row = row(run, finding);
        if before + out.len() + row.len() > MOST - END {
            let left = counted(shown.len() - number, "more finding");
            out.push_str(&format!("\nand {left}; the log shows them all\n"));
            break;
        }
        out.push_str(&row);
    }
    out
}

fn row(run: &Run<'_>, finding: &Diagnostic) -> String {
    let start = positions(run, &finding.path, finding.span).map(|(start, _)| start);
    let place = code(&spot(&finding.path, start));
    let line = start.map_or(1, |start| start.line);
    let place = match run.host.address(run.repository, &finding.path, line) {
        Some(address) => format!("[{place}]({address})"),
        None => place,
    };
    let mut what = code(&finding.message);
    for line in help(finding) {
        what.push_str("<br>help: ");
        what.push_str(&code(&line));
    }
    let (level, rule, url) = (finding.level, finding.rule.name, finding.rule.url());
    format!("| {level} | [{rule}]({url}) | {place} | {what} |\n")
}

/// The largest sections as bars against the limit.
fn largest(run: &Run<'_>) -> String {
    let mut sections: Vec<(&Page, &Section)> = Vec::new();
    for checked in run.maps {
        sections.append(&mut checked.map.sections());
    }
    // A stable sort: equals stay in the order of their places.
    order::sort_by_key(&mut sections, |(_, section)| std::cmp::Reverse(section.bytes));
    let Some((_, first)) = sections.first() else {
        return String::new();
    };
    let limit = run.max_section_bytes;
    let over = sections.iter().filter(|(_, section)| section.bytes > limit).count();
    let mut out = format!(
        "\n#### Largest sections\n\n{} of {} over {} (advice, never drift)\n\n\
         | Section | Page | Bytes | `=` up to the limit, `#` beyond |\n\
         | --- | --- | ---: | --- |\n",
        grouped(over),
        counted(sections.len(), "section"),
        counted(limit, "byte")
    );
    for (page, section) in sections.iter().take(BARS) {
        let (name, path) = (code(&section.name), code(&page.path));
        let bar = code(&sizes::bar(section.bytes, limit, first.bytes));
        out.push_str(&format!("| {name} | {path} | {} | {bar} |\n", grouped(section.bytes)));
    }
    out
}

/// Foreign text as code that holds nothing but text.
fn code(foreign: &str) -> String {
    let foreign = cut(foreign, CELL);
    let mut out = String::with_capacity(foreign.len() * 2 + 16);
    out.push_str("<code>");
    for c in foreign.chars() {
        if is_foreign(c) {
            for c in c.escape_unicode() {
                push(&mut out, c);
            }
        } else {
            push(&mut out, c);
        }
    }
    out.push_str("</code>");
    out
}

fn push(out: &mut String, c: char) {
    match c {
        // The parser looks for addresses once more after entities are read: a comment keeps
        // what stands around the mark apart.
        '@' => out.push_str("&#64;<!-- -->"),
        c if c.is_ascii_punctuation() => out.push_str(&format!("&#{};", u32::from(c))),
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn foreign_text_is_only_text() {
        assert_eq!(code("a|[b](c)"), "<code>a&#124;&#91;b&#93;&#40;c&#41;</code>");
        assert_eq!(code("a@b.c"), "<code>a&#64;<!-- -->b&#46;c</code>");
        assert_eq!(code("\n##["), "<code>&#92;u&#123;a&#125;&#35;&#35;&#91;</code>");
    }
}
