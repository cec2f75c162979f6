//! `duplicate-section`: two sections of a page with one name.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::map::page::Repeat;
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
        for section in page.content.iter().flat_map(|content| &content.sections) {
            let Some(Repeat { anchor, first }) = &section.repeat else {
                continue;
            };
            let message = format!("the page has two sections `{}`", section.name);
            findings.add(
                Diagnostic::new(&INFO, &page.path, Some(section.heading), message)
                    .about(section.name.clone())
                    .label(format!("reached as `#{anchor}` only"))
                    .related(&page.path, *first, "the first one")
                    .help("rename one of them, or join the two"),
            );
        }
    }
}
