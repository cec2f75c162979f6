//! The words of a topic, and how they are found in a text (DESIGN.md §6).

use memchr::memchr2_iter;
use memchr::memmem::{self, Finder};

use crate::discover::name::nfc;

/// Words that say nothing about a feature.
const STOP_WORDS: [&str; 31] = [
    "the", "and", "for", "with", "that", "this", "from", "into", "when", "what", "how", "why",
    "does", "not", "but", "are", "was", "were", "its", "his", "her", "them", "they", "you", "your",
    "our", "their", "can", "will", "would", "should",
];

/// The least characters of a word in ASCII.
const SHORTEST: usize = 3;

/// The words of a topic, each once, in the order given.
///
/// A word is a run of letters and digits in any script, folded. Short words and stop words
/// count only where there is no other. The words of words are the same words, so that a call
/// made from them asks the same.
pub fn words(topic: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for run in nfc(topic).split(|c: char| !c.is_alphanumeric()) {
        let word = folded(run);
        if !word.is_empty() && !all.contains(&word) {
            all.push(word);
        }
    }
    if all.iter().any(|word| is_telling(word)) {
        all.retain(|word| is_telling(word));
    }
    all
}

fn is_telling(word: &str) -> bool {
    (!word.is_ascii() || word.len() >= SHORTEST) && !STOP_WORDS.contains(&word)
}

/// A text without letter case.
pub fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    fold(text, &mut out);
    out
}

/// Appends a text without letter case: each character as its lower case, whatever stands
/// beside it, so that a word is found in the middle of a longer one.
pub fn fold(text: &str, out: &mut String) {
    let mut rest = text;
    loop {
        let (ascii, other) = rest.split_at(ascii_length(rest));
        fold_ascii(ascii, out);
        let mut characters = other.chars();
        match characters.next() {
            // One letter with two small forms, and the only one whose small form is two.
            Some('ς') => out.push('σ'),
            Some('İ') => out.push('i'),
            Some(other) => out.extend(other.to_lowercase()),
            None => return,
        }
        rest = characters.as_str();
    }
}

/// How many bytes of a text come before the first that is not ASCII.
fn ascii_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    // Whole steps are looked at much faster than one byte after the other.
    let steps = bytes.chunks(STEP).take_while(|step| step.is_ascii()).count();
    let begin = (steps * STEP).min(bytes.len());
    let rest = bytes.iter().skip(begin);
    begin + rest.take_while(|byte| byte.is_ascii()).count()
}

/// Bytes that [`ascii_length`] looks at in one step.
const STEP: usize = 64;

fn fold_ascii(text: &str, out: &mut String) {
    let start = out.len();
    out.push_str(text);
    if let Some(added) = out.get_mut(start..) {
        added.make_ascii_lowercase();
    }
}

/// A folded word that is looked for in many texts.
#[derive(Debug, Clone)]
pub struct Sought {
    finder: Finder<'static>,
    /// The places of its rarest letter and of the next one, in a word of ASCII.
    rarest: Option<(usize, usize)>,
    /// What folds to a letter of it and is not ASCII.
    odd: Vec<&'static str>,
}

/// Letters of English text, the rarest first; digits are rarer still.
const BY_RARITY: &[u8] = b"zqxjkvbpygfwmucldrhsnioate";

/// What is not ASCII and folds to a letter that is.
const FOLDS_TO_ASCII: [(&str, char); 2] = [("\u{130}", 'i'), ("\u{212a}", 'k')];

impl Sought {
    /// Takes a folded word.
    pub fn new(word: &str) -> Self {
        let first = rarest(word, None).filter(|_| word.is_ascii());
        let rarest = first.map(|first| (first, rarest(word, Some(first)).unwrap_or(first)));
        let mut odd = Vec::new();
        for (other, letter) in FOLDS_TO_ASCII {
            if word.contains(letter) {
                odd.push(other);
            }
        }
        Self { finder: Finder::new(word).into_owned(), rarest, odd }
    }

    /// Whether a text that is not folded may hold the word; a no is certain. Most pages need not
    /// be folded then.
    pub fn may_be_in(&self, bytes: &[u8]) -> bool {
        let word = self.finder.needle();
        let Some((first, second)) = self.rarest else { return true };
        let (Some(letter), Some(next)) = (word.get(first), word.get(second)) else { return true };
        let here = |at: usize| {
            let begin = at.checked_sub(first)?;
            // One more letter says no to nearly all, and quickly.
            let may = bytes.get(begin + second)?.eq_ignore_ascii_case(next);
            Some(may && bytes.get(begin..begin + word.len())?.eq_ignore_ascii_case(word))
        };
        memchr2_iter(*letter, letter.to_ascii_uppercase(), bytes).any(|at| here(at) == Some(true))
            || self.odd.iter().any(|odd| memmem::find(bytes, odd.as_bytes()).is_some())
    }

    /// Whether a folded text holds the word.
    pub fn is_in(&self, text: &str) -> bool {
        self.finder.find(text.as_bytes()).is_some()
    }

    /// How often a folded text holds the word, at most `most` times.
    pub fn count(&self, text: &str, most: usize) -> usize {
        self.finder.find_iter(text.as_bytes()).take(most).count()
    }
}

/// The place of a word's rarest letter but one; the first of equals.
fn rarest(word: &str, but: Option<usize>) -> Option<usize> {
    let mut rarest = None;
    for (at, byte) in word.bytes().enumerate() {
        let rarity = BY_RARITY.iter().position(|letter| *letter == byte);
        if Some(at) != but && rarest.is_none_or(|(least, _)| rarity < least) {
            rarest = Some((rarity, at));
        }
    }
    rarest.map(|(_, at)| at)
}

#[cfg(test)]
mod tests {
    use super::{Sought, folded, words};
    use crate::discover::name::nfc;
    use proptest::prelude::*;

    #[test]
    fn short_and_stop_words_count_only_where_there_is_no_other() {
        assert_eq!(words("How does the Glow sweep, glow?"), ["glow", "sweep"]);
        assert_eq!(words("what is it"), ["what", "is", "it"]);
        assert_eq!(words("C#"), ["c"]);
        assert!(words(" !? ").is_empty());
    }

    #[test]
    fn other_scripts_need_no_length() {
        assert_eq!(words("設 定/機能 the"), ["設", "定", "機能"]);
        assert_eq!(words("cafe\u{301} ΟΔΟΣ İZMİR"), ["café", "οδοσ", "izmir"]);
    }

    #[test]
    fn two_characters_alone_fold_to_ascii() {
        let folds =
            |c: &char| !c.is_ascii() && folded(&c.to_string()).contains(|c: char| c.is_ascii());
        let folds =
            ('\0'..=char::MAX).filter(folds).map(|c| (c.to_string(), folded(&c.to_string())));
        let found: Vec<_> = folds.collect();
        let known = super::FOLDS_TO_ASCII.map(|(odd, letter)| (odd.to_owned(), letter.to_string()));
        assert_eq!(found, known);
    }

    #[test]
    fn a_word_is_found_without_letter_case() {
        let text = folded("GLOW—Glow ÉTÉ οδός ΟΔΟΣΗΜΑ");
        let count = |word: &str, most| Sought::new(word).count(&text, most);
        assert_eq!((count("glow", 5), count("glow", 1)), (2, 1));
        assert_eq!((count("été", 5), count("οδοσ", 5), count("sweep", 5)), (1, 1, 0));
    }

    proptest! {
        #[test]
        fn the_words_of_words_are_the_same(topic in "\\PC{0,40}") {
            let once = words(&topic);
            prop_assert_eq!(words(&once.join(" ")), once);
        }

        #[test]
        fn a_text_is_folded_character_by_character(
            text in "([a-zA-Z ]{0,90}|[İςẞKΣéÉ]|\\PC){0,4}",
        ) {
            let alone = |c: char| folded(c.encode_utf8(&mut [0; 4]));
            prop_assert_eq!(folded(&text), text.chars().map(alone).collect::<String>());
        }

        #[test]
        fn a_no_to_a_text_that_is_not_folded_is_certain(
            text in "([a-cA-C 1]{0,20}|[İςKΣiIkKé\u{301}\u{212a}]{0,4}){0,4}",
            word in "[a-cik1é]{1,3}",
        ) {
            let sought = Sought::new(&word);
            let may = sought.may_be_in(text.as_bytes());
            prop_assert!(may || !sought.is_in(&folded(&text)));
            prop_assert!(may || !sought.is_in(&folded(&nfc(&text))), "in form NFC");
            let ascii = text.is_ascii() && word.is_ascii();
            prop_assert!(!ascii || sought.may_be_in(text.as_bytes()) == sought.is_in(&folded(&text)));
        }

        #[test]
        fn a_word_is_sought_as_any_text_is(text in "[ab]{0,40}", word in "[ab]{1,3}") {
            let sought = Sought::new(&word);
            prop_assert_eq!(sought.count(&text, 5), text.matches(&word).take(5).count());
            prop_assert_eq!(sought.is_in(&text), text.contains(&word));
        }
    }
}
