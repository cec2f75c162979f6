//! `outside-link`: a row's page link leaves the map folder or is a URL.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::map::link::Target;
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "outside-link",
    level: Level::Error,
    kind: Kind::Drift,
    summary: "a row's page link leaves the map folder or is a URL",
    why: "The index is the map's table of contents: each row stands for a page that is kept and \
          checked with the map. A row is judged by the first link into the map folder in the \
          table's link column, else by such a link in another cell; only a row without one is \
          reported. The link is not followed. Links out of the folder in list items, headings and \
          other cells are references and are left alone.",
    mend: "Write a page in the map folder and link it; it may say little more than where the text is \
           kept. Or move the row to a table of its own, whose rows link nothing in the map.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let Some(index) = context.map.judged_index() else {
        return findings.did_not_run(&INFO);
    };
    for entry in &index.entries {
        let Some(found) = entry.page_link().filter(|link| link.target == Target::Outside) else {
            continue;
        };
        let folder = &context.map.layout.folder;
        let path = &index.page.path;
        let message = format!("the row's link leaves the map folder `{folder}`");
        let mut finding = Diagnostic::new(&INFO, path, Some(found.link.target_span()), message)
            .about(found.link.destination.clone())
            .label("not in the map folder")
            .help(format!("link a page below `{folder}`, or move the row to a table of its own"));
        if let Some(definition) = found.link.definition {
            finding = finding.related(path, definition, "the destination stands here");
        }
        findings.add(finding);
    }
}
