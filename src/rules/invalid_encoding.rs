//! `invalid-encoding`: a page that is not UTF-8.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo, grouped};
use crate::rule::{Context, Findings, Rule};
use crate::source::span::Span;
use crate::source::text::Encoding;

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "invalid-encoding",
    level: Level::Warning,
    kind: Kind::Structure,
    summary: "a page or the index is not UTF-8",
    why: "Bytes that are not UTF-8 are read as U+FFFD, so names with them match nothing. A page in \
          UTF-16 cannot be judged at all: it gets this finding alone, as an error of kind unread that \
          nothing silences, and the run ends with exit status 2. A UTF-8 byte order mark is fine.",
    mend: "Convert the file to UTF-8: `iconv -f LATIN1 -t UTF-8`, or `-f UTF-16`; or save it as UTF-8 in \
           an editor.",
};

/// The same of a page of which nothing was judged: no setting hides why a run is not complete.
static UNREAD: RuleInfo = RuleInfo { level: Level::Error, kind: Kind::Unread, ..INFO };

fn check(context: &Context<'_>, findings: &mut Findings) {
    for page in context.pages_and_index() {
        let Some(content) = &page.content else {
            continue;
        };
        let finding = match content.encoding {
            Encoding::Utf8 => continue,
            Encoding::Utf16 => {
                let message = format!("`{}` is UTF-16 and was not judged", page.path);
                Diagnostic::new(&UNREAD, &page.path, None, message)
                    .help("convert it: `iconv -f UTF-16 -t UTF-8`")
            }
            Encoding::Broken { first } => {
                // Up to the first bad byte, text and file agree.
                let span = Span::new(first, first + '\u{fffd}'.len_utf8());
                let message = format!(
                    "`{}` is not UTF-8: the first bad byte is at offset {}",
                    page.path,
                    grouped(first)
                );
                Diagnostic::new(&INFO, &page.path, Some(span), message)
                    .label("not UTF-8")
                    .help("convert it, for example from Latin-1: `iconv -f LATIN1 -t UTF-8`")
            }
        };
        findings.add(finding.about("encoding"));
    }
}
