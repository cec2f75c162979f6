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
    /// The two neighbours in it that are rarest, in a word of ASCII.
    pair: Option<Pair>,
    /// What folds to a letter of it and is not ASCII.
    odd: Vec<&'static str>,
}

/// Letters of English text, the rarest first; digits are rarer still.
const BY_RARITY: &[u8] = b"zqxjkvbpygfwmucldrhsnioate";

/// What is not ASCII and folds to a letter that is.
const FOLDS_TO_ASCII: [(&str, char); 2] = [("\u{130}", 'i'), ("\u{212a}", 'k')];

/// Two characters of a word that stand together, or its only one.
#[derive(Debug, Clone)]
struct Pair {
    /// Where the first stands in the word, in bytes.
    at: usize,
    /// Finds both as they are in the folded word.
    finder: Finder<'static>,
    /// What stands for one of them, or both, where they are not so.
    capitals: Option<(u8, u8)>,
}

impl Pair {
    fn rarest(word: &str) -> Option<Self> {
        let rarity =
            |byte: &u8| BY_RARITY.iter().position(|letter| letter == byte).map_or(0, |at| at + 1);
        let pairs = word.as_bytes().windows(word.len().clamp(1, 2)).enumerate();
        let (at, pair) = pairs.min_by_key(|(_, pair)| pair.iter().map(rarity).sum::<usize>())?;
        let letters = pair.iter().filter(|byte| byte.is_ascii_lowercase());
        let mut capitals = letters.map(u8::to_ascii_uppercase);
        let capitals = capitals.next().map(|one| (one, capitals.next().unwrap_or(one)));
        Some(Self { at, finder: Finder::new(pair).into_owned(), capitals })
    }

    /// Whether a word that this is the pair of stands in a text, in whatever letter case.
    fn finds(&self, word: &[u8], bytes: &[u8]) -> bool {
        let here = |at: usize| {
            let begin = at.checked_sub(self.at);
            let found = begin.and_then(|begin| bytes.get(begin..begin + word.len()));
            found.is_some_and(|found| found.eq_ignore_ascii_case(word))
        };
        let around = |at: usize| here(at) || at > 0 && here(at - 1);
        // Two neighbours are rare, and so is a capital: one letter is not.
        self.finder.find_iter(bytes).any(here)
            || self.capitals.is_some_and(|(one, other)| memchr2_iter(one, other, bytes).any(around))
    }
}

impl Sought {
    /// Takes a folded word.
    pub fn new(word: &str) -> Self {
        let pair = if word.is_ascii() { Pair::rarest(word) } else { None };
        let mut odd = Vec::new();
        for (other, letter) in FOLDS_TO_ASCII {
            if word.contains(letter) {
                odd.push(other);
            }
        }
        Self { finder: Finder::new(word).into_owned(), pair, odd }
    }

    /// Whether a text that is not folded holds the word; none where that is to be folded first.
    pub fn is_in_raw(&self, bytes: &[u8]) -> Option<bool> {
        let pair = self.pair.as_ref()?;
        if pair.finds(self.finder.needle(), bytes) {
            return Some(true);
        }
        let odd = self.odd.iter().any(|odd| memmem::find(bytes, odd.as_bytes()).is_some());
        if odd { None } else { Some(false) }
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
        fn what_is_said_of_a_text_that_is_not_folded_is_certain(
            text in "([a-cA-C 1]{0,20}|[İςKΣiIkKé\u{301}\u{212a}]{0,4}){0,4}",
            word in "[a-cik1é]{0,4}",
        ) {
            let sought = Sought::new(&word);
            let is_in = sought.is_in_raw(text.as_bytes());
            prop_assert!(is_in.is_none_or(|is_in| is_in == sought.is_in(&folded(&text))));
            let no = is_in == Some(false);
            prop_assert!(!no || !sought.is_in(&folded(&nfc(&text))), "in form NFC");
            let ascii = text.is_ascii() && word.is_ascii();
            prop_assert!(is_in.is_some() || !ascii || word.is_empty());
        }

        #[test]
        fn a_word_is_sought_as_any_text_is(text in "[ab]{0,40}", word in "[ab]{1,3}") {
            let sought = Sought::new(&word);
            prop_assert_eq!(sought.count(&text, 5), text.matches(&word).take(5).count());
            prop_assert_eq!(sought.is_in(&text), text.contains(&word));
        }
    }
}
