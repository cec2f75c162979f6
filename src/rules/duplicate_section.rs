//! `duplicate-section`: two sections of a page with one name.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo, grouped};
use crate::lookup::Lookup;
use crate::map::page::{Content, Repeat, Section};
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
        for (section, repeat, count) in page.content.as_deref().into_iter().flat_map(repeated) {
            let many = if count == 2 { "two".to_owned() } else { grouped(count) };
            let message = format!("the page has {many} sections `{}`", section.name);
            findings.add(
                Diagnostic::new(&INFO, &page.path, Some(section.heading), message)
                    .about(section.name.clone())
                    .label(format!("reached as `#{}` only", repeat.anchor))
                    .related(&page.path, repeat.first, "the first one")
                    .help("rename one of them, or join the two"),
            );
        }
    }
}

/// For each name that several sections have: the second of them, and how many there are. Each
/// name is reported once, however often it repeats.
fn repeated(content: &Content) -> Vec<(&Section, &Repeat, usize)> {
    let mut names: Vec<(&Section, &Repeat, usize)> = Vec::new();
    let mut places = Lookup::new();
    for section in &content.sections {
        let Some(repeat) = section.repeat.as_deref() else { continue };
        let place = *places.or_insert_with(repeat.first.start, || names.len());
        match names.get_mut(place) {
            Some((_, _, count)) => *count += 1,
            None => names.push((section, repeat, 2)),
        }
    }
    names
}
