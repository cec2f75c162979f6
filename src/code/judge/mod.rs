//! What becomes of each reference: present, gone, missing, or not judged.

mod names;
mod paths;

pub use paths::{Globs, standing};

use crate::code::find::Ground;
use crate::code::manifest::Manifests;
use crate::code::repository::Repository;
use crate::code::settings::Settings;
use crate::code::skip::Skip;
use crate::code::{Code, History, Reference, Verdict, What, doubt, lines};
use crate::error::Result;
use crate::git::history::is_shallow;

/// The references of one map.
#[derive(Debug)]
pub struct Part {
    /// The map's project root, from the repository root.
    pub project: String,
    /// What its pages name.
    pub references: Vec<Reference>,
}

/// Judges the references of all maps of a run: each file is read once, and git is asked for
/// all of its references at once, and never once for each.
///
/// # Errors
/// Git, where a commit is looked at and not the work tree.
pub fn judge(parts: Vec<Part>, repository: &Repository, settings: &Settings) -> Result<Vec<Code>> {
    let mut judge = Judge { repository, settings, history: History::Whole, looked: false, parts };
    let lost = judge.paths();
    lines::compare(&mut judge.parts, repository)?;
    judge.commands()?;
    let missing = judge.names()?;
    judge.lost_paths(lost);
    judge.missing_names(missing);
    for part in &mut judge.parts {
        doubt::mark(&mut part.references);
    }
    let Judge { parts, history, .. } = judge;
    let mut judged = Vec::with_capacity(parts.len());
    for part in parts {
        judged.push(Code { references: part.references, history: history.clone() });
    }
    Ok(judged)
}

/// A reference by the numbers of its part and place.
type At = (usize, usize);

struct Judge<'a> {
    repository: &'a Repository,
    settings: &'a Settings,
    history: History,
    /// Whether git was asked how much history there is.
    looked: bool,
    parts: Vec<Part>,
}

impl Judge<'_> {
    fn reference(&self, at: At) -> Option<&Reference> {
        self.parts.get(at.0)?.references.get(at.1)
    }

    /// Looks every command up in the manifests.
    fn commands(&mut self) -> Result<()> {
        let mut manifests = Manifests::new(self.repository);
        for part in &mut self.parts {
            for reference in &mut part.references {
                let What::Command(command) = &reference.what else { continue };
                let verdict = manifests.verdict(command, &reference.page)?;
                reference.verdict = match (verdict, reference.guard) {
                    (Verdict::Missing(_), Some(guard)) => Verdict::Skipped(guard),
                    (verdict, _) => verdict,
                };
            }
        }
        Ok(())
    }

    /// Asks how much history there is, once a run.
    fn look_at_history(&mut self) {
        if std::mem::replace(&mut self.looked, true) {
            return;
        }
        if let Some(trouble) = &self.repository.trouble {
            self.history = History::Absent(trouble.clone());
            return;
        }
        match is_shallow(self.repository.root()) {
            Ok(false) => {}
            Ok(true) => self.history = History::Part("this is a shallow clone".to_owned()),
            Err(error) => self.history = History::Absent(error.to_string()),
        }
    }

    /// Why something that is missing is not judged.
    fn unknown(&self) -> Skip {
        match self.history {
            History::Whole => Skip::NeverTracked,
            _ => Skip::NoHistory,
        }
    }
}

fn ground<'a>(repository: &'a Repository, project: &'a str) -> Ground<'a> {
    Ground { tracked: &repository.tracked, disk: repository.disk(), project }
}
