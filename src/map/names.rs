//! Look-ups over every name below the map folder. Links are compared with these; the file
//! system is never asked, so that letter case counts the same on every system.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::discover::name::{into_nfc, is_markdown, likeness, nfc};
use crate::discover::walk::{Name, NameKind, Standing, Tree};
use crate::map::layout::{file_name, parent};

/// What a path inside the map folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// The index.
    Index,
    /// A page, by its number.
    Page(usize),
    /// A folder.
    Folder,
    /// A file that is no page.
    File(Standing),
}

/// The names below the map folder, by path in Unicode form NFC.
#[derive(Debug, Default)]
pub struct Names {
    known: BTreeMap<String, Known>,
    /// What the walk could not use, folders too.
    unread: BTreeSet<String>,
    /// What a sparse checkout leaves out.
    absent: BTreeSet<String>,
    loose: OnceCell<Loose>,
}

/// Index, pages and folders by what a mistaken link may have of their path; made when a link needs it.
#[derive(Debug, Default)]
struct Loose {
    folded_paths: BTreeMap<String, Vec<String>>,
    file_names: BTreeMap<String, Vec<String>>,
    folders: BTreeMap<String, Vec<String>>,
}

impl Names {
    /// Takes what the walk found and could not use, which name is the index, and the pages'
    /// paths in order (all inside the map folder).
    pub fn new<'a>(
        Tree { names, faults }: Tree,
        index: Option<&str>,
        pages: impl Iterator<Item = &'a str>,
    ) -> Self {
        let unread = faults.into_iter().map(|fault| into_nfc(fault.path)).collect();
        let absent = |name: &&Name| name.standing == Standing::NotCheckedOut;
        let absent = names.iter().filter(absent).map(|name| nfc(&name.path)).collect();
        let known = |name: Name| {
            let what = match name.kind {
                NameKind::Folder => Known::Folder,
                NameKind::File | NameKind::Other => Known::File(name.standing),
            };
            (into_nfc(name.path), what)
        };
        // Made from all at once, a map takes less room. The last of two names that are one in
        // form NFC would stay: it is to be the first.
        let mut known: BTreeMap<String, Known> = names.into_iter().rev().map(known).collect();
        for (number, page) in pages.enumerate() {
            known.insert(nfc(page), Known::Page(number));
        }
        if let Some(index) = index {
            known.insert(nfc(index), Known::Index);
        }
        Self { known, unread, absent, loose: OnceCell::new() }
    }

    /// Whether a path, or anything below it, is there and could not be used: what it would
    /// list is not known.
    pub fn unread(&self, path: &str) -> bool {
        let below =
            |name: &String| name.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
        let inside = format!("{path}/");
        self.unread.contains(path) || self.unread.range(inside..).next().is_some_and(below)
    }

    /// Whether a sparse checkout leaves a path out.
    pub fn not_checked_out(&self, path: &str) -> bool {
        self.absent.contains(&nfc(path))
    }

    /// What stands at a path.
    pub fn get(&self, path: &str) -> Option<Known> {
        self.known.get(path).copied()
    }

    /// How many markdown files git does not track, where only tracked ones count.
    pub fn untracked(&self) -> usize {
        let left_out = |(path, what): &(&String, &Known)| {
            **what == Known::File(Standing::Untracked) && is_markdown(path)
        };
        self.known.iter().filter(left_out).count()
    }

    /// The markdown files directly in the map folder that git ignores or does not know.
    pub fn unknown_at_top(&self) -> impl Iterator<Item = (&str, Standing)> {
        self.known.iter().filter_map(|(path, what)| match what {
            Known::File(standing @ (Standing::Ignored | Standing::Untracked))
                if !path.contains('/') && is_markdown(path) =>
            {
                Some((path.as_str(), *standing))
            }
            _ => None,
        })
    }

    /// The only page, folder or index whose path is `path` but for letter case.
    pub fn other_case(&self, path: &str) -> Option<&str> {
        only(self.loose().folded_paths.get(&path.to_lowercase())?, path)
    }

    /// The only page with the same file name in another folder.
    pub fn elsewhere(&self, path: &str) -> Option<&str> {
        only(self.loose().file_names.get(file_name(path))?, path)
    }

    /// The page or index that `path` names but for its extension.
    pub fn with_extension(&self, path: &str) -> Option<&str> {
        let (name, what) = self.known.get_key_value(&format!("{path}.md"))?;
        matches!(what, Known::Page(_) | Known::Index).then_some(name)
    }

    /// The only page in the folder of `path` whose file name is close to its own.
    ///
    /// Takes how much comparing is left, in characters times characters, and lowers it; none
    /// where it does not suffice.
    pub fn close(&self, path: &str, work: &mut usize) -> Option<&str> {
        const CLOSE: f64 = 0.8;
        let wanted = file_name(path);
        let mut found = None;
        for name in self.loose().folders.get(parent(path))? {
            let own = file_name(name);
            // Lengths that differ by more than a third leave no room for closeness.
            if own.len().abs_diff(wanted.len()) > own.len().max(wanted.len()) / 3 {
                continue;
            }
            *work = work.checked_sub(own.len() * wanted.len())?;
            if likeness(own, wanted) >= CLOSE && found.replace(name.as_str()).is_some() {
                return None;
            }
        }
        found
    }

    fn loose(&self) -> &Loose {
        self.loose.get_or_init(|| {
            let mut loose = Loose::default();
            let mut add = |map: fn(&mut Loose) -> &mut BTreeMap<String, Vec<String>>,
                           key: &str,
                           name: &str| {
                map(&mut loose).entry(key.to_owned()).or_default().push(name.to_owned());
            };
            for (name, what) in &self.known {
                if matches!(what, Known::Page(_) | Known::Index | Known::Folder) {
                    add(|loose| &mut loose.folded_paths, &name.to_lowercase(), name);
                }
                // The index is linked from itself by nobody.
                if matches!(what, Known::Page(_)) {
                    add(|loose| &mut loose.file_names, file_name(name), name);
                    add(|loose| &mut loose.folders, parent(name), name);
                }
            }
            loose
        })
    }
}

/// The one name that is not `path`.
fn only<'a>(names: &'a [String], path: &str) -> Option<&'a str> {
    let mut others = names.iter().filter(|name| *name != path);
    others.next().filter(|_| others.next().is_none()).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::Names;
    use crate::discover::walk::Tree;

    #[test]
    fn comparing_spellings_ends_with_the_work_that_is_left() {
        let names = Names::new(Tree::default(), None, ["a/searching.md"].into_iter());
        let mut work = 300;
        assert_eq!(names.close("a/serching.md", &mut work), Some("a/searching.md"));
        assert_eq!(work, 300 - 11 * 12);
        assert_eq!(names.close("a/serching.md", &mut work), Some("a/searching.md"));
        assert_eq!(names.close("a/serching.md", &mut work), None, "no work is left");
    }
}
