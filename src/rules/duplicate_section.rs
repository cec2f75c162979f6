//! `duplicate-section`: two sections of a page with one name.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo, grouped};
use crate::map::page::Content;
use crate::markdown::anchor::Anchors;
use crate::markdown::block::UNTITLED;
use crate::rule::{Context, Findings, Rule};
use crate::source::span::Span;

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

/// The sections of one name.
struct Repeats {
    first: Span,
    /// The second one's heading, and its anchor.
    second: Option<(Span, String)>,
    count: usize,
}

fn check(context: &Context<'_>, findings: &mut Findings) {
    for page in &context.map.pages {
        let Some(content) = &page.content else {
            continue;
        };
        if all_differ(content) {
            continue;
        }
        // Each name is reported once, however often it repeats.
        let mut names: BTreeMap<&str, Repeats> = BTreeMap::new();
        let mut anchors = Anchors::default();
        for section in &content.sections {
            let anchor = anchors.next(&section.name);
            if section.name == UNTITLED {
                continue;
            }
            let first = Repeats { first: section.heading, second: None, count: 0 };
            let found = names.entry(&section.name).or_insert(first);
            found.count += 1;
            if found.count == 2 {
                found.second = Some((section.heading, anchor));
            }
        }
        for (name, Repeats { first, second, count }) in names {
            let Some((second, anchor)) = second else { continue };
            let many = if count == 2 { "two".to_owned() } else { grouped(count) };
            let message = format!("the page has {many} sections `{name}`");
            findings.add(
                Diagnostic::new(&INFO, &page.path, Some(second), message)
                    .about(name)
                    .label(format!("reached as `#{anchor}` only"))
                    .related(&page.path, first, "the first one")
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
