//! Every file of a repository as its folders list it: for where git does not say.

use std::cell::RefCell;
use std::path::{Path, PathBuf};

use crate::discover::git_ignore::IgnoreRules;
use crate::discover::name::os_name;
use crate::lookup::Lookup;
use crate::order;

/// At most so many files are listed.
const MOST: usize = 200_000;

/// The files below a folder that no ignore rule leaves out, sorted, as paths relative to it
/// with `/`. Linked folders are not entered, nor is `.git`.
pub fn below(root: &Path, in_git: bool) -> Vec<String> {
    let mut found = Vec::new();
    let (mut rules, _) = IgnoreRules::above(root, in_git, root);
    let mut steps = vec![Step::Enter(root.to_path_buf(), String::new())];
    while let Some(step) = steps.pop() {
        match step {
            Step::Leave(depth) => rules.leave(depth),
            Step::Enter(folder, path) => {
                steps.push(Step::Leave(rules.enter(&folder)));
                list(&folder, &path, &rules, &mut steps, &mut found);
            }
        }
        if found.len() > MOST {
            break;
        }
    }
    order::sort(&mut found, Ord::cmp);
    found
}

enum Step {
    Enter(PathBuf, String),
    Leave(usize),
}

fn list(
    folder: &Path,
    path: &str,
    rules: &IgnoreRules,
    steps: &mut Vec<Step>,
    found: &mut Vec<String>,
) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = os_name(&entry.file_name()).into_owned();
        let Ok(kind) = entry.file_type() else { continue };
        if name == ".git" || rules.ignores(&entry.path(), kind.is_dir()) {
            continue;
        }
        let inner = if path.is_empty() { name } else { format!("{path}/{name}") };
        if kind.is_dir() {
            steps.push(Step::Enter(entry.path(), inner));
        } else {
            found.push(inner);
        }
    }
}

/// Folders that are not entered for files beside those of git: what other programs put there is
/// much, and not of this code.
const FULL: [&str; 14] = [
    ".git",
    ".cache",
    ".gradle",
    ".next",
    ".nuxt",
    ".tox",
    ".turbo",
    ".venv",
    "Pods",
    "__pycache__",
    "node_modules",
    "site-packages",
    "target",
    "venv",
];

/// So many files, folders and bytes are looked at beside those of git, and so many bytes of one.
const MOST_BESIDE: usize = 10_000;
const MOST_FOLDERS: usize = 20_000;
const MOST_BYTES: u64 = 32 * 1024 * 1024;
const LARGEST: u64 = 1024 * 1024;

/// The wanted files below a folder, ignored or not, those that lie higher first, as far as the
/// limits above go. Links are not followed, and other repositories not entered.
pub fn beside(root: &Path, wanted: impl Fn(&str) -> bool) -> Vec<String> {
    let (mut found, mut bytes) = (Vec::new(), 0);
    let mut folders = std::collections::VecDeque::from([String::new()]);
    let mut entered = 0;
    while let Some(folder) = folders.pop_front() {
        entered += 1;
        if entered > MOST_FOLDERS {
            break;
        }
        let Ok(entries) = std::fs::read_dir(root.join(&folder)) else { continue };
        let mut entries: Vec<_> = entries.flatten().collect();
        order::sort(&mut entries, |a, b| a.file_name().cmp(&b.file_name()));
        for entry in entries {
            let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
            let Ok(kind) = entry.file_type() else { continue };
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            if kind.is_dir() {
                let other = || entry.path().join(".git").symlink_metadata().is_ok();
                if !FULL.contains(&name.as_str()) && !other() {
                    folders.push_back(path);
                }
            } else if kind.is_file() && wanted(&path) {
                let size = entry.metadata().map_or(u64::MAX, |metadata| metadata.len());
                if size <= LARGEST {
                    bytes += size;
                    found.push(path);
                }
            }
            if found.len() >= MOST_BESIDE || bytes > MOST_BYTES {
                return found;
            }
        }
    }
    found
}

/// What stands on disk at a path below a folder, whether git knows it or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnDisk {
    /// Something.
    There,
    /// Nothing.
    Missing,
    /// A link stands in the way, and is not followed.
    BehindLink,
}

/// Looks for a path (with `/`, no `..`) below a folder; no link is followed.
pub fn look(root: &Path, path: &str) -> OnDisk {
    let mut here = root.to_path_buf();
    let mut parts = path.split('/').peekable();
    while let Some(part) = parts.next() {
        here.push(part);
        match std::fs::symlink_metadata(&here) {
            Err(_) => return OnDisk::Missing,
            Ok(kind) if kind.is_symlink() && parts.peek().is_some() => return OnDisk::BehindLink,
            Ok(_) => {}
        }
    }
    OnDisk::There
}

/// The longest path that rules are asked about, in bytes: each of its folders costs a look.
const LONGEST: usize = 1024;

/// A work tree whose ignore rules are read once.
#[derive(Debug)]
pub struct WorkTree {
    root: PathBuf,
    /// The rules in each folder, and whether those above ignore the folder itself.
    known: RefCell<Lookup<String, (IgnoreRules, bool)>>,
}

impl WorkTree {
    /// Takes its root.
    pub fn new(root: PathBuf) -> Self {
        Self { root, known: RefCell::default() }
    }

    /// Its root, absolute.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Whether the ignore rules of the repository leave a path out, itself or a folder above it.
    pub fn ignores(&self, path: &str, is_folder: bool) -> bool {
        if path.len() > LONGEST {
            return false;
        }
        let (rules, ignored) = self.rules(above(path));
        ignored || rules.ignores(&self.root.join(path), is_folder)
    }

    fn rules(&self, folder: &str) -> (IgnoreRules, bool) {
        if let Some(known) = self.known.borrow().get(folder) {
            return known.clone();
        }
        let path = self.root.join(folder);
        let (mut rules, mut ignored) = if folder.is_empty() {
            IgnoreRules::above(&self.root, true, &self.root)
        } else {
            self.rules(above(folder))
        };
        ignored = ignored || !folder.is_empty() && rules.ignores(&path, true);
        if !ignored {
            rules.enter(&path);
        }
        self.known.borrow_mut().insert(folder.to_owned(), (rules.clone(), ignored));
        (rules, ignored)
    }
}

/// The folder that a path with `/` lies in; empty at the root.
fn above(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, MOST_BESIDE, MOST_BYTES, OnDisk, WorkTree, below, beside, look};
    use std::fs;

    #[test]
    fn what_lies_beside_is_looked_at_up_to_a_limit() {
        let sized = |count: usize, size: u64| {
            let folder = tempfile::tempdir().unwrap();
            for number in 0..count {
                let file = fs::File::create(folder.path().join(format!("f{number}"))).unwrap();
                file.set_len(size).unwrap();
            }
            beside(folder.path(), |_| true).len()
        };
        assert_eq!((sized(1, LARGEST), sized(1, LARGEST + 1)), (1, 0));
        let most = usize::try_from(MOST_BYTES / LARGEST).unwrap();
        assert_eq!((sized(most, LARGEST), sized(2 * most, LARGEST)), (most, most + 1));
        assert_eq!(sized(MOST_BESIDE + 9, 0), MOST_BESIDE);
    }

    #[test]
    fn ignored_files_are_left_out_and_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        fs::create_dir_all(root.join("src/deep")).unwrap();
        fs::create_dir_all(root.join(".git")).unwrap();
        for file in [".gitignore", "src/a.rs", "src/deep/b.rs", "src/x.log", ".git/config"] {
            fs::write(root.join(file), "dist/\n*.log\n").unwrap();
        }
        assert_eq!(below(root, true), [".gitignore", "src/a.rs", "src/deep/b.rs"]);
        fs::create_dir_all(root.join("other/.git")).unwrap();
        fs::create_dir_all(root.join("node_modules/x")).unwrap();
        fs::write(root.join("other/a.rs"), "x").unwrap();
        fs::write(root.join("node_modules/x/a.rs"), "x").unwrap();
        assert_eq!(beside(root, |path| path.ends_with('s')), ["src/a.rs", "src/deep/b.rs"]);
        let tree = WorkTree::new(root.to_path_buf());
        assert!(tree.ignores("dist/bundle.js", false) && tree.ignores("dist/a/b.js", false));
        assert!(tree.ignores("dist", true) && tree.ignores("src/deep/y.log", false));
        assert!(!tree.ignores("src/c.rs", false) && !tree.ignores("gone/c.rs", false));
        assert!(!tree.ignores(&"a/".repeat(100_000), true), "no path of a work tree");
        assert_eq!(look(root, "src/a.rs"), OnDisk::There);
        assert_eq!(look(root, "src/c.rs"), OnDisk::Missing);
    }
}
