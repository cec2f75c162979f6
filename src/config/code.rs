//! The table `[code]`: what is said of references to the code.

use crate::config::keys::{Key, Shape, key};
use crate::config::owned;

/// The table `[code]` with its defaults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeConfig {
    /// Sections that list places.
    pub sections: Vec<String>,
    /// Sections that list tests.
    pub tests: Vec<String>,
    /// Files that hold tests, as gitignore patterns from the repository root.
    pub test_files: Vec<String>,
    /// Beginnings of paths that are not this repository's.
    pub foreign: Vec<String>,
    /// Names that are not judged.
    pub stop_words: Vec<String>,
    /// Pages whose references are not judged, as gitignore patterns from the map folder.
    pub exclude: Vec<String>,
}

/// The keys of the table, in the order of the documentation.
pub const CODE_KEYS: &[Key] = &[
    key(
        "sections",
        Shape::List,
        "[\"Map\", \"Tests that pin it\"]",
        "Sections that list places: a path in them must be there.",
    ),
    key(
        "tests",
        Shape::List,
        "[\"Tests that pin it\"]",
        "Sections that list tests: what they name is looked for as a test.",
    ),
    key(
        "test-files",
        Shape::List,
        "[\"test/\", \"tests/\", \"__tests__/\", \"spec/\", \"e2e/\", \"test_*\", \"*_test.*\", \"*.test.*\", \"*_spec.*\", \"*.spec.*\", \"*Test.*\", \"*Tests.*\"]",
        "Files that hold tests; gitignore patterns in any letter case, relative to the repository root.",
    ),
    key("foreign", Shape::List, "[]", "Beginnings of paths that are not this repository's."),
    key("stop-words", Shape::List, "[]", "Names that are not judged."),
    key(
        "exclude",
        Shape::List,
        "[]",
        "Pages whose references are not judged: plans, say; gitignore patterns, relative to the map folder.",
    ),
];

impl Default for CodeConfig {
    fn default() -> Self {
        Self {
            sections: owned(&["Map", "Tests that pin it"]),
            tests: owned(&["Tests that pin it"]),
            test_files: owned(&[
                "test/",
                "tests/",
                "__tests__/",
                "spec/",
                "e2e/",
                "test_*",
                "*_test.*",
                "*.test.*",
                "*_spec.*",
                "*.spec.*",
                "*Test.*",
                "*Tests.*",
            ]),
            foreign: Vec::new(),
            stop_words: Vec::new(),
            exclude: Vec::new(),
        }
    }
}

impl CodeConfig {
    /// The list of a key.
    pub fn list(&self, name: &str) -> Option<&[String]> {
        Some(match name {
            "sections" => &self.sections,
            "tests" => &self.tests,
            "test-files" => &self.test_files,
            "foreign" => &self.foreign,
            "stop-words" => &self.stop_words,
            "exclude" => &self.exclude,
            _ => return None,
        })
    }

    /// The list of a key, to be set.
    pub fn list_mut(&mut self, name: &str) -> Option<&mut Vec<String>> {
        Some(match name {
            "sections" => &mut self.sections,
            "tests" => &mut self.tests,
            "test-files" => &mut self.test_files,
            "foreign" => &mut self.foreign,
            "stop-words" => &mut self.stop_words,
            "exclude" => &mut self.exclude,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{CODE_KEYS, CodeConfig};

    #[test]
    fn every_key_has_its_list_and_its_default() {
        for key in CODE_KEYS {
            let default: Vec<String> = serde_json::from_str(key.default).unwrap();
            assert_eq!(CodeConfig::default().list(key.name), Some(default.as_slice()));
            assert!(CodeConfig::default().list_mut(key.name).is_some());
        }
    }
}
