//! Where a link of an index leads (DESIGN.md §4.3).

use std::borrow::Cow;
use std::ops::Range;

use percent_encoding::percent_decode_str;

use crate::discover::name::{into_nfc, name_of, nfc};
use crate::discover::walk::Standing;
use crate::map::layout::{Layout, parent};
use crate::map::names::{Known, Names};
use crate::map::page::Page;

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A page, by its number.
    Page(usize),
    /// A folder with pages: the range of their numbers.
    Folder(Range<usize>),
    /// Nothing that exists, at this path inside the map folder.
    Missing(String),
    /// A file, at this path inside the map folder, that git ignores or does not know.
    Unknown(String, Standing),
    /// A page that was not read, or a folder with such pages only: it is there.
    Unread,
    /// Out of the map folder, or a URL.
    Outside,
    /// Something that lists no page and needs none: the index, a fragment, a picture.
    Nothing,
}

impl Target {
    /// Whether the link leads into the map folder, and so stands for an entry.
    pub fn in_map(&self) -> bool {
        !matches!(self, Self::Outside | Self::Nothing)
    }

    /// The numbers of the pages it lists.
    pub fn pages(&self) -> Range<usize> {
        match self {
            Self::Page(page) => *page..*page + 1,
            Self::Folder(pages) => pages.clone(),
            _ => 0..0,
        }
    }
}

/// A destination as its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Destination<'a> {
    /// What comes before `?` and `#`, still encoded.
    pub path: &'a str,
    /// What comes after `#`.
    pub fragment: Option<&'a str>,
}

impl<'a> Destination<'a> {
    /// Takes a destination apart.
    pub fn new(destination: &'a str) -> Self {
        let (rest, fragment) = match destination.split_once('#') {
            Some((rest, fragment)) => (rest, Some(fragment)),
            None => (destination, None),
        };
        Self { path: rest.split_once('?').map_or(rest, |(path, _)| path), fragment }
    }

    /// Whether it is a URL with a scheme or a host, or a path of another system.
    pub fn is_url(&self) -> bool {
        let scheme = self.path.split_once(':').is_some_and(|(scheme, _)| {
            scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c))
        });
        scheme || self.path.starts_with("//")
    }

    /// The path from the repository root that it names in the file at `from`, in Unicode form
    /// NFC; none where it leaves the repository.
    pub fn inside(&self, from: &str) -> Option<String> {
        let path: Cow<'_, [u8]> = percent_decode_str(self.path).into();
        let path = into_nfc(name_of(&path));
        match path.strip_prefix('/') {
            Some(path) => normal("", path),
            None => normal(&nfc(parent(from)), &path),
        }
    }
}

/// The names that links are resolved against.
#[derive(Debug, Clone, Copy)]
pub struct Resolver<'a> {
    /// Where the map stands.
    pub layout: &'a Layout,
    /// What stands in it.
    pub names: &'a Names,
    /// Its pages.
    pub pages: &'a [Page],
}

impl Resolver<'_> {
    /// Resolves a destination that stands in the file at `from`, a path from the repository
    /// root.
    pub fn resolve(&self, from: &str, destination: &str) -> Target {
        let destination = Destination::new(destination);
        if destination.path.is_empty() {
            return Target::Nothing;
        }
        if destination.is_url() {
            return Target::Outside;
        }
        let whole = destination.inside(from);
        let folder = nfc(&self.layout.folder);
        let Some(whole) = whole else {
            return Target::Outside;
        };
        let inner = if whole == folder {
            return Target::Nothing;
        } else if folder.is_empty() {
            whole.as_str()
        } else {
            match whole.strip_prefix(folder.as_str()).and_then(|rest| rest.strip_prefix('/')) {
                Some(inner) => inner,
                None => return Target::Outside,
            }
        };
        let must_be_folder = percent_decode_str(destination.path).last() == Some(b'/');
        match self.names.get(inner) {
            Some(Known::Folder) => self.folder(inner),
            _ if must_be_folder => Target::Missing(inner.to_owned()),
            Some(Known::Page(page)) => Target::Page(page),
            Some(Known::File(standing @ (Standing::Ignored | Standing::Untracked))) => {
                Target::Unknown(inner.to_owned(), standing)
            }
            Some(Known::File(_)) if self.names.unread(inner) => Target::Unread,
            Some(Known::Index | Known::File(_)) => Target::Nothing,
            None => Target::Missing(inner.to_owned()),
        }
    }

    /// Where a path inside the map folder that names nothing leads but for letter case.
    pub(super) fn other_case(&self, inner: &str) -> Target {
        let Some(name) = self.names.other_case(inner) else { return Target::Nothing };
        match self.names.get(name) {
            Some(Known::Page(page)) => Target::Page(page),
            Some(Known::Folder) => self.folder(name),
            _ => Target::Nothing,
        }
    }

    fn folder(&self, inner: &str) -> Target {
        // Pages stand in the order of their paths, so those below a folder are neighbours.
        let prefix = format!("{inner}/");
        let first = self.pages.partition_point(|page| nfc(page.inner()) < prefix);
        let rest = self.pages.get(first..).unwrap_or_default();
        let count = rest.partition_point(|page| nfc(page.inner()).starts_with(&prefix));
        match count {
            0 if self.names.unread(inner) => Target::Unread,
            0 => Target::Nothing,
            _ => Target::Folder(first..first + count),
        }
    }
}

/// A path without `.`, `..` and doubled `/`, by its text alone; none where it leaves the root.
pub fn normal(folder: &str, path: &str) -> Option<String> {
    let mut normal = String::with_capacity(folder.len() + 1 + path.len());
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if normal.is_empty() => return None,
            ".." => normal.truncate(parent(&normal).len()),
            part => {
                if !normal.is_empty() {
                    normal.push('/');
                }
                normal.push_str(part);
            }
        }
    }
    Some(normal)
}
