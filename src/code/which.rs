//! Which pages and sections name a path or a name, best first.
//!
//! A change may touch as many files as the repository has, and a page may name as many things as
//! it has lines: what the pages name is put in tables once, and each question is a few look-ups.

use std::borrow::Cow;

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
use crate::lookup::Lookup;
use crate::map::FeatureMap;
use crate::map::layout::{file_name, parent};
use crate::map::page::Section;
use crate::order::{self, distinct};

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
struct Table<'a>(Vec<Named<'a>>);

/// What a reference names, and the number of the reference.
type Named<'a> = (Cow<'a, str>, usize);

impl<'a> Table<'a> {
    /// Notes what the last of some references names.
    fn note(&mut self, spots: &[Spot<'a>], named: Cow<'a, str>) {
        self.0.push((named, spots.len().saturating_sub(1)));
    }

    /// Has to be called after the last reference.
    fn end(&mut self, spots: &[Spot<'a>]) {
        let home = |number: usize| spots.get(number).map(Spot::home);
        order::sort(&mut self.0, Ord::cmp);
        self.0.dedup_by(|later, first| later.0 == first.0 && home(later.1) == home(first.1));
    }

    fn get(&self, named: &str) -> &[Named<'a>] {
        self.from(named, &|key| key == named)
    }

    /// Those whose key begins so.
    fn beginning(&self, begin: &str) -> &[Named<'a>] {
        self.from(begin, &|key| key.starts_with(begin))
    }

    /// Those from a key on that fit; they stand together there.
    fn from(&self, key: &str, fits: &dyn Fn(&str) -> bool) -> &[Named<'a>] {
        let begin = self.0.partition_point(|(own, _)| **own < *key);
        let from = self.0.get(begin..).unwrap_or_default();
        let count = from.iter().position(|(own, _)| !fits(own)).unwrap_or(from.len());
        from.get(..count).unwrap_or_default()
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
    globs: Vec<(PathGlob, Vec<Named<'a>>)>,
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
                        globs.note(&index.spots, wanted.path.as_str().into());
                    }
                    What::Path(_) => {}
                    What::Name(name) | What::Test(name) => {
                        index.texts.note(&index.spots, reference.written.as_str().into());
                        index.words.note(&index.spots, name.word.as_str().into());
                    }
                    What::Command(command) => {
                        index.texts.note(&index.spots, command.target.as_str().into());
                        index.texts.note(&index.spots, command.shown.as_str().into());
                    }
                }
            }
        }
        let Self { spots, texts, words, paths, places, files, .. } = &mut index;
        for table in [texts, words, paths, places, files, &mut globs] {
            table.end(spots);
        }
        for same in globs.0.chunk_by(|a, b| a.0 == b.0) {
            if let [(glob, _), ..] = same
                && let Ok(glob) = PathGlob::new(glob)
            {
                index.globs.push((glob, same.to_vec()));
            }
        }
        index
    }

    fn path(&mut self, reference: &'a Reference, wanted: &'a Wanted, ground: &Ground<'_>) {
        let found = match ground.locate(wanted, &reference.page) {
            Place::At(path) => Some(path).filter(|path| *path != wanted.path),
            _ => None,
        };
        self.paths.note(&self.spots, wanted.path.as_str().into());
        if let Some(found) = &found {
            self.paths.note(&self.spots, found.clone().into());
        }
        if wanted.bare || !reference.written.contains('/') {
            self.files.note(&self.spots, line_tail(&wanted.path).0.into());
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
        let mut found = Vec::new();
        let mut all = |why: Why, named: &[Named<'_>]| {
            for (_, number) in named {
                found.push((why, *number));
            }
        };
        let last = word(asked);
        all(Why::Names, self.texts.get(asked));
        all(Why::Names, self.words.get(last.as_deref().unwrap_or(asked)));
        all(Why::Names, self.paths.get(asked));
        all(Why::NamesFile, self.files.get(file_name(asked)));
        for (glob, named) in &self.globs {
            if glob.matches(asked) {
                all(Why::Fits, named);
            }
        }
        let mut folder = parent(asked);
        while !folder.is_empty() {
            all(Why::NamesFolder, self.places.get(folder));
            folder = parent(folder);
        }
        all(Why::NamesBelow, self.places.beginning(&format!("{asked}/")));
        for word in held.get(asked).into_iter().flatten() {
            all(Why::Holds, self.words.get(word));
        }
        self.best(found)
    }

    /// The best place of each section, by its reason and its number; the best reasons first,
    /// equals by page and section.
    fn best(&self, mut found: Vec<(Why, usize)>) -> Vec<Mention<'a>> {
        let home = |number: usize| self.spots.get(number).map(Spot::home);
        order::sort_by_key(&mut found, |(why, number)| (home(*number), *why, *number));
        found.dedup_by_key(|(_, number)| home(*number));
        order::sort_by_key(&mut found, |(why, _)| *why);
        let mut mentions = Vec::with_capacity(found.len());
        for (why, number) in found {
            if let Some(spot) = self.spots.get(number) {
                mentions.push(Mention { why, spot: *spot });
            }
        }
        mentions
    }
}

/// The sections of each page of a map, by its path.
fn sections(map: &FeatureMap) -> Lookup<&str, &[Section]> {
    let mut sections = Lookup::new();
    let pages = map.index().map(|index| &index.page).into_iter().chain(&map.pages);
    for page in pages {
        if let Some(content) = &page.content {
            sections.insert(page.path.as_str(), content.sections.as_slice());
        }
    }
    sections
}

/// For each file, the names of the pages that occur in it and in few others.
pub type Held = Lookup<String, Vec<String>>;

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
    let words = words_of(parts);
    let mut forms: Vec<&str> = Vec::new();
    for asked in asked {
        for form in asked.forms() {
            forms.push(form);
        }
    }
    let mut files: Vec<&File> = Vec::new();
    for form in distinct(forms) {
        if let Some(file) = repository.tracked.file(form)
            && file.kind == Kind::File
            && repository.holds_code(&file.path)
        {
            files.push(file);
        }
    }
    if words.is_empty() || files.is_empty() {
        return Ok(Held::new());
    }
    let mut held: Vec<Vec<usize>> = Vec::with_capacity(files.len());
    repository.contents(&files, limits::CONTENT as u64, &mut |content| {
        held.push(content.map(|content| words.in_text(content)).unwrap_or_default());
    })?;
    let few = few(&words, &held, repository, settings)?;
    let mut names = Held::new();
    for (file, held) in files.iter().zip(held) {
        let mut own = Vec::new();
        for number in held {
            if let (Some(true), Some(needle)) = (few.get(number), words.needles().get(number)) {
                own.push(needle.word.clone());
            }
        }
        names.insert(file.path.clone(), own);
    }
    Ok(names)
}

/// The names that may be looked for in files.
fn words_of(parts: &[Part]) -> Words {
    let mut wanted = Vec::new();
    for part in parts {
        for reference in &part.references {
            if let What::Name(name) | What::Test(name) = &reference.what
                && name.edges == Edges::Word
                && word(&reference.written).is_some()
            {
                wanted.push(Needle { word: name.word.clone(), edges: Edges::Word });
            }
        }
    }
    Words::anywhere(wanted)
}

/// For each word whether one of some files holds it, and few files of the repository do.
fn few(
    words: &Words,
    held: &[Vec<usize>],
    repository: &Repository,
    settings: &Settings,
) -> Result<Vec<bool>> {
    let mut some = vec![false; words.needles().len()];
    for number in held.iter().flatten() {
        if let Some(some) = some.get_mut(*number) {
            *some = true;
        }
    }
    let mut wanted = Vec::new();
    for (needle, some) in words.needles().iter().zip(&some) {
        if *some {
            wanted.push(needle.clone());
        }
    }
    let searched = Words::anywhere(wanted);
    let (hays, _) = repository.hays(settings);
    let hits = repository.search(&searched, &hays)?.hits;
    let mut few = vec![false; some.len()];
    for (needle, hits) in searched.needles().iter().zip(&hits) {
        if let Some(few) = words.number(needle).and_then(|number| few.get_mut(number)) {
            *few = hits.files <= limits::HOLDERS;
        }
    }
    Ok(few)
}
