//! Missing paths, looked for among all removals at once: each removal costs as much as its
//! path has parts, however many paths are missing.

use crate::code::find::Lost;
use crate::code::path::{has_extension, is_file_name};
use crate::discover::name::{in_nfc, nfc};
use crate::discover::patterns::PathGlob;
use crate::lookup::{Lookup, Seen};
use crate::map::layout::{file_name, parent};

/// A removal that shows that a path was there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The path as it was; for a pattern, a file that it fits.
    pub path: String,
    /// The file that was removed: the path, or one in it.
    pub removed: String,
    /// The number of what removed it, as [`Trail::removal`](crate::code::trail::Trail::removal)
    /// gives it.
    pub number: usize,
}

/// What was found of one missing path.
#[derive(Debug, Clone, Default)]
struct Found {
    /// Under its own name, the latest.
    exact: Option<Witness>,
    /// Under a longer name that ends in it, the latest.
    longer: Option<Witness>,
    /// Whether there are several such longer names.
    several: bool,
}

/// A removed path with more bytes, or more parts, is passed over: each part costs a look.
const LONGEST: usize = 1024;
const MOST_PARTS: usize = 64;

/// Folders of copies of other projects.
const VENDORED: [&str; 4] = ["node_modules", "vendor", "third_party", "site-packages"];

/// Folders whose files sites serve under their own paths, without extension.
pub const ROUTED: [&str; 4] = ["api", "pages", "routes", "views"];

/// Missing paths by what removals may tell of them.
#[derive(Debug)]
pub struct Search {
    /// Numbers of the missing paths, by the paths from the root that each may mean.
    exact: Lookup<String, Vec<usize>>,
    /// Numbers, by the end of a longer path that each may be.
    endings: Lookup<String, Vec<usize>>,
    /// The last parts of those ends.
    last_parts: Seen<String>,
    /// Patterns, each with a number.
    globs: Vec<(PathGlob, usize)>,
    /// Whether each path is a name without a folder.
    bare: Vec<bool>,
    /// What was found of each so far.
    found: Vec<Found>,
}

impl Search {
    /// Takes the missing paths.
    pub fn new(lost: &[Lost]) -> Self {
        let mut search = Self {
            exact: Lookup::new(),
            endings: Lookup::new(),
            last_parts: Seen::new(),
            globs: Vec::new(),
            bare: Vec::with_capacity(lost.len()),
            found: vec![Found::default(); lost.len()],
        };
        for (number, lost) in lost.iter().enumerate() {
            for path in &lost.exact {
                if !lost.glob {
                    search.exact.or_insert_with(nfc(path), Vec::new).push(number);
                } else if let Ok(glob) = PathGlob::new(path) {
                    search.globs.push((glob, number));
                }
            }
            // A data file's name (`data/gta.dat`) may be that of another file, at run time.
            let ending = lost.ending.as_ref().filter(|ending| is_file_name(file_name(ending)));
            search.bare.push(ending.is_some_and(|ending| !ending.contains('/')));
            if let Some(ending) = ending {
                let ending = nfc(ending);
                search.last_parts.insert(file_name(&ending).to_owned());
                search.endings.or_insert_with(ending, Vec::new).push(number);
            }
        }
        search
    }

    /// Takes a removal and the number of what did it; the latest come first.
    pub fn removal(&mut self, by: usize, removed: &str) {
        if removed.len() > LONGEST || removed.split('/').count() > MOST_PARTS {
            return;
        }
        let form = in_nfc(removed);
        let form = form.as_ref();
        let witness =
            |path: &str| Witness { path: path.to_owned(), removed: removed.to_owned(), number: by };
        for path in own_names(form) {
            if is_route(path, form) {
                continue;
            }
            for number in self.exact.get(path).into_iter().flatten() {
                if let Some(found) = self.found.get_mut(*number) {
                    found.exact.get_or_insert_with(|| witness(path));
                }
            }
        }
        // What a page imports by its package is not the copy that was once kept here.
        let vendored = form.split('/').any(|part| VENDORED.contains(&part));
        let mut whole = if vendored { "" } else { form };
        while !whole.is_empty() {
            if self.last_parts.contains(file_name(whole)) {
                for (at, _) in whole.match_indices('/') {
                    let ending = whole.get(at + 1..).unwrap_or_default();
                    for number in self.endings.get(ending).into_iter().flatten() {
                        if let Some(found) = self.found.get_mut(*number) {
                            let longer = found.longer.get_or_insert_with(|| witness(whole));
                            found.several |= longer.path != whole;
                        }
                    }
                }
            }
            whole = parent(whole);
        }
        for (glob, number) in &self.globs {
            if let Some(found) = self.found.get_mut(*number)
                && found.exact.is_none()
                && (glob.matches(removed) || glob.matches(form))
            {
                found.exact = Some(witness(removed));
            }
        }
    }

    /// The witness of each path: under its own name, else under the one longer name that ends
    /// in it. Several longer names witness nothing, but for a name without a folder: that was
    /// wherever it was last.
    pub fn witnesses(self) -> Vec<Option<Witness>> {
        let mut witnesses = Vec::with_capacity(self.found.len());
        for (found, bare) in self.found.into_iter().zip(self.bare) {
            let longer = if bare || !found.several { found.longer } else { None };
            witnesses.push(found.exact.or(longer));
        }
        witnesses
    }
}

/// The paths that a removed file shows to have been there: its own, those of the folders above
/// it, and its own without extension.
fn own_names(removed: &str) -> Vec<&str> {
    let mut names = Vec::new();
    let mut folder = parent(removed);
    while !folder.is_empty() {
        names.push(folder);
        folder = parent(folder);
    }
    names.push(removed);
    let begin = removed.len() - file_name(removed).len();
    for (at, _) in removed.match_indices('.') {
        let name = removed.get(..at).unwrap_or_default();
        if at > begin && !has_extension(name) {
            names.push(name);
        }
    }
    names
}

/// Whether a removed file only shows that a route was served from there: `pages/a/list` of
/// `pages/a/list.tsx`. The route may be served from elsewhere now.
fn is_route(path: &str, removed: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    let cut = removed.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'));
    cut && ROUTED.contains(&first)
}

#[cfg(test)]
mod tests {
    use super::{Search, Witness};
    use crate::code::find::Lost;

    /// The path that some removals, the latest first, show to have been there.
    fn witness(path: &str, removals: &[&str]) -> Option<String> {
        let glob = path.contains('*');
        let ending = (!glob).then(|| path.to_owned());
        let mut search =
            Search::new(&[Lost { exact: vec![path.to_owned()], ending, glob, package: false }]);
        for removed in removals {
            search.removal(1, removed);
        }
        search.witnesses().pop().flatten().map(|Witness { path, .. }| path)
    }

    #[test]
    fn a_removal_shows_what_stood_there() {
        for (path, removed) in
            [("src/a.rs", "src/a.rs"), ("src/a", "src/a/b.rs"), ("src/a", "src/a.ts")]
        {
            assert_eq!(witness(path, &[removed]).as_deref(), Some(path), "{removed}");
        }
        assert_eq!(witness("src/*.py", &["src/a.py"]).as_deref(), Some("src/a.py"));
        assert_eq!(witness("src/a", &["src/ab.ts"]), None);
        let (one, two) = ("src/gro\u{308}ße.rs", "src/größe.rs");
        for (asked, held) in [(one, two), (two, one)] {
            assert_eq!(witness(asked, &[held]).as_deref(), Some(two));
        }
        assert_eq!(witness("src/a.rs", &["src/a.rs.orig"]), None);
        assert_eq!(witness("src/a.rs", &["web/src/a.rs"]).as_deref(), Some("web/src/a.rs"));
        assert_eq!(witness("rc/a.rs", &["web/src/a.rs"]), None);
        assert_eq!(witness("pages/a/list", &["pages/a/list.tsx"]), None, "a route");
        assert_eq!(witness("pages/a", &["pages/a/list.tsx"]).as_deref(), Some("pages/a"));
        let package = "node_modules/react-dom/client.js";
        assert_eq!(witness("react-dom/client.js", &[package]), None, "a package's own file");
    }

    #[test]
    fn several_longer_names_witness_nothing() {
        let two = ["web/src/a.rs", "api/src/a.rs"];
        assert_eq!(witness("src/a.rs", &two), None);
        let own = ["web/src/a.rs", "src/a.rs"];
        assert_eq!(witness("src/a.rs", &own).as_deref(), Some("src/a.rs"));
        let twice = ["web/src/a.rs", "web/src/a.rs"];
        assert_eq!(witness("src/a.rs", &twice).as_deref(), Some("web/src/a.rs"));
        assert_eq!(witness("data/game.dat", &["tests/data/game.dat"]), None, "at run time");
    }

    #[test]
    fn removals_in_deep_folders_cost_little() {
        let begun = std::time::Instant::now();
        for (depth, found) in [(60, true), (400, false)] {
            let deep = "d/".repeat(depth);
            let removals: Vec<_> = (0..4000).map(|at| format!("{deep}f{at}.rs")).collect();
            let removals: Vec<_> = removals.iter().map(String::as_str).collect();
            assert_eq!(witness("d/f9.rs", &removals).is_some(), found, "{depth}");
            assert_eq!(witness("d/d.rs", &removals), None);
        }
        assert!(begun.elapsed() < std::time::Duration::from_secs(4), "{:?}", begun.elapsed());
    }

    #[test]
    fn a_bare_name_was_wherever_it_was_last() {
        let two = ["web/src/PrdList.tsx", "api/src/PrdList.tsx"];
        assert_eq!(witness("PrdList.tsx", &two).as_deref(), Some("web/src/PrdList.tsx"));
    }
}
