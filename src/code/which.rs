//! Which pages and sections name a path or a name, best first.
//!
//! A change may touch as many files as the repository has, and a page may name as many things as
//! it has lines: what the pages name is put in tables once, and each question is a few look-ups.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use crate::code::asked::Asked;
use crate::code::find::{Ground, Place};
use crate::code::judge::{Globs, Part};
use crate::code::limits;
use crate::code::name::{Edges, word};
use crate::code::path::{Wanted, line_tail};
use crate::code::repository::Repository;
use crate::code::settings::Settings;
use crate::code::words::{Needle, Words};
use crate::code::{Reference, What};
use crate::discover::patterns::PathGlob;
use crate::error::Result;
use crate::git::files::{File, Kind};
use crate::map::FeatureMap;
use crate::map::layout::{file_name, parent};
use crate::map::page::{Content, Section};
use crate::order::{self, gathered};

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

/// A place in a page that names something asked for: the best one of its section.
#[derive(Debug, Clone, Copy)]
pub struct Mention<'a> {
    /// Why.
    pub why: Why,
    /// Where.
    pub spot: Spot<'a>,
}

/// A reference and its section.
#[derive(Debug, Clone, Copy)]
pub struct Spot<'a> {
    /// What stands there.
    pub reference: &'a Reference,
    /// The section, by its number in the page; none for what stands before the first one.
    pub section: Option<usize>,
}

impl<'a> Spot<'a> {
    /// What is one for all places of a section; sections may share a name.
    fn home(&self) -> (&'a str, Option<usize>) {
        (&self.reference.page, self.section)
    }
}

/// References by what they name, by their numbers; of several in one section the first.
#[derive(Debug, Default)]
struct Table<'a>(BTreeMap<Cow<'a, str>, Vec<usize>>);

impl<'a> Table<'a> {
    /// Notes what the last of some references names.
    fn note(&mut self, spots: &[Spot<'a>], named: impl Into<Cow<'a, str>>) {
        let Some((spot, before)) = spots.split_last() else { return };
        let numbers = self.0.entry(named.into()).or_default();
        let last = numbers.last().map(|last| before.get(*last).unwrap_or(spot).home());
        if last != Some(spot.home()) {
            numbers.push(before.len());
        }
    }

    fn get(&self, named: &str) -> &[usize] {
        self.0.get(named).map_or(&[], Vec::as_slice)
    }

    /// Those whose key begins so.
    fn beginning(&self, begin: &str) -> impl Iterator<Item = usize> {
        let from = self.0.range::<str, _>((Bound::Included(begin), Bound::Unbounded));
        from.take_while(move |(key, _)| key.starts_with(begin)).flat_map(|(_, all)| all).copied()
    }
}

/// What the pages name, to be looked up.
#[derive(Debug, Default)]
pub struct Index<'a> {
    /// The references of all maps, by page and place.
    spots: Vec<Spot<'a>>,
    /// Names and commands as they are written.
    texts: Table<'a>,
    /// Names by their last part.
    words: Table<'a>,
    /// Paths, as they are written and as they were found.
    paths: Table<'a>,
    /// Paths that may be above or below another one, as they were found.
    places: Table<'a>,
    /// File names without a folder.
    files: Table<'a>,
    /// Patterns.
    globs: Vec<(PathGlob, Vec<usize>)>,
}

impl<'a> Index<'a> {
    /// Takes the references of the maps, a part for each map.
    pub fn new(parts: &'a [Part], maps: &'a [FeatureMap], repository: &Repository) -> Self {
        let mut index = Self::default();
        let (mut globs, mut taken) = (Table::default(), Globs::default());
        for (part, map) in parts.iter().zip(maps) {
            let project = part.project.as_str();
            let ground = Ground { tracked: &repository.tracked, disk: repository.disk(), project };
            let sections = sections(map);
            for reference in &part.references {
                let sections = sections.get(&*reference.page).copied().unwrap_or_default();
                let before = sections.partition_point(|one| one.span.start <= reference.span.start);
                index.spots.push(Spot { reference, section: before.checked_sub(1) });
                match &reference.what {
                    What::Path(wanted) if !wanted.glob => index.path(reference, wanted, &ground),
                    What::Path(wanted) if taken.take(wanted) => {
                        globs.note(&index.spots, &wanted.path);
                    }
                    What::Path(_) => {}
                    What::Name(name) | What::Test(name) => {
                        index.texts.note(&index.spots, &reference.written);
                        index.words.note(&index.spots, &name.word);
                    }
                    What::Command(command) => {
                        index.texts.note(&index.spots, &command.target);
                        index.texts.note(&index.spots, &command.shown);
                    }
                }
            }
        }
        let read = |(glob, numbers): (Cow<'_, str>, _)| Some((PathGlob::new(&glob).ok()?, numbers));
        index.globs = globs.0.into_iter().filter_map(read).collect();
        index
    }

    fn path(&mut self, reference: &'a Reference, wanted: &'a Wanted, ground: &Ground<'_>) {
        let found = match ground.locate(wanted, &reference.page) {
            Place::At(path) => Some(path).filter(|path| *path != wanted.path),
            _ => None,
        };
        self.paths.note(&self.spots, &wanted.path);
        if let Some(found) = &found {
            self.paths.note(&self.spots, found.clone());
        }
        if wanted.bare || !reference.written.contains('/') {
            self.files.note(&self.spots, line_tail(&wanted.path).0);
        } else {
            self.places.note(&self.spots, found.map_or(Cow::Borrowed(&*wanted.path), Cow::Owned));
        }
    }

    /// The sections that name what is asked for, best first, and the form of it that they name:
    /// of several the one with the best reason.
    pub fn answer<'b>(&self, asked: &'b Asked, held: &Held) -> (&'b str, Vec<Mention<'a>>) {
        let mut best: (&str, Vec<Mention<'a>>) = (asked.plain(), Vec::new());
        for form in asked.forms() {
            let found = self.mentions(form, held);
            let why = |found: &[Mention<'_>]| found.first().map(|mention| mention.why);
            let better = match (why(&found), why(&best.1)) {
                (Some(this), Some(best)) => this < best,
                (this, best) => this.is_some() && best.is_none(),
            };
            if better {
                best = (form, found);
            }
        }
        best
    }

    fn mentions(&self, asked: &str, held: &Held) -> Vec<Mention<'a>> {
        let mut found = Found { spots: &self.spots, best: BTreeMap::new() };
        let last = word(asked);
        let names = [self.texts.get(asked), self.words.get(last.as_deref().unwrap_or(asked))];
        found.all(Why::Names, names.into_iter().chain([self.paths.get(asked)]).flatten().copied());
        found.all(Why::NamesFile, self.files.get(file_name(asked)).iter().copied());
        for (_, numbers) in self.globs.iter().filter(|(glob, _)| glob.matches(asked)) {
            found.all(Why::Fits, numbers.iter().copied());
        }
        let mut folder = parent(asked);
        while !folder.is_empty() {
            found.all(Why::NamesFolder, self.places.get(folder).iter().copied());
            folder = parent(folder);
        }
        found.all(Why::NamesBelow, self.places.beginning(&format!("{asked}/")));
        for word in held.get(asked).into_iter().flatten() {
            found.all(Why::Holds, self.words.get(word).iter().copied());
        }
        found.ordered()
    }
}

/// The sections of each page of a map, by its path.
fn sections(map: &FeatureMap) -> BTreeMap<&str, &[Section]> {
    let pages = map.index().map(|index| &index.page).into_iter().chain(&map.pages);
    let sections = pages.filter_map(|page| {
        let content: &Content = page.content.as_ref()?;
        Some((page.path.as_str(), content.sections.as_slice()))
    });
    gathered(sections)
}

/// The best place of each section, by its reason and its number.
struct Found<'b, 'a> {
    spots: &'b [Spot<'a>],
    best: BTreeMap<(&'a str, Option<usize>), (Why, usize)>,
}

impl<'a> Found<'_, 'a> {
    fn all(&mut self, why: Why, numbers: impl Iterator<Item = usize>) {
        for number in numbers {
            let Some(spot) = self.spots.get(number) else { continue };
            let best = self.best.entry(spot.home()).or_insert((why, number));
            *best = (why, number).min(*best);
        }
    }

    fn ordered(self) -> Vec<Mention<'a>> {
        let spots = self.spots;
        let mention =
            |(why, number): (Why, usize)| Some(Mention { why, spot: *spots.get(number)? });
        let mut found: Vec<_> = self.best.into_values().filter_map(mention).collect();
        // They come by page and section, and equals stay so.
        order::sort_by_key(&mut found, |mention| mention.why);
        found
    }
}

/// For each file, the names of the pages that occur in it and in few others.
pub type Held = BTreeMap<String, Vec<String>>;

/// Looks for what files hold: the files that are asked for are read, then every other one once.
///
/// # Errors
/// Git, where a commit is looked at.
pub fn held_names(
    parts: &[Part],
    repository: &Repository,
    settings: &Settings,
    asked: &[Asked],
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
    let forms: BTreeSet<&str> = gathered(asked.iter().flat_map(Asked::forms).map(String::as_str));
    let files = forms.iter().filter_map(|form| repository.tracked.file(form));
    let code = |file: &&File| file.kind == Kind::File && repository.holds_code(&file.path);
    let files: Vec<&File> = files.filter(code).collect();
    if words.is_empty() || files.is_empty() {
        return Ok(Held::new());
    }
    let mut held: Vec<BTreeSet<usize>> = Vec::with_capacity(files.len());
    repository.contents(&files, limits::CONTENT as u64, |content| {
        held.push(content.map(|content| words.in_text(content)).unwrap_or_default());
    })?;
    let some: BTreeSet<usize> = gathered(held.iter().flatten().copied());
    let needle = |number: &usize| words.needles().get(*number);
    let searched = plain(gathered(some.iter().filter_map(needle).cloned()));
    let (hays, _) = repository.hays(settings);
    let hits = repository.search(&searched, &hays)?.hits;
    let few = searched.needles().iter().zip(hits).filter(|(_, hits)| hits.files <= limits::HOLDERS);
    let few: BTreeSet<&Needle> = gathered(few.map(|(needle, _)| needle));
    let names = |numbers: BTreeSet<usize>| {
        let needles = numbers.iter().filter_map(needle).filter(|needle| few.contains(needle));
        needles.map(|needle| needle.word.clone()).collect()
    };
    let files = files.into_iter().map(|file| file.path.clone());
    Ok(gathered(files.zip(held.into_iter().map(names))))
}
