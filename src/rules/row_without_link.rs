//! `row-without-link`: a row of a map table that links nothing in the map.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::map::entry::Form;
use crate::rule::{Context, Findings, Rule};
use crate::source::span::Span;

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "row-without-link",
    level: Level::Info,
    kind: Kind::Structure,
    summary: "a row of a map table links no page",
    why: "Rows for planned features are common and need no page yet, so this only informs. It speaks \
          of a row whose cell in the table's link column has no link, where no other cell links \
          into the map.",
    mend: "Nothing, while the feature is planned. Once it is there: write its page and link it.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let Some(index) = context.map.judged_index() else {
        return findings.did_not_run(&INFO);
    };
    for entry in &index.entries {
        let Form::Row { link_cell, link_cell_has_link, .. } = &entry.form else {
            continue;
        };
        if *link_cell_has_link || entry.links.iter().any(|link| link.target.in_map()) {
            continue;
        }
        let text = link_cell.of(index.source.text.as_str());
        let (blank, shown) = (text.len() - text.trim_start().len(), text.trim());
        let span = if shown.is_empty() {
            entry.span
        } else {
            let start = link_cell.start + blank;
            Span::new(start, start + shown.len())
        };
        findings.add(
            Diagnostic::new(
                &INFO,
                &index.page.path,
                Some(span),
                "the row links no page".to_owned(),
            )
            .about(entry.span.of(index.source.text.as_str()).trim())
            .label("no link")
            .help("link a page here once there is one"),
        );
    }
}
