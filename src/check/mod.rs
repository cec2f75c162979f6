//! Which rules at which level; run; silence; sort. One computation serves every output.

pub mod base;
pub mod comments;
pub mod plan;
pub mod silence;

#[cfg(test)]
mod tests;

use crate::check::plan::Plan;
use crate::check::silence::Silence;
use crate::diagnostic::{Diagnostic, Ignored, Judgement, Kind};
use crate::order;
use crate::rule::{Context, Findings, Rule};

/// Judges a map.
///
/// Every rule runs: a level, `off` or a selection changes what is shown and the exit status,
/// never what is clean (DESIGN.md §5), and nothing hides what was not read.
pub fn judge(
    rules: &[Rule],
    plan: &Plan,
    context: &Context<'_>,
    silence: &mut Silence<'_>,
) -> Judgement {
    let mut findings = Findings::default();
    for rule in rules {
        (rule.check)(context, &mut findings);
    }
    silence.note(context.map, findings.idle());
    let (mut standing, mut ignored) = silence.apply(context.map, findings.into_inner());
    let unused = silence.unused_comments(plan);
    let (still, silenced) = silence.apply(context.map, unused);
    standing.extend(still);
    ignored.extend(silenced);
    let drift = |finding: &Diagnostic| finding.rule.kind == Kind::Drift;
    let complete = context.map.complete();
    let clean = complete && !standing.iter().any(drift);
    ignored.retain(|ignored| plan.shows(ignored.finding.rule));
    for Ignored { finding, .. } in &mut ignored {
        finding.level = plan.level_of(finding);
    }
    let (mut findings, mut unseen) = (Vec::new(), Vec::new());
    for mut finding in standing {
        finding.level = plan.level_of(&finding);
        if plan.shows(finding.rule) {
            findings.push(finding);
        } else if drift(&finding) {
            unseen.push(finding);
        }
    }
    sort(&mut findings);
    sort(&mut unseen);
    order::sort(&mut ignored, |a, b| order(&a.finding).cmp(&order(&b.finding)));
    Judgement { findings, unseen, ignored, clean, complete }
}

/// By path, then offset, then rule.
pub fn sort(findings: &mut [Diagnostic]) {
    order::sort(findings, |a, b| order(a).cmp(&order(b)));
}

fn order(finding: &Diagnostic) -> (&str, Option<usize>, &str, &str) {
    let at = finding.span.map(|span| span.start);
    (&finding.path, at, finding.rule.name, &finding.message)
}
