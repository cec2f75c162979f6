//! Which pages speak of something, written out: for people, and as JSON.

use crate::diagnostic::grouped;
use crate::harmless;
use crate::report::json_text::{Object, to_text};

/// A section that speaks of something.
#[derive(Debug)]
pub struct Place {
    /// The page, from the repository root.
    pub page: String,
    /// The section's name; empty for the preamble.
    pub section: String,
    /// The line of the mention.
    pub line: usize,
    /// Why it is named.
    pub reason: String,
    /// The section's size in bytes.
    pub bytes: usize,
    /// The call that reads it.
    pub call: String,
}

/// What was asked for, and the sections that speak of it.
#[derive(Debug)]
pub struct Answer<'a> {
    /// A path from the repository root, or a name.
    pub asked: &'a str,
    /// The sections, best first.
    pub sections: Vec<Place>,
}

/// The answers for people; with `quiet`, what no page names is only counted.
pub fn text(answers: &[Answer<'_>], quiet: bool) -> String {
    let mut out = String::new();
    let mut silent = 0;
    for Answer { asked, sections } in answers {
        let shown = harmless::path(asked);
        if sections.is_empty() {
            if quiet {
                silent += 1;
            } else {
                out.push_str(&format!("{shown}: no page names it\n"));
            }
            continue;
        }
        out.push_str(&format!("{shown}\n"));
        for line in sections {
            let section = match line.section.as_str() {
                "" => "(preamble)".to_owned(),
                section => harmless::text(section).into_owned(),
            };
            out.push_str(&format!(
                "  {}:{}: {section}, {} B: {}\n    {}\n",
                harmless::path(&line.page),
                line.line,
                grouped(line.bytes),
                harmless::text(&line.reason),
                harmless::text(&line.call)
            ));
        }
    }
    if answers.is_empty() {
        out.push_str("nothing changed outside the map\n");
    } else if silent > 0 {
        let silent = match (silent, answers.len()) {
            (1, 1) => "the changed file is".to_owned(),
            (1, all) => format!("1 of {} changed files is", grouped(all)),
            (silent, all) => format!("{} of {} changed files are", grouped(silent), grouped(all)),
        };
        out.push_str(&format!("{silent} named by no page\n"));
    }
    out
}

/// The answers as JSON.
pub fn json(answers: &[Answer<'_>]) -> String {
    let mut all = Vec::with_capacity(answers.len());
    for Answer { asked, sections } in answers {
        let mut places = Vec::with_capacity(sections.len());
        for place in sections {
            let place = Object::default()
                .with("page", &place.page)
                .with("section", &place.section)
                .with("line", place.line)
                .with("reason", &place.reason)
                .with("bytes", place.bytes)
                .with("call", &place.call);
            places.push(place.into());
        }
        all.push(Object::default().with("asked", *asked).with("sections", places).into());
    }
    to_text(Object::default().with("schema_version", 1).with("answers", all).into())
}
