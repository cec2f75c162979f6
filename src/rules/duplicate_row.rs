//! `duplicate-row`: two rows list the same page and fragment.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::lookup::Lookup;
use crate::map::entry::Form;
use crate::map::link::Target;
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "duplicate-row",
    level: Level::Warning,
    kind: Kind::Structure,
    summary: "two rows list the same page",
    why: "Two rows for one page are two texts to keep true, and one of them is usually a copy whose \
          link was not changed. Rows with different `#fragments` of one page are fine. List items \
          and headings are not judged: a page may be linked from several places.",
    mend: "Remove one of the rows, correct its link, or give each row the fragment of its own section.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let Some(index) = context.map.judged_index() else {
        return findings.did_not_run(&INFO);
    };
    let mut seen = Lookup::new();
    for entry in &index.entries {
        let (Some(found), Form::Row { link_cell, .. }) = (entry.page_link(), &entry.form) else {
            continue;
        };
        // A row with no page of its own may speak of another's in a further cell.
        if !link_cell.holds(found.link.span.start) {
            continue;
        }
        let pages = found.target.pages();
        if pages.is_empty() {
            continue;
        }
        let key = (pages.start, pages.end, found.fragment.as_deref());
        let span = found.link.target_span();
        let Some(first) = seen.get(&key) else {
            seen.insert(key, span);
            continue;
        };
        let path = &index.page.path;
        let page = match found.target {
            Target::Page(page) => context.map.pages.get(page).map(|page| page.path.as_str()),
            _ => None,
        };
        let page = page.unwrap_or(&found.link.destination);
        let message = format!("`{page}` is listed by two rows");
        findings.add(
            Diagnostic::new(&INFO, path, Some(span), message)
                .about(found.link.destination.clone())
                .label("listed again")
                .related(path, *first, "listed here first")
                .help("remove one row, or link another page or `#section`"),
        );
    }
}
