//! The manifests that know a command; they are read, and nothing is run.

use std::collections::BTreeMap;

use crate::code::Verdict;
use crate::code::command::{Command, Runner, knows};
use crate::code::repository::Repository;
use crate::code::skip::Skip;
use crate::map::layout::{file_name, join, parent};
use crate::source::read::read;

/// The most bytes that a manifest may have.
const LARGEST: u64 = 1024 * 1024;

/// The manifests of a repository, each read when it is first asked.
#[derive(Debug)]
pub struct Manifests<'a> {
    repository: &'a Repository,
    read: BTreeMap<String, Option<String>>,
}

impl<'a> Manifests<'a> {
    /// Those of a repository.
    pub fn new(repository: &'a Repository) -> Self {
        Self { repository, read: BTreeMap::new() }
    }

    /// Whether a manifest knows a command that stands in a page.
    ///
    /// The nearest one above the page is the one that is named; where another one knows the
    /// command, or may, nothing is said against it.
    pub fn verdict(&mut self, command: &Command, page: &str) -> Verdict {
        let runner = command.runner;
        let files = self.repository.tracked.files().iter().map(|file| file.path.clone());
        let all: Vec<String> = files.filter(|path| runner.reads(file_name(path))).collect();
        let Some(nearest) = nearest(&all, page) else {
            return Verdict::Skipped(Skip::Manifest);
        };
        if runner == Runner::Cargo && self.has_program(&command.target) {
            return Verdict::Present(None);
        }
        let mut open = false;
        for manifest in &all {
            let text = self.text(manifest);
            match text.and_then(|text| knows(runner, text, &command.target)) {
                Some(true) => return Verdict::Present(None),
                Some(false) => {}
                None => open = true,
            }
        }
        if open { Verdict::Skipped(Skip::Manifest) } else { Verdict::Missing(Some(nearest)) }
    }

    /// Whether `src/bin` holds a program.
    fn has_program(&self, name: &str) -> bool {
        let paths = [format!("src/bin/{name}.rs"), format!("src/bin/{name}/main.rs")];
        paths.iter().any(|path| self.repository.tracked.ending(path).is_some())
    }

    fn text(&mut self, manifest: &str) -> Option<&str> {
        let root = self.repository.root();
        let read = self.read.entry(manifest.to_owned()).or_insert_with(|| {
            let bytes = read(&root.join(manifest), LARGEST, Vec::new()).ok()?;
            String::from_utf8(bytes).ok()
        });
        read.as_deref()
    }
}

/// The manifest in the nearest folder above a page; else the first.
fn nearest(all: &[String], page: &str) -> Option<String> {
    let mut folder = parent(page);
    loop {
        let here = |path: &&String| join(folder, file_name(path)) == **path;
        if let Some(found) = all.iter().find(here) {
            return Some(found.clone());
        }
        if folder.is_empty() {
            return all.first().cloned();
        }
        folder = parent(folder);
    }
}
