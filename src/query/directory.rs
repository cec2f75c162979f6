//! The named parts of one page or section: found by name, and named in calls (DESIGN.md §6).
//!
//! A page may have as many sections as it has lines, and each is named in a reply: every name
//! is looked at once, and looked up from then on.

use crate::lookup::Lookup;
use crate::map::page::{Content, Page, Section};
use crate::markdown::anchor::slug;
use crate::query::names::{Found, page_name};
use crate::query::words::folded;

/// The longest slug that is printed in a call; longer ones go by their number.
const LONGEST_SLUG: usize = 80;

/// A part of a page, or of a section, that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    /// The preamble, where it holds more than title and status line; named after the page.
    Preamble,
    /// A section, or a subsection of one, by its number.
    Section(usize),
}

/// A name among others of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named<'a> {
    /// What it names.
    pub what: Spot,
    /// The name.
    pub name: &'a str,
    /// Its size in bytes.
    pub bytes: usize,
}

/// Names of one kind, in document order, which is the order of what they name.
#[derive(Debug)]
pub struct Directory<'a> {
    names: Vec<Named<'a>>,
    slugs: Vec<String>,
    /// The places in `names`, in their order, by name, by name without letter case, by slug.
    by_name: Lookup<&'a str, Vec<usize>>,
    by_folded: Lookup<String, Vec<usize>>,
    by_slug: Lookup<String, Vec<usize>>,
}

/// The named parts of a page.
pub fn parts<'a>(page: &'a Page, content: &'a Content) -> Directory<'a> {
    let mut names = Vec::with_capacity(content.sections.len() + 1);
    if content.preamble.more {
        let bytes = content.preamble.bytes;
        names.push(Named { what: Spot::Preamble, name: page_name(page), bytes });
    }
    for (number, section) in content.sections.iter().enumerate() {
        let what = Spot::Section(number);
        names.push(Named { what, name: &section.name, bytes: section.bytes });
    }
    Directory::new(names)
}

/// The subsections of a section.
pub fn subsections(section: &Section) -> Directory<'_> {
    let mut names = Vec::with_capacity(section.subsections.len());
    for (number, sub) in section.subsections.iter().enumerate() {
        names.push(Named { what: Spot::Section(number), name: &sub.name, bytes: sub.bytes });
    }
    Directory::new(names)
}

impl<'a> Directory<'a> {
    /// Takes names in document order.
    pub fn new(names: Vec<Named<'a>>) -> Self {
        let mut slugs = Vec::with_capacity(names.len());
        let (mut by_name, mut by_folded) = (Lookup::new(), Lookup::new());
        let mut by_slug = Lookup::new();
        for (at, named) in names.iter().enumerate() {
            let slug = slug(named.name);
            by_name.or_insert_with(named.name, Vec::new).push(at);
            by_folded.or_insert_with(folded(named.name), Vec::new).push(at);
            by_slug.or_insert_with(slug.clone(), Vec::new).push(at);
            slugs.push(slug);
        }
        Self { names, slugs, by_name, by_folded, by_slug }
    }

    /// The names, in document order.
    pub fn names(&self) -> &[Named<'a>] {
        &self.names
    }

    /// The name of a thing, with its size.
    pub fn named(&self, what: Spot) -> Option<&Named<'a>> {
        self.names.get(self.at(what)?)
    }

    /// Where a thing stands among the names.
    fn at(&self, what: Spot) -> Option<usize> {
        self.names.binary_search_by(|named| named.what.cmp(&what)).ok()
    }

    /// Finds a name: as it is, as `Name#2`, without letter case, as a slug, else as a fragment.
    pub fn find(&self, wanted: &str) -> Found<Spot> {
        match self.whole(wanted) {
            Some(Whole::Places(places)) => self.found(places),
            Some(Whole::Ordinal(what)) => Found::One(what),
            None => self.found(&self.holding(wanted)),
        }
    }

    /// What a name stands for where it is no fragment.
    fn whole(&self, wanted: &str) -> Option<Whole<'_>> {
        if let Some(places) = self.by_name.get(wanted) {
            return Some(Whole::Places(places));
        }
        if let Some(what) = self.ordinal(wanted) {
            return Some(Whole::Ordinal(what));
        }
        let by_folded = self.by_folded.get(&folded(wanted.trim()));
        by_folded.or_else(|| self.of_slug(&slug(wanted))).map(|places| Whole::Places(places))
    }

    /// The places of a slug; an empty one names nothing.
    fn of_slug(&self, slug: &str) -> Option<&Vec<usize>> {
        self.by_slug.get(slug).filter(|_| !slug.is_empty())
    }

    /// The places of the names that hold a fragment, as written or as a slug.
    fn holding(&self, wanted: &str) -> Vec<usize> {
        let (lower, wanted) = (folded(wanted.trim()), slug(wanted));
        let holds = |whole: &str, part: &str| !part.is_empty() && whole.contains(part);
        let mut places = Vec::new();
        for (at, (named, slug)) in self.names.iter().zip(&self.slugs).enumerate() {
            if holds(&folded(named.name), &lower) || holds(slug, &wanted) {
                places.push(at);
            }
        }
        places
    }

    fn found(&self, places: &[usize]) -> Found<Spot> {
        let mut found = Vec::with_capacity(places.len());
        for at in places {
            if let Some(named) = self.names.get(*at) {
                found.push(named.what);
            }
        }
        Found::of(found).unwrap_or(Found::None)
    }

    /// What `Name#2` stands for: the second of that name, or of that slug; `#2` the second of all.
    fn ordinal(&self, wanted: &str) -> Option<Spot> {
        let (base, number) = wanted.rsplit_once('#')?;
        let number = number.parse::<usize>().ok()?.checked_sub(1)?;
        let at = |at: usize| self.names.get(at).map(|named| named.what);
        let nth = |places: Option<&Vec<usize>>| at(*places?.get(number)?);
        if base.is_empty() {
            return at(number);
        }
        let wanted = slug(base);
        let by_slug = || nth(self.of_slug(&wanted));
        if wanted == base {
            return by_slug();
        }
        let by_name = nth(self.by_name.get(base));
        by_name.or_else(|| nth(self.by_folded.get(&folded(base)))).or_else(by_slug)
    }

    /// How one thing among others is known to machines: its slug, with `#2` from the second on.
    pub fn id(&self, what: Spot) -> String {
        match self.place(what) {
            (slug, 1) => slug.to_owned(),
            (slug, number) => format!("{slug}#{number}"),
        }
    }

    /// A thing's slug, and which of those with that slug it is, from 1.
    fn place(&self, what: Spot) -> (&str, usize) {
        let own = self.at(what).and_then(|at| Some((at, self.slugs.get(at)?)));
        own.map_or(("", 1), |(at, slug)| {
            let same = self.by_slug.get(slug).map_or(&[][..], Vec::as_slice);
            (slug, same.partition_point(|other| *other < at) + 1)
        })
    }

    /// A name that finds one thing among others and nothing else.
    pub fn address(&self, what: Spot) -> String {
        let (slug, number) = self.place(what);
        let at = self.at(what).unwrap_or_default();
        let usable = !slug.is_empty() && slug.len() <= LONGEST_SLUG;
        let finds = |wanted: &str| match self.whole(wanted) {
            Some(Whole::Places(places)) => places == [at],
            Some(Whole::Ordinal(found)) => found == what,
            None => false,
        };
        if usable && finds(slug) {
            return slug.to_owned();
        }
        let counted = format!("{slug}#{number}");
        if usable && finds(&counted) {
            return counted;
        }
        let counted = format!("#{}", at + 1);
        if finds(&counted) {
            return counted;
        }
        self.names.get(at).map_or("", |named| named.name).to_owned()
    }
}

/// What a name stands for, fragments apart.
enum Whole<'a> {
    /// The names at these places.
    Places(&'a [usize]),
    /// The one that is counted.
    Ordinal(Spot),
}

#[cfg(test)]
mod tests {
    use super::{Directory, Named, Spot};
    use crate::query::names::Found;
    use proptest::prelude::*;

    fn named<'a>(names: &[&'a str]) -> Directory<'a> {
        let names = names.iter().enumerate();
        let name =
            |(at, name): (usize, &&'a str)| Named { what: Spot::Section(at), name, bytes: 0 };
        Directory::new(names.map(name).collect())
    }

    #[test]
    fn names_slugs_and_fragments_are_found() {
        let names = named(&["What it does", "How & why", "Map (files)", "C#", "機能 2"]);
        for (wanted, found) in [
            ("How & why", 1),
            ("HOW & WHY", 1),
            ("how-why", 1),
            ("files", 2),
            ("c#", 3),
            ("c", 3),
            ("機能-2", 4),
            ("#2", 1),
        ] {
            assert_eq!(names.find(wanted), Found::One(Spot::Section(found)), "{wanted}");
        }
        assert_eq!(names.find("w"), Found::Many([0, 1].map(Spot::Section).to_vec()));
        assert_eq!(names.find("nowhere"), Found::None);
        assert_eq!(names.find(""), Found::None);
    }

    #[test]
    fn a_repeated_name_is_never_silently_one_of_the_two() {
        let names = named(&["Map", "Notes", "Map", "Map#2"]);
        assert_eq!(names.find("Map"), Found::Many([0, 2].map(Spot::Section).to_vec()));
        assert_eq!(names.find("map"), Found::Many([0, 2].map(Spot::Section).to_vec()));
        assert_eq!(names.find("Map#1"), Found::One(Spot::Section(0)));
        assert_eq!(names.find("Map#2"), Found::One(Spot::Section(3)), "an exact name comes first");
        assert_eq!(names.find("map#2"), Found::One(Spot::Section(2)));
        assert_eq!(names.find("Map#3"), Found::None);
        assert_eq!([0, 2].map(|at| names.id(Spot::Section(at))), ["map", "map#2"]);
        assert_eq!(
            [0, 1, 2].map(|at| names.address(Spot::Section(at))),
            ["map#1", "notes", "map#2"]
        );
    }

    #[test]
    fn a_page_of_very_many_sections_is_named_in_one_go() {
        let own: Vec<String> = (0..20_000).map(|at| format!("Map {}", at / 2)).collect();
        let names = named(&own.iter().map(String::as_str).collect::<Vec<_>>());
        for at in 0..own.len() {
            let (half, number) = (at / 2, at % 2 + 1);
            let what = Spot::Section(at);
            assert_eq!(names.address(what), format!("map-{half}#{number}"));
            let repeat = if number == 1 { "" } else { "#2" };
            assert_eq!(names.id(what), format!("map-{half}{repeat}"));
        }
    }

    proptest! {
        #[test]
        fn every_address_finds_its_own(
            names in prop::collection::vec("[aAbB &#/2!é-]{0,5}|\\PC{0,3}", 1..9),
        ) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let directory = named(&names);
            for at in 0..names.len() {
                let what = Spot::Section(at);
                let address = directory.address(what);
                let shadowed = names.contains(&format!("#{}", at + 1).as_str());
                prop_assert!(
                    shadowed || directory.find(&address) == Found::One(what),
                    "{address} {names:?}"
                );
            }
        }
    }
}
