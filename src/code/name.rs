//! Whether a code span is a name in the code, and which.

/// A name as a page has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// The word that is looked for: the last part of a name, or a test's whole title.
    pub word: String,
    /// Where the word must stand.
    pub edges: Edges,
    /// The path that the text gives for it, a file or a folder: as written, and once judged as
    /// tracked, or none where it leads nowhere.
    pub home: Option<String>,
}

/// What must stand beside a word where it occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edges {
    /// No letter, digit or underscore on either side.
    Word,
    /// None before it: `test_parse_*`.
    Prefix,
    /// Anything: a title of words.
    Any,
}

/// The shortest word that is judged.
const SHORTEST: usize = 4;

/// The word of a code-shaped span: an inner capital, `_`, `::` or a call; the last part.
///
/// `Cls::method()` gives `method`, `GAME_CONFIG.spawn_rate` gives `spawn_rate`; plain words
/// and whatever is no name give none.
pub fn word(span: &str) -> Option<String> {
    let text = span.trim();
    let (text, call) = match text.split_once('(') {
        Some((before, rest)) if rest.ends_with(')') => (before.trim_end_matches('!'), true),
        Some(_) => return None,
        None => (text.trim_end_matches('!'), false),
    };
    let text = if call { text.strip_prefix('.').unwrap_or(text) } else { text };
    let parts = parts(text)?;
    let last = (*parts.last()?).to_owned();
    let shaped = call || text.contains("::") || is_shaped(&last);
    (shaped && last.len() >= SHORTEST).then_some(last)
}

/// The word of a span that a list of places gives for a file: a type may be one word with a
/// capital (`Ranker`), which elsewhere could be any word.
pub fn type_word(span: &str) -> Option<String> {
    let word = span.trim();
    let fits = word.len() >= SHORTEST
        && word.starts_with(char::is_uppercase)
        && word.chars().all(char::is_alphanumeric)
        && word.chars().any(char::is_lowercase);
    fits.then(|| word.to_owned())
}

/// Whether a span is words in small letters, joined by single underscores: a field, a column, an
/// option or a parameter of anything may be called so. `_own` and `a__b` are names of code.
pub fn is_plain(span: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    span.trim().split('_').all(|word| !word.is_empty() && word.chars().all(plain))
}

/// The word of any span that is one.
pub fn any_word(span: &str) -> Option<String> {
    parts(span.trim().trim_end_matches("()"))?.last().map(|last| (*last).to_owned())
}

/// The parts of a name, if each of them is a word of code.
fn parts(text: &str) -> Option<Vec<&str>> {
    let mut parts = Vec::new();
    let mut rest = text;
    loop {
        let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let (part, after) = rest.split_at_checked(end)?;
        if part.is_empty() || part.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        parts.push(part);
        if after.is_empty() {
            return Some(parts);
        }
        rest = ["::", "->", ".", "#"].iter().find_map(|joint| after.strip_prefix(joint))?;
    }
}

/// Whether a character is part of a word of code.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// An underscore between letters, or a capital after a small letter or digit.
pub fn is_shaped(word: &str) -> bool {
    let inner_capital =
        word.chars().skip(1).any(char::is_uppercase) && word.chars().any(char::is_lowercase);
    word.trim_matches('_').contains('_') || inner_capital
}

/// What begins a command, and no title of a test.
const RUNNERS: [&str; 12] = [
    "npm", "npx", "pnpm", "yarn", "bun", "cargo", "make", "just", "go", "pytest", "python", "node",
];

/// The words of a test that a list of tests names; several for `describe > it`.
///
/// Takes whether the list gives the file of the test: then a plain word counts too.
pub fn test(span: &str, has_home: bool) -> Vec<(String, Edges)> {
    let text = span.trim();
    let text = text.split_once('[').map_or(text, |(before, _)| before).trim_end();
    if let Some(start) = text.strip_suffix('*') {
        let fits = start.len() >= SHORTEST && start.chars().all(is_word);
        return if fits { vec![(start.to_owned(), Edges::Prefix)] } else { Vec::new() };
    }
    if let Some(word) = word(text) {
        return vec![(word, Edges::Word)];
    }
    let plain = |c: char| c.is_alphabetic() || c == '_';
    if has_home && text.len() >= SHORTEST && text.chars().all(plain) {
        return vec![(text.to_owned(), Edges::Word)];
    }
    let first = text.split(' ').next().unwrap_or_default();
    if RUNNERS.contains(&first) {
        return Vec::new();
    }
    if has_home && text.contains(' ') { titles(text) } else { Vec::new() }
}

/// The titles of `describe > it`, if they read like titles and not like code or a command.
fn titles(text: &str) -> Vec<(String, Edges)> {
    let fits = |c: char| c.is_alphanumeric() || " ,.:_-".contains(c);
    let mut parts: Vec<&str> = Vec::new();
    for part in text.split(" > ") {
        parts.extend(part.split(" › "));
    }
    let mut titles = Vec::with_capacity(parts.len());
    for part in parts {
        let titled = part.chars().all(fits)
            && part.starts_with(char::is_alphanumeric)
            && !part.contains(" -")
            && !part.contains("::");
        if !titled {
            return Vec::new();
        }
        titles.push((part.trim().to_owned(), Edges::Any));
    }
    titles
}

#[cfg(test)]
mod tests {
    use super::{Edges, any_word, is_plain, test, type_word, word};

    #[test]
    fn code_shaped_spans_give_their_last_part() {
        for (span, wanted) in [
            ("parsePersonas", "parsePersonas"),
            ("PRD_SUMMARY_MODEL", "PRD_SUMMARY_MODEL"),
            ("Cls::method()", "method"),
            ("markdown::parse", "parse"),
            ("GAME_CONFIG.vehiclesSpawn", "vehiclesSpawn"),
            ("renamed_fn()", "renamed_fn"),
            ("grant( $id )", "grant"),
            ("assert_all!", "assert_all"),
            ("obj.doIt(a, b)", "doIt"),
            ("größe_in_cm", "größe_in_cm"),
            ("messeGröße()", "messeGröße"),
        ] {
            assert_eq!(word(span).as_deref(), Some(wanted), "{span}");
        }
        for span in [
            "true",
            "config.toml",
            "JSON",
            "abc",
            "run()",
            "a b_c",
            "--some_flag",
            "$some_var",
            "x_y = 1",
            "__",
            "foo.bar",
            "Vec<MyType>",
            "1_000",
            "fn_(",
        ] {
            assert_eq!(word(span), None, "{span}");
        }
    }

    #[test]
    fn a_type_may_be_one_word_and_any_word_can_be_asked_for() {
        for word in ["Ranker", "Größe"] {
            assert_eq!(type_word(word).as_deref(), Some(word));
        }
        for span in ["JSON", "ranker", "The", "Two Words", "1.2", "Ranker.md"] {
            assert_eq!(type_word(span), None, "{span}");
        }
        assert_eq!(any_word("run()").as_deref(), Some("run"));
        assert_eq!(any_word("a b"), None);
    }

    #[test]
    fn plain_words_may_be_those_of_anything() {
        assert!(is_plain("dry_run") && is_plain(" page_2_size "));
        for span in ["_dry_run", "dry__run", "dry_run()", "dryRun", "DRY_RUN", "a.dry_run"] {
            assert!(!is_plain(span), "{span}");
        }
    }

    #[test]
    fn tests_may_be_prefixes_parameters_and_titles() {
        assert_eq!(test("test_parse_*", false), [("test_parse_".to_owned(), Edges::Prefix)]);
        assert_eq!(test("test_x[fast]", false), [("test_x".to_owned(), Edges::Word)]);
        assert_eq!(test("rejects", true), [("rejects".to_owned(), Edges::Word)]);
        assert!(test("rejects", false).is_empty());
        let titles = test("cart > adds one item", true);
        assert_eq!(titles.last(), Some(&("adds one item".to_owned(), Edges::Any)));
        for span in ["cargo test --all", "a = b c", "adds one item", "it('does')"] {
            assert!(test(span, false).is_empty(), "{span}");
        }
        assert!(test("npm test", true).is_empty());
    }
}
