//! The project root and the repository root: the walk up from where a search begins.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::discover::name::{is_markdown, os_name, standing_at};
use crate::error::{Error, Result};

/// The map folder where nothing else is configured.
pub const MAP_FOLDER: &str = "docs/features";

/// The configuration's file names; both in one folder is an error.
pub const CONFIGURATION_FILES: [&str; 2] = ["featmap.toml", ".featmap.toml"];

/// Index names after `README.md`, tried in this order in any letter case (DESIGN.md §2).
const OTHER_INDEX_NAMES: [&str; 5] =
    ["readme.md", "index.md", "_index.md", "feature_index.md", "feature-index.md"];

/// Where a search for a map began and what it found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The folder that was asked for, absolute.
    pub began: PathBuf,
    /// The last folder looked at.
    pub ended: PathBuf,
    /// The folder that holds the map's folder chain or the configuration; absent where there
    /// is neither.
    pub project: Option<PathBuf>,
    /// The folder whose `.git` ended the walk, else the project root, else where it began.
    pub repository: PathBuf,
    /// Whether `repository` holds a `.git`.
    pub in_git: bool,
    /// The configuration file in the project root.
    pub configuration: Option<PathBuf>,
}

/// Walks up from a file or folder to the project root.
///
/// Takes an absolute path that exists, and whether configurations count. The walk ends after
/// the first folder that holds `.git`, a folder or a file, so that an unrelated ancestor's map
/// is never taken.
///
/// # Errors
/// [`Error::TwoConfigurations`]; [`Error::Io`] where the path cannot be looked at.
pub fn find(start: &Path, with_configuration: bool) -> Result<Place> {
    let kind = std::fs::metadata(start).map_err(|source| Error::Io {
        action: "look at",
        path: start.to_path_buf(),
        source,
    })?;
    let began = if kind.is_dir() { start } else { start.parent().unwrap_or(start) };
    let mut place = Place {
        began: began.to_path_buf(),
        ended: began.to_path_buf(),
        project: None,
        repository: began.to_path_buf(),
        in_git: false,
        configuration: None,
    };
    for folder in began.ancestors() {
        if place.project.is_none() {
            folder.clone_into(&mut place.ended);
            if with_configuration {
                place.configuration = configuration_in(folder)?;
            }
            if place.configuration.is_some() || holds_map(&folder.join(MAP_FOLDER)) {
                place.project = Some(folder.to_path_buf());
                folder.clone_into(&mut place.repository);
            }
        }
        if stands(&folder.join(".git"))? {
            place.in_git = true;
            folder.clone_into(&mut place.repository);
            break;
        }
    }
    Ok(place)
}

fn configuration_in(folder: &Path) -> Result<Option<PathBuf>> {
    let mut found = None;
    for name in CONFIGURATION_FILES {
        // Anything of that name counts, so that a broken one is reported and not passed over.
        let file = folder.join(name);
        if stands(&file)? && found.replace(file).is_some() {
            return Err(Error::TwoConfigurations(folder.to_path_buf()));
        }
    }
    Ok(found)
}

/// Whether anything stands at a path.
fn stands(path: &Path) -> Result<bool> {
    let io = |source| Error::Io { action: "look at", path: path.to_path_buf(), source };
    standing_at(path).map(|found| found.is_some()).map_err(io)
}

/// Whether a folder is a map folder: it has an index, or a page anywhere below it. What cannot
/// be looked at may hold one: reading it will say why it cannot.
pub fn holds_map(folder: &Path) -> bool {
    let mut folders = vec![folder.to_path_buf()];
    let mut unknown = false;
    while let Some(folder) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                let absent = matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory);
                unknown |= !absent;
                continue;
            }
        };
        for entry in entries.flatten() {
            let name = os_name(&entry.file_name()).into_owned();
            if is_markdown(&name) {
                return true;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) && name != ".git" {
                folders.push(entry.path());
            }
        }
    }
    unknown
}

/// Which of the names directly in a map folder is the index.
///
/// Takes the configured name, if any, and the folder's own file names in byte order; gives
/// the index's name as the folder lists it.
pub fn index_name<'a>(configured: Option<&str>, names: &[&'a str]) -> Option<&'a str> {
    if let Some(wanted) = configured {
        return names.iter().copied().find(|name| *name == wanted);
    }
    let exact = names.iter().copied().find(|name| *name == "README.md");
    exact.or_else(|| {
        let mut other = OTHER_INDEX_NAMES.iter();
        other
            .find_map(|wanted| names.iter().copied().find(|name| name.eq_ignore_ascii_case(wanted)))
    })
}

#[cfg(test)]
mod tests {
    use super::{find, index_name};
    use std::fs;

    #[test]
    fn the_walk_ends_at_a_git_file() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("docs/features")).unwrap();
        fs::write(root.join("docs/features/a.md"), "# A\n").unwrap();
        fs::create_dir_all(root.join("tree/src")).unwrap();
        fs::write(root.join("tree/.git"), "gitdir: elsewhere\n").unwrap();
        let place = find(&root.join("tree/src"), true).unwrap();
        assert_eq!(place.project, None, "the map above belongs to another checkout");
        assert_eq!((place.ended, place.in_git), (root.join("tree"), true));
        let place = find(&root.join("docs/features/a.md"), true).unwrap();
        assert_eq!(place.project.as_deref(), Some(root));
    }

    #[test]
    fn the_repository_root_may_be_above_the_project_root() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join(".git")).unwrap();
        fs::create_dir_all(root.join("app/src")).unwrap();
        fs::write(root.join("app/featmap.toml"), "").unwrap();
        let place = find(&root.join("app/src"), true).unwrap();
        assert_eq!(place.project, Some(root.join("app")));
        assert_eq!(place.repository, root);
        fs::write(root.join("app/.featmap.toml"), "").unwrap();
        assert!(find(&root.join("app"), true).is_err(), "two configurations");
    }

    #[test]
    fn an_index_is_found_under_its_other_names() {
        assert_eq!(index_name(None, &["README.MD", "README.md"]), Some("README.md"));
        assert_eq!(index_name(None, &["FEATURE_INDEX.md", "Index.md"]), Some("Index.md"));
        assert_eq!(index_name(None, &["Readme.MD", "index.md"]), Some("Readme.MD"));
        assert_eq!(index_name(Some("MAP.md"), &["README.md"]), None);
    }
}
