//! Characters that a reader does not see, where they can mislead.

use std::borrow::Cow;

use crate::harmless::is_hidden;
use crate::source::span::Span;

/// A hidden character in a heading, a title or a link target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// The heading, the title's line or the target.
    pub span: Span,
    /// Which character.
    pub character: char,
    /// Where it is: `heading`, `title` or `link target`.
    pub place: &'static str,
}

/// The first hidden character of a name that serves no purpose there (DESIGN.md §5,
/// `hidden-character`).
///
/// Emoji sequences, joiners inside words of scripts that need them, marks beside
/// right-to-left text and flag tags have one.
pub fn misleading(name: &str) -> Option<char> {
    if name.is_ascii() || !name.chars().any(is_hidden) {
        return None;
    }
    let chars: Vec<char> = name.chars().collect();
    misleading_at(&chars).next().map(|(_, c)| c)
}

/// A name without the hidden characters that [`misleading`] would name.
pub fn without_misleading(name: &str) -> Cow<'_, str> {
    if misleading(name).is_none() {
        return Cow::Borrowed(name);
    }
    let chars: Vec<char> = name.chars().collect();
    let mut out = String::with_capacity(name.len());
    let mut kept = 0;
    for (at, _) in misleading_at(&chars) {
        out.extend(chars.get(kept..at).unwrap_or_default());
        kept = at + 1;
    }
    out.extend(chars.get(kept..).unwrap_or_default());
    Cow::Owned(out)
}

/// The hidden characters that serve no purpose, each with its place among the characters.
fn misleading_at(chars: &[char]) -> impl Iterator<Item = (usize, char)> {
    let right_to_left = chars.iter().copied().any(is_right_to_left);
    let mut flag = false;
    chars.iter().copied().enumerate().filter(move |(at, c)| {
        let (at, c) = (*at, *c);
        let before = at.checked_sub(1).and_then(|at| chars.get(at)).copied();
        let after = chars.get(at + 1).copied();
        let tag = matches!(c, '\u{e0020}'..='\u{e007f}');
        if !is_hidden(c) {
            flag = c == '\u{1f3f4}';
            return false;
        }
        let purpose = match c {
            '\u{200d}' if emoji_before(chars, at) && after.is_some_and(is_emoji) => true,
            '\u{200c}' | '\u{200d}' => before.is_some_and(joins) && after.is_some_and(joins),
            '\u{200e}' | '\u{200f}' => right_to_left,
            _ => tag && flag,
        };
        !purpose
    })
}

/// Whether the character before, variation selectors and skin tones apart, is an emoji.
fn emoji_before(chars: &[char], at: usize) -> bool {
    let mut before = chars.iter().take(at).rev().copied();
    before.find(|c| !matches!(c, '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')).is_some_and(is_emoji)
}

/// Whether a character is part of a word that a joiner may stand in: a letter, or the vowel sign or
/// virama of an Indic one.
fn joins(c: char) -> bool {
    let indic =
        matches!(c, '\u{0900}'..='\u{0dff}' | '\u{0e00}'..='\u{109f}' | '\u{1780}'..='\u{17ff}');
    indic || (c.is_alphabetic() && !c.is_ascii())
}

fn is_emoji(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2bff}' | '\u{3030}' | '\u{303d}' | '\u{3297}' | '\u{3299}'
        | '\u{1f000}'..='\u{1faff}')
}

fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{0590}'..='\u{061b}' | '\u{061d}'..='\u{08ff}' | '\u{fb1d}'..='\u{fdff}'
        | '\u{fe70}'..='\u{fefc}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

#[cfg(test)]
mod tests {
    use super::{misleading, without_misleading};

    #[test]
    fn hidden_characters_with_a_purpose_are_quiet() {
        for name in [
            "\u{1f6e0}\u{fe0f} Tools",
            "\u{1f469}\u{200d}\u{1f4bb} Coding",
            "\u{1f468}\u{1f3fd}\u{200d}\u{1f680}",
            "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
            "می\u{200c}خواهم",
            "क्\u{200d}ष",
            "র\u{200d}্য",
            "\u{200f}שלום C++\u{200e}",
            "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
        ] {
            assert_eq!(misleading(name), None, "{name:?}");
        }
    }

    #[test]
    fn a_name_is_shown_without_what_misleads() {
        assert_eq!(without_misleading("x\u{202e}d\u{200b}m\u{feff}"), "xdm");
        let kept = "\u{1f469}\u{200d}\u{1f4bb} Coding";
        assert_eq!(without_misleading(&format!("{kept}\u{202e}")), kept);
    }

    #[test]
    fn others_are_named() {
        assert_eq!(misleading("Pay\u{200b}ment"), Some('\u{200b}'));
        assert_eq!(misleading("a\u{200d}b"), Some('\u{200d}'));
        assert_eq!(misleading("é\u{200d}"), Some('\u{200d}'), "not between letters");
        assert_eq!(misleading("é\u{200d}.md"), Some('\u{200d}'));
        assert_eq!(misleading("x\u{202e}dm.a"), Some('\u{202e}'));
        assert_eq!(misleading("a\u{e0041}"), Some('\u{e0041}'));
        assert_eq!(misleading("left\u{200e}"), Some('\u{200e}'));
        assert_eq!(misleading("\u{feff}a"), Some('\u{feff}'));
    }
}
