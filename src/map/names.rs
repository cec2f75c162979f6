//! Look-ups over every name below the map folder. Links are compared with these; the file
//! system is never asked, so that letter case counts the same on every system.

use std::cell::OnceCell;

use crate::discover::name::{into_nfc, is_markdown, likeness, nfc};
use crate::discover::walk::{NameKind, Standing, Tree};
use crate::lookup::Lookup;
use crate::map::layout::{file_name, parent};
use crate::order;

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
    /// In order: known as a whole, names take the least room so.
    known: Vec<(String, Known)>,
    /// What the walk could not use, folders too; in order.
    unread: Vec<String>,
    /// What a sparse checkout leaves out, in order.
    absent: Vec<String>,
    loose: OnceCell<Loose>,
}

/// The places of index, pages and folders by what a mistaken link may have of their path; made
/// when a link needs it.
#[derive(Debug, Default)]
struct Loose {
    folded_paths: Lookup<String, Vec<usize>>,
    file_names: Lookup<String, Vec<usize>>,
    folders: Lookup<String, Vec<usize>>,
}

impl Names {
    /// Takes what the walk found and could not use, and which name is the index; the other
    /// names that are pages are numbered as they come.
    pub fn new(Tree { names, faults }: Tree, index: Option<&str>) -> Self {
        let mut unread: Vec<String> = Vec::with_capacity(faults.len());
        for fault in faults {
            unread.push(into_nfc(fault.path));
        }
        order::sort(&mut unread, Ord::cmp);
        let (mut absent, mut pages) = (Vec::<String>::new(), 0);
        let mut known: Vec<(String, Known)> = Vec::with_capacity(names.len());
        for name in names {
            if name.standing == Standing::NotCheckedOut {
                absent.push(nfc(&name.path));
            }
            let what = match name.kind {
                _ if index == Some(name.path.as_str()) => Known::Index,
                _ if name.is_page => {
                    pages += 1;
                    Known::Page(pages - 1)
                }
                NameKind::Folder => Known::Folder,
                NameKind::File | NameKind::Other => Known::File(name.standing),
            };
            known.push((into_nfc(name.path), what));
        }
        order::sort(&mut absent, Ord::cmp);
        order::sort(&mut known, |a, b| a.0.cmp(&b.0));
        known.dedup_by(|next, first| {
            let is_one = next.0 == first.0;
            if is_one {
                first.1 = of_two(first.1, next.1);
            }
            is_one
        });
        known.shrink_to_fit();
        Self { known, unread, absent, loose: OnceCell::new() }
    }

    /// Where a path stands among the names, else where it would.
    fn place(&self, path: &str) -> Result<usize, usize> {
        self.known.binary_search_by(|(known, _)| known.as_str().cmp(path))
    }

    /// Whether a path, or anything below it, is there and could not be used: what it would
    /// list is not known.
    pub fn unread(&self, path: &str) -> bool {
        let inside = format!("{path}/");
        let first_at_or_after = |wanted: &str| {
            self.unread.get(self.unread.partition_point(|name| name.as_str() < wanted))
        };
        first_at_or_after(path).is_some_and(|name| name == path)
            || first_at_or_after(&inside).is_some_and(|name| name.starts_with(&inside))
    }

    /// Whether a sparse checkout leaves a path out.
    pub fn not_checked_out(&self, path: &str) -> bool {
        self.absent.binary_search(&nfc(path)).is_ok()
    }

    /// What stands at a path.
    pub fn get(&self, path: &str) -> Option<Known> {
        self.known.get(self.place(path).ok()?).map(|(_, what)| *what)
    }

    /// How many markdown files git does not track, where only tracked ones count.
    pub fn untracked(&self) -> usize {
        let mut count = 0;
        for (path, what) in &self.known {
            let left_out = *what == Known::File(Standing::Untracked) && is_markdown(path);
            count += usize::from(left_out);
        }
        count
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
        self.only(self.loose().folded_paths.get(&path.to_lowercase())?, path)
    }

    /// The only page with the same file name in another folder.
    pub fn elsewhere(&self, path: &str) -> Option<&str> {
        self.only(self.loose().file_names.get(file_name(path))?, path)
    }

    /// The page or index that `path` names but for its extension.
    pub fn with_extension(&self, path: &str) -> Option<&str> {
        let (name, what) = self.known.get(self.place(&format!("{path}.md")).ok()?)?;
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
        for place in self.loose().folders.get(parent(path))? {
            let (name, _) = self.known.get(*place)?;
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
            for (place, (name, what)) in self.known.iter().enumerate() {
                let add = |map: &mut Lookup<String, Vec<usize>>, key: &str| {
                    map.or_insert_with(key.to_owned(), Vec::new).push(place);
                };
                if matches!(what, Known::Page(_) | Known::Index | Known::Folder) {
                    add(&mut loose.folded_paths, &name.to_lowercase());
                }
                // The index is linked from itself by nobody.
                if matches!(what, Known::Page(_)) {
                    add(&mut loose.file_names, file_name(name));
                    add(&mut loose.folders, parent(name));
                }
            }
            loose
        })
    }

    /// The one name of some places that is not `path`.
    fn only(&self, places: &[usize], path: &str) -> Option<&str> {
        let mut only = None;
        for place in places {
            let (name, _) = self.known.get(*place)?;
            if name != path && only.replace(name.as_str()).is_some() {
                return None;
            }
        }
        only
    }
}

/// What two names that are one in form NFC stand for: the index, else the last page, else the
/// first of them.
fn of_two(first: Known, next: Known) -> Known {
    match (first, next) {
        (Known::Index, _) => first,
        (_, Known::Index | Known::Page(_)) => next,
        _ => first,
    }
}

#[cfg(test)]
mod tests {
    use super::Names;
    use crate::discover::walk::{Name, NameKind, Standing, Tree};

    #[test]
    fn comparing_spellings_ends_with_the_work_that_is_left() {
        let (kind, standing) = (NameKind::File, Standing::InScope);
        let path = "a/searching.md".to_owned();
        let name = Name { path, kind, standing, is_page: true, place: None };
        let names = Names::new(Tree { names: vec![name], faults: Vec::new() }, None);
        let mut work = 300;
        assert_eq!(names.close("a/serching.md", &mut work), Some("a/searching.md"));
        assert_eq!(work, 300 - 11 * 12);
        assert_eq!(names.close("a/serching.md", &mut work), Some("a/searching.md"));
        assert_eq!(names.close("a/serching.md", &mut work), None, "no work is left");
    }
}
