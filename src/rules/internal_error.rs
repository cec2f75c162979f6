//! `internal-error`: the parser failed on a page.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::map::WhyUnread;
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "internal-error",
    level: Level::Error,
    kind: Kind::Unread,
    summary: "the markdown parser failed on a page",
    why: "A fault of the parser costs the page it was met in, and no other. What was not read is never \
          counted as clean: the run ends with exit status 2.",
    mend: "Report it with the page, so that it can be mended. Until then, name the page under `exclude` in \
           `featmap.toml`.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    for unread in &context.map.unread {
        if unread.why == WhyUnread::Internal {
            let message =
                format!("`{}` was not judged: the markdown parser failed on it", unread.path);
            let report =
                format!("please report it with the page: {}/issues", env!("CARGO_PKG_REPOSITORY"));
            findings.add(
                Diagnostic::new(&INFO, &unread.path, None, message).about("file").help(report),
            );
        }
    }
}
