//! `divided-section`: a large section that divides into chunks that fit.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo, counted, grouped};
use crate::rule::{Context, Findings, Rule};
use crate::rules::oversized_section::size_of;

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "divided-section",
    level: Level::Info,
    kind: Kind::Size,
    summary: "a section is over `max-section-bytes`, but every `###` in it fits",
    why: "Such a section is read chunk by chunk, so nothing is needed. It is counted so that the sizes \
          of a map can be watched.",
    mend: "Nothing.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let limit = context.max_section_bytes;
    for page in &context.map.pages {
        let Some(content) = &page.content else { continue };
        for section in &content.sections {
            if section.bytes <= limit || !section.addressable(limit) {
                continue;
            }
            let message = format!(
                "`{}` has {} bytes in {}, the largest {}: each fits",
                section.name,
                grouped(section.bytes),
                counted(section.chunks(), "chunk"),
                grouped(section.largest_chunk().bytes)
            );
            let mut finding = Diagnostic::new(&INFO, &page.path, Some(section.heading), message)
                .about(section.name.clone())
                .label(format!("{} bytes", grouped(section.bytes)));
            finding.size = Some(Box::new(size_of(section, limit)));
            findings.add(finding);
        }
    }
}
