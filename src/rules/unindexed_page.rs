//! `unindexed-page`: no entry lists the page.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::map::Index;
use crate::map::meant::{Broken, broken};
use crate::map::new_row::for_page;
use crate::map::page::Page;
use crate::rule::{Context, Findings, Rule};
use crate::source::span::Span;

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "unindexed-page",
    level: Level::Error,
    kind: Kind::Drift,
    summary: "no entry of the index lists the page",
    why: "A page that the index does not list is not found by those who read the index first. An \
          entry may link the page itself, a folder above it, or a sub-index (`README.md`, \
          `index.md` or `_index.md` in a sub-folder) that lists it. Names that start with `_` and \
          templates need no entry (`unlisted` in `featmap.toml`).",
    mend: "Paste the row that the help shows and fill in what it leaves empty. Where the page is no \
           page of the map, name it under `exclude` in `featmap.toml`; where it is not to be \
           announced yet, start its name with `_` or add an `[[ignore]]` with the reason.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let map = context.map;
    let Some(index) = map.index().filter(|index| !index.entries.is_empty()) else {
        return;
    };
    let broken = broken(map);
    let meant: BTreeMap<&str, &Broken<'_>> = broken
        .iter()
        .filter_map(|link| Some((link.meant.as_ref()?.inner.as_str(), link)))
        .collect();
    for (number, page) in map.pages.iter().enumerate() {
        let Some(content) = page.content.as_ref().filter(|content| !content.is_utf16()) else {
            continue;
        };
        let listed = map.listed.get(number).copied().unwrap_or_default();
        if listed || context.unlisted.names_file(&page.inner) {
            continue;
        }
        let span = content.title.as_ref().map_or(Span::new(0, 0), |title| title.span);
        let message = format!("no entry of the index lists `{}`", page.path);
        let finding = Diagnostic::new(&INFO, &page.path, Some(span), message)
            .about("page")
            .label(format!("not in {}", index.page.path));
        findings.add(match meant.get(page.inner.as_str()) {
            Some(link) => finding
                .related(
                    link.path,
                    link.found.link.target_span(),
                    "this link was probably meant for it",
                )
                .help("correct that link, or add an entry"),
            None => with_row(context, index, number, page, finding),
        });
    }
}

fn with_row(
    context: &Context<'_>,
    index: &Index,
    number: usize,
    page: &Page,
    mut finding: Diagnostic,
) -> Diagnostic {
    let path = &index.page.path;
    if let Some(lost) = index.lost.iter().find(|lost| lost.pages.contains(&number)) {
        return finding
            .related(path, lost.span, "this was meant to list it, and is no row")
            .help("see the `lost-row` finding of that line");
    }
    match for_page(context.map, index, page) {
        Some(row) => {
            finding =
                finding.related(path, row.after, format!("the {} could follow this one", row.noun));
            let message = format!("add this {} to `{path}`", row.noun);
            finding.fix(message, path, Span::new(row.at, row.at), row.text)
        }
        None => finding.help("its name is not UTF-8, and no link can hold it: rename the file"),
    }
}
