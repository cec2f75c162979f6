//! `not-a-file`: a markdown name that is no regular file.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::map::WhyUnread;
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "not-a-file",
    level: Level::Error,
    kind: Kind::Unread,
    summary: "a markdown name stands for something that is no regular file",
    why: "A FIFO, a device, a folder, or a link that leads nowhere, out of the project, into `.git` or \
          to something that is no markdown file is never opened. What was not read is never \
          counted as clean: the run ends with exit status 2. A link to a markdown file inside the \
          project is a page like any other.",
    mend: "Put a file in its place, remove it, or name it under `exclude` in `featmap.toml`.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    for unread in &context.map.unread {
        if let WhyUnread::NotAFile(what) = unread.why {
            let message = format!("`{}` was not read: {what}", unread.path);
            findings.add(
                Diagnostic::new(&INFO, &unread.path, None, message)
                    .about("file")
                    .help("put a file in its place, or name it under `exclude` in featmap.toml"),
            );
        }
    }
}
