//! Every file of a repository as its folders list it: for where git does not say.

use std::path::{Path, PathBuf};

use crate::discover::git_ignore::IgnoreRules;
use crate::discover::name::os_name;
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
        let name = os_name(&entry.file_name());
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

/// Whether the ignore rules of a repository leave a path out, itself or a folder above it.
pub fn is_ignored(root: &Path, path: &str, is_folder: bool) -> bool {
    let file = root.join(path);
    let Some(folder) = file.parent() else { return false };
    let (mut rules, ignored) = IgnoreRules::above(root, true, folder);
    if ignored {
        return true;
    }
    rules.enter(folder);
    rules.ignores(&file, is_folder)
}

#[cfg(test)]
mod tests {
    use super::{OnDisk, below, is_ignored, look};
    use std::fs;

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
        assert!(is_ignored(root, "dist/bundle.js", false));
        assert!(is_ignored(root, "dist", true));
        assert!(!is_ignored(root, "src/c.rs", false));
        assert_eq!(look(root, "src/a.rs"), OnDisk::There);
        assert_eq!(look(root, "src/c.rs"), OnDisk::Missing);
    }
}
