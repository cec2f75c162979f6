//! `line-number`: a list of places gives a line.

use crate::code::{Role, Verdict, What};
use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo, counted};
use crate::rule::{Context, Findings, Rule};
use crate::source::span::Span;

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "line-number",
    level: Level::Info,
    kind: Kind::Code,
    summary: "a list of places names a line of a file",
    why: "Names, never line numbers: they rot. A line moves with every edit above it, and nothing \
          tells that it did; a name of a function or type is found wherever it goes. Where the \
          line is past the file's end the finding is a warning.",
    mend: "Name the function, type or test at that line in its place.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let Some(code) = context.code else { return };
    for reference in &code.references {
        let What::Path(wanted) = &reference.what else { continue };
        let Some(line) = &wanted.line else { continue };
        if matches!(reference.verdict, Verdict::Skipped(_)) {
            continue;
        }
        let mut finding = match wanted.past_end {
            Some(lines) => {
                let message = format!(
                    "`{line}` is past the end of `{}`, which has {}",
                    wanted.path,
                    counted(lines, "line")
                );
                let mut finding =
                    Diagnostic::new(&INFO, &reference.page, Some(reference.span), message);
                finding.level = Level::Warning;
                finding
            }
            None if reference.role == Role::Prose => continue,
            None => {
                let message =
                    format!("`{}{line}` gives a line: names, never line numbers", wanted.path);
                Diagnostic::new(&INFO, &reference.page, Some(reference.span), message)
            }
        };
        // A line that the file had, and has no longer, is a finding of its own.
        let subject = match wanted.past_end {
            Some(_) => format!("{}, past its end", reference.subject()),
            None => reference.subject().to_owned(),
        };
        finding = finding.about(subject).label("this line will move");
        let tail = reference.written.rfind(line.as_str());
        if let Some(at) = tail.filter(|_| reference.span.len() == reference.written.len()) {
            let start = reference.span.start + at;
            let span = Span::new(start, start + line.len());
            finding = finding.fix("leave the line out", &reference.page, span, String::new());
        } else {
            finding = finding.help("leave the line out");
        }
        findings.add(finding);
    }
}
