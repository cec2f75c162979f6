//! The words of a topic, and how they are found in a text (DESIGN.md §6).

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
    let telling = |word: &&String| {
        let long = !word.is_ascii() || word.len() >= SHORTEST;
        long && !STOP_WORDS.contains(&word.as_str())
    };
    let some: Vec<String> = all.iter().filter(telling).cloned().collect();
    if some.is_empty() { all } else { some }
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
    while let Some(at) = rest.bytes().position(|byte| !byte.is_ascii()) {
        let (plain, other) = rest.split_at(at);
        fold_ascii(plain, out);
        let mut characters = other.chars();
        match characters.next() {
            // One letter with two small forms, and the only one whose small form is two.
            Some('ς') => out.push('σ'),
            Some('İ') => out.push('i'),
            Some(other) => out.extend(other.to_lowercase()),
            None => {}
        }
        rest = characters.as_str();
    }
    fold_ascii(rest, out);
}

fn fold_ascii(plain: &str, out: &mut String) {
    let start = out.len();
    out.push_str(plain);
    if let Some(added) = out.get_mut(start..) {
        added.make_ascii_lowercase();
    }
}

/// How often a folded text holds a word, at most `most` times.
pub fn count(text: &str, word: &str, most: usize) -> usize {
    text.matches(word).take(most).count()
}

#[cfg(test)]
mod tests {
    use super::{count, folded, words};
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
    fn a_word_is_found_without_letter_case() {
        let text = folded("GLOW—Glow ÉTÉ οδός ΟΔΟΣΗΜΑ");
        assert_eq!(count(&text, "glow", 5), 2);
        assert_eq!(count(&text, "glow", 1), 1);
        assert_eq!(count(&text, "été", 5), 1);
        assert_eq!(count(&text, "οδοσ", 5), 1);
    }

    proptest! {
        #[test]
        fn the_words_of_words_are_the_same(topic in "\\PC{0,40}") {
            let once = words(&topic);
            prop_assert_eq!(words(&once.join(" ")), once);
        }
    }
}
