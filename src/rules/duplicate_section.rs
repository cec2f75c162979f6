//! `duplicate-section`: two sections of a page with one name.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::map::page::Content;
use crate::markdown::anchor::Anchors;
use crate::markdown::block::UNTITLED;
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
        if all_differ(content) {
            continue;
        }
        let mut seen = BTreeMap::new();
        let mut anchors = Anchors::default();
        for section in &content.sections {
            let anchor = anchors.next(&section.name);
            if section.name == UNTITLED {
                continue;
            }
            let Some(first) = seen.get(section.name.as_str()) else {
                seen.insert(section.name.as_str(), section.heading);
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

/// Whether no two sections have one name, as is usual.
fn all_differ(content: &Content) -> bool {
    let mut names: Vec<&str> = content.sections.iter().map(|section| &*section.name).collect();
    names.sort_unstable();
    names.windows(2).all(|pair| pair.first() != pair.last())
}
