//! Sentences that name something without saying that it is there: what a program makes, what
//! may be, what an example names, what another repository holds.

use crate::code::guard::words::{
    ABSENT, CONDITIONS, EXAMPLES, FILLERS, HOLDS, MADE, MAKES, MAY, OTHER_REPOS, OTHERS, PRESENT,
    PUTS, ROUTES, WANTED, WITHIN,
};
use crate::code::guard::{WINDOW, is_word_at_end, near};
use crate::code::skip::Skip;

/// The reason why a sentence says nothing of whether a reference is there. Links are followed
/// whatever stands beside them, and are not asked about.
///
/// Takes the passage's text with its code spans blotted out, where the reference begins and
/// ends in it, and whether it is a path: a name in the sentence "emits `x`" is one of the code.
pub fn told(text: &str, from: usize, to: usize, is_path: bool) -> Option<Skip> {
    if is_crossed_out(text, from, to) {
        return Some(Skip::Removed);
    }
    let (text, from, to) = near(text, from, to, WINDOW);
    let before = clause(text.get(..from).unwrap_or_default()).to_lowercase();
    let after = text.get(to..).unwrap_or_default().to_lowercase();
    let words = words_before(&before);
    if has_other(&after) || is_before(&before) {
        return Some(Skip::Removed);
    }
    if is_elsewhere(&before, &after) {
        return Some(Skip::OtherRepository);
    }
    let wanted = ["should come back", "should be restored", "should be added"];
    let wanted = wanted.iter().any(|words| after.trim_start().starts_with(words));
    if wanted || ends_with(&words, &WANTED) {
        return Some(Skip::Planned);
    }
    if is_conditional(&words, &after) || before.trim_end().ends_with("optional:") {
        return Some(Skip::Perhaps);
    }
    if !is_path {
        return None;
    }
    if ends_with(&words, &["optional", "optionally"]) || is_allowed(&words) {
        return Some(Skip::Perhaps);
    }
    // "Output: `x`, `y`": the words before the list, and a colon behind them.
    let led = |leads: &[&str]| {
        leads.iter().any(|lead| ends_with(&words, &[lead]) && before.contains(&format!("{lead}:")))
    };
    if is_made(&words, &after) || led(&["output", "outputs", "generated"]) {
        return Some(Skip::Output);
    }
    let example = led(&["example", "examples"]) || ends_with(&words, &EXAMPLES);
    example.then_some(Skip::Example)
}

/// Whether the clause before a path says what will be: "we will build `x`", "the goal is to
/// serve it from `x`".
///
/// Takes the passage's text with its code spans blotted out.
pub fn is_intended(text: &str, from: usize) -> bool {
    let (text, from, _) = near(text, from, from, WINDOW);
    let before = clause(text.get(..from).unwrap_or_default()).to_lowercase();
    // What stands in brackets is said of something else: "it will do (as in `x`)".
    let inner = before.rsplit_once('(').map(|(_, inner)| inner);
    let before = inner.filter(|inner| !inner.contains(')')).unwrap_or(&before);
    let words: Vec<&str> = before.split_whitespace().collect();
    words.contains(&"will") || words.windows(2).any(|pair| pair == ["is", "to"])
}

/// Whether the words beside a path without extension say that it is a route of a site:
/// "GET `api/users`", "the `pages/users` route".
pub fn names_route(text: &str, from: usize, to: usize) -> bool {
    const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "HEAD"];
    let (text, from, to) = near(text, from, to, WINDOW);
    let before = clause(text.get(..from).unwrap_or_default());
    let last = before.split_whitespace().next_back().unwrap_or_default();
    let after = text.get(to..).unwrap_or_default().trim_start();
    let next = after.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    METHODS.contains(&last.trim_start_matches(['(', '|']))
        || ends_with(&words_before(&before.to_lowercase()), &ROUTES)
        || ROUTES.contains(&next.to_lowercase().as_str())
}

/// What stands before a reference in its own sentence or cell.
fn clause(before: &str) -> &str {
    const ENDS: [&str; 5] = [". ", "; ", "! ", "? ", " | "];
    // "e.g. `x`" ends no sentence.
    const SHORT: [&str; 5] = ["e.g", "i.e", "z.b", "z. b", "etc"];
    let mut begin = 0;
    for end in ENDS {
        for (at, _) in before.rmatch_indices(end) {
            let sentence = before.get(..at).unwrap_or_default();
            let is_end = |short: &&str| {
                let tail = sentence.len().checked_sub(short.len());
                let tail = tail.and_then(|tail| sentence.get(tail..));
                tail.is_some_and(|tail| tail.eq_ignore_ascii_case(short))
            };
            if !SHORT.iter().any(is_end) {
                begin = begin.max(at + end.len());
                break;
            }
        }
    }
    before.get(begin..).unwrap_or_default()
}

/// The last words before a reference, the nearest first; members of the list that it stands in,
/// articles and the like are left out.
fn words_before(before: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut in_list = true;
    for word in before.split_whitespace().rev() {
        let bare = word.trim_matches(['(', ',', '"', '*', '_', ':', '[']);
        let code = bare.starts_with('`') && bare.ends_with('`');
        let joint = ["and", "or", "&", ""].contains(&bare);
        if in_list && found.is_empty() && (code || joint || FILLERS.contains(&bare)) {
            continue;
        }
        in_list = false;
        found.push(bare);
        if found.len() == 6 {
            break;
        }
    }
    found
}

/// Whether some words, the last first, end with one of some phrases.
fn ends_with(words: &[&str], phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| {
        let mut words = words.iter();
        phrase.split(' ').rev().all(|part| words.next() == Some(&part))
    })
}

/// "it writes `x`", "writes to `x`", "is written to `x`", "`x` is generated".
fn is_made(words: &[&str], after: &str) -> bool {
    let behind = [
        " is generated",
        " are generated",
        " gets generated",
        " (generated)",
        " (generated by",
        " (generated at",
        " (generated from",
        " is produced by",
        " is created by",
        " is created at",
        " is created on",
    ];
    if behind.iter().any(|behind| after.starts_with(behind)) {
        return true;
    }
    match words {
        ["to" | "into" | "as", verb, ..] => MAKES.contains(verb) || MADE.contains(verb),
        [verb, ..] => MAKES.contains(verb),
        [] => false,
    }
}

/// "the user may put `x`".
fn is_allowed(words: &[&str]) -> bool {
    matches!(words, [verb, may, ..] if PUTS.contains(verb) && MAY.contains(may))
}

/// "if `x` exists", "if there is a `x`", "`x`, if present", "`x` (optional)".
fn is_conditional(words: &[&str], after: &str) -> bool {
    let there = ["is", "there"];
    let begun = words.strip_prefix(there.as_slice());
    let condition = begun.unwrap_or(words).first().is_some_and(|word| CONDITIONS.contains(word));
    let state = || PRESENT.iter().any(|words| after.starts_with(words));
    let behind = after.trim_start_matches([',', ' ', '(', '—', '–', '-']);
    let aside = ["if present", "if it exists", "if any", "when present", "if there is one"];
    let ends = |rest: &str| !rest.trim_start().starts_with(char::is_alphanumeric);
    condition && (begun.is_some() || state())
        || ends_with(words, &aside)
        || aside.iter().any(|words| behind.strip_prefix(words).is_some_and(ends))
        || after.starts_with(" (optional")
}

/// "(was `x`)", "old: `x`".
fn is_before(before: &str) -> bool {
    let before = before.trim_end().trim_end_matches(['*', '_']);
    ["(was", "what was", "(ex", "old:", "before:", "was:", "previous:", "previously:"].iter().any(
        |words| {
            before.strip_suffix(words).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        },
    )
}

/// "see `y` instead" behind a reference to `x`.
fn has_other(after: &str) -> bool {
    let Some((said, _)) = after.split_once("` instead") else { return false };
    let before = said.trim_end_matches('`');
    ["see", "use", "prefer", "read", "call", "try"]
        .iter()
        .any(|word| is_word_at_end(before.trim_end(), word))
}

/// "in the sister repository `x`", "`x` in the backend repo".
fn is_elsewhere(before: &str, after: &str) -> bool {
    let behind = after.trim_start_matches([' ', '(', ',']);
    let end = behind.find([',', ')', '.', ';', '|']).unwrap_or(behind.len());
    let behind = behind.get(..end).unwrap_or_default();
    let begins = ["in ", "of ", "from "].iter().any(|word| behind.starts_with(word));
    speaks_of_other(before) || begins && speaks_of_other(behind)
}

/// A word without the signs around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && c != '`')
}

/// Whether a clause says "in the backend repo" or the like.
fn speaks_of_other(clause: &str) -> bool {
    let words: Vec<&str> = clause.split_whitespace().collect();
    for (at, what) in words.iter().enumerate().skip(1) {
        let what = bare(what);
        if what != "repo" && what != "repository" {
            continue;
        }
        let kind = words.get(at - 1).map(|kind| bare(kind)).unwrap_or_default();
        // "Backend repo access" is something of this one.
        let before = words.get(at.saturating_sub(3)..at - 1).unwrap_or_default();
        let within = before.iter().any(|word| WITHIN.contains(word))
            || words.get(at + 1).is_some_and(|next| HOLDS.contains(next));
        let named = OTHER_REPOS.contains(&kind) || kind.starts_with('`');
        if within && (OTHERS.contains(&kind) || what == "repo" && named) {
            return true;
        }
    }
    false
}

/// A cross beside a reference, or a row in which a cell is nothing else: "| `x` | ❌ |".
fn is_crossed_out(text: &str, from: usize, to: usize) -> bool {
    let (text, from, to) = near(text, from, to, super::FAR);
    let (before, after) =
        (text.get(..from).unwrap_or_default(), text.get(to..).unwrap_or_default());
    let after = after.trim_start_matches([' ', '(', ':']);
    let sign = |sign: &str| {
        before.trim_end().trim_end_matches('\u{fe0f}').ends_with(sign) || after.starts_with(sign)
    };
    if ABSENT.iter().any(|one| sign(one)) {
        return true;
    }
    if !text.contains(" | ") {
        return false;
    }
    let mut crossed = false;
    for cell in text.split(" | ") {
        let cell = cell.trim().trim_end_matches('\u{fe0f}');
        if ["✅", "✔", "✓", "☑"].contains(&cell) {
            return false;
        }
        crossed |= ABSENT.contains(&cell);
    }
    crossed
}

#[cfg(test)]
mod tests {
    use super::{is_intended, names_route, told};
    use crate::code::skip::Skip;

    /// A text with its code spans blotted out, and where the one between `[` and `]` stands.
    fn marked(text: &str) -> (String, usize, usize) {
        let (from, to) = (text.find('[').unwrap(), text.find(']').unwrap() - 1);
        let mut code = false;
        let text = text.replace(['[', ']'], "");
        let blot = |c: char| {
            code ^= c == '`';
            if code { '`' } else { c }
        };
        (text.chars().map(blot).collect(), from, to)
    }

    fn of_path(text: &str) -> Option<Skip> {
        let (text, from, to) = marked(text);
        told(&text, from, to, true)
    }

    fn of_name(text: &str) -> Option<Skip> {
        let (text, from, to) = marked(text);
        told(&text, from, to, false)
    }

    #[test]
    fn what_a_program_makes_need_not_be_there() {
        for text in [
            "It writes [`src/x.rs`] at build time",
            "writes to [`src/x.rs`]",
            "it generates the file [`src/x.rs`]",
            "which outputs `a/b.rs` and [`src/x.rs`]",
            "is written to [`src/x.rs`]",
            "compiled into [`src/x.js`]",
            "Output: [`src/x.rs`]",
            "It produces two files, `a/b.rs` and [`src/x.rs`]",
            "[`src/x.rs`] is generated by a script",
        ] {
            assert_eq!(of_path(text), Some(Skip::Output), "{text}");
        }
        for text in [
            "It writes the table that [`src/x.rs`] reads",
            "The id is generated in [`src/x.rs`]",
            "[`src/x.rs`] writes `a/b.rs`",
            "It is written in [`src/x.rs`]",
            "[`src/x.rs`] (generated rows apart) does it",
        ] {
            assert_eq!(of_path(text), None, "{text}");
        }
        assert_eq!(of_name("It emits [`user_created`]"), None, "a name of the code");
    }

    #[test]
    fn what_may_be_is_no_claim() {
        for text in [
            "Optional: [`src/x.rs`]",
            "**Optional:** [`src/x.rs`]",
            "If [`src/x.rs`] exists, it is read",
            "when a [`src/x.rs`] is present",
            "If present, [`src/x.rs`] is read first",
            "If there is a [`src/x.rs`], it is read",
            "[`src/x.rs`] (optional)",
            "It reads [`src/x.rs`], if present",
            "the user may put [`src/x.rs`] there",
            "You can add your own [`src/x.rs`]",
        ] {
            assert_eq!(of_path(text), Some(Skip::Perhaps), "{text}");
        }
        for text in [
            "If the cart is empty, [`src/x.rs`] says so",
            "[`src/x.rs`], if any row fails, tries again",
            "[`src/x.rs`] exists for this",
            "The user may read [`src/x.rs`]",
            "The optional part is in [`src/x.rs`]",
        ] {
            assert_eq!(of_path(text), None, "{text}");
        }
        assert_eq!(of_name("Callers may override [`on_start`]"), None);
        assert_eq!(of_name("an optional [`on_start`]"), None);
    }

    #[test]
    fn examples_of_paths_are_no_claims() {
        for text in [
            "for example [`src/x.rs`]",
            "a file (e.g. [`src/x.rs`])",
            "E.g., [`src/x.rs`]",
            "Examples: [`src/x.rs`]",
            "Examples: `a/b.rs`, [`src/x.rs`]",
            "A path like [`src/x.rs`] is kept",
            "files such as `a/b.rs` or [`src/x.rs`]",
        ] {
            assert_eq!(of_path(text), Some(Skip::Example), "{text}");
        }
        assert_eq!(of_path("For example, the cart of [`src/x.rs`] is kept"), None);
        assert_eq!(of_name("helpers such as [`do_it()`]"), None, "a name of the code");
    }

    #[test]
    fn what_another_repository_holds_is_not_ours() {
        for text in [
            "in the sister repository, the types of [`src/x.rs`]",
            "In the backend repo [`src/x.rs`]",
            "The backend repo keeps it in [`src/x.rs`]",
            "see [`src/x.rs`] in the backend repo",
            "[`src/x.rs`] (in our `shop` repo)",
            "from another repository: [`src/x.rs`]",
        ] {
            assert_eq!(of_path(text), Some(Skip::OtherRepository), "{text}");
            assert_eq!(of_name(text), Some(Skip::OtherRepository), "{text}");
        }
        for text in [
            "at the root of the repository: [`src/x.rs`]",
            "in this repo [`src/x.rs`]",
            "in the same repository [`src/x.rs`]",
            "In the backend repo it was said. Here [`src/x.rs`] does it",
            "The client repository ([`src/x.rs`]) keeps them",
            "The `User` repository in [`src/x.rs`]",
            "Backend repo access is in [`src/x.rs`]",
            "The repository pattern is in [`src/x.rs`]",
            "the user repository is [`src/repository/x.rs`]",
        ] {
            assert_eq!(of_path(text), None, "{text}");
        }
    }

    #[test]
    fn rows_may_say_that_a_path_is_not_there() {
        for text in [
            "[`src/x.rs`] | ❌",
            "[`src/x.rs`] | ✗ | since May",
            "❌ [`src/x.rs`]",
            "[`src/x.rs`] (❌)",
            "Old | ❌ | [`src/x.rs`]",
        ] {
            assert_eq!(of_path(text), Some(Skip::Removed), "{text}");
        }
        for text in [
            "[`src/x.rs`] | shows ❌ where it fails",
            "[`src/x.rs`] shows ❌",
            "[`src/x.rs`] | ✅ | ❌",
        ] {
            assert_eq!(of_path(text), None, "{text}");
        }
        for text in ["`a/b.rs` (was [`src/x.rs`])", "Old: [`src/x.rs`], new: `a/b.rs`"] {
            assert_eq!(of_path(text), Some(Skip::Removed), "{text}");
        }
        assert_eq!(of_path("[`src/x.rs`] should come back"), Some(Skip::Planned));
        assert_eq!(of_path("It works like [`src/x.rs`]"), None);
        assert_eq!(of_path("It was [`src/x.rs`] that did it"), None);
        assert_eq!(of_path("[`src/x.rs`] | see `a/b.rs` instead"), Some(Skip::Removed));
        assert_eq!(of_path("`a/b.rs` | see [`src/x.rs`] instead"), None);
        assert_eq!(of_path("There should be [`src/x.rs`] again"), Some(Skip::Planned));
        assert_eq!(of_path("That should be done by [`src/x.rs`]"), None);
    }

    #[test]
    fn a_clause_may_say_what_will_be() {
        let intended = |text: &str| {
            let (text, from, _) = marked(text);
            is_intended(&text, from)
        };
        for text in [
            "We will build a shop under [`src/x.rs`]",
            "The goal is to sell from [`src/x.rs`]",
            "It is small. It will stand in `a/b.rs` and [`src/x.rs`]",
        ] {
            assert!(intended(text), "{text}");
        }
        for text in [
            "The shop is in [`src/x.rs`] and will grow",
            "It will grow. The shop is in [`src/x.rs`]",
            "It will grow (it begins in [`src/x.rs`])",
            "The goodwill of [`src/x.rs`]",
        ] {
            assert!(!intended(text), "{text}");
        }
    }

    #[test]
    fn routes_are_named_as_such() {
        let route = |text: &str| {
            let (text, from, to) = marked(text);
            names_route(&text, from, to)
        };
        for text in
            ["GET [`api/users/list`]", "the route [`pages/users/list`]", "the [`api/a/b`] endpoint"]
        {
            assert!(route(text), "{text}");
        }
        assert!(!route("the path [`src/users`]"));
        assert!(!route("the pages in [`pages/users`]"));
        assert!(!route("the route is drawn by [`src/users`]"));
    }
}
