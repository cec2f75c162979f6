//! `too-large`: a page over `max-page-bytes`.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo, counted, grouped};
use crate::map::{MOST_PAGES, WhyUnread};
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "too-large",
    level: Level::Error,
    kind: Kind::Unread,
    summary: "a page is over `max-page-bytes` and was not read",
    why: "A limit keeps a single file from costing a run its time and memory. It is 4,194,304 bytes \
          unless `max-page-bytes` says otherwise; a map has 50,000 pages at most. What was not read is never counted as clean: \
          the run ends with exit status 2.",
    mend: "Divide the page, raise `max-page-bytes` in `featmap.toml`, or name the page under `exclude`.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    for unread in &context.map.unread {
        if let WhyUnread::TooMany(behind) = unread.why {
            let (most, behind) = (grouped(MOST_PAGES), counted(behind, "page"));
            let message = format!(
                "`{}` was not read, nor {behind} behind it: a map has {most} pages at most",
                unread.path
            );
            findings.add(
                Diagnostic::new(&INFO, &unread.path, None, message)
                    .about("number")
                    .help("name what is no page under `exclude` in featmap.toml"),
            );
        }
        if let WhyUnread::TooLarge(bytes) = unread.why {
            let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
            let most = usize::try_from(context.max_page_bytes).unwrap_or(usize::MAX);
            let message = format!(
                "`{}` was not read: it has {} bytes, over {}",
                unread.path,
                grouped(bytes),
                grouped(most)
            );
            findings.add(
                Diagnostic::new(&INFO, &unread.path, None, message)
                    .about("file")
                    .help("divide the page, or raise `max-page-bytes` in featmap.toml"),
            );
        }
    }
}
