//! `unused-ignore`: an ignore comment or configuration entry that silenced nothing.
//!
//! Only what silences can tell what it silenced, so the finding is made there.

use crate::diagnostic::{Kind, Level, RuleInfo};
use crate::rule::Rule;

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check: |_, _| {} };

/// What the rule is.
pub static INFO: RuleInfo = RuleInfo {
    name: "unused-ignore",
    level: Level::Warning,
    kind: Kind::Structure,
    summary: "an ignore comment or `[[ignore]]` entry silenced nothing",
    why: "What it once silenced is mended or moved, or it never worked: the rule's name is wrong, the \
          reason is missing, or it stands in another section than the finding. It speaks only of \
          rules that ran over that page. Findings of kind unread cannot be silenced.",
    mend: "Remove it, or correct the rule's name or the place. Write `<!-- featmap: ignore[rule] reason -->` \
           in a row's cell or a list item for that entry, in a section for that section, or before \
           the first section for the page.",
};
