//! What speaks for more than its own words: a page's name and title, headings, status lines,
//! and the paragraph before a list.

use crate::code::guard::{
    begins_with_day, has_any, heading, intro, is_day, is_word_at_end, status,
};
use crate::code::skip::Skip;
use crate::map::layout::file_name;
use crate::markdown::block::{Block, Document, Heading};
use crate::markdown::mention::Note;

/// Words of headings and paragraphs that lead to a list of what one change did to files.
const RECORDS: [&str; 29] = [
    "ship notes",
    "what shipped",
    "coverage at ship",
    "files modified",
    "files changed",
    "files created",
    "files updated",
    "files added",
    "files removed",
    "files touched",
    "files to modify",
    "files to change",
    "files to update",
    "files to create",
    "file to create",
    "affected files",
    "modified files",
    "changed files",
    "created files",
    "updated files",
    "new files",
    "changes made",
    "what changed",
    "changelog",
    "change log",
    "change history",
    "revision history",
    "release notes",
    "documentation updates",
];

/// The longest paragraph that only says what follows, in bytes.
const LONGEST_INTRO: usize = 80;

/// From where on which claims are taken back, in a page.
#[derive(Debug, Default)]
pub struct Scopes {
    /// Where each begins, sorted, and what it says.
    marks: Vec<(usize, Option<Skip>)>,
    /// What is said of the page as a whole.
    page: Option<Skip>,
}

impl Scopes {
    /// Reads them from a page of that path.
    pub fn new(document: &Document, path: &str) -> Self {
        let page = begins_with_day(file_name(path)).then_some(Skip::Dated);
        let mut scopes = Self { marks: Vec::new(), page };
        let mut above = Above::default();
        let mut notes = document.mentions.notes.iter().peekable();
        for block in &document.blocks {
            let Block::Heading(heading) = block else { continue };
            while let Some(note) = notes.next_if(|note| note.at < heading.span.start) {
                scopes.note(note, &mut above);
            }
            scopes.heading(heading, &mut above);
        }
        for note in notes {
            scopes.note(note, &mut above);
        }
        scopes
    }

    /// What is said of a place.
    pub fn at(&self, at: usize) -> Option<Skip> {
        let before = self.marks.partition_point(|(start, _)| *start <= at);
        let mark = before.checked_sub(1).and_then(|last| self.marks.get(last));
        self.page.or_else(|| mark.and_then(|(_, guard)| *guard))
    }

    /// The number of the stretch that a place stands in: a list with the paragraph that leads to
    /// it, or whatever else stands between two headings or paragraphs.
    pub fn list(&self, at: usize) -> usize {
        self.marks.partition_point(|(start, _)| *start <= at)
    }

    fn heading(&mut self, block: &Heading, above: &mut Above) {
        let name = block.name.as_str();
        let own = if block.level == 1 {
            plan_of_work(name).or_else(|| report_of_work(name))
        } else {
            heading(name).or_else(|| record(name)).or_else(|| plan_of_work(name))
        };
        above.enter(block.level, own);
        self.marks.push((block.span.start, above.guard()));
        // What the heading itself names may well be there: "Coverage (2026-06-12, `src/x.rs`)".
        if is_dated(name) && above.guard().is_none() {
            above.add(Skip::Dated);
            self.marks.push((block.span.end, above.guard()));
        }
    }

    fn note(&mut self, note: &Note, above: &mut Above) {
        // An item may be one of the states that a feature knows.
        if (!note.item || above.is_preamble())
            && let Some(guard) = status_of(&note.text)
        {
            above.add(guard);
        } else if !note.item {
            let text = note.text.trim();
            let leads = text.ends_with(':') && text.len() <= LONGEST_INTRO;
            above.intro = record(text).or_else(|| intro(text)).filter(|_| leads);
        } else {
            return;
        }
        self.marks.push((note.at, above.guard()));
    }
}

/// The headings above a place, with what each says.
#[derive(Debug, Default)]
struct Above {
    headings: Vec<(u8, Option<Skip>)>,
    intro: Option<Skip>,
}

impl Above {
    fn enter(&mut self, level: u8, own: Option<Skip>) {
        self.headings.retain(|(above, _)| *above < level);
        let inherited = self.headings.last().and_then(|(_, guard)| *guard);
        self.headings.push((level, inherited.or(own)));
        self.intro = None;
    }

    fn add(&mut self, guard: Skip) {
        match self.headings.last_mut() {
            Some((_, own)) => *own = own.or(Some(guard)),
            None => self.headings.push((0, Some(guard))),
        }
    }

    fn guard(&self) -> Option<Skip> {
        self.headings.last().and_then(|(_, guard)| *guard).or(self.intro)
    }

    fn is_preamble(&self) -> bool {
        self.headings.last().is_none_or(|(level, _)| *level < 2)
    }
}

/// "Files modified", "Changelog".
fn record(name: &str) -> Option<Skip> {
    let name = name.to_lowercase();
    let name = name.trim_end_matches([' ', ':', '*']);
    // "Docs to update" is a list of work, whether it was done or not.
    let work = [" to update", " to change", " to touch"].iter().any(|end| name.ends_with(end));
    (work || has_any(name, &RECORDS)).then_some(Skip::Record)
}

/// What the label says that a passage begins with: "Files changed: `x`".
pub fn label(text: &str) -> Option<Skip> {
    let (label, _) = text.split_once(':')?;
    record(label).filter(|_| label.len() <= LONGEST_INTRO)
}

/// "Checkout: implementation complete", "Migration status", "Test results", "Till speed,
/// 2026-03-31", "Shelves (removed)": a page that tells of work that was done, or of its end.
fn report_of_work(title: &str) -> Option<Skip> {
    const REPORTS: [&str; 8] = [
        "status update",
        "migration status",
        "implementation status",
        "testing results",
        "test results",
        "investigation",
        "complete implementation",
        "completion report",
    ];
    let title = title.to_lowercase();
    if ["(removed)", "(deprecated)", "(retired)"].iter().any(|end| title.ends_with(end)) {
        return Some(Skip::Removed);
    }
    if title.split_whitespace().any(|word| is_day(word.trim_start_matches('('))) {
        return Some(Skip::Dated);
    }
    let end = title.trim_end_matches(|c: char| !c.is_alphanumeric());
    let done = is_word_at_end(end, "complete") || is_word_at_end(end, "completed");
    (done || has_any(&title, &REPORTS)).then_some(Skip::Record)
}

/// "Migration plan", "Removal checklist", "Plan: more shops".
fn plan_of_work(name: &str) -> Option<Skip> {
    const WORK: [&str; 16] = [
        "removal",
        "migration",
        "cleanup",
        "refactor",
        "refactoring",
        "rewrite",
        "deprecation",
        "implementation",
        "rollout",
        "improvement",
        "integration",
        "upgrade",
        "transition",
        "action",
        "execution",
        "work",
    ];
    const PLANS: [&str; 10] = [
        "outline",
        "plan",
        "plans",
        "checklist",
        "proposal",
        "roadmap",
        "initiative",
        "tracker",
        "steps",
        "phases",
    ];
    let name = name.to_lowercase();
    let begins = ["plan:", "proposal:", "rfc:", "draft:"];
    if begins.iter().any(|word| name.trim_start().starts_with(word)) {
        return Some(Skip::Planned);
    }
    let mut of_work = false;
    for word in name.split(|c: char| !c.is_alphanumeric()) {
        if word.is_empty() {
            continue;
        }
        if of_work && PLANS.contains(&word) {
            return Some(Skip::Planned);
        }
        of_work = WORK.contains(&word);
    }
    None
}

/// A heading that is an entry of a log: "2026-06-12: audit", "Audit (2026-06-12)".
fn is_dated(name: &str) -> bool {
    let in_brackets = name.trim_end().strip_suffix(')').and_then(|name| name.rsplit_once('('));
    begins_with_day(name) || in_brackets.is_some_and(|(_, last)| is_day(last))
}

/// What a paragraph's status says: `Status: superseded`, also behind other fields.
fn status_of(text: &str) -> Option<Skip> {
    const FIELD: &str = "Status:";
    let begins = |at: usize| {
        let before = text.get(..at).unwrap_or_default();
        before.is_empty() || before.ends_with([' ', '\u{a0}'])
    };
    let (at, _) = text.match_indices(FIELD).find(|(at, _)| begins(*at))?;
    let said = text.get(at + FIELD.len()..)?;
    // The next field of the paragraph begins with its name.
    status(said.split(':').next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{Scopes, label};
    use crate::code::skip::Skip;
    use crate::markdown::parse::{Detail, parse};

    /// What is said of the `x` in a page.
    fn said(path: &str, text: &str) -> Option<Skip> {
        let document = parse(text, Detail::Code).unwrap();
        Scopes::new(&document, path).at(text.rfind("`x`").unwrap())
    }

    fn of(text: &str) -> Option<Skip> {
        said("shop.md", text)
    }

    #[test]
    fn headings_speak_for_what_is_below_them() {
        assert_eq!(of("# T\n\n## Removed\n\n### A\n\n`x`\n"), Some(Skip::Removed));
        assert_eq!(of("# T\n\n## Removed\n\n## A\n\n`x`\n"), None);
        assert_eq!(of("# Removed orders\n\n`x`\n"), None, "a feature may be about that");
        assert_eq!(of("# T\n\n## Files to remove\n\n### A\n\n`x`\n"), Some(Skip::Removed));
        assert_eq!(of("# T\n\n## Files Modified\n\n| `x` | a step |\n"), Some(Skip::Record));
        assert_eq!(of("# T\n\n## Files\n\n- `x`\n"), None);
        assert_eq!(of("# T\n\n## Ship notes — phase 2\n\n`x`\n"), Some(Skip::Record));
        assert_eq!(of("# T\n\n## A\n\n### Docs to update\n\n- `x`\n"), Some(Skip::Record));
        assert_eq!(of("# T\n\n## Root cause\n\n`x`\n"), Some(Skip::Planned));
    }

    #[test]
    fn a_label_speaks_for_its_own_passage() {
        assert_eq!(label("Files changed: src/a.rs"), Some(Skip::Record));
        assert_eq!(label("The shop (files changed at night): src/a.rs"), Some(Skip::Record));
        assert_eq!(label("The shop: files changed in src/a.rs"), None);
        assert_eq!(label("Files changed by src/a.rs"), None);
    }

    #[test]
    fn a_list_is_a_stretch_with_the_paragraph_before_it() {
        let text = "# T\n\nOne:\n\n- `a`\n- `b`\n\nTwo.\n\n- `c`\n\n## A\n\n`d`\n";
        let document = parse(text, Detail::Code).unwrap();
        let scopes = Scopes::new(&document, "shop.md");
        let list = |span: &str| scopes.list(text.find(span).unwrap());
        assert_eq!(list("`a`"), list("`b`"));
        assert!(list("`b`") < list("`c`") && list("`c`") < list("`d`"));
    }

    #[test]
    fn plans_of_work_claim_nothing() {
        for title in ["Shop removal checklist", "Migration Plan", "Plan: more shops"] {
            assert_eq!(of(&format!("# {title}\n\n`x`\n")), Some(Skip::Planned), "{title}");
        }
        assert_eq!(of("# T\n\n## Implementation plan\n\n### 1\n\n`x`\n"), Some(Skip::Planned));
        assert_eq!(of("# T\n\n## Implementation outline\n\n`x`\n"), Some(Skip::Planned));
        assert_eq!(of("# Status: ready to implement\n\n`x`\n"), None, "no status");
        assert_eq!(of("# T\n\n**Status:** Ready to implement\n\n`x`\n"), Some(Skip::Planned));
        assert_eq!(of("# Meal plan\n\n`x`\n"), None, "a feature");
        assert_eq!(of("# Background removal\n\n`x`\n"), None, "a feature");
    }

    #[test]
    fn reports_of_work_tell_of_what_was_done() {
        let record = Some(Skip::Record);
        assert_eq!(of("# Till - Implementation Complete ✅\n\n## A\n\n`x`\n"), record);
        assert_eq!(of("# Shelf: migration status\n\n`x`\n"), record);
        assert_eq!(of("# Build error investigation\n\n`x`\n"), record);
        assert_eq!(of("# Till speed - 2026-03-31\n\n`x`\n"), Some(Skip::Dated));
        assert_eq!(of("# Shelves (Removed)\n\n`x`\n"), Some(Skip::Removed));
        assert_eq!(of("# Auto-complete of names\n\n`x`\n"), None, "a feature");
        assert_eq!(of("# T\n\n## Complete\n\n`x`\n"), None, "a state that a feature knows");
    }

    #[test]
    fn days_make_an_entry_of_a_log() {
        assert_eq!(of("# T\n\n## Audit (2026-04-20)\n\n`x`\n"), Some(Skip::Dated));
        assert_eq!(of("# T\n\n## Audit (2026-04-20, `x`)\n"), None);
        assert_eq!(of("# T\n\n## 2026-04-20 `x`\n"), None, "the heading itself is a claim");
        assert_eq!(said("a/2026-04-20-x.md", "# T\n\n`x`\n"), Some(Skip::Dated));
        assert_eq!(said("a/2026.md", "# T\n\n`x`\n"), None);
    }

    #[test]
    fn a_status_stands_in_any_form() {
        let planned = Some(Skip::Planned);
        assert_eq!(of("# T\n\nStatus: planned · Read when: x\n\n## A\n\n`x`\n"), planned);
        assert_eq!(of("# T\n\n> **Status**: archived\n\n## A\n\n`x`\n"), Some(Skip::Removed));
        assert_eq!(of("# T\n\n- **Status:** superseded by y\n- `x`\n"), Some(Skip::Removed));
        let fields = "# T\n\n**Date**: May\n**Status**: ready to execute\n\n## A\n\n`x`\n";
        assert_eq!(of(fields), planned);
        assert_eq!(of("# T\n\nStatus: shipped · Read when: planned work\n\n`x`\n"), None);
        assert_eq!(of("# T\n\n**Status:** shipped\n**Replaces:** a (deleted)\n\n`x`\n"), None);
        assert_eq!(of("# T\n\n## A\n\nStatus: planned\n\n## B\n\n`x`\n"), None, "of A alone");
        assert_eq!(of("# T\n\n## A\n\n- Status: deleted, active\n- `x`\n"), None, "a field");
    }

    #[test]
    fn a_paragraph_speaks_for_the_list_below_it() {
        assert_eq!(of("# T\n\n## A\n\n**Files created:**\n\n- `x`\n"), Some(Skip::Record));
        assert_eq!(of("# T\n\n**Files created:**\n\n- a\n\nNow:\n\n- `x`\n"), None);
        assert_eq!(of("# T\n\nChanged files are found here.\n\n- `x`\n"), None);
        assert_eq!(of("# T\n\n## A\n\n**Created:**\n\n- `x`\n"), Some(Skip::Record));
        let gone = Some(Skip::Removed);
        assert_eq!(of("# T\n\n## A\n\nThe following are gone:\n\n- `x`\n"), gone);
        assert_eq!(of("# T\n\nThe following are gone:\n\n- a\n\n## A\n\n- `x`\n"), None);
    }
}
