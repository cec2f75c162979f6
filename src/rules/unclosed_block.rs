//! `unclosed-block`: a fence or comment that is open to the end of the file.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::markdown::block::UnclosedKind;
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "unclosed-block",
    level: Level::Warning,
    kind: Kind::Structure,
    summary: "a code fence or comment is open to the end of the file",
    why: "Everything after it is code or comment: headings there are no sections, rows no entries. A \
          fence is closed by a line with at least as many of the same characters and nothing \
          else; a comment by `-->`.",
    mend: "Close the block where it should end.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    for page in context.pages_and_index() {
        let Some(unclosed) = page.content.as_ref().and_then(|content| content.unclosed) else {
            continue;
        };
        let (what, close) = match unclosed.what {
            UnclosedKind::Fence => ("code fence", "a line that repeats its fence"),
            UnclosedKind::Comment => ("comment", "`-->`"),
        };
        findings.add(
            Diagnostic::new(
                &INFO,
                &page.path,
                Some(unclosed.first_line),
                format!("the {what} is never closed"),
            )
            .about(what)
            .label("open to the end of the file")
            .help(format!("close it with {close}")),
        );
    }
}
