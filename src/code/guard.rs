//! Words around a reference that take its claim back.

use crate::code::skip::Skip;

/// How far from a reference words still speak of it, in bytes of its passage.
const WINDOW: usize = 200;

/// How far the other forms are looked for: struck out, "there is no".
const FAR: usize = 2000;

/// Words that say that something is no more, or was.
const REMOVED: [&str; 24] = [
    "removed",
    "removes",
    "removal",
    "deleted",
    "renamed",
    "replaced",
    "replaces",
    "replacing",
    "no longer",
    "used to",
    "formerly",
    "previously",
    "superseded",
    "obsolete",
    "dropped",
    "retired",
    "rejected",
    "was called",
    "migrated",
    "moved",
    "instead of",
    "gone",
    "predecessor",
    "deprecated",
];

/// Words that say that something is to come.
const PLANNED: [&str; 12] = [
    "planned",
    "planning",
    "proposed",
    "proposal",
    "not yet",
    "roadmap",
    "future",
    "todo",
    "next steps",
    "out of scope",
    "ideas",
    "draft",
];

/// The reason why the words around a reference take its claim back.
///
/// Takes the passage's text and where the reference begins and ends in it.
pub fn around(text: &str, from: usize, to: usize) -> Option<Skip> {
    if is_dated(text) {
        return Some(Skip::Dated);
    }
    // Never more than a part of a passage is read: it may hold very many references.
    let (text, from, to) = near(text, from, to, FAR);
    let before = text.get(..from).unwrap_or_default();
    let words = near(text, from, to, WINDOW).0.to_lowercase();
    if has_any(&words, &REMOVED) || struck_out(text, from, to) || is_denied(before) {
        return Some(Skip::Removed);
    }
    if is_announced(before) {
        return Some(Skip::Planned);
    }
    is_ordered(before).then_some(Skip::Create)
}

/// The reason why a heading takes back the claims of what stands below it.
pub fn heading(name: &str) -> Option<Skip> {
    let name = name.to_lowercase();
    if has_any(&name, &REMOVED) {
        return Some(Skip::Removed);
    }
    has_any(&name, &PLANNED).then_some(Skip::Planned)
}

/// The reason why a status line takes back the claims of its page.
pub fn status(line: &str) -> Option<Skip> {
    // The trigger may speak of plans; the status itself comes before it.
    let line = line.to_lowercase();
    let status = line.split("read when:").next().unwrap_or_default();
    if has_any(status, &["planned", "proposed", "proposal", "draft", "idea", "not started"]) {
        return Some(Skip::Planned);
    }
    let gone = ["removed", "deleted", "archived", "obsolete", "retired", "superseded"];
    has_any(status, &gone).then_some(Skip::Removed)
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

/// Whether a text holds one of some words as whole words.
fn has_any(text: &str, words: &[&str]) -> bool {
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
            edge(before) && (edge(after) || stop)
        })
    })
}

/// An entry of a log: it begins with a day, and tells of that day.
fn is_dated(text: &str) -> bool {
    let mut chars = text.trim_start_matches(['[', '(', ' ', '#']).chars();
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
    let lower = before.to_lowercase();
    let mut words = lower.split_whitespace().rev().take(5);
    let word = words.find(|word| !FILLERS.contains(word)).unwrap_or_default();
    let denied = [
        "no", "not", "never", "without", "nor", "isn't", "aren't", "doesn't", "née", "old",
        "former",
    ];
    denied.contains(&word.trim_matches(['(', ',', '"']))
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
    const ORDERS: [&str; 9] =
        ["create", "creates", "creating", "created", "add", "adding", "generate", "mkdir", "touch"];
    let lower = before.to_lowercase();
    let mut words = lower.split_whitespace().rev().take(5);
    words.find(|word| !FILLERS.contains(word)).is_some_and(|word| ORDERS.contains(&word))
}

#[cfg(test)]
mod tests {
    use super::{around, heading, status};
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
        ] {
            assert_eq!(guard(text), Some(Skip::Removed), "{text}");
        }
        let far = format!("removed {} [src/a.rs]", "x ".repeat(120));
        assert_eq!(guard(&far), None, "a window, not a page");
        for text in
            ["the notes of [src/a.rs]", "[src/gc.rs] collects", "see src/removed/x and [a/b.rs]"]
        {
            assert_eq!(guard(text), None, "{text}");
        }
    }

    #[test]
    fn entries_of_a_log_tell_of_their_day() {
        assert_eq!(guard("2026-06-12 | The probe ([src/a.rs]) showed it"), Some(Skip::Dated));
        assert_eq!(guard("Audit of 2026-06-12: [src/a.rs]"), None);
    }

    #[test]
    fn plans_and_orders_are_no_claims() {
        assert_eq!(guard("planned: [src/a.rs]"), Some(Skip::Planned));
        assert_eq!(guard("**Planned:** [src/a.rs]"), Some(Skip::Planned));
        assert_eq!(guard("Create [src/a.rs]"), Some(Skip::Create));
        assert_eq!(guard("add a new file [src/a.rs]"), Some(Skip::Create));
        assert_eq!(guard("mkdir [src/a]"), Some(Skip::Create));
        assert_eq!(guard("recreated [src/a.rs]"), None);
    }

    #[test]
    fn headings_and_status_speak_for_what_is_below() {
        assert_eq!(heading("Removed in 2.0"), Some(Skip::Removed));
        assert_eq!(heading("Planned work"), Some(Skip::Planned));
        assert_eq!(heading("Map"), None);
        assert_eq!(status("Status: planned · Read when: x"), Some(Skip::Planned));
        assert_eq!(status("Status: shipped · Read when: planned work"), None);
    }
}
