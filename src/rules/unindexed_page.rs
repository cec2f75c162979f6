//! `unindexed-page`: no entry lists the page.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::lookup::{Lookup, Seen};
use crate::map::Index;
use crate::map::lost::LostRow;
use crate::map::meant::{Broken, broken};
use crate::map::new_row::{NewRow, NewRows};
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
    let Some(index) = map.judged_index().filter(|index| !index.entries.is_empty()) else {
        return findings.did_not_run(&INFO);
    };
    let (rows, lost) = (NewRows::new(map, index), lost_rows(map.pages.len(), index));
    let broken = broken(map, context.unlisted);
    let mut suspects: Lookup<&str, &Broken<'_>> = Lookup::new();
    for link in broken.iter().rev() {
        if let Some(page) = Broken::meant_page(link) {
            suspects.insert(page, link);
        }
    }
    for (number, page) in map.pages.iter().enumerate() {
        let Some(content) = page.content.as_ref().filter(|content| !content.is_utf16()) else {
            continue;
        };
        let listed = map.listed.get(number).copied().unwrap_or_default();
        if listed || context.unlisted.names_file(page.inner()) {
            continue;
        }
        let begin = content.first_line.start;
        let span = content.title.as_ref().map_or(Span::new(begin, begin), |title| title.span);
        let message = format!("no entry of the index lists `{}`", page.path);
        let finding = Diagnostic::new(&INFO, &page.path, Some(span), message)
            .about("page")
            .label(format!("not in {}", index.page.path));
        let lost = lost.get(number).copied().flatten();
        let suspect = suspects.get(page.inner()).copied();
        findings.add(with_row(index, lost, suspect, rows.for_page(page), finding));
    }
}

/// For each page, the first lost row that names it.
fn lost_rows(pages: usize, index: &Index) -> Vec<Option<&LostRow>> {
    let mut found = vec![None; pages];
    // A folder that many lost rows link is walked through once.
    let mut walked = Seen::new();
    for lost in &index.lost {
        for range in &lost.pages {
            if walked.insert((range.start, range.end)) {
                for page in found.get_mut(range.clone()).unwrap_or_default() {
                    *page = page.or(Some(lost));
                }
            }
        }
    }
    found
}

fn with_row(
    index: &Index,
    lost: Option<&LostRow>,
    suspect: Option<&Broken<'_>>,
    row: Option<NewRow>,
    finding: Diagnostic,
) -> Diagnostic {
    let path = &index.page.path;
    if let Some(lost) = lost {
        return finding
            .related(path, lost.span, "what should list it is lost here")
            .help("see the `lost-row` finding of that line");
    }
    let Some(row) = row else {
        return finding.help("its name is not UTF-8, and no link can hold it: rename the file");
    };
    let (finding, message) = match suspect {
        Some(Broken { path: from, found, .. }) => (
            finding.related(from, found.link.target_span(), "was this link meant to list it?"),
            format!("correct that link, or add this {} to `{path}`", row.noun),
        ),
        None => (
            finding.related(path, row.after, format!("the {} could follow this one", row.noun)),
            format!("add this {} to `{path}`", row.noun),
        ),
    };
    finding.fix(message, path, Span::new(row.at, row.at), row.text)
}
