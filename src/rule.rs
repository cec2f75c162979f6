//! What a rule is, and what it is given. The list of rules is elsewhere.

use crate::code::Code;
use crate::diagnostic::{Diagnostic, RuleInfo};
use crate::discover::patterns::Patterns;
use crate::map::FeatureMap;
use crate::map::page::Page;

/// A rule: what it is, and its check.
#[derive(Debug, Clone, Copy)]
pub struct Rule {
    /// Name, level, kind, explanation.
    pub info: &'static RuleInfo,
    /// Looks at a map and adds what it finds.
    pub check: fn(&Context<'_>, &mut Findings),
}

/// What a rule is given.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The map.
    pub map: &'a FeatureMap,
    /// The index's file name, where it is configured.
    pub index: Option<&'a str>,
    /// The most bytes that a chunk should have.
    pub max_section_bytes: usize,
    /// The most bytes that a page may have.
    pub max_page_bytes: u64,
    /// Pages that need no entry.
    pub unlisted: &'a Patterns,
    /// What the pages name in the code, where that is judged.
    pub code: Option<&'a Code>,
}

impl<'a> Context<'a> {
    /// The index, where it was read, and the pages.
    pub fn pages_and_index(&self) -> impl Iterator<Item = &'a Page> + use<'a> {
        let map = self.map;
        map.index().map(|index| &index.page).into_iter().chain(&map.pages)
    }
}

/// What rules have found.
#[derive(Debug, Default)]
pub struct Findings {
    found: Vec<Diagnostic>,
    idle: Vec<&'static str>,
}

impl Findings {
    /// Adds a finding.
    pub fn add(&mut self, finding: Diagnostic) {
        self.found.push(finding);
    }

    /// Says that a rule had nothing to go by in this map, and judged no page of it.
    pub fn did_not_run(&mut self, info: &RuleInfo) {
        self.idle.push(info.name);
    }

    /// The names of the rules that said so.
    pub fn idle(&self) -> &[&'static str] {
        &self.idle
    }

    /// Hands them out.
    pub fn into_inner(self) -> Vec<Diagnostic> {
        self.found
    }
}
