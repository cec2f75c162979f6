//! Path patterns, matched as git matches them.

use crate::discover::glob::Glob;
use crate::error::{Error, Result};

/// The most rules of one list: each is tried for every name.
const MOST_RULES: usize = 4096;

/// Rules in gitignore syntax, relative to one folder; of those that speak of a path the last
/// one decides.
#[derive(Debug, Clone, Default)]
pub struct IgnoreList {
    rules: Vec<Rule>,
}

/// One rule (gitignore(5)).
#[derive(Debug, Clone)]
struct Rule {
    /// Whether it takes back what one before it ignores: `!x`.
    negative: bool,
    /// Whether it speaks of folders only: `x/`.
    folders: bool,
    /// Whether it speaks of whole paths: `a/x`. Else of a name at any depth.
    path: bool,
    glob: Glob,
}

impl Rule {
    /// Reads a line; none where no rule stands in it. Git takes a NUL for its end.
    fn new(line: &[u8], any_case: bool) -> Option<Self> {
        let line = line.split(|byte| *byte == 0).next().unwrap_or_default();
        if line.starts_with(b"#") {
            return None;
        }
        let line = without_blanks(line);
        let (negative, line) = match line.strip_prefix(b"!") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        let (folders, line) = match line.strip_suffix(b"/") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        let path = line.contains(&b'/');
        let line = line.strip_prefix(b"/").unwrap_or(line);
        let glob = Glob::of_rule(line, any_case);
        (!line.is_empty()).then_some(Self { negative, folders, path, glob })
    }
}

/// A line without the blanks at its end, unless a `\` stands before them.
fn without_blanks(line: &[u8]) -> &[u8] {
    let (mut end, mut bytes) = (0, line.iter().enumerate());
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b' ' => {}
            b'\\' => end = bytes.next().map_or(at, |(at, _)| at) + 1,
            _ => end = at + 1,
        }
    }
    line.get(..end).unwrap_or(line)
}

impl IgnoreList {
    /// Reads the text of a `.gitignore`. A rule that can match nothing is passed over, as git
    /// does.
    ///
    /// # Errors
    /// What would make matching slow: too many rules.
    pub fn new(text: &[u8]) -> std::result::Result<Self, String> {
        let text = text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text);
        let mut rules = Vec::new();
        for line in text.split(|byte| *byte == b'\n') {
            rules.extend(Rule::new(line.strip_suffix(b"\r").unwrap_or(line), false));
        }
        if rules.len() > MOST_RULES {
            return Err(format!("it has more than {MOST_RULES} rules"));
        }
        Ok(Self { rules })
    }

    /// Whether a path (of the system's bytes, with `/`, relative to the folder) is ignored; none
    /// if no rule speaks of it.
    pub fn decides(&self, path: &[u8], is_folder: bool) -> Option<bool> {
        let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
        let speaks = |rule: &&Rule| {
            (is_folder || !rule.folders) && rule.glob.matches(if rule.path { path } else { name })
        };
        self.rules.iter().rev().find(speaks).map(|rule| !rule.negative)
    }

    /// Whether no rule is there.
    pub fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }
}

/// A list of patterns of the configuration in gitignore syntax, relative to the map folder.
#[derive(Debug, Clone)]
pub struct Patterns(IgnoreList);

impl Patterns {
    /// Reads patterns; `any_case` compares ASCII letters without their case.
    ///
    /// # Errors
    /// [`Error::Pattern`] for the first one that cannot be read.
    pub fn new(patterns: &[String], any_case: bool) -> Result<Self> {
        Self::or_fault(patterns, any_case).map_err(|(_, error)| error)
    }

    /// The same, with the place in the list of the first pattern that cannot be read.
    ///
    /// # Errors
    /// That place, from 0, and the [`Error::Pattern`].
    pub fn or_fault(
        patterns: &[String],
        any_case: bool,
    ) -> std::result::Result<Self, (usize, Error)> {
        let mut list = IgnoreList::default();
        for (at, pattern) in patterns.iter().enumerate() {
            let too_many = || format!("a list has {MOST_RULES} patterns at most");
            let rule = Rule::new(pattern.as_bytes(), any_case);
            let fault = one_line(pattern).or(rule.as_ref().and_then(|rule| rule.glob.fault()));
            let fault = fault.map(str::to_owned);
            if let Some(reason) = fault.or_else(|| (at >= MOST_RULES).then(too_many)) {
                return Err((at, Error::Pattern { pattern: pattern.clone(), reason }));
            }
            list.rules.extend(rule);
        }
        Ok(Self(list))
    }

    /// Whether a path is named, whatever is said of the folders above it; none if no pattern
    /// speaks of it.
    pub fn decides(&self, path: &str, is_folder: bool) -> Option<bool> {
        self.0.decides(path.as_bytes(), is_folder)
    }

    /// Whether a file (a path relative to the map folder, with `/`) or a folder above it is
    /// named.
    pub fn names_file(&self, path: &str) -> bool {
        self.names(path, false)
    }

    /// The same for what is, or may be, a folder: a pattern that ends in `/` names it too.
    pub fn names_folder(&self, path: &str) -> bool {
        self.names(path, true)
    }

    /// The path or the nearest folder above it that a rule speaks of decides.
    fn names(&self, path: &str, is_folder: bool) -> bool {
        if self.0.is_empty() || path.is_empty() {
            return false;
        }
        let (mut path, mut is_folder) = (path, is_folder);
        loop {
            if let Some(named) = self.decides(path, is_folder) {
                return named;
            }
            let Some((above, _)) = path.rsplit_once('/') else {
                return false;
            };
            (path, is_folder) = (above, true);
        }
    }
}

/// One glob that must match a whole path; `*` stays inside a folder, `**` crosses folders.
#[derive(Debug, Clone)]
pub struct PathGlob(Glob);

impl PathGlob {
    /// Reads a glob.
    ///
    /// # Errors
    /// [`Error::Pattern`] with what is wrong in it.
    pub fn new(pattern: &str) -> Result<Self> {
        let glob = Glob::new(pattern.as_bytes());
        match glob.fault() {
            Some(reason) => {
                Err(Error::Pattern { pattern: pattern.to_owned(), reason: reason.to_owned() })
            }
            None => Ok(Self(glob)),
        }
    }

    /// Whether the whole path (with `/`) matches.
    pub fn matches(&self, path: &str) -> bool {
        self.0.matches(path.as_bytes())
    }
}

/// Why a text is no rule: a file of rules has one on each line.
fn one_line(pattern: &str) -> Option<&'static str> {
    let reason = "it holds a line end or a NUL; write one pattern for each line";
    pattern.contains(['\n', '\r', '\0']).then_some(reason)
}

#[cfg(test)]
mod tests {
    use super::{IgnoreList, PathGlob, Patterns};

    #[test]
    fn unlisted_names_match_at_any_depth_and_in_any_case() {
        let list = ["_*", "*-template.md"].map(str::to_owned);
        let list = Patterns::new(&list, true).unwrap();
        assert!(list.names_file("_draft.md") && list.names_file("a/_old/b.md"));
        assert!(list.names_file("a/Page-Template.md"));
        assert!(!list.names_file("a/b.md"));
    }

    #[test]
    fn the_fault_is_at_the_first_pattern_that_cannot_be_read() {
        let fault = |list: &[&str]| {
            let list: Vec<_> = list.iter().map(|pattern| (*pattern).to_owned()).collect();
            let (at, error) = Patterns::or_fault(&list, true).unwrap_err();
            (at, error.to_string())
        };
        let (at, said) = fault(&["a", "b/*", "[a]c[]", "d", "e["]);
        assert_eq!(at, 2);
        assert!(
            said.starts_with("the pattern `[a]c[]` cannot be read: its `[` has no `]`"),
            "{said}"
        );
        assert!(fault(&["a\\"]).1.ends_with("it ends in `\\`, which stands before a character"));
        assert!(fault(&["a\nb"]).1.ends_with("write one pattern for each line"));
        assert!(fault(&["[[:no:]]"]).1.ends_with("names no class of characters"));
    }

    #[test]
    fn what_git_takes_is_taken() {
        let fine = ["[]]", "[!]-]", "[[:alpha:]x]", r"\[", r"[\]]", "a]", "{a,b}", "**/a/**", "#a"];
        assert!(Patterns::new(&fine.map(str::to_owned), false).is_ok());
        let list = Patterns::new(&["{a,b}.md".to_owned(), r"\#a".to_owned()], false).unwrap();
        assert!(list.names_file("{a,b}.md") && list.names_file("#a"));
        assert!(!list.names_file("a.md") && !list.names_file(""));
    }

    #[test]
    fn a_class_that_takes_others_takes_them_in_any_case() {
        let list = ["[!a]_*", "[^[:lower:]]x", "[!A-C]y"].map(str::to_owned);
        let list = Patterns::new(&list, true).unwrap();
        let named = ["b_1", "a_1", "A_1", "1x", "ax", "Ax", "dy", "Dy", "by", "By"];
        let named: Vec<_> = named.into_iter().filter(|name| list.names_file(name)).collect();
        assert_eq!(named, ["b_1", "1x", "dy", "Dy"]);
    }

    #[test]
    fn a_nul_ends_a_rule_as_it_does_for_git() {
        let list = IgnoreList::new(b"a\0b\n[c\0]\n\0d\ne \0\n").unwrap();
        let named = ["a", "ab", "c", "d", "e"].map(|name| list.decides(name.as_bytes(), false));
        assert_eq!(named, [Some(true), None, None, None, Some(true)]);
    }

    #[test]
    fn the_last_rule_that_speaks_of_the_nearest_folder_decides() {
        let list = ["old/", "!old/keep.md", "*.tmp", "!a.tmp"].map(str::to_owned);
        let list = Patterns::new(&list, false).unwrap();
        assert!(list.names_file("old/x.md") && !list.names_file("old/keep.md"));
        assert!(!list.names_file("old") && list.names_folder("old"));
        assert!(list.names_file("b.tmp") && !list.names_file("a.tmp"));
    }

    #[test]
    fn a_file_of_too_many_rules_is_refused() {
        assert!(IgnoreList::new("a\n".repeat(4096).as_bytes()).is_ok());
        assert!(IgnoreList::new("a\n".repeat(4097).as_bytes()).is_err());
        let list = vec!["a".to_owned(); 4097];
        assert!(Patterns::new(&list, false).is_err());
        assert!(Patterns::new(list.split_last().unwrap().1, false).is_ok());
    }

    #[test]
    fn a_glob_matches_the_whole_path() {
        let glob = PathGlob::new("drafts/**").unwrap();
        assert!(glob.matches("drafts/a/b.md") && !glob.matches("x/drafts/a.md"));
        let glob = PathGlob::new("*.md").unwrap();
        assert!(glob.matches("a.md") && !glob.matches("a/b.md"));
        assert!(PathGlob::new("a[").is_err());
        let said = PathGlob::new("{a,b}/*.md").unwrap_err().to_string();
        assert!(said.contains("write one pattern for each"), "{said}");
        assert!(PathGlob::new(r"\{a}[{].md").unwrap().matches("{a}{.md"));
    }
}
