//! Words around a reference that take its claim back.

mod table;
mod told;
mod words;

pub use table::{asks, columns, says_no};
pub use told::{is_intended, names_route, told};

use crate::code::guard::words::{
    BEFORE, CALLOUTS, DONE, ENDED, LEADS_ON, NO_MORE, PLANNED, REMOVED, REMOVED_ELSEWHERE,
    SUCCESSIONS, THESE,
};
use crate::code::skip::Skip;

/// How far from a reference words still speak of it, in bytes of its passage.
const WINDOW: usize = 200;

/// How far the other forms are looked for: struck out, "there is no".
const FAR: usize = 2000;

/// How much of a passage's beginning tells what kind of passage it is, in bytes.
const BEGIN: usize = 64;

/// The reason why the words around a reference take its claim back.
///
/// Takes the passage's text and where the reference begins and ends in it.
pub fn around(text: &str, from: usize, to: usize) -> Option<Skip> {
    // Never more than a part of a passage is read: it may hold very many references.
    let begin = near(text, 0, 0, BEGIN).0;
    if begins_with_day(begin) || begin.split_whitespace().nth(1).is_some_and(is_day) {
        return Some(Skip::Dated);
    }
    // A task that is done tells of what was done.
    match text.get(..4) {
        Some("[x] " | "[X] ") => return Some(Skip::Record),
        Some("[ ] ") => return Some(Skip::Planned),
        _ => {}
    }
    let (text, from, to) = near(text, from, to, FAR);
    let before = text.get(..from).unwrap_or_default();
    let words = near(text, from, to, WINDOW).0.to_lowercase();
    let after = text.get(to..).unwrap_or_default();
    if says_removed(&words)
        || struck_out(text, from, to)
        || is_denied(before)
        || is_denied_at_once(before)
        || is_to_go(after)
    {
        return Some(Skip::Removed);
    }
    if is_announced(before) || after.trim_start().starts_with("would ") {
        return Some(Skip::Planned);
    }
    if is_record(before, after) || is_of_a_request(before, after) || is_new(before) {
        return Some(Skip::Record);
    }
    if is_of_a_day(before) {
        return Some(Skip::Dated);
    }
    is_ordered(before).then_some(Skip::Create)
}

/// The reason why a heading takes back the claims of what stands below it.
pub fn heading(name: &str) -> Option<Skip> {
    let name = name.to_lowercase();
    if says_removed(&name) {
        return Some(Skip::Removed);
    }
    let before = BEFORE.contains(&name.trim_matches(|c: char| !c.is_alphabetic()));
    (before || has_any(&name, &PLANNED)).then_some(Skip::Planned)
}

/// The reason why a status line takes back the claims of its page.
pub fn status(line: &str) -> Option<Skip> {
    // The trigger may speak of plans; the status itself comes before it.
    let line = line.to_lowercase();
    let status = line.split("read when:").next().unwrap_or_default();
    let planned = [
        "planned",
        "proposed",
        "proposal",
        "draft",
        "idea",
        "not started",
        "ready to execute",
        "ready to implement",
        "ready for implementation",
    ];
    if has_any(status, &planned) {
        return Some(Skip::Planned);
    }
    let gone = [
        "removed",
        "deleted",
        "archived",
        "archival",
        "obsolete",
        "retired",
        "superseded",
        "deprecated",
    ];
    has_any(status, &gone).then_some(Skip::Removed)
}

/// The reason why a paragraph before a list takes back the claims of its items: "Moved:",
/// "Created:", "The following are gone:". "When a user is deleted:" does not.
pub fn intro(text: &str) -> Option<Skip> {
    let text = text.trim().trim_end_matches(':').to_lowercase();
    if DONE.contains(&text.trim_matches('*')) {
        return Some(Skip::Record);
    }
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let ended = |word: Option<&&str>| word.is_some_and(|word| ENDED.contains(word));
    let last = ended(words.last());
    // "Moved to the web package:" leads to what is there.
    let leads_on = words.get(1).is_some_and(|word| LEADS_ON.contains(word));
    let these = THESE.iter().any(|begin| text.starts_with(begin));
    let gone = ended(words.first()) && !leads_on && words.len() <= 4;
    let gone = gone || text.starts_with("no longer ");
    let gone = gone || these && (last || ends_with_any(&text, &NO_MORE));
    gone.then_some(Skip::Removed)
}

fn ends_with_any(text: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| is_word_at_end(text, phrase))
}

/// Whether a text ends with some words as whole words.
pub(super) fn is_word_at_end(text: &str, words: &str) -> bool {
    let before = text.strip_suffix(words).map(|text| text.chars().next_back());
    before.is_some_and(|c| c.is_none_or(|c| !c.is_alphanumeric()))
}

/// Whether what stands between two code spans says that the second took the first one's place:
/// "`x` → `y`", "`x` is now `y`".
pub fn leads_on(between: &str) -> bool {
    is_arrow(between) || SUCCESSIONS.contains(&between.trim())
}

/// Whether what stands between two code spans is an arrow.
pub fn is_arrow(between: &str) -> bool {
    let between = between.trim_matches([' ', '|', '(']);
    ["→", "->", "-->", "⇒", "=>", "⟶", "➜", "➡", "➡\u{fe0f}"].contains(&between)
}

/// Whether a quoted passage is no quotation but a note of the page's own: "[!NOTE]", "Note: ",
/// or one that begins with a sign.
pub fn is_callout(text: &str) -> bool {
    let text = near(text, 0, 0, BEGIN).0.trim_start();
    let first = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let sign = |c: char| !c.is_alphanumeric() && !"`\"'“„«‘([".contains(c);
    text.starts_with("[!")
        || text.starts_with(sign)
        || CALLOUTS.contains(&first.to_lowercase().as_str())
}

/// The text around a reference, cut at characters, and where the reference stands in it.
fn near(text: &str, from: usize, to: usize, reach: usize) -> (&str, usize, usize) {
    let mut begin = from.saturating_sub(reach);
    while !text.is_char_boundary(begin) {
        begin += 1;
    }
    let mut end = (to + reach).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    (text.get(begin..end).unwrap_or_default(), from - begin, to - begin)
}

/// Whether a text in small letters says that something is no more.
fn says_removed(text: &str) -> bool {
    has_any(text, &REMOVED) || REMOVED_ELSEWHERE.iter().any(|stem| text.contains(stem))
}

/// Whether a text holds one of some words as whole words.
pub(super) fn has_any(text: &str, words: &[&str]) -> bool {
    let edge = |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || "_/.".contains(c));
    words.iter().any(|word| {
        text.match_indices(word).any(|(at, _)| {
            let before = text.get(..at).and_then(|text| text.chars().next_back());
            let after = text.get(at + word.len()..).and_then(|text| text.chars().next());
            // A full stop ends a sentence; before a letter it is part of a name.
            let dot = after == Some('.');
            let stop = dot
                && text
                    .get(at + word.len() + 1..)
                    .is_none_or(|rest| !rest.starts_with(char::is_alphanumeric));
            // "removed/updated", but not `src/removed/x`.
            edge(before) && (edge(after) || stop || after == Some('/'))
        })
    })
}

/// An entry of a log: it begins with a day, and tells of that day.
pub(super) fn begins_with_day(text: &str) -> bool {
    is_day(text.trim_start_matches(['[', '(', ' ', '#', '|']))
}

/// Whether a text begins with a day, `2026-03-31`.
pub(super) fn is_day(text: &str) -> bool {
    let mut chars = text.chars();
    "0000-00-00".chars().all(|wanted| {
        chars.next().is_some_and(|c| if wanted == '0' { c.is_ascii_digit() } else { c == wanted })
    })
}

/// `~~this~~`, which is plain text to the parser.
fn struck_out(text: &str, from: usize, to: usize) -> bool {
    let before = text.get(..from).unwrap_or_default();
    let after = text.get(to..).unwrap_or_default();
    before.matches("~~").count() % 2 == 1 && after.contains("~~")
}

/// "There is no `x`", "not `x`", "never a `x`", "the old `x`", "née `x`".
fn is_denied(before: &str) -> bool {
    const FILLERS: [&str; 9] =
        ["a", "an", "the", "any", "such", "file", "folder", "separate", "in"];
    let denied = [
        "no", "not", "never", "without", "nor", "isn't", "aren't", "doesn't", "don't", "née",
        "old", "former", "earlier", "loses", "lost", "delete", "deletes", "deleting", "remove",
        "removing", "drop",
    ];
    let lower = before.to_lowercase();
    denied.contains(&last_but(&lower, &FILLERS).trim_matches(['(', ',', '"']))
}

/// The last word of a text that is none of some others, if it is one of the last five.
fn last_but<'a>(text: &'a str, others: &[&str]) -> &'a str {
    let mut words = text.split_whitespace().rev().take(5);
    words.find(|word| !others.contains(word)).unwrap_or_default()
}

/// "No link leads to `x`": the clause begins with the denial, and goes straight on.
fn is_denied_at_once(before: &str) -> bool {
    let mut clause = before;
    for end in [". ", "; ", ": ", "— ", "| "] {
        clause = clause.rsplit_once(end).map_or(clause, |(_, behind)| behind);
    }
    let clause = clause.trim_start();
    let denials = ["No ", "no ", "Nothing ", "nothing ", "None of "];
    denials.iter().any(|word| clause.starts_with(word)) && !clause.contains(['(', ','])
}

/// "`x` — **delete file**": an order and no more. "`x` — delete a user" tells what it does.
fn is_to_go(after: &str) -> bool {
    let order = after.trim_start_matches([' ', '|', '-', '—', '–', ':', '*']).to_lowercase();
    let rest = ["delete", "remove"].iter().find_map(|verb| order.strip_prefix(verb));
    let Some(rest) = rest.filter(|_| after.trim_start().starts_with(['|', '-', '—', '–', ':']))
    else {
        return false;
    };
    let rest = rest.strip_prefix(" this").unwrap_or(rest);
    let rest = rest.strip_prefix(" file").unwrap_or(rest);
    rest.trim_start_matches('*').chars().next().is_none_or(|c| ".,;|)".contains(c))
}

/// "Shop: new `x`", "(new `x`)": what a change brought.
fn is_new(before: &str) -> bool {
    let before = before.trim_end().trim_end_matches('*');
    let Some(rest) = before.strip_suffix("new").or_else(|| before.strip_suffix("New")) else {
        return false;
    };
    let rest = rest.trim_end_matches([' ', '*']);
    rest.is_empty() || rest.ends_with([':', ';', ',', '(', '+'])
}

/// "shipped 2026-05-17 in `x`": of that day.
fn is_of_a_day(before: &str) -> bool {
    let mut words = before.split_whitespace().rev();
    let preposition = words.next().is_some_and(|word| ["in", "by", "with", "via"].contains(&word));
    preposition && words.next().is_some_and(is_day)
}

/// "`x` — added in step 2", "| `x` | **NEW** ...", "Added a section to `x`", "PR #3 put it in `x`".
fn is_record(before: &str, after: &str) -> bool {
    const ASIDES: [&str; 4] = ["new", "extend", "modify", "update"];
    const DONE: [&str; 4] = ["added", "updated", "refactored", "rewrote"];
    if before.starts_with("PR #") {
        return true;
    }
    let mut first = before.split_whitespace();
    let verb = first.next().unwrap_or_default().to_lowercase();
    let article = first.next().is_some_and(|word| ["a", "an", "the", "new"].contains(&word));
    if article && DONE.contains(&verb.as_str()) {
        return true;
    }
    let told = after.trim_start();
    let rest = told.trim_start_matches(['|', '-', '—', '–', ':']);
    let rest = rest.trim_start_matches([' ', '*']);
    let word = rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    let behind = rest.get(word.len()..).unwrap_or_default().trim_start_matches([' ', '*']);
    let inner = told.strip_prefix('(').and_then(|told| told.split_once(')'));
    let aside = inner.map(|(inner, _)| inner.trim_matches('*').to_lowercase());
    if aside.is_some_and(|word| ASIDES.contains(&word.as_str()) || DONE.contains(&word.as_str())) {
        return true;
    }
    let new = word == "NEW" || word == "New" && behind.starts_with(['-', '—', '–', ':', '(']);
    told.len() > rest.len() && (new || DONE.contains(&word.to_lowercase().as_str()))
}

/// "(`x`, PR #12)": of what that request brought.
fn is_of_a_request(before: &str, after: &str) -> bool {
    let (Some((_, open)), Some((close, _))) = (before.rsplit_once('('), after.split_once(')'))
    else {
        return false;
    };
    let inside = !open.contains(')') && !close.contains('(');
    inside && (open.contains("PR #") || close.contains("PR #"))
}

/// `planned: x`.
fn is_announced(before: &str) -> bool {
    let lower = before.to_lowercase();
    let last = lower.trim_end().trim_end_matches(['*', '_', '(']);
    ["planned:", "planned", "todo:", "future:", "proposed:", "will add", "will be"]
        .iter()
        .any(|words| last.ends_with(words))
}

/// "Create `x`", "add a new file `x`", "mkdir x".
fn is_ordered(before: &str) -> bool {
    const FILLERS: [&str; 12] = [
        "a",
        "an",
        "the",
        "new",
        "file",
        "folder",
        "directory",
        "your",
        "own",
        "module",
        "at",
        "called",
    ];
    const ORDERS: [&str; 11] = [
        "place", "put", "create", "creates", "creating", "created", "add", "adding", "generate",
        "mkdir", "touch",
    ];
    ORDERS.contains(&last_but(&before.to_lowercase(), &FILLERS))
}

#[cfg(test)]
mod tests {
    use super::{around, heading, intro, is_callout, leads_on, status};
    use crate::code::skip::Skip;

    /// The guard of the span between `[` and `]`.
    fn guard(text: &str) -> Option<Skip> {
        let (from, to) = (text.find('[').unwrap(), text.find(']').unwrap());
        around(&text.replace(['[', ']'], ""), from, to - 1)
    }

    #[test]
    fn removal_is_read_near_the_reference_only() {
        for text in [
            "(Replaced the old hardcoded [GAME_CONFIG.x].)",
            "[src/a.rs] was removed in May",
            "it no longer needs [src/a.rs]",
            "renamed from [a/b.rs]",
            "~~[src/a.rs]~~",
            "Today there is no [apps/dev-server].",
            "not in [src/a.rs]",
            "There is never a [x/y.rs]",
            "Only remove [src/a.rs] after the report",
            "all references to [src/a.rs] are removed/updated",
            "files to delete (or exactly [src/a.rs])",
            "[src/a.rs] wurde entfernt",
            "[src/a.rs] was split into two files",
            "Until 2.0 this lived in [src/a.rs]",
            "Ported from [src/a.rs]",
            "the legacy [src/a.rs]",
            "[src/a.rs] does not exist",
            "the earlier [Thing]",
            "[src/a.rs] — **delete file**. Move the rest",
            "| [src/a.rs] | Remove. |",
            "[src/a.rs] 已删除",
        ] {
            assert_eq!(guard(text), Some(Skip::Removed), "{text}");
        }
        let far = format!("removed {} [src/a.rs]", "x ".repeat(120));
        assert_eq!(guard(&far), None, "a window, not a page");
        for text in [
            "[src/a.rs] — delete a user",
            "| [src/a.rs] | Remove items |",
            "the notes of [src/a.rs]",
            "[src/gc.rs] collects",
            "see src/removed/x and [a/b.rs]",
        ] {
            assert_eq!(guard(text), None, "{text}");
        }
    }

    #[test]
    fn entries_of_a_log_tell_of_their_day() {
        assert_eq!(guard("2026-06-12 | The probe ([src/a.rs]) showed it"), Some(Skip::Dated));
        assert_eq!(guard("| 2026-06-12 | a lost row ([src/a.rs])"), Some(Skip::Dated));
        assert_eq!(guard("Audit of 2026-06-12: [src/a.rs]"), None);
        assert_eq!(guard("Shipped 2026-05-22 with [src/a.rs]"), Some(Skip::Dated));
        assert_eq!(guard("The lines shipped 2026-05-17 in [src/a.rs]"), Some(Skip::Dated));
        assert_eq!(guard("Since 2.0 the lines are in [src/a.rs]"), None);
    }

    #[test]
    fn records_of_changes_tell_of_what_was_done() {
        for text in [
            "[src/a.rs] | Added a gate",
            "[src/a.rs] - updated the steps",
            "[src/a.rs] | NEW — the script",
            "**Shop:** new [src/a.rs] with a till",
            "(new [src/a.rs])",
            "File: [src/a.rs] (new)",
            "File: [src/a.rs] (extend)",
            "[src/a.rs] (**updated**)",
            "[src/a.rs] | New — the model",
            "Added a section to the skill ([src/a.rs])",
            "The probe ([src/a.rs], PR #377) showed it",
            "PR #12 put the commands into [src/a], but read only one",
        ] {
            assert_eq!(guard(text), Some(Skip::Record), "{text}");
        }
        for text in [
            "[src/a.rs] | Add items to the cart",
            "[src/a.rs] — new users are greeted",
            "[src/a.rs] (new users are greeted)",
            "[src/a.rs] (updated at night)",
            "[src/a.rs] updated at night",
            "Added items are kept in [src/a.rs]",
            "[src/a.rs] (since PR #377)",
            "New pages come from [src/a.rs]",
            "The new [src/a.rs] does it",
        ] {
            assert_eq!(guard(text), None, "{text}");
        }
    }

    #[test]
    fn tasks_are_done_or_to_be_done() {
        let task = |mark: &str| {
            let text = format!("[{mark}] the band in src/a.rs");
            around(&text, text.len() - 8, text.len())
        };
        assert_eq!((task("x"), task(" ")), (Some(Skip::Record), Some(Skip::Planned)));
    }

    #[test]
    fn a_clause_may_begin_with_its_denial() {
        assert_eq!(guard("No lasting link leads to [docs/adr]"), Some(Skip::Removed));
        assert_eq!(guard("Nothing here needs [src/a.rs]"), Some(Skip::Removed));
        assert_eq!(guard("The client loses the [src/a.rs] filter"), Some(Skip::Removed));
        assert_eq!(guard("No setup is needed: [src/a.rs] does it"), None);
        assert_eq!(guard("No decoding at run time (only [src/a.rs] decodes)"), None);
        assert_eq!(guard("To call it [src/a.rs] would mislead"), Some(Skip::Planned));
    }

    #[test]
    fn plans_and_orders_are_no_claims() {
        assert_eq!(guard("planned: [src/a.rs]"), Some(Skip::Planned));
        assert_eq!(guard("**Planned:** [src/a.rs]"), Some(Skip::Planned));
        assert_eq!(guard("Create [src/a.rs]"), Some(Skip::Create));
        assert_eq!(guard("add a new file [src/a.rs]"), Some(Skip::Create));
        assert_eq!(guard("mkdir [src/a]"), Some(Skip::Create));
        assert_eq!(guard("Place a [src/a.rs] next to it"), Some(Skip::Create));
        assert_eq!(guard("recreated [src/a.rs]"), None);
    }

    #[test]
    fn headings_and_status_speak_for_what_is_below() {
        assert_eq!(heading("Removed in 2.0"), Some(Skip::Removed));
        assert_eq!(heading("Planned work"), Some(Skip::Planned));
        assert_eq!(heading("Map"), None);
        assert_eq!(heading("⚠️ Problem"), Some(Skip::Planned), "what led to it");
        assert_eq!(heading("Current behaviour (as of 2.0)"), Some(Skip::Planned));
        assert_eq!(heading("Background jobs"), None);
        assert_eq!(status("Status: planned · Read when: x"), Some(Skip::Planned));
        assert_eq!(status("Status: shipped · Read when: planned work"), None);
    }

    #[test]
    fn a_paragraph_may_lead_to_what_is_gone() {
        for text in [
            "Moved:",
            "The following are gone:",
            "These were removed:",
            "Removed files:",
            "What no longer exists:",
            "These files were deleted:",
            "No longer part of it:",
            "Renamed in 2.0:",
        ] {
            assert_eq!(intro(text), Some(Skip::Removed), "{text}");
        }
        for text in [
            "Moved to the web package:",
            "Files:",
            "What replaced them:",
            "When a user is deleted:",
            "How rows are moved:",
        ] {
            assert_eq!(intro(text), None, "{text}");
        }
    }

    #[test]
    fn one_name_may_lead_to_the_next() {
        for text in [
            " → ",
            " -> ",
            " | → | ",
            " (→ ",
            " (now ",
            " is now ",
            " is now called ",
            " now lives in ",
        ] {
            assert!(leads_on(text), "{text}");
        }
        assert!(!leads_on(" and ") && !leads_on(" is now read by "));
        assert!(is_callout("[!NOTE] x") && is_callout("⚠️ Note: x") && !is_callout("We said x"));
        assert!(!is_callout("\"So it is\""));
    }
}
