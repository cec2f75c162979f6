//! Where a map stands: the paths that everything else is named by.

use std::path::{Path, PathBuf};

use crate::discover::name::relative;

/// The folders of a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// The repository root, absolute.
    pub repository: PathBuf,
    /// The project root, absolute.
    pub project: PathBuf,
    /// The map folder, absolute.
    pub map: PathBuf,
    /// The map folder's path from the repository root, with `/`; empty where they are one.
    pub folder: String,
}

impl Layout {
    /// The layout of a map folder; all three paths are absolute.
    pub fn new(repository: &Path, project: &Path, map: &Path) -> Self {
        Self {
            repository: repository.to_path_buf(),
            project: project.to_path_buf(),
            map: map.to_path_buf(),
            folder: relative(repository, map),
        }
    }

    /// The path from the repository root of a path inside the map folder.
    pub fn outer(&self, inner: &str) -> String {
        join(&self.folder, inner)
    }

    /// The path inside the map folder of a path from the repository root.
    pub fn inner<'a>(&self, path: &'a str) -> Option<&'a str> {
        if self.folder.is_empty() {
            return Some(path);
        }
        path.strip_prefix(self.folder.as_str())?.strip_prefix('/')
    }
}

/// Two paths with `/` as one; either may be empty.
pub fn join(folder: &str, path: &str) -> String {
    match (folder, path) {
        ("", path) => path.to_owned(),
        (folder, "") => folder.to_owned(),
        (folder, path) => {
            let mut joined = String::with_capacity(folder.len() + path.len() + 1);
            joined.push_str(folder);
            joined.push('/');
            joined.push_str(path);
            joined
        }
    }
}

/// The folder of a path with `/`; empty at the top.
pub fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last part of a path with `/`.
pub fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
