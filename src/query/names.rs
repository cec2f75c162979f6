//! Names to pages, sections and subsections, and back (DESIGN.md §6).

use crate::discover::name::nfc;
use crate::map::layout::file_name;
use crate::map::page::{Content, Page, Section};
use crate::markdown::anchor::slug;
use crate::query::library::{Library, PageId};
use crate::query::words::folded;

/// The longest slug that is printed in a call; longer ones go by their number.
const LONGEST_SLUG: usize = 80;

/// What a name stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found<T> {
    /// One thing.
    One(T),
    /// Several; never silently one of them.
    Many(Vec<T>),
    /// Nothing.
    None,
}

impl<T> Found<T> {
    /// Nothing found is not an answer yet.
    fn of(mut found: Vec<T>) -> Option<Self> {
        match found.len() {
            0 => None,
            1 => found.pop().map(Self::One),
            _ => Some(Self::Many(found)),
        }
    }
}

/// Finds a page: by path, path in the map, file name with or without extension; else by its
/// whole title, else by a fragment of its path in the map or its title, else of its path.
pub fn page(library: Library<'_>, wanted: &str) -> Found<PageId> {
    let wanted = nfc(wanted.strip_prefix("./").unwrap_or(wanted));
    if wanted.is_empty() {
        return Found::None;
    }
    let lower = folded(&wanted);
    let tiers: [&dyn Fn(&Page) -> bool; 7] = [
        &|page| nfc(&page.path) == wanted,
        &|page| nfc(&page.inner) == wanted,
        &|page| spellings(page).contains(&wanted),
        &|page| spellings(page).iter().any(|name| folded(name) == lower),
        &|page| title(page).is_some_and(|title| folded(title) == lower),
        &|page| {
            let title = title(page).is_some_and(|title| folded(&nfc(title)).contains(&lower));
            title || folded(&nfc(&page.inner)).contains(&lower)
        },
        &|page| folded(&nfc(&page.path)).contains(&lower),
    ];
    let matching = |fits: &dyn Fn(&Page) -> bool| {
        let fitting = library.pages().filter(|(_, page)| fits(page));
        Found::of(fitting.map(|(id, _)| id).collect())
    };
    tiers.iter().find_map(|fits| matching(fits)).unwrap_or(Found::None)
}

/// What a page may be called beside its whole path.
fn spellings(page: &Page) -> [String; 5] {
    let bare = |path: &str| path.rsplit_once('.').map_or(path, |(stem, _)| stem).to_owned();
    let file = file_name(&page.inner);
    [file.to_owned(), bare(file), bare(&page.inner), bare(&page.path), page.inner.clone()]
        .map(|name| nfc(&name))
}

/// A page's title, where it has one.
pub fn title(page: &Page) -> Option<&str> {
    Some(page.content.as_ref()?.title.as_ref()?.name.as_str())
}

/// A page's title, else its file name.
pub fn page_name(page: &Page) -> &str {
    title(page).unwrap_or_else(|| file_name(&page.inner))
}

/// The shortest name that finds a page and no other.
pub fn page_address(library: Library<'_>, page: &Page) -> String {
    let same = |other: &Page| other.path != page.path;
    let taken = |other: &Page| other.path == page.inner || other.inner == page.inner;
    let shadowed = library.pages().any(|(_, other)| same(other) && taken(other));
    if shadowed { page.path.clone() } else { page.inner.clone() }
}

/// A part of a page that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// The preamble, where it holds more than title and status line; named after the page.
    Preamble,
    /// A section, by its number.
    Section(usize),
}

/// A name among others of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Named<'a, T> {
    /// What it names.
    pub what: T,
    /// The name.
    pub name: &'a str,
    /// Its size in bytes.
    pub bytes: usize,
}

/// The named parts of a page, in document order.
pub fn parts<'a>(page: &'a Page, content: &'a Content) -> Vec<Named<'a, Spot>> {
    let preamble = content.preamble.more.then(|| Named {
        what: Spot::Preamble,
        name: page_name(page),
        bytes: content.preamble.bytes,
    });
    let section = |(number, section): (usize, &'a Section)| Named {
        what: Spot::Section(number),
        name: section.name.as_str(),
        bytes: section.bytes,
    };
    preamble.into_iter().chain(content.sections.iter().enumerate().map(section)).collect()
}

/// The subsections of a section, in document order.
pub fn subsections(section: &Section) -> Vec<Named<'_, usize>> {
    let subsections = section.subsections.iter().enumerate();
    subsections
        .map(|(what, sub)| Named { what, name: sub.name.as_str(), bytes: sub.bytes })
        .collect()
}

/// Finds a name: as it is, as `Name#2`, without letter case, as a slug, else as a fragment.
pub fn find<T: Copy>(names: &[Named<'_, T>], wanted: &str) -> Found<T> {
    let matching = |fits: &dyn Fn(&str) -> bool| -> Vec<T> {
        names.iter().filter(|named| fits(named.name)).map(|named| named.what).collect()
    };
    if let Some(found) = Found::of(matching(&|name| name == wanted)) {
        return found;
    }
    if let Some(found) = ordinal(names, wanted) {
        return Found::One(found);
    }
    let (lower, wanted) = (folded(wanted.trim()), slug(wanted));
    let whole = || Found::of(matching(&|name| folded(name) == lower));
    let by_slug = || Found::of(matching(&|name| !wanted.is_empty() && slug(name) == wanted));
    let fragment = || {
        let holds = |name: &str| !lower.is_empty() && folded(name).contains(&lower);
        let by_slug = |name: &str| !wanted.is_empty() && slug(name).contains(&wanted);
        Found::of(matching(&|name| holds(name) || by_slug(name)))
    };
    whole().or_else(by_slug).or_else(fragment).unwrap_or(Found::None)
}

/// What `Name#2` stands for: the second of that name, or of that slug; `#2` the second of all.
fn ordinal<T: Copy>(names: &[Named<'_, T>], wanted: &str) -> Option<T> {
    let (base, number) = wanted.rsplit_once('#')?;
    let number = number.parse::<usize>().ok()?.checked_sub(1)?;
    let nth = |fits: &dyn Fn(&str) -> bool| {
        names.iter().filter(|named| fits(named.name)).nth(number).map(|named| named.what)
    };
    if base.is_empty() {
        return nth(&|_| true);
    }
    let wanted = slug(base);
    let by_slug = || nth(&|name| !wanted.is_empty() && slug(name) == wanted);
    if wanted == base {
        return by_slug();
    }
    nth(&|name| name == base).or_else(|| nth(&|name| folded(name) == folded(base))).or_else(by_slug)
}

/// How one thing among others is known to machines: its slug, with `#2` from the second on.
pub fn id<T: Copy + PartialEq>(names: &[Named<'_, T>], what: T) -> String {
    match place(names, what) {
        (slug, 1) => slug,
        (slug, number) => format!("{slug}#{number}"),
    }
}

/// A thing's slug, and which of those with that slug it is, from 1.
fn place<T: Copy + PartialEq>(names: &[Named<'_, T>], what: T) -> (String, usize) {
    let own = names.iter().find(|named| named.what == what);
    let own = own.map_or_else(String::new, |named| slug(named.name));
    let before = names.iter().take_while(|named| named.what != what);
    let number = before.filter(|named| slug(named.name) == own).count() + 1;
    (own, number)
}

/// A name that finds one thing among others and nothing else.
pub fn address<T: Copy + PartialEq>(names: &[Named<'_, T>], what: T) -> String {
    let (slug, number) = place(names, what);
    let at = names.iter().position(|named| named.what == what).unwrap_or_default();
    let numbered = format!("{slug}#{number}");
    let name = names.get(at).map_or("", |named| named.name);
    let by_place = format!("#{}", at + 1);
    let usable = !slug.is_empty() && slug.len() <= LONGEST_SLUG;
    let of_slug = [slug, numbered].into_iter().filter(|_| usable);
    let finds = |wanted: &String| find(names, wanted) == Found::One(what);
    of_slug.chain([by_place]).find(finds).unwrap_or_else(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Found, Named, address, find, id};
    use proptest::prelude::*;

    fn named<'a>(names: &[&'a str]) -> Vec<Named<'a, usize>> {
        let names = names.iter().enumerate();
        names.map(|(what, name)| Named { what, name, bytes: 0 }).collect()
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
            assert_eq!(find(&names, wanted), Found::One(found), "{wanted}");
        }
        assert_eq!(find(&names, "w"), Found::Many(vec![0, 1]));
        assert_eq!(find(&names, "nowhere"), Found::None);
        assert_eq!(find(&names, ""), Found::None);
    }

    #[test]
    fn a_repeated_name_is_never_silently_one_of_the_two() {
        let names = named(&["Map", "Notes", "Map", "Map#2"]);
        assert_eq!(find(&names, "Map"), Found::Many(vec![0, 2]));
        assert_eq!(find(&names, "map"), Found::Many(vec![0, 2]));
        assert_eq!(find(&names, "Map#1"), Found::One(0));
        assert_eq!(find(&names, "Map#2"), Found::One(3), "an exact name comes first");
        assert_eq!(find(&names, "map#2"), Found::One(2));
        assert_eq!(find(&names, "Map#3"), Found::None);
        assert_eq!([0, 2].map(|what| id(&names, what)), ["map", "map#2"]);
        assert_eq!([0, 1, 2].map(|what| address(&names, what)), ["map#1", "notes", "map#2"]);
    }

    proptest! {
        #[test]
        fn every_address_finds_its_own(
            names in prop::collection::vec("[aAbB &#/2!é-]{0,5}|\\PC{0,3}", 1..9),
        ) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let names = named(&names);
            for what in 0..names.len() {
                let address = address(&names, what);
                let shadowed = names.iter().any(|named| named.name == format!("#{}", what + 1));
                prop_assert!(
                    shadowed || find(&names, &address) == Found::One(what),
                    "{address} {names:?}"
                );
            }
        }
    }
}
