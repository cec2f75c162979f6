//! Titles of tests as a runner prints them, where the code has only their parts: the title of a
//! group and that of a test one after the other, and values in place of `%i`, `${x}` or `{name}`.

use std::collections::BTreeSet;

use crate::code::repository::Repository;
use crate::error::Result;
use crate::git::files::File;

/// So many titles are looked at, in files of so many bytes, all together and each.
const MOST_TITLES: usize = 100;
const MOST_BYTES: usize = 8 * 1024 * 1024;
const LARGEST: u64 = 1024 * 1024;

/// A longer title is not looked at, in bytes.
const LONGEST: usize = 300;

/// A title is made of no more texts than these.
const MOST_PARTS: usize = 4;

/// The fewest letters that a text with places for values must have of its own.
const FEWEST_LETTERS: usize = 4;

/// Which of some titles the texts in some files make up.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git), where a commit is looked at.
pub fn made_up<'a>(
    titles: &BTreeSet<&'a str>,
    files: &[&File],
    repository: &Repository,
) -> Result<BTreeSet<&'a str>> {
    let fitting = titles.iter().copied().filter(|title| title.len() <= LONGEST);
    let mut open: BTreeSet<&str> = fitting.take(MOST_TITLES).collect();
    let mut found = BTreeSet::new();
    if open.is_empty() {
        return Ok(found);
    }
    let mut bytes = 0;
    repository.contents(files, LARGEST, |content| {
        let text = content.and_then(|content| std::str::from_utf8(content).ok());
        let Some(text) = text.filter(|_| bytes <= MOST_BYTES && !open.is_empty()) else { return };
        bytes += text.len();
        let mut texts: Vec<Text<'_>> = Vec::new();
        for literal in literals(text) {
            let one = Text::new(literal);
            if open.iter().any(|title| one.may_be_in(title)) {
                texts.push(one);
            }
        }
        open.retain(|title| {
            let made = is_made_of(title, &texts);
            if made {
                found.insert(*title);
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
    fn new(literal: &'a str) -> Self {
        let (mut parts, mut rest) = (Vec::new(), literal);
        let mut at = 0;
        while let Some(tail) = rest.get(at..).filter(|tail| !tail.is_empty()) {
            match place(tail) {
                Some(length) => {
                    parts.push(rest.get(..at).unwrap_or_default());
                    rest = tail.get(length..).unwrap_or_default();
                    at = 0;
                }
                None => at += tail.chars().next().map_or(1, char::len_utf8),
            }
        }
        parts.push(rest);
        Self { parts }
    }

    fn may_be_in(&self, title: &str) -> bool {
        let letters =
            || self.parts.iter().flat_map(|part| part.chars()).filter(|c| c.is_alphanumeric());
        let least = if self.parts.len() > 1 { FEWEST_LETTERS } else { 1 };
        letters().nth(least - 1).is_some() && self.parts.iter().all(|part| title.contains(part))
    }

    /// How many bytes of a title's beginning the text may be.
    fn lengths(&self, title: &str) -> BTreeSet<usize> {
        let mut ends = BTreeSet::from([0]);
        for (number, part) in self.parts.iter().enumerate() {
            let mut next = BTreeSet::new();
            for end in ends {
                let rest = title.get(end..).unwrap_or_default();
                if number == 0 {
                    next.extend(rest.starts_with(part).then_some(end + part.len()));
                } else if part.is_empty() {
                    // A value is a byte at least, and may go on to the end.
                    next.extend(rest.char_indices().skip(1).map(|(at, _)| end + at));
                    next.extend((!rest.is_empty()).then_some(title.len()));
                } else {
                    let places = rest.match_indices(part).filter(|(at, _)| *at > 0);
                    next.extend(places.map(|(at, _)| end + at + part.len()));
                }
            }
            ends = next;
        }
        ends
    }
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

/// What stands between two quotes of one kind on a line.
fn literals(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| {
        let quotes = line.match_indices(['\'', '"', '`']);
        quotes.filter_map(|(at, quote)| {
            let inner = line.get(at + 1..)?;
            let end = inner
                .match_indices(quote)
                .map(|(end, _)| end)
                .find(|end| !inner.get(..*end).is_some_and(|before| before.ends_with('\\')))?;
            inner.get(..end)
        })
    })
}

/// Whether some texts, parted by blanks, are a title.
fn is_made_of(title: &str, texts: &[Text<'_>]) -> bool {
    let words = title.split(' ').count();
    let mut begins = BTreeSet::from([0]);
    for parts in 1..=MOST_PARTS {
        let mut next = BTreeSet::new();
        for begin in begins {
            let rest = title.get(begin..).unwrap_or_default();
            for length in texts.iter().flat_map(|text| text.lengths(rest)) {
                match rest.get(length..) {
                    // Many texts of one word each are no title.
                    Some("") if parts <= 2 || parts < words => return true,
                    Some(tail) if tail.starts_with(' ') => {
                        next.insert(begin + length + 1);
                    }
                    _ => {}
                }
            }
        }
        begins = next;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{MOST_BYTES, MOST_TITLES, Text, is_made_of, literals, made_up};
    use crate::code::repository::Repository;

    fn made(title: &str, code: &str) -> bool {
        let texts: Vec<Text<'_>> =
            literals(code).map(Text::new).filter(|text| text.may_be_in(title)).collect();
        is_made_of(title, &texts)
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

    #[test]
    fn titles_and_code_are_compared_up_to_a_limit() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let made = |titles: &[String]| {
            let repository = Repository::now(root, false, Vec::new());
            let files: Vec<_> = repository.tracked.files().iter().collect();
            let titles = titles.iter().map(String::as_str).collect();
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
