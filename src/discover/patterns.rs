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
        let mut builder = GitignoreBuilder::new("");
        let unreadable = |pattern: &str, error: ignore::Error| Error::Pattern {
            pattern: pattern.to_owned(),
            reason: error.to_string(),
        };
        // Never fails today; a later version of the library may.
        builder.case_insensitive(any_case).map_err(|error| unreadable("", error))?;
        for pattern in patterns {
            builder.add_line(None, pattern).map_err(|error| unreadable(pattern, error))?;
        }
        let list = builder.build().map_err(|error| unreadable(&patterns.join(" "), error))?;
        Ok(Self(list))
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
    fn a_glob_matches_the_whole_path() {
        let glob = PathGlob::new("drafts/**").unwrap();
        assert!(glob.matches("drafts/a/b.md") && !glob.matches("x/drafts/a.md"));
        let glob = PathGlob::new("*.md").unwrap();
        assert!(glob.matches("a.md") && !glob.matches("a/b.md"));
        assert!(PathGlob::new("a[").is_err());
    }
}
