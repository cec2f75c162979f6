//! `unchanged-page`: a change touched files that a page names, and not the page.

use crate::code::{Verdict, What};
use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "unchanged-page",
    level: Level::Info,
    kind: Kind::Code,
    summary: "a change touches files that a page names, and leaves the page as it is",
    why: "Found by `featmap impact` alone. A page may be true as it is; whoever changed the files \
          knows best. At most ten pages are named, with at most three files each, the pages with \
          most changed files first.",
    mend: "Read the page; change it where it is no longer true.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let Some(code) = context.code else { return };
    for reference in &code.references {
        let (What::Path(_), Verdict::ChangedBeside(files)) = (&reference.what, &reference.verdict)
        else {
            continue;
        };
        let (shown, rest) = files.split_at(files.len().min(3));
        let mut names = Vec::with_capacity(shown.len());
        for file in shown {
            names.push(format!("`{file}`"));
        }
        let more = match rest.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let message = format!(
            "this change touches {}{more}, which the page names, and not the page",
            names.join(", ")
        );
        findings.add(
            Diagnostic::new(&INFO, &reference.page, Some(reference.span), message)
                .about("page")
                .label("names one of them")
                .help("read the page; where it is still true, nothing is to be done"),
        );
    }
}
