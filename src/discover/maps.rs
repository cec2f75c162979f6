//! The map folders of a run: as named, as configured with globs, or the usual one.

use std::path::{Path, PathBuf};

use crate::discover::name::{os_name, slashed};
use crate::discover::patterns::PathGlob;
use crate::error::{Error, Result};

/// The map folders that a list of names or globs stands for, in the order named.
///
/// Takes a folder that the names are relative to and the repository root, both absolute. A
/// glob that matches nothing gives nothing; a plain name must be a folder.
///
/// # Errors
/// [`Error::MapMissing`], [`Error::MapOutside`], [`Error::Pattern`].
pub fn resolve(base: &Path, repository: &Path, names: &[String]) -> Result<Vec<PathBuf>> {
    let mut maps = Vec::new();
    for name in names {
        let found = if name.contains(['*', '?', '[', '{']) {
            matching(base, name)?
        } else {
            vec![clean(&base.join(name))]
        };
        for map in found {
            if !map.is_dir() {
                return Err(Error::MapMissing(map));
            }
            inside(&map, repository)?;
            if !maps.contains(&map) {
                maps.push(map);
            }
        }
    }
    Ok(maps)
}

/// Refuses a map folder that is, or leads through a link, outside the repository.
///
/// # Errors
/// [`Error::MapOutside`].
pub fn inside(map: &Path, repository: &Path) -> Result<()> {
    let real = |path: &Path| std::fs::canonicalize(path);
    match (real(map), real(repository)) {
        (Ok(inner), Ok(root)) if inner.starts_with(&root) => Ok(()),
        (Err(source), _) => Err(Error::Io { action: "look at", path: map.to_path_buf(), source }),
        _ => Err(Error::MapOutside { map: map.to_path_buf(), root: repository.to_path_buf() }),
    }
}

/// A path without `.` and `..`, by its text alone.
pub fn clean(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            std::path::Component::CurDir => {}
            std::path::Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

/// The folders below `base` whose path matches a glob, in byte order. Folders that are links,
/// `.git`, and levels below the glob's last one are not entered.
fn matching(base: &Path, pattern: &str) -> Result<Vec<PathBuf>> {
    let pattern = pattern.trim_start_matches("./").trim_end_matches('/');
    let glob = PathGlob::new(pattern)?;
    let deepest = (!pattern.contains("**")).then(|| pattern.split('/').count());
    let mut found = Vec::new();
    let mut folders = vec![(base.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        if deepest.is_some_and(|deepest| depth >= deepest) {
            continue;
        }
        // A folder that cannot be read holds no map that could be checked.
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if !is_folder || os_name(&entry.file_name()) == ".git" {
                continue;
            }
            let path = entry.path();
            if glob.matches(&slashed(path.strip_prefix(base).unwrap_or(&path))) {
                found.push(path.clone());
            }
            folders.push((path, depth + 1));
        }
    }
    found.sort_by(|a, b| a.as_os_str().as_encoded_bytes().cmp(b.as_os_str().as_encoded_bytes()));
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{clean, resolve};
    use std::fs;
    use std::path::Path;

    #[test]
    fn globs_name_folders_in_byte_order() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for map in ["packages/b/docs/features", "packages/a/docs/features", "docs/features"] {
            fs::create_dir_all(root.join(map)).unwrap();
        }
        let names = ["packages/*/docs/features", "docs/features"].map(str::to_owned);
        let maps = resolve(root, root, &names).unwrap();
        let maps: Vec<_> = maps.iter().map(|map| map.strip_prefix(root).unwrap()).collect();
        let wanted = ["packages/a/docs/features", "packages/b/docs/features", "docs/features"]
            .map(Path::new);
        assert_eq!(maps, wanted);
        assert!(resolve(root, root, &["docs/none".to_owned()]).is_err());
        assert!(resolve(&root.join("docs"), &root.join("docs"), &["..".to_owned()]).is_err());
    }

    #[test]
    fn cleaning_is_textual() {
        assert_eq!(clean(Path::new("/a/./b/../c")), Path::new("/a/c"));
    }
}
