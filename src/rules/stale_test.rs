//! `stale-test`: a page names a test or a command that is not there.

use crate::code::command::Runner;
use crate::code::name::Edges;
use crate::code::{Verdict, What};
use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::rule::{Context, Findings, Rule};
use crate::rules::stale_name::finding;

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "stale-test",
    level: Level::Warning,
    kind: Kind::Code,
    summary: "a page names a test that no file has, or a command that no manifest knows",
    why: "A test that a page counts on and that is not there pins nothing. In sections that list \
          tests (`Tests that pin it`), each named test must occur in the file it is listed with, or \
          in a file of tests; a name may be a title of words, as a runner prints it, end in `*`, or have parameters \
          in `[]`. In all sections, `npm run x`, `make x`, `just x` and `cargo run --bin x` must be \
          known to the nearest manifest, or to another one of the repository; programs of packages, \
          which `yarn`, `pnpm` and `bun` run too, are passed over. Nothing is run.",
    mend: "Name the test or command as it is now, or take it out of the list.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let Some(code) = context.code else { return };
    for reference in &code.references {
        let found = |message: String, label: &str| {
            Diagnostic::new(&INFO, &reference.page, Some(reference.span), message)
                .about(reference.subject())
                .label(label)
        };
        match (&reference.what, &reference.verdict) {
            (What::Test(name), Verdict::Missing(_)) => {
                let star = if name.edges == Edges::Prefix { "*" } else { "" };
                let message = format!("no file holds the test `{}{star}`", name.word);
                let help = "name the test as it is now, or take it out of the list";
                findings.add(found(message, "pins nothing").help(help));
            }
            (What::Test(name), _) => {
                if let Some(finding) = finding(&INFO, reference, name) {
                    findings.add(finding);
                }
            }
            (What::Command(command), Verdict::Missing(manifest)) => {
                let manifest = manifest.as_deref().unwrap_or_default();
                let what = match command.runner {
                    Runner::Npm => "script",
                    Runner::Make => "target",
                    Runner::Just => "recipe",
                    Runner::Cargo => "program",
                };
                let message =
                    format!("`{}`: `{manifest}` has no {what} `{}`", command.shown, command.target);
                let help = "name the command as it is now, or leave it out";
                findings.add(found(message, "cannot be run").help(help));
            }
            _ => {}
        }
    }
}
