//! Which pages and sections name a path or a name, best first.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::find::{Ground, Place};
use crate::code::judge::Part;
use crate::code::name::{Edges, word};
use crate::code::repository::Repository;
use crate::code::settings::Settings;
use crate::code::words::{Needle, Words};
use crate::code::{Reference, What};
use crate::discover::patterns::PathGlob;
use crate::error::Result;
use crate::map::layout::file_name;
use crate::source::span::Span;

/// Why a section is named; the order is from the best reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    /// It names the path, or the name, itself.
    Names,
    /// It names a file by its name alone.
    NamesFile,
    /// It names a pattern that the path fits.
    Fits,
    /// It names a folder above the path.
    NamesFolder,
    /// It names something that occurs in the file, and hardly anywhere else.
    Holds,
}

impl Why {
    /// Words for it, to go before what is written there.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Names => "names",
            Self::NamesFile => "names the file",
            Self::Fits => "names the pattern",
            Self::NamesFolder => "names the folder",
            Self::Holds => "names what is in it,",
        }
    }
}

/// A place in a page that names something asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Why.
    pub why: Why,
    /// What stands there.
    pub written: String,
    /// Where.
    pub span: Span,
}

/// The best mention of each section, by page and section.
pub type Sections = BTreeMap<(String, String), Mention>;

/// A name that is in so many files at most speaks of each of them.
const FEW: usize = 3;

/// Looks for the sections that name a path or a name.
///
/// Takes what is asked for: a path from the repository root, or a name.
///
/// # Errors
/// Git, where a commit is looked at.
pub fn sections(
    parts: &[Part],
    repository: &Repository,
    settings: &Settings,
    asked: &str,
) -> Result<Sections> {
    let held = held_names(parts, repository, settings, asked)?;
    let mut found = Sections::new();
    for part in parts {
        let project = part.project.as_str();
        let ground = Ground { tracked: &repository.tracked, disk: repository.disk(), project };
        for reference in &part.references {
            let Some(why) = why(reference, &ground, asked, &held) else { continue };
            let key = (reference.page.clone(), reference.section.clone());
            let written = reference.written.clone();
            let mention = Mention { why, written, span: reference.span };
            let best = found.entry(key).or_insert_with(|| mention.clone());
            if mention.why < best.why {
                *best = mention;
            }
        }
    }
    Ok(found)
}

fn why(
    reference: &Reference,
    ground: &Ground<'_>,
    asked: &str,
    held: &BTreeSet<String>,
) -> Option<Why> {
    match &reference.what {
        What::Name(name) | What::Test(name) => {
            let last = word(asked).unwrap_or_else(|| asked.to_owned());
            if reference.written == asked || name.word == last {
                return Some(Why::Names);
            }
            held.contains(&name.word).then_some(Why::Holds)
        }
        What::Command(command) => (command.target == asked).then_some(Why::Names),
        What::Path(wanted) => {
            if wanted.glob {
                let glob = PathGlob::new(&wanted.path).ok()?;
                return glob.matches(asked).then_some(Why::Fits);
            }
            let path = match ground.locate(wanted, &reference.page) {
                Place::At(path) => path,
                _ => wanted.path.clone(),
            };
            if path == asked || wanted.path == asked {
                return Some(Why::Names);
            }
            if wanted.bare || !reference.written.contains('/') {
                return (file_name(asked) == reference.written).then_some(Why::NamesFile);
            }
            let above = asked.strip_prefix(path.as_str());
            above.is_some_and(|rest| rest.starts_with('/')).then_some(Why::NamesFolder)
        }
    }
}

/// The names of the pages that occur in a file, and in few others.
fn held_names(
    parts: &[Part],
    repository: &Repository,
    settings: &Settings,
    asked: &str,
) -> Result<BTreeSet<String>> {
    if repository.tracked.file(asked).is_none() {
        return Ok(BTreeSet::new());
    }
    let mut wanted = BTreeMap::new();
    for reference in parts.iter().flat_map(|part| &part.references) {
        if let What::Name(name) | What::Test(name) = &reference.what
            && name.edges == Edges::Word
        {
            let needle = Needle { word: name.word.clone(), edges: Edges::Word };
            wanted.insert(needle, BTreeSet::from([asked.to_owned()]));
        }
    }
    let words = Words::new(wanted);
    let (hays, _) = repository.hays(settings);
    let hits = repository.search(&words, &hays)?;
    let held = words.needles().iter().zip(&hits);
    let held = held.filter(|(_, hits)| hits.files <= FEW && hits.homes.contains(asked));
    Ok(held.map(|(needle, _)| needle.word.clone()).collect())
}
