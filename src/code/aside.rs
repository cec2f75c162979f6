//! Where a name may live on that no tracked file holds: in a submodule, or in a file on disk that
//! git does not track, such as generated code. Asked only before a name is reported.

use crate::code::Verdict;
use crate::code::repository::Repository;
use crate::code::skip::Skip;
use crate::code::words::{Hay, Words};
use crate::discover::files::{OnDisk, below, beside, look};
use crate::git::files::{File, Kind};
use crate::lookup::Seen;

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
/// Takes names, and for each that is asked about the file that had it last, empty where none did.
/// Gives one answer for each name.
pub fn verdicts(
    repository: &Repository,
    names: &Words,
    gone: &[Option<String>],
) -> Vec<Option<Verdict>> {
    let mut said = vec![None; gone.len()];
    let tree = repository.disk();
    let mut open = Vec::new();
    for ((needle, path), said) in names.needles().iter().zip(gone).zip(&mut said) {
        let Some(path) = path else { continue };
        // What git came to ignore is made anew for each checkout.
        if !path.is_empty() && tree.is_some_and(|tree| tree.ignores(path, false)) {
            *said = Some(Verdict::Skipped(Skip::Ignored));
        } else {
            open.push(needle.clone());
        }
    }
    if open.is_empty() {
        return said;
    }
    let mut unread = false;
    let (mut hays, mut of_modules) = (Vec::new(), Seen::new());
    let mut left = Left { files: MOST_FILES, bytes: MOST_BYTES };
    for module in repository.tracked.files() {
        if module.kind != Kind::Submodule {
            continue;
        }
        let files = if tree.is_some() { in_module(repository, module) } else { None };
        let Some(files) = files.filter(|files| left.take(files).is_some()) else {
            unread = true;
            continue;
        };
        for hay in files {
            of_modules.insert(hay.path.clone());
            hays.push(hay);
        }
    }
    if tree.is_some() {
        untracked(repository, &mut hays);
    }
    let words = Words::anywhere(open);
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
        if let Some(said) = names.number(needle).and_then(|number| said.get_mut(number)) {
            *said = Some(verdict);
        }
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
    let files = below(&folder, true);
    // Of one that is not checked out the folder is there, and empty.
    if files.is_empty() || files.len() > MOST_FILES {
        return None;
    }
    let mut hays = Vec::new();
    for inner in files {
        let path = format!("{}/{inner}", module.path);
        if repository.holds_code(&path) {
            hays.push(Hay { file: folder.join(&inner), path, test: false });
        }
    }
    Some(hays)
}

/// Adds the files on disk that git does not track.
fn untracked(repository: &Repository, hays: &mut Vec<Hay>) {
    let root = repository.root();
    let wanted =
        |path: &str| repository.holds_code(path) && repository.tracked.file(path).is_none();
    for path in beside(root, wanted) {
        hays.push(Hay { file: root.join(&path), path, test: false });
    }
}
