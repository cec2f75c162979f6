//! Globs as git matches them (its `wildmatch.c`). Both the glob and the text may come from a
//! stranger: a match takes no longer than the square of the text, whatever the glob.

mod class;

use crate::discover::glob::class::Class;

/// A glob.
#[derive(Debug, Clone)]
pub(super) struct Glob {
    /// What the text begins with.
    begin: Vec<u8>,
    rest: Rest,
    any_case: bool,
}

/// What must match behind the begin.
#[derive(Debug, Clone)]
enum Rest {
    /// Nothing can, for this reason.
    Never(Fault),
    /// Bytes that are no `/`, and these. Most of what is no name is like this: `*.log`.
    Ending(Vec<u8>),
    /// Anything else.
    Tokens(Vec<Token>),
}

/// Why a glob matches nothing, as words behind "the pattern cannot be read".
type Fault = &'static str;

const ESCAPE: Fault = "it ends in `\\`, which stands before a character";

/// Alternatives in many tools, but none of git's.
const BRACES: Fault = "`{` lists no alternatives here; write one pattern for each, or `\\{` for the \
                       character";

#[derive(Debug, Clone)]
enum Token {
    /// This byte.
    Byte(u8),
    /// A byte that is no `/`.
    Any,
    /// One of these bytes.
    Class(Class),
    /// Bytes that are no `/`: `*`.
    Star,
    /// Folders, each with its `/`: `**/`.
    Folders,
    /// All that is left: `**`.
    All,
}

/// The token behind a star, and where the text goes on that it was tried with.
type Again = (usize, usize);

impl Token {
    fn byte(&self) -> Option<u8> {
        if let Self::Byte(byte) = self { Some(*byte) } else { None }
    }
}

impl Glob {
    /// Reads a glob that stands alone.
    pub(super) fn new(glob: &[u8]) -> Self {
        Self::of(tokens(glob, false), false)
    }

    /// Reads a glob of a rule; `any_case` compares ASCII letters without their case.
    pub(super) fn of_rule(glob: &[u8], any_case: bool) -> Self {
        Self::of(tokens(glob, true), any_case)
    }

    fn of(tokens: Result<Vec<Token>, Fault>, any_case: bool) -> Self {
        let mut tokens = match tokens {
            Ok(tokens) => tokens,
            Err(fault) => return Self { begin: Vec::new(), rest: Rest::Never(fault), any_case },
        };
        let begin: Vec<u8> = tokens.iter().map_while(Token::byte).collect();
        tokens.drain(..begin.len());
        let end: Option<Vec<u8>> = match tokens.as_slice() {
            [Token::Star, end @ ..] => end.iter().map(Token::byte).collect(),
            _ => None,
        };
        let rest = match end {
            Some(end) => Rest::Ending(end),
            None => Rest::Tokens(tokens),
        };
        Self { begin, rest, any_case }
    }

    /// Why it matches nothing; none where it may match.
    pub(super) fn fault(&self) -> Option<&'static str> {
        if let Rest::Never(fault) = self.rest { Some(fault) } else { None }
    }

    /// Whether the whole text matches.
    pub(super) fn matches(&self, text: &[u8]) -> bool {
        let Some((begin, text)) = text.split_at_checked(self.begin.len()) else { return false };
        if !self.is(&self.begin, begin) {
            return false;
        }
        match &self.rest {
            Rest::Never(_) => false,
            Rest::Ending(end) => {
                let cut =
                    text.len().checked_sub(end.len()).and_then(|at| text.split_at_checked(at));
                cut.is_some_and(|(star, found)| self.is(end, found) && !star.contains(&b'/'))
            }
            Rest::Tokens(tokens) => self.walk(tokens, text),
        }
    }

    fn is(&self, own: &[u8], found: &[u8]) -> bool {
        if self.any_case { own.eq_ignore_ascii_case(found) } else { own == found }
    }

    /// Whether tokens match a text. Only the last star and the last `**/` are tried again: what
    /// the tokens before them match ends as early as it can, and a star takes what lies between.
    fn walk(&self, tokens: &[Token], text: &[u8]) -> bool {
        let (mut token, mut at) = (0, 0);
        let (mut star, mut folders): (Option<Again>, Option<Again>) = (None, None);
        loop {
            match (tokens.get(token), text.get(at)) {
                (None, None) | (Some(Token::All), _) => return true,
                (Some(Token::Star), _) => {
                    token += 1;
                    star = Some((token, at));
                    continue;
                }
                (Some(Token::Folders), _) => {
                    token += 1;
                    (folders, star) = (Some((token, at)), None);
                    continue;
                }
                (Some(one), Some(byte)) if self.takes(one, *byte) => {
                    (token, at) = (token + 1, at + 1);
                    continue;
                }
                _ => {}
            }
            let next_folder = |from: usize| {
                let rest = text.get(from..)?;
                Some(from + rest.iter().position(|byte| *byte == b'/')? + 1)
            };
            if let Some((next, from)) = star
                && text.get(from).is_some_and(|byte| *byte != b'/')
            {
                (token, at) = (next, from + 1);
                // What a plain byte follows goes on where that stands.
                if let Some(Token::Byte(own)) = tokens.get(token) {
                    let skips = |byte: &&u8| **byte != b'/' && !self.is(&[*own], &[**byte]);
                    at += text.get(at..).unwrap_or_default().iter().take_while(skips).count();
                }
                star = Some((token, at));
            } else if let Some((next, from)) = folders
                && let Some(begin) = next_folder(from)
            {
                (token, at) = (next, begin);
                (folders, star) = (Some((token, at)), None);
            } else {
                return false;
            }
        }
    }

    fn takes(&self, token: &Token, byte: u8) -> bool {
        match token {
            Token::Byte(own) => self.is(&[*own], &[byte]),
            Token::Any => byte != b'/',
            Token::Class(class) => byte != b'/' && class.holds(byte, self.any_case),
            Token::Star | Token::Folders | Token::All => false,
        }
    }
}

/// Takes apart a glob, or that of a rule.
fn tokens(glob: &[u8], of_rule: bool) -> Result<Vec<Token>, Fault> {
    let mut tokens = Vec::with_capacity(glob.len());
    // Whether all before is plain: git compares that part of a rule by itself, and the glob begins
    // behind it.
    let (mut rest, mut plain, mut begins) = (glob, of_rule, true);
    while let Some(byte) = next(&mut rest) {
        let mut last = byte;
        match byte {
            b'?' => tokens.push(Token::Any),
            b'{' if !of_rule => return Err(BRACES),
            b'[' => tokens.push(Token::Class(Class::read(&mut rest)?)),
            b'\\' => {
                last = next(&mut rest).ok_or(ESCAPE)?;
                tokens.push(Token::Byte(last));
            }
            b'*' => {
                let one = !rest.starts_with(b"*");
                while rest.starts_with(b"*") {
                    next(&mut rest);
                }
                // Behind `**`, `\/` takes a folder at least.
                let (least, folders) = match rest.strip_prefix(b"\\") {
                    Some(escaped) => (1, escaped.strip_prefix(b"/")),
                    None => (0, rest.strip_prefix(b"/")),
                };
                match folders {
                    _ if one || !begins => tokens.push(Token::Star),
                    None if rest.is_empty() => tokens.push(Token::All),
                    None => tokens.push(Token::Star),
                    Some(behind) => {
                        (rest, last) = (behind, b'/');
                        if least > 0 {
                            tokens.extend([Token::Star, Token::Byte(b'/')]);
                        }
                        // A second `**/` says nothing new.
                        if !matches!(tokens.last(), Some(Token::Folders)) {
                            tokens.push(Token::Folders);
                        }
                    }
                }
            }
            _ => tokens.push(Token::Byte(byte)),
        }
        plain &= !matches!(byte, b'?' | b'[' | b'\\' | b'*');
        begins = plain || last == b'/';
    }
    Ok(tokens)
}

fn next(rest: &mut &[u8]) -> Option<u8> {
    let (first, behind) = rest.split_first()?;
    *rest = behind;
    Some(*first)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::any;
    use proptest::sample::select;

    use super::{Glob, Token};

    fn fits(glob: &str, text: &str) -> bool {
        Glob::new(glob.as_bytes()).matches(text.as_bytes())
    }

    #[test]
    fn stars_stay_in_a_folder_unless_two_stand_alone() {
        assert!(fits("a/*/c", "a/b/c") && !fits("a/*/c", "a/b/b/c") && !fits("a/*/c", "a/c"));
        assert!(fits("a/**/c", "a/c") && fits("a/**/c", "a/b/b/c") && !fits("a/**/c", "ab/c"));
        assert!(fits("**/c", "c") && fits("**/c", "a/b/c") && !fits("**/c", "ac"));
        assert!(fits("a/**", "a/b/c") && fits("a/**", "a/") && !fits("a/**", "a"));
        assert!(fits("a**c", "abc") && !fits("a**c", "a/c"));
        assert!(fits("a?c*", "abc") && !fits("a?c", "a/c"));
        let rule =
            |rule: &str, text: &str| Glob::of_rule(rule.as_bytes(), true).matches(text.as_bytes());
        assert!(rule("/a**", "/A/b") && rule("a[B]?**", "abc") && !rule("?**", "a/b"));
    }

    #[test]
    fn classes_hold_ranges_names_and_signs() {
        let all =
            |glob: &str| (' '..='~').filter(|c| fits(glob, &c.to_string())).collect::<String>();
        assert_eq!(all("[b-d0]"), "0bcd");
        assert_eq!(all("[]-]"), "-]");
        assert_eq!(all("[a\\]-_]"), "]^_a", "from an escaped sign on");
        assert_eq!(all("[[:digit:]x-]"), "-0123456789x");
        assert_eq!(all("[[:d]"), ":[d", "no name");
        assert_eq!(all("[!!-z]"), " {|}~");
        assert_eq!(all("[^ -.0-~]"), "", "never `/`");
        for never in ["[a", "[]", "a\\", "[[:no:]]", "[a-", "[[:a"] {
            assert_eq!(all(never), "", "{never}");
        }
    }

    /// What the tokens mean, one after the other.
    fn means(glob: &Glob, tokens: &[Token], text: &[u8]) -> bool {
        let Some((token, rest)) = tokens.split_first() else { return text.is_empty() };
        let first = text.split_first();
        let folder = text.iter().position(|byte| *byte == b'/').map(|at| &text[at + 1..]);
        match token {
            Token::All => true,
            Token::Star => {
                let longer =
                    |(byte, text): (&u8, &[u8])| *byte != b'/' && means(glob, tokens, text);
                means(glob, rest, text) || first.is_some_and(longer)
            }
            Token::Folders => {
                means(glob, rest, text) || folder.is_some_and(|text| means(glob, tokens, text))
            }
            one => {
                first.is_some_and(|(byte, text)| glob.takes(one, *byte) && means(glob, rest, text))
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn trying_the_last_star_alone_again_misses_nothing(
            parts in vec(select(vec!["a", "b", "/", "*", "**/", "/**/", "/**", "?", "[!a]"]), 0..9),
            text in "[ab]{0,3}(/[ab]{0,3}){0,4}",
            of_rule in any::<bool>(),
        ) {
            let parts = parts.concat();
            let tokens = super::tokens(parts.as_bytes(), of_rule).unwrap();
            let glob = Glob::of(Ok(tokens.clone()), false);
            let means = means(&glob, &tokens, text.as_bytes());
            proptest::prop_assert_eq!(glob.matches(text.as_bytes()), means, "{}", parts);
        }
    }

    #[test]
    fn a_rule_of_any_length_is_read_in_one_go() {
        assert!(!fits(&format!("[{}x", "[:a".repeat(100_000)), "x"));
        assert!(fits(&format!("[{}]", "[:a".repeat(100_000)), "a"));
    }

    /// Tried one after the other, the ways through this are more than anyone can wait for.
    #[test]
    fn no_glob_takes_long() {
        let (glob, text) = ("**/a*".repeat(30), "a/".repeat(2000));
        assert!(!fits(&glob, &text) && fits(&format!("{glob}/**"), &text));
        for (part, matches) in [("**/", true), ("**/***/", true), ("*a", false), ("[!b]*", false)] {
            let glob = Glob::new(format!("{}b", part.repeat(100_000)).as_bytes());
            for _ in 0..1000 {
                assert_eq!(glob.matches(b"a/a/b"), matches);
            }
        }
    }
}
