//! `stale-name`: a page names something that the code no longer has.

use crate::code::{By, Reference, Verdict, What, name};
use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "stale-name",
    level: Level::Warning,
    kind: Kind::Code,
    summary: "a page names a function, type or setting that the code no longer has",
    why: "A name in a code span that has the shape of code (`inner_underscore`, `innerCapital`, \
          `a::path`, `a_call()`; in a list of places, behind its file, also `Type`) is looked for \
          as a whole word in every tracked file that is no markdown, the map and changelogs left \
          out, and as the name of a file. One that is nowhere is reported only where git's history shows that it was there, \
          with the commit that took it out, and not where a submodule or an ignored file may \
          hold it. Where the text gives a file for it (`` `name` in \
          `src/a.rs` ``, or `` `src/a.rs`: `name` `` in a list of places), the file must have it; \
          that is reported where exactly one other file has it.",
    mend: "Name what took its place, or correct the file. Where the page tells of the past, say so \
           in the same sentence. A word that is no name of this code: `stop-words` under `[code]`.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let Some(code) = context.code else { return };
    for reference in &code.references {
        let What::Name(name) = &reference.what else { continue };
        if let Some(finding) = finding(&INFO, reference, name) {
            findings.add(finding);
        }
    }
}

/// The finding about a name that is not where a page says; none where it is.
pub(super) fn finding(
    info: &'static RuleInfo,
    reference: &Reference,
    name: &name::Wanted,
) -> Option<Diagnostic> {
    let word = &name.word;
    let found = |message: String, label: &str| {
        Diagnostic::new(info, &reference.page, Some(reference.span), message)
            .about(reference.subject())
            .label(label)
    };
    Some(match &reference.verdict {
        Verdict::Gone(gone) => {
            let path = &gone.path;
            let (how, help) = match &gone.by {
                By::Commit(commit) => (
                    format!("{} ({}) took it out of `{path}`", commit.short(), commit.date),
                    format!("`git show {}` tells why; name what took its place", commit.short()),
                ),
                By::Staged | By::WorkTree => (
                    format!("a change that is not yet committed took it out of `{path}`"),
                    "name what took its place".to_owned(),
                ),
            };
            let message = format!("`{word}` is in no file any more: {how}");
            found(message, "not in the code").help(help)
        }
        Verdict::GoneInChange(path) => {
            let message = match path {
                Some(path) => format!(
                    "this change takes the last `{word}` out of `{path}`, and the page still names it"
                ),
                None => {
                    format!("this change takes the last `{word}` away, and the page still names it")
                }
            };
            found(message, "gone with this change")
                .help("name what took its place, or say in the same sentence that it was removed")
        }
        Verdict::Elsewhere(path) => {
            let home = name.home.as_deref().unwrap_or_default();
            let message = format!("`{word}` is in `{path}`, not in `{home}`");
            found(message, "not in that file").help(format!("name `{path}` for it"))
        }
        _ => return None,
    })
}
