//! What a configuration says of references.

use crate::discover::patterns::Patterns;
use crate::error::Result;

/// The settings of the rules about code.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Names of sections that list places, tests among them.
    pub sections: Vec<String>,
    /// Names of sections that list tests.
    pub tests: Vec<String>,
    /// Beginnings of paths that are not this repository's.
    pub foreign: Vec<String>,
    /// Names that are not judged.
    pub stop_words: Vec<String>,
    /// Pages whose references are not judged.
    pub exclude: Patterns,
    /// Files that hold tests, relative to the repository root.
    pub test_files: Patterns,
}

impl Settings {
    /// Whether a section lists places.
    pub fn lists_places(&self, section: &str) -> bool {
        self.lists_tests(section) || self.sections.iter().any(|name| is_named(section, name))
    }

    /// Whether a section lists tests.
    pub fn lists_tests(&self, section: &str) -> bool {
        self.tests.iter().any(|name| is_named(section, name))
    }

    /// Makes settings of lists; patterns are in gitignore syntax.
    ///
    /// # Errors
    /// A pattern that cannot be read.
    pub fn new(
        [sections, tests, foreign, stop_words]: [&[String]; 4],
        exclude: &[String],
        test_files: &[String],
    ) -> Result<Self> {
        Ok(Self {
            sections: sections.to_vec(),
            tests: tests.to_vec(),
            foreign: foreign.to_vec(),
            stop_words: stop_words.to_vec(),
            exclude: Patterns::new(exclude, false)?,
            test_files: Patterns::new(test_files, true)?,
        })
    }
}

/// Whether a heading is a name, in any letter case, or goes on after it with punctuation.
fn is_named(heading: &str, name: &str) -> bool {
    let (heading, name) = (heading.trim().to_lowercase(), name.trim().to_lowercase());
    let Some(rest) = heading.strip_prefix(name.as_str()) else { return false };
    !rest.trim_start().starts_with(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::is_named;

    #[test]
    fn a_heading_may_go_on_with_punctuation() {
        assert!(
            is_named("Map", "map") && is_named("Map (files)", "Map") && is_named("MAP:", "Map")
        );
        assert!(!is_named("Mapping", "Map") && !is_named("Map of files", "Map"));
    }
}
