//! `untitled-page`: a page without a title.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "untitled-page",
    level: Level::Error,
    kind: Kind::Drift,
    summary: "the page has no title",
    why: "The title is what a page is called in answers and in the index. It is the first top-level \
          `#` heading, else `title:` in the front matter. A heading in a fence, a comment, a quote \
          or a list is none.",
    mend: "Begin the page with `# Title`, below its front matter if it has any.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    for page in &context.map.pages {
        let Some(content) = page.content.as_ref().filter(|content| !content.is_utf16()) else {
            continue;
        };
        if content.title.is_none() {
            let message = format!("`{}` has no title", page.path);
            let span = content.first_line;
            let help = if content.preamble.front_matter.is_some() {
                "put `# ` and its title right below the front matter, or `title:` in it"
            } else {
                "begin the page with `# ` and its title"
            };
            findings.add(
                Diagnostic::new(&INFO, &page.path, Some(span), message)
                    .about("title")
                    .label("no `#` heading, no `title:` in front matter")
                    .help(help),
            );
        }
    }
}
