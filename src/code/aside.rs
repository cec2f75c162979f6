//! Where a name may live on that no tracked file holds: in a submodule, or in a file on disk that
//! git does not track, such as generated code. Asked only before a name is reported.

use std::collections::{BTreeMap, BTreeSet};

use crate::code::Verdict;
use crate::code::repository::Repository;
use crate::code::skip::Skip;
use crate::code::words::{Hay, Needle, Words};
use crate::discover::files::{OnDisk, below, beside, look};
use crate::git::files::{File, Kind};
use crate::order::gathered;

/// So many files and bytes of submodules are looked through, all together.
const MOST_FILES: usize = 20_000;
const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// What is left of these limits.
struct Left {
    files: usize,
    bytes: u64,
}

impl Left {
    /// Takes files away; none where they are too many.
    fn take(&mut self, hays: &[Hay]) -> Option<()> {
        self.files = self.files.checked_sub(hays.len())?;
        for hay in hays {
            let bytes = hay.file.symlink_metadata().map_or(0, |metadata| metadata.len());
            self.bytes = self.bytes.checked_sub(bytes)?;
        }
        Some(())
    }
}

/// What is to be said of names instead of that they are gone; nothing of those that are.
///
/// Takes the names that no tracked file holds, each with the file that had it last.
pub fn verdicts(
    repository: &Repository,
    gone: &BTreeMap<Needle, String>,
) -> BTreeMap<Needle, Verdict> {
    let mut said = BTreeMap::new();
    let tree = repository.disk();
    let mut open = BTreeMap::new();
    for (needle, path) in gone {
        // What git came to ignore is made anew for each checkout.
        if tree.is_some_and(|tree| tree.ignores(path, false)) {
            said.insert(needle.clone(), Verdict::Skipped(Skip::Ignored));
        } else {
            open.insert(needle.clone(), BTreeSet::new());
        }
    }
    if open.is_empty() {
        return said;
    }
    let modules: Vec<&File> =
        repository.tracked.files().iter().filter(|file| file.kind == Kind::Submodule).collect();
    let mut unread = tree.is_none() && !modules.is_empty();
    let mut hays = Vec::new();
    let mut left = Left { files: MOST_FILES, bytes: MOST_BYTES };
    for module in modules.iter().filter(|_| tree.is_some()) {
        let files = in_module(repository, module);
        let Some(files) = files.filter(|files| left.take(files).is_some()) else {
            unread = true;
            continue;
        };
        hays.extend(files);
    }
    let of_modules: BTreeSet<String> = gathered(hays.iter().map(|hay: &Hay| hay.path.clone()));
    if tree.is_some() {
        hays.extend(untracked(repository));
    }
    let words = Words::new(open);
    let searched = words.search(&hays);
    for (needle, hits) in words.needles().iter().zip(searched.hits) {
        let verdict = match hits.first {
            Some(path) if of_modules.contains(&path) => Verdict::Skipped(Skip::Submodule),
            Some(path) if tree.is_some_and(|tree| tree.ignores(&path, false)) => {
                Verdict::Skipped(Skip::Ignored)
            }
            Some(_) => Verdict::Present(None),
            None if unread => Verdict::Skipped(Skip::Submodule),
            None => continue,
        };
        said.insert(needle.clone(), verdict);
    }
    said
}

/// The files of a submodule that may hold a name; none where it is not checked out, or too large.
fn in_module(repository: &Repository, module: &File) -> Option<Vec<Hay>> {
    let inner = format!("{}/.", module.path);
    if look(repository.root(), &inner) != OnDisk::There {
        return None;
    }
    let folder = repository.root().join(&module.path);
    let hay = |path: String| Hay {
        file: folder.join(&path),
        path: format!("{}/{path}", module.path),
        test: false,
    };
    let files = below(&folder, true);
    // Of one that is not checked out the folder is there, and empty.
    if files.is_empty() || files.len() > MOST_FILES {
        return None;
    }
    let files = files.into_iter().map(hay);
    Some(files.filter(|hay| repository.holds_code(&hay.path)).collect())
}

/// Files on disk that git does not track.
fn untracked(repository: &Repository) -> Vec<Hay> {
    let root = repository.root();
    let wanted =
        |path: &str| repository.holds_code(path) && repository.tracked.file(path).is_none();
    let hay = |path: String| Hay { file: root.join(&path), path, test: false };
    beside(root, wanted).into_iter().map(hay).collect()
}
