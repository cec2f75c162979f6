//! `unreadable`: a page or folder that the system does not hand out.

use std::ffi::OsStr;

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::harmless::shell_word;
use crate::map::layout::parent;
use crate::map::{FeatureMap, WhyUnread};
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "unreadable",
    level: Level::Error,
    kind: Kind::Unread,
    summary: "a page or folder could not be read",
    why: "The system's reason is given: a missing permission, a fault of the disk, a file that vanished, \
          a page that a sparse checkout leaves out. The rest is still checked. What was not read \
          is never counted as clean: the run ends with exit status 2.",
    mend: "Make the file readable, check it out (`git sparse-checkout add`), or name it under `exclude` in \
           `featmap.toml`.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    for unread in &context.map.unread {
        if let WhyUnread::Unreadable(reason) = &unread.why {
            let message = format!("`{}` was not read: {reason}", unread.path);
            let finding = Diagnostic::new(&INFO, &unread.path, None, message).about("file");
            let remedy = remedy(context.map, &unread.path);
            findings
                .add(finding.help(format!("{remedy}, or name it under `exclude` in featmap.toml")));
        }
    }
}

/// What makes a file readable: one that is not checked out has its folder added, which is what
/// a sparse checkout is made of.
fn remedy(map: &FeatureMap, path: &str) -> String {
    let absent = map.layout.inner(path).is_some_and(|inner| map.names.not_checked_out(inner));
    if !absent {
        return "make it readable".to_owned();
    }
    let folder = if parent(path).is_empty() { path } else { parent(path) };
    let folder = shell_word(OsStr::new(folder));
    format!("check it out: `git sparse-checkout add {folder}` from the repository root")
}
