//! `oversized-section`: a section that cannot be read in one go, nor in chunks.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo, SectionSize, counted, grouped};
use crate::map::page::{Page, Section};
use crate::rule::{Context, Findings, Rule};
use crate::source::span::Span;

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "oversized-section",
    level: Level::Warning,
    kind: Kind::Size,
    summary: "a section is over `max-section-bytes` and does not divide into chunks that fit",
    why: "A section is read on its own; one that is too large costs its reader the whole of it. The \
          limit is 2,048 bytes unless `max-section-bytes` says otherwise. A section divides at its \
          `###` headings: it is addressable when each of these, and the text before the first, \
          fits. A page without `##` headings is one section in one chunk. A preamble that is too large (front matter apart) is named `(preamble)`, because \
          it comes with every section of its page.",
    mend: "Cut the section with `###` headings, and a page without sections with `##` headings, into parts \
           that answer one question each; or move text to a page of its own. This is advice: it never makes `clean` false.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let limit = context.max_section_bytes;
    for page in &context.map.pages {
        let Some(content) = &page.content else {
            continue;
        };
        if content.preamble.bytes > limit {
            findings.add(preamble(page, content.preamble.bytes, limit));
        }
        for section in &content.sections {
            if section.bytes > limit && !section.addressable(limit) {
                let headings = if content.undivided { "##" } else { "###" };
                findings.add(section_finding(page, section, headings, limit));
            }
        }
    }
}

/// Takes the headings that would divide the section further.
fn section_finding(page: &Page, section: &Section, headings: &str, limit: usize) -> Diagnostic {
    let chunk = section.largest_chunk();
    let (bytes, most) = (grouped(section.bytes), grouped(limit));
    let (message, help) = if section.subsections.is_empty() {
        let message = format!("`{}` has {bytes} bytes, over {most}, in 1 chunk", section.name);
        (message, format!("cut it with `{headings}` headings, or move text to another page"))
    } else if chunk.bytes > limit {
        let message = format!(
            "`{}` has {bytes} bytes, over {most}, in {}; the largest, `{}`, has {}",
            section.name,
            counted(section.chunks(), "chunk"),
            chunk.name,
            grouped(chunk.bytes)
        );
        (message, format!("cut `{}` with a further `###` heading, or shorten it", chunk.name))
    } else {
        let message = format!(
            "`{}` has {bytes} bytes, over {most}; its text before the first `###` has {}",
            section.name,
            grouped(section.lead)
        );
        (message, "begin the first `###` heading earlier".to_owned())
    };
    let mut finding = Diagnostic::new(&INFO, &page.path, Some(section.heading), message)
        .about(section.name.clone())
        .label(format!("{bytes} bytes"))
        .help(help);
    finding.size = Some(Box::new(size_of(section, limit)));
    finding
}

fn preamble(page: &Page, bytes: usize, limit: usize) -> Diagnostic {
    let message = format!(
        "`(preamble)` has {} bytes, over {}: what stands before the first section comes with each",
        grouped(bytes),
        grouped(limit)
    );
    let content = page.content.as_ref();
    let title = content.and_then(|content| content.title.as_ref());
    let first = content.map_or(Span::new(0, 0), |content| content.first_line);
    let span = title.map_or(first, |title| title.span);
    let mut finding = Diagnostic::new(&INFO, &page.path, Some(span), message)
        .about("(preamble)")
        .label(format!("{} bytes before the first section", grouped(bytes)))
        .help("put a `##` heading above the text that is more than title and status line");
    finding.size = Some(Box::new(SectionSize {
        heading: "(preamble)".to_owned(),
        bytes,
        chunks: 1,
        largest_name: "(preamble)".to_owned(),
        largest: bytes,
        addressable: false,
    }));
    finding
}

/// A section's sizes as findings carry them.
pub(super) fn size_of(section: &Section, limit: usize) -> SectionSize {
    let chunk = section.largest_chunk();
    SectionSize {
        heading: section.name.clone(),
        bytes: section.bytes,
        chunks: section.chunks(),
        largest_name: chunk.name.to_owned(),
        largest: chunk.bytes,
        addressable: section.addressable(limit),
    }
}
