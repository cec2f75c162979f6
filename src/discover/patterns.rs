//! Path patterns of the configuration, read by the libraries that git's own rules use.

use std::path::Path;

use globset::{GlobBuilder, GlobMatcher};
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::error::{Error, Result};

/// A list of patterns in gitignore syntax, relative to the map folder.
#[derive(Debug, Clone)]
pub struct Patterns(Gitignore);

impl Patterns {
    /// Reads patterns; `any_case` compares without letter case.
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
        let error = match list(patterns, any_case) {
            Ok(list) => return Ok(Self(list)),
            Err(error) => error,
        };
        // Patterns that are fine one by one may be too much together. The more there are, the
        // larger the list: the shortest beginning that fails is found by halving.
        let (mut fine, mut fails) = (0, patterns.len());
        while fails - fine > 1 {
            let half = fine.midpoint(fails);
            match patterns.split_at(half) {
                (begin, _) if list(begin, any_case).is_ok() => fine = half,
                _ => fails = half,
            }
        }
        let pattern = patterns.get(fine).cloned().unwrap_or_default();
        let alone = list(std::slice::from_ref(&pattern), any_case).err();
        let reason =
            alone.map_or_else(|| format!("with those before it, {error}"), |it| it.to_string());
        Err((fine, Error::Pattern { pattern, reason }))
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

    fn names(&self, path: &str, is_folder: bool) -> bool {
        let named = || self.0.matched_path_or_any_parents(Path::new(path), is_folder).is_ignore();
        !self.0.is_empty() && !path.is_empty() && named()
    }
}

fn list(patterns: &[String], any_case: bool) -> std::result::Result<Gitignore, ignore::Error> {
    let mut builder = GitignoreBuilder::new("");
    // Never fails today; a later version of the library may.
    builder.case_insensitive(any_case)?;
    for pattern in patterns {
        builder.add_line(None, pattern)?;
    }
    builder.build()
}

/// One glob that must match a whole path; `*` stays inside a folder, `**` crosses folders.
#[derive(Debug, Clone)]
pub struct PathGlob(GlobMatcher);

impl PathGlob {
    /// Reads a glob.
    ///
    /// # Errors
    /// [`Error::Pattern`] with the library's reason.
    pub fn new(pattern: &str) -> Result<Self> {
        let glob = GlobBuilder::new(pattern).literal_separator(true).build();
        let glob = glob.map_err(|error| Error::Pattern {
            pattern: pattern.to_owned(),
            reason: error.kind().to_string(),
        })?;
        Ok(Self(glob.compile_matcher()))
    }

    /// Whether the whole path (with `/`) matches.
    pub fn matches(&self, path: &str) -> bool {
        self.0.is_match(path)
    }
}

#[cfg(test)]
mod tests {
    use super::{PathGlob, Patterns};

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
        let fault = |list: &[String]| {
            let (at, error) = Patterns::or_fault(list, true).unwrap_err();
            (at, error.to_string())
        };
        let list = ["a", "b/*", "c{", "d", "e["].map(str::to_owned);
        let (at, said) = fault(&list);
        assert_eq!(at, 2);
        assert!(said.starts_with("the pattern `c{` cannot be read: "), "{said}");
        assert_eq!(fault(&list[2..]).0, 0);
        // Each is fine alone.
        let long = |first: char| format!("{first}{}", "?".repeat(90_000));
        let list = ["a".to_owned(), long('b'), long('c'), "d".to_owned()];
        let (at, said) = fault(&list);
        assert_eq!(at, 2);
        assert!(said.contains("?` cannot be read: with those before"));
        assert!(said.starts_with("the pattern `c??") && !said.contains("b?"));
    }

    #[test]
    fn a_glob_matches_the_whole_path() {
        let glob = PathGlob::new("drafts/**").unwrap();
        assert!(glob.matches("drafts/a/b.md") && !glob.matches("x/drafts/a.md"));
        let glob = PathGlob::new("*.md").unwrap();
        assert!(glob.matches("a.md") && !glob.matches("a/b.md"));
        assert!(PathGlob::new("a[").is_err());
    }
}
