//! `duplicate-section`: two sections of a page with one name.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "duplicate-section",
    level: Level::Warning,
    kind: Kind::Structure,
    summary: "two sections of a page have one name",
    why: "A section is asked for by its name. Of two with one name, a reader or a link reaches the \
          first and does not learn that there is another.",
    mend: "Rename one of them, or join the two.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    for page in &context.map.pages {
        let Some(content) = &page.content else {
            continue;
        };
        if content.sections.iter().all(|section| section.repeat.is_none()) {
            continue;
        }
        let mut seen = BTreeMap::new();
        for section in &content.sections {
            let Some(anchor) = &section.repeat else {
                seen.entry(section.name.as_str()).or_insert(section.heading);
                continue;
            };
            let message = format!("the page has two sections `{}`", section.name);
            let finding = Diagnostic::new(&INFO, &page.path, Some(section.heading), message)
                .about(section.name.clone())
                .label(format!("reached as `#{anchor}` only"))
                .help("rename one of them, or join the two");
            findings.add(match seen.get(section.name.as_str()) {
                Some(first) => finding.related(&page.path, *first, "the first one"),
                None => finding,
            });
        }
    }
}
