//! The manifests that know a command; they are read, and nothing is run.

use crate::code::Verdict;
use crate::code::command::{Command, Known, Runner};
use crate::code::limits;
use crate::code::repository::Repository;
use crate::code::skip::Skip;
use crate::error::Result;
use crate::git::files::{File, Kind};
use crate::lookup::{Lookup, Seen};
use crate::map::layout::{file_name, parent};

/// The manifests of a repository; those of a runner are read when it is first asked.
#[derive(Debug)]
pub struct Manifests<'a> {
    repository: &'a Repository,
    read: Vec<(Runner, All)>,
}

/// All manifests of one runner.
#[derive(Debug, Default)]
struct All {
    /// The first one of each folder.
    by_folder: Lookup<String, String>,
    /// The first one.
    first: Option<String>,
    /// What they know together.
    known: Known,
}

impl<'a> Manifests<'a> {
    /// Those of a repository.
    pub fn new(repository: &'a Repository) -> Self {
        Self { repository, read: Vec::new() }
    }

    /// Whether a manifest knows a command that stands in a page.
    ///
    /// The nearest one above the page is the one that is named; where another one knows the
    /// command, or may, nothing is said against it.
    ///
    /// # Errors
    /// [`Error::Git`](crate::error::Error::Git), where a commit is looked at.
    pub fn verdict(&mut self, command: &Command, page: &str) -> Result<Verdict> {
        let runner = command.runner;
        let is_its = |(read, _): &(Runner, All)| *read == runner;
        if !self.read.iter().any(is_its) {
            self.read.push((runner, All::read(runner, self.repository)?));
        }
        let all = self.read.iter().find(|read| is_its(read)).map(|(_, all)| all);
        let Some((all, nearest)) = all.and_then(|all| Some((all, all.nearest(page)?))) else {
            return Ok(Verdict::Skipped(Skip::Manifest));
        };
        Ok(if all.known.targets.contains(&command.target) {
            Verdict::Present(None)
        } else if all.known.open {
            Verdict::Skipped(Skip::Manifest)
        } else if command.programs && all.known.brings(&command.target) {
            Verdict::Skipped(Skip::Package)
        } else {
            Verdict::Missing(Some(nearest.to_owned()))
        })
    }
}

impl Manifests<'_> {
    /// The packages that the manifests of npm and Cargo name.
    ///
    /// # Errors
    /// [`Error::Git`](crate::error::Error::Git), where a commit is looked at.
    pub fn packages(&self) -> Result<Seen<String>> {
        let mut found = Seen::new();
        for runner in [Runner::Npm, Runner::Cargo] {
            found.extend(All::read(runner, self.repository)?.known.packages);
        }
        Ok(found)
    }
}

impl All {
    fn read(runner: Runner, repository: &Repository) -> Result<Self> {
        let mut all = Self::default();
        let mut files: Vec<&File> = Vec::new();
        for file in repository.tracked.files() {
            if runner == Runner::Cargo {
                all.known.targets.extend(program(&file.path).map(str::to_owned));
            }
            if runner.reads(file_name(&file.path)) {
                let folder = parent(&file.path).to_owned();
                all.by_folder.or_insert_with(folder, || file.path.clone());
                files.push(file);
            }
        }
        all.first = files.first().map(|file| file.path.clone());
        // What stands behind a link may know anything; it is not followed.
        all.known.open = files.iter().any(|file| file.kind != Kind::File);
        files.retain(|file| file.kind == Kind::File);
        repository.contents(&files, limits::MANIFEST, &mut |content| match content
            .map(std::str::from_utf8)
        {
            Some(Ok(text)) => all.known.add(runner, text),
            _ => all.known.open = true,
        })?;
        Ok(all)
    }

    /// The manifest in the nearest folder above a page; else the first.
    fn nearest(&self, page: &str) -> Option<&str> {
        let mut folder = parent(page);
        loop {
            if let Some(found) = self.by_folder.get(folder) {
                return Some(found);
            }
            if folder.is_empty() {
                return self.first.as_deref();
            }
            folder = parent(folder);
        }
    }
}

/// The program that a file is the source of: `src/bin/x.rs`, `src/bin/x/main.rs`.
fn program(path: &str) -> Option<&str> {
    let stem = path.strip_suffix("/main.rs").or_else(|| path.strip_suffix(".rs"))?;
    let (folder, name) = stem.rsplit_once('/')?;
    (folder == "src/bin" || folder.ends_with("/src/bin")).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::program;

    #[test]
    fn programs_are_files_of_src_bin() {
        assert_eq!(program("src/bin/a.rs"), Some("a"));
        assert_eq!(program("x/src/bin/b/main.rs"), Some("b"));
        assert_eq!(program("x/src/bin/b/other.rs"), None);
        assert_eq!(program("mysrc/bin/c.rs"), None);
    }
}
