//! The calls that a reply prints: complete commands that work when pasted into a shell.

use std::ffi::OsStr;

use crate::harmless::shell_word;

/// Prints calls like the one that was made.
#[derive(Debug, Clone, Default)]
pub struct Calls {
    carried: String,
    per_topic: String,
    own: String,
}

impl Calls {
    /// Takes the flags that every further call is to carry, each with its value.
    pub fn new(carried: &[(&str, Option<&OsStr>)]) -> Self {
        let mut calls = Self::default();
        for (name, value) in carried {
            calls.carried.push(' ');
            match value {
                Some(value) => calls.carried.push_str(&flag(name, value)),
                None => calls.carried.push_str(name),
            }
        }
        calls
    }

    /// Takes the number of sections that was asked for, which calls with a topic carry.
    #[must_use]
    pub fn with_sections_per_topic(mut self, number: usize) -> Self {
        self.per_topic = format!(" --sections-per-topic {number}");
        self
    }

    /// Takes what was asked, as arguments: what a call that goes on repeats.
    #[must_use]
    pub fn with_own(mut self, own: String) -> Self {
        self.own = own;
        self
    }

    fn call(&self, arguments: &str) -> String {
        let blank = if arguments.is_empty() { "" } else { " " };
        format!("featmap query{blank}{arguments}{}", self.carried)
    }

    /// The index.
    pub fn index(&self) -> String {
        self.call("")
    }

    /// What was asked, from its beginning.
    pub fn again(&self) -> String {
        self.call(&self.own)
    }

    /// What was asked, from an offset on.
    pub fn go_on(&self, offset: usize, rev: &str) -> String {
        let blank = if self.own.is_empty() { "" } else { " " };
        self.call(&format!("{}{blank}--offset {offset} --rev {rev}", self.own))
    }

    /// A topic.
    pub fn topic(&self, words: &[String]) -> String {
        self.call(&self.topic_arguments(words, ""))
    }

    /// A topic with all the sections that match.
    pub fn whole_topic(&self, words: &[String], matching: usize) -> String {
        self.call(&format!("{} --sections-per-topic {matching}", words.join(" ")))
    }

    /// The arguments of a topic, with a further flag.
    pub fn topic_arguments(&self, words: &[String], flag: &str) -> String {
        let blank = if flag.is_empty() { "" } else { " " };
        format!("{}{blank}{flag}{}", words.join(" "), self.per_topic)
    }

    /// A page's skeleton.
    pub fn page(&self, page: &str) -> String {
        self.call(&page_arguments(page))
    }

    /// A whole page.
    pub fn full(&self, page: &str) -> String {
        self.call(&format!("{} --full", page_arguments(page)))
    }

    /// A section.
    pub fn section(&self, page: &str, section: &str) -> String {
        self.call(&section_arguments(page, section))
    }

    /// A subsection.
    pub fn sub(&self, page: &str, section: &str, sub: &str) -> String {
        self.call(&sub_arguments(page, section, sub))
    }
}

/// The arguments that name a page.
pub fn page_arguments(page: &str) -> String {
    flag("--page", OsStr::new(page))
}

/// The arguments that name a section.
pub fn section_arguments(page: &str, section: &str) -> String {
    format!("{} {}", page_arguments(page), section_argument(section))
}

/// The arguments that name a subsection.
pub fn sub_arguments(page: &str, section: &str, sub: &str) -> String {
    format!("{} {}", section_arguments(page, section), sub_argument(sub))
}

/// The argument that names a section of a page.
pub fn section_argument(section: &str) -> String {
    flag("--section", OsStr::new(section))
}

/// The argument that names a subsection of a section.
pub fn sub_argument(sub: &str) -> String {
    flag("--sub", OsStr::new(sub))
}

/// A flag with its value; a value that looks like a flag is tied to it.
fn flag(name: &str, value: &OsStr) -> String {
    let tie = if value.as_encoded_bytes().starts_with(b"-") { '=' } else { ' ' };
    format!("{name}{tie}{}", shell_word(value))
}

/// A call as markdown code.
pub fn code(call: &str) -> String {
    let mut fence = "`".to_owned();
    while call.contains(&fence) {
        fence.push('`');
    }
    let pad = if call.starts_with('`') || call.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{call}{pad}{fence}")
}

#[cfg(test)]
mod tests {
    use super::{Calls, code};
    use std::ffi::OsStr;

    #[test]
    fn a_value_like_a_flag_is_tied_to_its_flag() {
        let calls = Calls::new(&[("--root", Some(OsStr::new("-a b"))), ("--tracked", None)]);
        assert_eq!(
            calls.section("-x.md", "map"),
            "featmap query --page=-x.md --section map --root='-a b' --tracked"
        );
        assert_eq!(calls.index(), "featmap query --root='-a b' --tracked");
    }

    #[test]
    fn a_code_span_is_longer_than_what_it_holds() {
        assert_eq!(code("a"), "`a`");
        assert_eq!(code("a `b``c`"), "``` a `b``c` ```");
    }
}
