//! `hidden-character`: characters that a reader does not see, in names, headings and targets.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::markdown::hidden::misleading;
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "hidden-character",
    level: Level::Warning,
    kind: Kind::Structure,
    summary: "a name, heading or link target holds a character that is not shown",
    why: "Bidirectional controls reorder what is read, zero-width characters make two names look \
          like one, tag characters carry text that only a program reads. Those with a purpose are \
          left alone: in emoji, between letters of scripts that join, beside right-to-left text, \
          in flags.",
    mend: "Remove the character. It often came along with text that was copied from a web page.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    for page in context.pages_and_index() {
        let shown = |c: char| format!("U+{:04X}", u32::from(c));
        if let Some(character) = misleading(page.inner()) {
            let message =
                format!("the file's name holds the hidden character {}", shown(character));
            let finding = Diagnostic::new(&INFO, &page.path, None, message).about("name");
            findings.add(finding.help("rename the file"));
        }
        let Some(content) = &page.content else { continue };
        for hidden in &content.hidden {
            let character = shown(hidden.character);
            let message = format!("this {} holds the hidden character {character}", hidden.place);
            findings.add(
                Diagnostic::new(&INFO, &page.path, Some(hidden.span), message)
                    .about(format!("{} {character}", hidden.place))
                    .label(format!("{character} in it"))
                    .help("remove the character"),
            );
        }
    }
}
