//! The map folder as it was at a commit, in the form of a walk.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::discover::name::{in_nfc, is_markdown};
use crate::discover::patterns::Patterns;
use crate::discover::walk::{Name, NameKind, Standing, Tree};
use crate::git::files::{File, Kind};
use crate::order;

/// What stood below a map folder, and for each page its place and the name of its content.
///
/// Takes the map folder, its path from the repository root, the files that are no pages, and
/// the files of the commit. A link in place of a page is not followed, and is none.
pub fn tree(
    map: &Path,
    folder: &str,
    exclude: &Patterns,
    files: &[File],
) -> (Tree, Vec<(PathBuf, String)>) {
    let (mut names, mut pages, mut folders) = (Vec::new(), Vec::new(), BTreeSet::new());
    for file in files {
        let inner = match folder {
            "" => Some(file.path.as_str()),
            folder => file.path.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')),
        };
        let Some(inner) = inner else { continue };
        for (at, _) in inner.match_indices('/') {
            folders.extend(inner.get(..at).map(str::to_owned));
        }
        let excluded = exclude.names_file(inner);
        let standing = if excluded { Standing::Excluded } else { Standing::InScope };
        let is_page = is_markdown(inner) && !excluded && file.kind == Kind::File;
        if is_page {
            pages.push((map.join(inner), file.blob.clone()));
        }
        let kind = if file.kind == Kind::File { NameKind::File } else { NameKind::Other };
        names.push(Name { path: inner.to_owned(), kind, standing, is_page, place: None });
    }
    let folder = |path| {
        let (kind, standing) = (NameKind::Folder, Standing::InScope);
        Name { path, kind, standing, is_page: false, place: None }
    };
    names.extend(folders.into_iter().map(folder));
    order::sort(&mut names, |a, b| (in_nfc(&a.path), &a.path).cmp(&(in_nfc(&b.path), &b.path)));
    (Tree { names, faults: Vec::new() }, pages)
}
