//! `too-complex`: a page whose markdown would cost more than a page may.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::map::WhyUnread;
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "too-complex",
    level: Level::Error,
    kind: Kind::Unread,
    summary: "a page nests too deeply or makes too many parts, and was not parsed",
    why: "Parsing takes more than linear time where quotes and lists nest very deeply, and a table with \
          a very wide header makes cells out of nothing. A line whose leading blanks and markers \
          reach beyond column 128, or a page with more than 16 parser events a byte (and 10,000), \
          is refused. What was not read is never counted as clean: the run ends with exit status 2.",
    mend: "Nest less deeply at the line that is named, or give the table fewer columns. Or name the page \
           under `exclude` in `featmap.toml`.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    for unread in &context.map.unread {
        let (why, help) = match unread.why {
            WhyUnread::TooDeep(line) => (
                format!("line {line} opens quotes or lists beyond column 128"),
                "nest less deeply there, or put the text in a fence with less indentation",
            ),
            WhyUnread::TooManyEvents => (
                "it makes too many parts for its size".to_owned(),
                "give its widest table fewer columns",
            ),
            _ => continue,
        };
        let message = format!("`{}` was not parsed: {why}", unread.path);
        findings.add(Diagnostic::new(&INFO, &unread.path, None, message).about("file").help(help));
    }
}
