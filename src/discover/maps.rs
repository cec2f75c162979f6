//! The map folders of a run: as named, as configured with globs, or the usual one.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::discover::name::{os_name, slashed};
use crate::discover::patterns::PathGlob;
use crate::error::{Error, Result};
use crate::order;

/// The map folders that a list of names or globs stands for, in the order named.
///
/// Takes a folder that the names are relative to and the repository root, both absolute. Where
/// no name stands for a folder there is none, and that is no error here.
///
/// # Errors
/// [`Error::MapMissing`] where only some names stand for a folder, [`Error::MapsOverlap`],
/// [`Error::MapOutside`], [`Error::MapInGit`], [`Error::Pattern`], and [`Error::Io`] where a
/// folder cannot be looked at.
pub fn resolve(base: &Path, repository: &Path, names: &[String]) -> Result<Vec<PathBuf>> {
    let (mut maps, mut missing): (Vec<PathBuf>, _) = (Vec::new(), None);
    for name in names {
        let literal = clean(&base.join(name));
        // A folder may have a name that reads like a glob.
        let found = if is_glob(name) && !literal.is_dir() {
            matching(base, name)?
        } else if stands(&literal)? {
            vec![literal]
        } else {
            Vec::new()
        };
        if found.is_empty() {
            missing.get_or_insert_with(|| base.join(name));
        }
        for map in found {
            inside(&map, repository)?;
            let map = if map.starts_with(repository) { map } else { real(&map)? };
            if !maps.contains(&map) {
                maps.push(map);
            }
        }
    }
    match missing {
        Some(missing) if !maps.is_empty() => Err(Error::MapMissing(missing)),
        _ => apart(maps),
    }
}

/// Whether a name is read as a glob.
pub fn is_glob(name: &str) -> bool {
    name.contains(['*', '?', '[', '{'])
}

/// Whether a folder stands at a path.
fn stands(path: &Path) -> Result<bool> {
    match std::fs::metadata(path) {
        Ok(kind) => Ok(kind.is_dir()),
        Err(error) => match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Ok(false),
            _ => Err(io(path, error)),
        },
    }
}

/// Refuses maps that lie in one another: their pages would be judged twice.
fn apart(maps: Vec<PathBuf>) -> Result<Vec<PathBuf>> {
    for outer in &maps {
        let within = |map: &&PathBuf| *map != outer && map.starts_with(outer);
        if let Some(inner) = maps.iter().find(within) {
            let (outer, inner) = (outer.clone(), inner.clone());
            return Err(Error::MapsOverlap { outer, inner });
        }
    }
    Ok(maps)
}

/// Refuses a map folder that is, or leads through a link, outside the repository or into its
/// `.git`.
///
/// # Errors
/// [`Error::MapOutside`], [`Error::MapInGit`].
pub fn inside(map: &Path, repository: &Path) -> Result<()> {
    let (inner, root) = (real(map)?, real(repository)?);
    match inner.strip_prefix(&root) {
        Err(_) => Err(Error::MapOutside { map: map.to_path_buf(), root: repository.to_path_buf() }),
        Ok(inner) if inner.iter().any(|part| part == ".git") => {
            Err(Error::MapInGit(map.to_path_buf()))
        }
        Ok(_) => Ok(()),
    }
}

fn real(path: &Path) -> Result<PathBuf> {
    std::fs::canonicalize(path).map_err(|error| io(path, error))
}

fn io(path: &Path, source: std::io::Error) -> Error {
    Error::Io { action: "look at", path: path.to_path_buf(), source }
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
/// `.git`, and those that the glob's own levels rule out are not entered.
fn matching(base: &Path, pattern: &str) -> Result<Vec<PathBuf>> {
    let pattern = pattern.trim_start_matches("./").trim_end_matches('/');
    let glob = PathGlob::new(pattern)?;
    // What the folders on the way must match, level by level, up to the first `**`.
    let parts: Vec<&str> = pattern.split('/').collect();
    let fixed = parts.iter().take_while(|part| !part.contains("**")).count();
    let levels = (1..=fixed).map(|count| {
        PathGlob::new(&parts.iter().take(count).copied().collect::<Vec<_>>().join("/"))
    });
    let levels = levels.collect::<Result<Vec<_>>>()?;
    let bounded = fixed == parts.len();
    let mut found = Vec::new();
    let mut folders = vec![(base.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        if bounded && depth >= parts.len() {
            continue;
        }
        for entry in std::fs::read_dir(&folder).map_err(|error| io(&folder, error))? {
            let entry = entry.map_err(|error| io(&folder, error))?;
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if !is_folder || os_name(&entry.file_name()) == ".git" {
                continue;
            }
            let path = entry.path();
            let inner = slashed(path.strip_prefix(base).unwrap_or(&path));
            if levels.get(depth).is_some_and(|level| !level.matches(&inner)) {
                continue;
            }
            if glob.matches(&inner) {
                found.push(path.clone());
            }
            folders.push((path, depth + 1));
        }
    }
    order::sort(&mut found, |a, b| {
        a.as_os_str().as_encoded_bytes().cmp(b.as_os_str().as_encoded_bytes())
    });
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
        let resolve_all = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|name| (*name).to_owned()).collect();
            resolve(root, root, &names)
        };
        assert_eq!(resolve_all(&["docs/none"]).unwrap().len(), 0);
        assert!(resolve_all(&["docs/none", "docs/features"]).is_err(), "one is missing");
        assert!(resolve_all(&["none/*", "docs/features"]).is_err(), "a glob without a match");
        assert!(resolve_all(&["docs", "docs/features"]).is_err(), "judged twice");
        fs::create_dir_all(root.join("[v1]/x")).unwrap();
        fs::create_dir_all(root.join("v/x")).unwrap();
        assert_eq!(resolve_all(&["[v1]"]).unwrap(), [root.join("[v1]")]);
        fs::create_dir_all(root.join(".git/x")).unwrap();
        assert!(resolve_all(&[".git/x"]).is_err());
        assert!(resolve(&root.join("docs"), &root.join("docs"), &["..".to_owned()]).is_err());
    }

    #[test]
    fn cleaning_is_textual() {
        assert_eq!(clean(Path::new("/a/./b/../c")), Path::new("/a/c"));
    }
}
