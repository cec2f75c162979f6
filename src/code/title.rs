//! Titles of tests as a runner prints them, where the code has only their parts: the title of a
//! group and that of a test one after the other, and values in place of `%i`, `${x}` or `{name}`.

use crate::code::repository::Repository;
use crate::error::Result;
use crate::git::files::File;
use crate::order::distinct;

/// So many titles are looked at, in files of so many bytes, all together and each.
const MOST_TITLES: usize = 100;
const MOST_BYTES: usize = 8 * 1024 * 1024;
const LARGEST: u64 = 1024 * 1024;

/// A longer title or text is not looked at, in bytes.
const LONGEST: usize = 300;

/// A title is made of no more texts than these.
const MOST_PARTS: usize = 4;

/// A text has no more places for values than these.
const MOST_PLACES: usize = 8;

/// So many parts of texts are looked for in titles, and found, all together; then no more
/// titles are made up.
const MOST_STEPS: usize = 10_000_000;

/// The fewest letters that a text with places for values must have of its own.
const FEWEST_LETTERS: usize = 4;

/// Which of some titles, sorted, the texts in some files make up.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git), where a commit is looked at.
pub fn made_up<'a>(
    titles: &[&'a str],
    files: &[&File],
    repository: &Repository,
) -> Result<Vec<&'a str>> {
    let mut open: Vec<&str> = Vec::new();
    for title in titles {
        if title.len() <= LONGEST && open.len() < MOST_TITLES {
            open.push(title);
        }
    }
    let mut found = Vec::new();
    if open.is_empty() {
        return Ok(found);
    }
    let (mut bytes, mut steps) = (0, MOST_STEPS);
    repository.contents(files, LARGEST, &mut |content| {
        let text = content.and_then(|content| std::str::from_utf8(content).ok());
        let more = bytes <= MOST_BYTES && steps > 0 && !open.is_empty();
        let Some(text) = text.filter(|_| more) else { return };
        bytes += text.len();
        let texts = texts(text);
        open.retain(|title| {
            let made = is_made_of(title, &texts, &mut steps);
            if made {
                found.push(*title);
            }
            !made
        });
    })?;
    Ok(found)
}

/// A text of the code, cut at the places for values.
#[derive(Debug)]
struct Text<'a> {
    /// What stands between the places; the first and the last may be empty.
    parts: Vec<&'a str>,
}

impl<'a> Text<'a> {
    /// None where the text has too few letters or too many places to tell anything.
    fn new(literal: &'a str) -> Option<Self> {
        let (mut parts, mut rest) = (Vec::new(), literal);
        let mut at = 0;
        while let Some(tail) = rest.get(at..).filter(|tail| !tail.is_empty()) {
            match place(tail) {
                Some(_) if parts.len() == MOST_PLACES => return None,
                Some(length) => {
                    parts.push(rest.get(..at).unwrap_or_default());
                    rest = tail.get(length..).unwrap_or_default();
                    at = 0;
                }
                None => at += tail.chars().next().map_or(1, char::len_utf8),
            }
        }
        parts.push(rest);
        let mut letters = 0;
        for part in &parts {
            letters += part.chars().filter(|c| c.is_alphanumeric()).count();
        }
        let least = if parts.len() > 1 { FEWEST_LETTERS } else { 1 };
        (letters >= least).then_some(Self { parts })
    }

    fn may_be_in(&self, title: &str) -> bool {
        self.parts.iter().all(|part| title.contains(part))
    }

    /// How many bytes of a title's beginning the text may be, the fewest first.
    fn lengths(&self, title: &str) -> Vec<usize> {
        let Some((first, rest)) = self.parts.split_first() else { return Vec::new() };
        if !title.starts_with(first) {
            return Vec::new();
        }
        let Some((last, middle)) = rest.split_last() else { return vec![first.len()] };
        // A value may be of any length, so the first place where a part fits leaves most to
        // the parts behind it.
        let mut end = first.len();
        for part in middle {
            let Some(place) = place_of(title, end, part) else { return Vec::new() };
            end = place + part.len();
        }
        // Every place is told, for in "aaa" there are two of "aa".
        let mut ends = Vec::new();
        while let Some(place) = place_of(title, end, last) {
            ends.push(place + last.len());
            end = place;
        }
        ends
    }
}

/// The first place of a part behind a value, which is a character at least.
fn place_of(title: &str, value: usize, part: &str) -> Option<usize> {
    let begin = value + title.get(value..)?.chars().next()?.len_utf8();
    title.get(begin..)?.find(part).map(|at| begin + at)
}

/// How long the place for a value is that a text begins with: `%i`, `${x}`, `$x.y`, `{x}`.
fn place(text: &str) -> Option<usize> {
    let braced = |text: &str| {
        let inner = text.strip_prefix('{')?;
        inner.find('}').map(|at| at + 2)
    };
    if let Some(tail) = text.strip_prefix('%') {
        return tail.starts_with(['s', 'd', 'i', 'f', 'j', 'o', 'O', 'p', 'c', '#']).then_some(2);
    }
    if let Some(tail) = text.strip_prefix('$') {
        let name = tail.find(|c: char| !c.is_alphanumeric() && !"_.".contains(c));
        let name = name.unwrap_or(tail.len());
        return braced(tail).or((name > 0).then_some(name)).map(|length| length + 1);
    }
    braced(text)
}

/// The texts in some code, each once.
fn texts(code: &str) -> Vec<Text<'_>> {
    let mut texts = Vec::new();
    for literal in distinct(literals(code)) {
        texts.extend(Text::new(literal));
    }
    texts
}

/// What stands between two quotes of one kind on a line, where that is not too long.
fn literals(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.lines() {
        let escaped = |at: usize| line.get(..at).is_some_and(|before| before.ends_with('\\'));
        for (at, quote) in line.match_indices(['\'', '"', '`']) {
            // A search from an escaped quote too would go over a run of them for each of them.
            if escaped(at) {
                continue;
            }
            let inner = line.get(at + 1..).unwrap_or_default();
            for (end, _) in inner.match_indices(quote) {
                if end > LONGEST {
                    break;
                }
                if !escaped(at + 1 + end) {
                    found.extend(inner.get(..end));
                    break;
                }
            }
        }
    }
    found
}

/// Whether some texts, parted by blanks, are a title. Takes from the steps those that it went,
/// and says no where none are left.
fn is_made_of(title: &str, texts: &[Text<'_>], steps: &mut usize) -> bool {
    let words = title.split(' ').count();
    *steps = steps.saturating_sub(texts.iter().map(|text| text.parts.len()).sum());
    if *steps == 0 {
        return false;
    }
    let mut fitting: Vec<&Text<'_>> = Vec::new();
    for text in texts {
        if text.may_be_in(title) {
            fitting.push(text);
        }
    }
    let (mut begins, mut seen) = (vec![0], vec![false; title.len() + 1]);
    for parts in 1..=MOST_PARTS {
        let mut next = Vec::new();
        for begin in begins {
            let rest = title.get(begin..).unwrap_or_default();
            for text in &fitting {
                let lengths = text.lengths(rest);
                *steps = steps.saturating_sub(text.parts.len() + lengths.len());
                if *steps == 0 {
                    return false;
                }
                for length in lengths {
                    match rest.get(length..) {
                        // Many texts of one word each are no title.
                        Some("") if parts <= 2 || parts < words => return true,
                        Some(tail) if tail.starts_with(' ') => {
                            let begin = begin + length + 1;
                            // Where fewer texts led, more make no other title of the rest.
                            if let Some(seen @ false) = seen.get_mut(begin) {
                                *seen = true;
                                next.push(begin);
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
        begins = distinct(next);
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{
        LONGEST, MOST_BYTES, MOST_STEPS, MOST_TITLES, Text, is_made_of, literals, made_up, texts,
    };
    use crate::code::repository::Repository;

    fn made(title: &str, code: &str) -> bool {
        is_made_of(title, &texts(code), &mut MOST_STEPS.clone())
    }

    #[test]
    fn values_stand_in_their_places() {
        for (title, code) in [
            ("adds 1 and 2", "it.each([[1, 2]])('adds %i and %i', (a, b) => {})"),
            ("opens the cart page", "it(`opens the ${page} page`)"),
            ("greets Ann Smith", "test.each`name`('greets $name')"),
            ("parses one file", "#[case(\"parses {kind} file\")]"),
            ("100 is not too much", "it('%d is not too much')"),
        ] {
            assert!(made(title, code), "{title}");
        }
        for (title, code) in [
            ("adds 1 and 2", "it('adds %i or %i')"),
            ("adds one item", "log(`${x}`); it('adds')"),
            ("adds one item", "it('adds two items')"),
            ("adds one item", "it(`${a} ${b} x`)"),
        ] {
            assert!(!made(title, code), "{title}");
        }
    }

    /// Whether parts with values between them are a text, tried in every way.
    fn is_text_of(parts: &[&str], text: &str) -> bool {
        let Some((first, rest)) = parts.split_first() else { return text.is_empty() };
        let Some(tail) = text.strip_prefix(first) else { return false };
        if rest.is_empty() {
            return tail.is_empty();
        }
        let values = tail.char_indices().skip(1).map(|(at, _)| at).chain([tail.len()]);
        values.filter(|at| *at > 0).any(|at| is_text_of(rest, tail.split_at(at).1))
    }

    proptest::proptest! {
        #[test]
        fn a_text_is_a_beginning_as_if_every_value_were_tried(
            literal in "[abä]{4}([abä]{0,2}%s){0,4}[abä]{0,2}",
            title in "[abä]{0,12}",
        ) {
            let title = format!("{}{title}", literal.split('%').next().unwrap_or_default());
            let text = Text::new(&literal).unwrap();
            let ends = title.char_indices().map(|(at, _)| at).chain([title.len()]);
            let tried: Vec<_> = ends.filter(|end| is_text_of(&text.parts, title.split_at(*end).0)).collect();
            proptest::prop_assert_eq!(text.lengths(&title), tried);
        }
    }

    #[test]
    fn titles_and_code_are_compared_up_to_a_limit() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let made = |titles: &[String]| {
            let repository = Repository::now(root, false, Vec::new());
            let files: Vec<_> = repository.tracked.files().iter().collect();
            let titles: Vec<_> = titles.iter().map(String::as_str).collect();
            made_up(&titles, &files, &repository).unwrap().len()
        };
        let code = "it('adds %i items to %s')\n";
        std::fs::write(root.join("z.js"), code).unwrap();
        let title = |number: usize| format!("adds {number} items to it");
        let many: Vec<_> = (0..2 * MOST_TITLES).map(title).collect();
        assert_eq!(made(&many), MOST_TITLES);
        assert_eq!(made(&[format!("adds 1 items to {}", "a".repeat(280))]), 1);
        assert_eq!(made(&[format!("adds 1 items to {}", "a".repeat(290))]), 0);
        let one = 1024 * 1024;
        assert_eq!(made(&[title(1)]), 1);
        for number in 0..=MOST_BYTES / one {
            std::fs::write(root.join(format!("a{number}.js")), " ".repeat(one)).unwrap();
        }
        assert_eq!(made(&[title(1)]), 0);
    }

    #[test]
    fn texts_of_many_places_are_laid_beside_a_title_a_limited_number_of_times() {
        let title = format!("{}b", "a ".repeat(140));
        let steps = |code: &str| {
            let mut steps = MOST_STEPS;
            assert!(!is_made_of(&title, &texts(code), &mut steps), "{code}");
            MOST_STEPS - steps
        };
        // A place may hold anything: the cost is that of the title, not of the ways to split it.
        let full = steps(&format!("'{}a a a'", "%s".repeat(8)));
        assert!(full < title.len() * title.len(), "{full}");
        assert_eq!(steps(&format!("'{}aaaac'", "%s".repeat(8))), 9, "no part is in the title");
        assert!(texts(&format!("'{}a a a a'", "%s".repeat(9))).is_empty(), "too many places");
        let same = format!("'{}a a a'\n", "%s".repeat(8)).repeat(300);
        assert_eq!(steps(&same), full, "each text once");
        let mut none = 1;
        assert!(!is_made_of("adds 1", &texts("'adds %i'"), &mut none), "no steps are left");
    }

    #[test]
    fn a_line_of_quotes_or_braces_is_gone_over_once() {
        let mib = 1024 * 1024;
        assert_eq!(literals(&"\\'".repeat(mib)).len(), 0);
        assert_eq!(literals(&format!("'{}", "\\'".repeat(mib))).len(), 0);
        assert_eq!(literals(&"'\\".repeat(mib)).len(), 0);
        assert!(texts(&format!("'{}'", "{".repeat(mib))).is_empty());
        let literal = |length: usize| literals(&format!("'{}'", "a".repeat(length))).len();
        assert_eq!((literal(LONGEST), literal(LONGEST + 1)), (1, 0));
    }

    #[test]
    fn groups_stand_before_their_tests() {
        let code =
            "describe('the cart', () => {\n describe(\"full\", () => {\n it('adds %i items')";
        for title in ["the cart adds 3 items", "the cart full adds 3 items", "full adds 3 items"] {
            assert!(made(title, code), "{title}");
        }
        assert!(!made("the cart removes 3 items", code) && !made("the carts adds 3 items", code));
        assert!(!made("a b c d", "f('a', 'b', 'c', 'd')"), "single words");
    }
}
