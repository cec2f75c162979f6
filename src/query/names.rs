//! Names to pages, and back (DESIGN.md §6).

use crate::discover::name::nfc;
use crate::map::layout::file_name;
use crate::map::page::Page;
use crate::query::library::{Library, PageId};
use crate::query::words::folded;

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
    pub(super) fn of(mut found: Vec<T>) -> Option<Self> {
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
        &|page| nfc(page.inner()) == wanted,
        &|page| spellings(page).contains(&wanted),
        &|page| spellings(page).iter().any(|name| folded(name) == lower),
        &|page| title(page).is_some_and(|title| folded(title) == lower),
        &|page| {
            let title = title(page).is_some_and(|title| folded(&nfc(title)).contains(&lower));
            title || folded(&nfc(page.inner())).contains(&lower)
        },
        &|page| folded(&nfc(&page.path)).contains(&lower),
    ];
    let pages = library.pages();
    for fits in tiers {
        let mut fitting = Vec::new();
        for (id, page) in &pages {
            if fits(page) {
                fitting.push(*id);
            }
        }
        if let Some(found) = Found::of(fitting) {
            return found;
        }
    }
    Found::None
}

/// What a page may be called beside its whole path.
fn spellings(page: &Page) -> [String; 5] {
    let bare = |path: &str| nfc(path.rsplit_once('.').map_or(path, |(stem, _)| stem));
    let file = file_name(page.inner());
    [nfc(file), bare(file), bare(page.inner()), bare(&page.path), nfc(page.inner())]
}

/// A page's title, where it has one.
pub fn title(page: &Page) -> Option<&str> {
    Some(page.content.as_ref()?.title.as_ref()?.name.as_str())
}

/// A page's title, else its file name.
pub fn page_name(page: &Page) -> &str {
    title(page).unwrap_or_else(|| file_name(page.inner()))
}

/// The shortest name that finds a page and no other.
pub fn page_address(library: Library<'_>, page: &Page) -> String {
    let apart = |other: &Page| other.path != page.path;
    let taken = |other: &Page| other.path == page.inner() || other.inner() == page.inner();
    let shadowed = library.any_page(&|other| taken(other) && apart(other));
    if shadowed { page.path.clone() } else { page.inner().to_owned() }
}
