//! Which pages and sections name a path or a name, best first.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::find::{Ground, Place};
use crate::code::judge::Part;
use crate::code::limits;
use crate::code::name::{Edges, word};
use crate::code::repository::Repository;
use crate::code::settings::Settings;
use crate::code::words::{Needle, Words};
use crate::code::{Reference, What};
use crate::discover::patterns::PathGlob;
use crate::error::Result;
use crate::map::layout::file_name;
use crate::order::gathered;
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
    /// It names something below the folder.
    NamesBelow,
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
            Self::NamesBelow => "names, in it,",
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

/// Looks for the sections that name a path or a name.
///
/// Takes what is asked for, a path from the repository root or a name, and the names that the
/// paths hold.
pub fn sections(parts: &[Part], repository: &Repository, held: &Held, asked: &str) -> Sections {
    let none = BTreeSet::new();
    let held = held.get(asked).unwrap_or(&none);
    let mut found = Sections::new();
    for part in parts {
        let project = part.project.as_str();
        let ground = Ground { tracked: &repository.tracked, disk: repository.disk(), project };
        for reference in &part.references {
            let Some(why) = why(reference, &ground, asked, held) else { continue };
            let key = (reference.page.clone(), reference.section.clone());
            let written = reference.written.clone();
            let mention = Mention { why, written, span: reference.span };
            let best = found.entry(key).or_insert_with(|| mention.clone());
            if mention.why < best.why {
                *best = mention;
            }
        }
    }
    found
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
            let inside = |outer: &str, inner: &str| {
                inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'))
            };
            if inside(&path, asked) {
                return Some(Why::NamesFolder);
            }
            inside(asked.trim_end_matches('/'), &path).then_some(Why::NamesBelow)
        }
    }
}

/// For each file, the names of the pages that occur in it and in few others.
pub type Held = BTreeMap<String, BTreeSet<String>>;

/// Looks for what files hold: the files that are asked for are read, then every other one once.
///
/// # Errors
/// Git, where a commit is looked at.
pub fn held_names(
    parts: &[Part],
    repository: &Repository,
    settings: &Settings,
    asked: &[String],
) -> Result<Held> {
    let references = parts.iter().flat_map(|part| &part.references);
    let needle = |reference: &Reference| match &reference.what {
        What::Name(name) | What::Test(name) if name.edges == Edges::Word => {
            let written = word(&reference.written).is_some();
            written.then(|| Needle { word: name.word.clone(), edges: Edges::Word })
        }
        _ => None,
    };
    let plain = |needles: BTreeSet<Needle>| {
        Words::new(gathered(needles.into_iter().map(|needle| (needle, BTreeSet::new()))))
    };
    let words = plain(gathered(references.filter_map(needle)));
    let (hays, _) = repository.hays(settings);
    let mut held: BTreeMap<String, BTreeSet<Needle>> = BTreeMap::new();
    for hay in hays.iter().filter(|hay| asked.contains(&hay.path)) {
        let hits = repository.search(&words, std::slice::from_ref(hay))?.hits;
        let occurs = words.needles().iter().zip(hits).filter(|(_, hits)| hits.files > 0);
        held.insert(hay.path.clone(), gathered(occurs.map(|(needle, _)| needle.clone())));
    }
    let words = plain(gathered(held.values().flatten().cloned()));
    if words.is_empty() {
        return Ok(Held::new());
    }
    let hits = repository.search(&words, &hays)?.hits;
    let few = words.needles().iter().zip(hits).filter(|(_, hits)| hits.files <= limits::HOLDERS);
    let few: BTreeSet<&Needle> = gathered(few.map(|(needle, _)| needle));
    let names = |needles: BTreeSet<Needle>| {
        let few = needles.into_iter().filter(|needle| few.contains(needle));
        gathered(few.map(|needle| needle.word))
    };
    Ok(gathered(held.into_iter().map(|(path, needles)| (path, names(needles)))))
}
