//! `name-collision`: two pages whose names differ only in letter case or Unicode form.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::discover::name::nfc;
use crate::map::page::Page;
use crate::order;
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "name-collision",
    level: Level::Warning,
    kind: Kind::Structure,
    summary: "two pages have names that differ only in letter case or Unicode form",
    why: "On macOS and Windows the two are one file: a checkout there has only one of them, and it \
          shows the other as changed.",
    mend: "Rename one of the two, with its entry.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let mut names: Vec<(String, &Page)> = Vec::new();
    for page in context.pages_and_index() {
        names.push((nfc(&page.inner().to_lowercase()), page));
    }
    order::sort(&mut names, |a, b| a.0.cmp(&b.0));
    for alike in names.chunk_by(|a, b| a.0 == b.0) {
        let [(_, first), others @ ..] = alike else { continue };
        for (_, page) in others {
            let message =
                format!("`{}` and `{}` are one file on some systems", page.path, first.path);
            findings.add(
                Diagnostic::new(&INFO, &page.path, None, message)
                    .about("name")
                    .help("rename one of the two"),
            );
        }
    }
}
