//! What a map names in the code, and whether it is there (`docs/code-references.md`).
//!
//! References are read from the pages ([`extract`]), compared with what git tracks
//! ([`tracked`], [`words`]), and only where something is missing is history asked
//! ([`history`]). Nothing here judges how grave that is: rules do.

pub mod aside;
pub mod asked;
pub mod attribute;
mod automaton;
pub mod command;
pub mod doubt;
pub mod extract;
pub mod find;
pub mod guard;
pub mod history;
pub mod impact;
pub mod judge;
pub mod limits;
pub mod lines;
pub mod manifest;
pub mod name;
pub mod path;
pub mod repository;
pub mod scope;
pub mod search;
pub mod settings;
pub mod skip;
pub mod successor;
pub mod title;
pub mod tracked;
pub mod trail;
pub mod which;
pub mod words;

use std::rc::Rc;

use crate::code::command::Command;
use crate::code::doubt::Doubt;
use crate::code::skip::Skip;
use crate::git::history::Commit;
use crate::source::span::Span;

/// What the pages of a map name, each with what became of it.
#[derive(Debug, Default)]
pub struct Code {
    /// The references, by page and place.
    pub references: Vec<Reference>,
    /// What history could be asked.
    pub history: History,
}

/// What is told of the references of a map, once the rules have judged them: there may be very
/// many.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Told {
    /// How many were judged.
    pub tally: Tally,
    /// What history could be asked.
    pub history: History,
    /// Those that were not judged, by page and place.
    pub skipped: Vec<Skipped>,
}

/// A reference that was not judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The page's path from the repository root.
    pub page: Rc<str>,
    /// Where it stands.
    pub at: usize,
    /// What stands there.
    pub written: Box<str>,
    /// Why.
    pub reason: Skip,
}

/// What history could be asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum History {
    /// All of it, or nothing needed to be asked.
    #[default]
    Whole,
    /// Only a part is there: why, in words.
    Part(String),
    /// Nothing: why, in words.
    Absent(String),
}

/// Where a reference stands in its page, as far as that changes what it claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// In a section that tells something.
    Prose,
    /// In a section that lists places.
    Places,
    /// In a section that lists tests.
    Tests,
}

/// A place in a page that names something in the code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reference {
    /// The page's path from the repository root.
    pub page: Rc<str>,
    /// What a finding points at.
    pub span: Span,
    /// What stands there.
    pub written: String,
    /// What its section claims.
    pub role: Role,
    /// The number of the list or paragraph, and whatever else stands between two headings or
    /// paragraphs.
    pub list: usize,
    /// Whether the index lists the page.
    pub listed: bool,
    /// Whether it stands before the page's first section.
    pub early: bool,
    /// What is named.
    pub what: What,
    /// What takes the claim back: words around it or above it, or a setting.
    pub guard: Option<Skip>,
    /// What the text says took its place; where that is there, nothing is claimed.
    pub next: Option<What>,
    /// Why a finding is a warning at most.
    pub doubt: Option<Doubt>,
    /// What became of it.
    pub verdict: Verdict,
}

/// What a reference names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// A path.
    Path(path::Wanted),
    /// A name in the code.
    Name(name::Wanted),
    /// A test.
    Test(name::Wanted),
    /// A command of a manifest.
    Command(Command),
}

/// What became of a reference.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It is there; for a path, what it leads to.
    Present(Option<String>),
    /// It was not judged.
    Skipped(Skip),
    /// It was there and is gone.
    Gone(Box<Gone>),
    /// It is not there, and no history says that it ever was. A path comes with the one that may
    /// be meant, where only one comes near; a command with the manifest that lacks it.
    Missing(Option<String>),
    /// A name is in this one file, and not where the text says.
    Elsewhere(String),
    /// The change that is looked at takes it away; of a path where it went, of a name the file
    /// that had it.
    GoneInChange(Option<String>),
    /// Files that it names changed, and the page did not.
    ChangedBeside(Vec<String>),
}

/// How something went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gone {
    /// What took it away.
    pub by: By,
    /// The path that was removed, or that held the name.
    pub path: String,
    /// Whether the page writes only the end of that path.
    pub longer: bool,
    /// Where the path went, if that still is there.
    pub now: Option<String>,
    /// The only file of the same name, where nobody saw where it went.
    pub alike: Option<String>,
    /// Whether it got there by more than one renaming.
    pub again: bool,
    /// The folder that stands in a file's place.
    pub folder: Option<String>,
}

/// What took something away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum By {
    /// A commit.
    Commit(Commit),
    /// What is staged for the next commit.
    Staged,
    /// Who works in the work tree; git was not told yet.
    WorkTree,
}

/// How many references were judged, and why the others were not.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many were judged.
    pub judged: usize,
    /// The others, by reason; the reasons are in their order.
    pub skipped: Vec<(Skip, usize)>,
}

impl Tally {
    /// How many there are.
    pub fn total(&self) -> usize {
        self.judged + self.skipped.iter().map(|(_, count)| count).sum::<usize>()
    }

    /// Adds the figures of another map.
    pub fn add(&mut self, other: &Self) {
        self.judged += other.judged;
        for (skip, count) in &other.skipped {
            self.skip(*skip, *count);
        }
    }

    fn skip(&mut self, reason: Skip, count: usize) {
        let at = self.skipped.partition_point(|(own, _)| *own < reason);
        match self.skipped.get_mut(at) {
            Some((own, all)) if *own == reason => *all += count,
            _ => self.skipped.insert(at, (reason, count)),
        }
    }
}

impl Code {
    /// Counts what was judged, and keeps what was not.
    pub fn told(self) -> Told {
        let mut told = Told { history: self.history, ..Told::default() };
        for reference in self.references {
            let Verdict::Skipped(reason) = reference.verdict else {
                told.tally.judged += 1;
                continue;
            };
            told.tally.skip(reason, 1);
            let (page, at) = (reference.page, reference.span.start);
            let written = reference.written.into_boxed_str();
            told.skipped.push(Skipped { page, at, written, reason });
        }
        told
    }
}

impl Reference {
    /// What the reference is about, in words that do not change when lines move.
    pub fn subject(&self) -> &str {
        match &self.what {
            What::Path(wanted) => &wanted.path,
            What::Name(wanted) | What::Test(wanted) => &wanted.word,
            What::Command(command) => &command.shown,
        }
    }
}
