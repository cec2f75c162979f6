//! What `.gitignore` files and `.git/info/exclude` leave out. Rules of folders above the
//! repository do not count, nor do those of the user (DESIGN.md §3).

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::discover::name::{git_path, standing_at};
use crate::discover::patterns::IgnoreList;
use crate::error::reason;

/// The most bytes that a file of rules may have: each rule costs time for every name.
const MOST_BYTES: u64 = 256 * 1024;

/// The rules in force in one folder: its own first, then those above it.
#[derive(Debug, Clone, Default)]
pub struct IgnoreRules {
    layers: Vec<Layer>,
    /// Where paths begin.
    root: PathBuf,
    /// What could not be read: without all rules nobody knows which pages count.
    faults: Vec<IgnoreFault>,
}

/// The rules of one folder.
#[derive(Debug, Clone)]
struct Layer {
    /// Bytes of the folder's path and its `/`, from the root on.
    above: usize,
    /// Shared by the rules of every folder below.
    list: Arc<IgnoreList>,
}

/// A file of rules that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IgnoreFault {
    /// The file.
    pub file: PathBuf,
    /// Why.
    pub reason: String,
}

impl IgnoreRules {
    /// The rules of the repository root and all folders down to `folder`, that one left out.
    ///
    /// Gives also whether these rules ignore `folder` itself.
    pub fn above(repository: &Path, in_git: bool, folder: &Path) -> (Self, bool) {
        let mut rules = Self { root: repository.to_path_buf(), ..Self::default() };
        if in_git && let Some(exclude) = exclude_file(repository) {
            // This file may be a link, as in some set-ups of several checkouts.
            let exclude = std::fs::canonicalize(&exclude).unwrap_or(exclude);
            rules.push_if_there(repository, exclude);
        }
        let Ok(inner) = folder.strip_prefix(repository) else {
            return (rules, false);
        };
        let mut here = repository.to_path_buf();
        for part in inner.components() {
            rules.enter(&here);
            here.push(part);
            if rules.ignores(&here, true) {
                return (rules, true);
            }
        }
        (rules, false)
    }

    /// Adds the rules of a folder, if it has any; gives the depth to [`leave`](Self::leave) to.
    pub fn enter(&mut self, folder: &Path) -> usize {
        let depth = self.layers.len();
        self.push_if_there(folder, folder.join(".gitignore"));
        depth
    }

    /// Drops the rules added since the depth was given.
    pub fn leave(&mut self, depth: usize) {
        self.layers.truncate(depth);
    }

    /// What could not be read, taken out.
    pub fn take_faults(&mut self) -> Vec<IgnoreFault> {
        std::mem::take(&mut self.faults)
    }

    /// Drops what could not be read directly in a folder.
    pub fn drop_faults_in(&mut self, folder: &Path) {
        self.faults.retain(|fault| fault.file.parent() != Some(folder));
    }

    /// Whether there is any rule.
    pub fn any(&self) -> bool {
        !self.layers.is_empty()
    }

    /// Whether a file or folder is ignored; the nearest rule that speaks of it decides.
    pub fn ignores(&self, path: &Path, is_folder: bool) -> bool {
        if self.layers.is_empty() {
            return false;
        }
        let path = self.inner(path);
        let decides = |layer: &Layer| layer.list.decides(path.get(layer.above..)?, is_folder);
        self.layers.iter().rev().find_map(decides).unwrap_or(false)
    }

    /// A path from the root on, as git prints it.
    fn inner(&self, path: &Path) -> Vec<u8> {
        git_path(path.strip_prefix(&self.root).unwrap_or(path))
    }

    /// Adds a file's rules. Git does not follow a link in its place, and it may lead outside.
    fn push_if_there(&mut self, folder: &Path, file: PathBuf) {
        match standing_at(&file) {
            Ok(Some(kind)) if kind.is_file() => self.push_file(folder, &file),
            Ok(_) => {}
            Err(error) => {
                let reason = reason(&error);
                self.faults.push(IgnoreFault { file, reason });
            }
        }
    }

    fn push_file(&mut self, folder: &Path, file: &Path) {
        let list = bytes_of(file).and_then(|text| IgnoreList::new(&text));
        match list {
            Ok(list) if list.is_empty() => {}
            Ok(list) => {
                let above = self.inner(folder).len();
                let above = above + usize::from(above > 0);
                self.layers.push(Layer { above, list: Arc::new(list) });
            }
            Err(reason) => self.faults.push(IgnoreFault { file: file.to_path_buf(), reason }),
        }
    }
}

/// The bytes of a file of rules, or of a pointer to one.
///
/// # Errors
/// The system's reason, or that it is larger than such a file may be.
fn bytes_of(file: &Path) -> Result<Vec<u8>, String> {
    let said = |error: std::io::Error| reason(&error);
    let mut bytes = Vec::new();
    let opened = File::open(file).map_err(said)?;
    opened.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(said)?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(format!("it has more than {} KiB", MOST_BYTES / 1024));
    }
    Ok(bytes)
}

/// `info/exclude` of a repository, also of a linked work tree, whose `.git` is a file.
fn exclude_file(repository: &Path) -> Option<PathBuf> {
    let git = repository.join(".git");
    match std::fs::metadata(&git) {
        Ok(kind) if kind.is_file() => {}
        // Where nobody knows, the look at the file itself says why.
        _ => return Some(git.join("info/exclude")),
    }
    let pointer = pointer_file(&git)?;
    let folder = repository.join(pointer.strip_prefix("gitdir:")?.trim());
    let common = match pointer_file(&folder.join("commondir")) {
        Some(common) => folder.join(common.trim()),
        None => folder,
    };
    Some(common.join("info/exclude"))
}

/// The text of a file that names a folder; none for what cannot be one, such as a FIFO.
fn pointer_file(file: &Path) -> Option<String> {
    if !std::fs::metadata(file).ok()?.is_file() {
        return None;
    }
    Some(String::from_utf8_lossy(&bytes_of(file).ok()?).into_owned())
}

#[cfg(test)]
mod tests {
    use super::IgnoreRules;
    use std::fs;

    #[test]
    fn the_nearest_rule_decides() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("docs/features")).unwrap();
        fs::write(root.join(".gitignore"), "*.tmp.md\n/docs/features/gone\n").unwrap();
        fs::write(root.join("docs/.gitignore"), "!keep.tmp.md\n").unwrap();
        let map = root.join("docs/features");
        let (rules, ignored) = IgnoreRules::above(root, false, &map);
        assert!(!ignored);
        assert!(rules.ignores(&map.join("a.tmp.md"), false));
        assert!(!rules.ignores(&map.join("keep.tmp.md"), false));
        assert!(rules.ignores(&map.join("gone"), true));
        fs::write(root.join(".gitignore"), "docs/\n").unwrap();
        assert!(IgnoreRules::above(root, false, &map).1, "the map folder itself is ignored");
    }

    #[test]
    fn a_work_tree_reads_the_common_exclude_file() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("main/.git/worktrees/w")).unwrap();
        fs::create_dir_all(root.join("main/.git/info")).unwrap();
        fs::create_dir_all(root.join("w/docs")).unwrap();
        fs::write(root.join("main/.git/info/exclude"), "draft.md\n").unwrap();
        fs::write(root.join("main/.git/worktrees/w/commondir"), "../..\n").unwrap();
        let pointer = format!("gitdir: {}\n", root.join("main/.git/worktrees/w").display());
        fs::write(root.join("w/.git"), pointer).unwrap();
        let (rules, _) = IgnoreRules::above(&root.join("w"), true, &root.join("w/docs"));
        assert!(rules.ignores(&root.join("w/docs/draft.md"), false));
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_regular_file_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let _socket = std::os::unix::net::UnixListener::bind(root.join(".git")).unwrap();
        std::os::unix::fs::symlink("/dev/zero", root.join("link")).unwrap();
        fs::write(root.join("large"), vec![b'x'; 300_000]).unwrap();
        fs::write(root.join("small"), "gitdir: x\n").unwrap();
        let read = |name: &str| super::pointer_file(&root.join(name));
        assert_eq!([".git", "link", "large", "none"].map(read), [None, None, None, None]);
        assert_eq!(read("small").as_deref(), Some("gitdir: x\n"));
    }
}
