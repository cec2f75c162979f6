//! What stands below the map folder: every name as the folders list it, and which of them
//! count (DESIGN.md §3). One walk, in byte order; linked folders are not entered.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::FileType;
use std::path::{Path, PathBuf};

use crate::discover::git_ignore::IgnoreRules;
use crate::discover::name::{git_path, is_markdown, name_of, os_name, relative, slashed};
use crate::discover::patterns::Patterns;
use crate::error::reason;
use crate::order::{self, gathered};

/// What a walk needs to know.
#[derive(Debug)]
pub struct Scope<'a> {
    /// The map folder, absolute.
    pub map: &'a Path,
    /// The project root, absolute: links to pages may lead inside it.
    pub project: &'a Path,
    /// The repository root, absolute: where ignore rules begin.
    pub repository: &'a Path,
    /// Whether the repository root holds a `.git`.
    pub in_git: bool,
    /// Files that are no pages by configuration.
    pub exclude: &'a Patterns,
    /// With `--tracked`: the files that git knows, relative to the map folder, as bytes with
    /// `/`; and whether each is in the work tree.
    pub tracked: Option<BTreeMap<Vec<u8>, bool>>,
}

/// What a name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameKind {
    /// A folder.
    Folder,
    /// A regular file, or a link that may be read as one.
    File,
    /// A link to anything else, a FIFO, a socket, a device.
    Other,
}

/// Whether a name counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It counts.
    InScope,
    /// An ignore rule of git leaves it out.
    Ignored,
    /// Git does not know it, and only tracked files count.
    Untracked,
    /// The configuration's `exclude` names it.
    Excluded,
    /// Git tracks it, and a sparse checkout leaves it out.
    NotCheckedOut,
}

/// A file or folder below the map folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// Its path relative to the map folder, with `/`.
    pub path: String,
    /// What it is.
    pub kind: NameKind,
    /// Whether it counts.
    pub standing: Standing,
    /// Where to open it, for a markdown file that counts.
    pub file: Option<PathBuf>,
}

/// Why a name could not be used; each is a finding of kind unread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The path relative to the map folder; empty for the map folder itself.
    pub path: String,
    /// What is wrong.
    pub cause: Cause,
}

/// The kinds of [`Fault`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// A markdown name that is no regular file: what it is instead.
    NotAFile(&'static str),
    /// The system's reason.
    Unreadable(String),
    /// A sparse checkout leaves the page out.
    NotCheckedOut,
}

/// What a walk found, sorted by path.
#[derive(Debug, Default)]
pub struct Tree {
    /// Every name, ignored ones too.
    pub names: Vec<Name>,
    /// What could not be looked at.
    pub faults: Vec<Fault>,
}

/// Walks the map folder.
pub fn walk(scope: &Scope<'_>) -> Tree {
    let mut walker = Walker { scope, tree: Tree::default(), rules: IgnoreRules::default() };
    let (rules, ignored) = IgnoreRules::above(scope.repository, scope.in_git, scope.map);
    walker.rules = rules;
    walker.walk(ignored);
    walker.add_unread_rules();
    walker.add_not_checked_out();
    let Tree { mut names, mut faults } = walker.tree;
    order::sort(&mut names, |a, b| a.path.cmp(&b.path));
    order::sort(&mut faults, |a, b| a.path.cmp(&b.path));
    Tree { names, faults }
}

/// One step of the walk; a stack of them, because folders may nest deeper than calls should.
enum Step {
    Enter { folder: PathBuf, path: String, standing: Standing },
    Leave { depth: usize },
}

struct Walker<'a> {
    scope: &'a Scope<'a>,
    tree: Tree,
    rules: IgnoreRules,
}

impl Walker<'_> {
    fn walk(&mut self, ignored: bool) {
        let map = self.scope.map.to_path_buf();
        let standing = if ignored { Standing::Ignored } else { Standing::InScope };
        let mut steps = vec![Step::Enter { folder: map, path: String::new(), standing }];
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave { depth } => self.rules.leave(depth),
                Step::Enter { folder, path, standing } => {
                    steps.push(Step::Leave { depth: self.rules.enter(&folder) });
                    let ignored = standing == Standing::Ignored;
                    if let Err(error) = self.list(&folder, &path, ignored, &mut steps) {
                        // One fault tells of the folder and of its rules.
                        self.rules.drop_faults_in(&folder);
                        if standing == Standing::InScope {
                            self.fault(path, Cause::Unreadable(reason(&error)));
                        }
                    }
                }
            }
        }
    }

    fn list(
        &mut self,
        folder: &Path,
        path: &str,
        ignored: bool,
        steps: &mut Vec<Step>,
    ) -> std::io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = os_name(&entry.file_name());
            let path = if path.is_empty() { name.clone() } else { [path, "/", &name].concat() };
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && name == ".git" => {}
                Ok(kind) => self.add(entry.path(), path, kind, ignored, steps),
                Err(error) => self.fault(path, Cause::Unreadable(reason(&error))),
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        file: PathBuf,
        path: String,
        kind: FileType,
        ignored: bool,
        steps: &mut Vec<Step>,
    ) {
        let standing = self.standing(&file, &path, kind.is_dir(), ignored);
        let judged = is_markdown(&path) && standing == Standing::InScope;
        let kind = if kind.is_dir() {
            if judged {
                self.fault(path.clone(), Cause::NotAFile("it is a folder"));
            }
            steps.push(Step::Enter { folder: file.clone(), path: path.clone(), standing });
            NameKind::Folder
        } else if judged {
            match readable(&file, kind, self.scope.project) {
                Ok(()) => NameKind::File,
                Err(what) => {
                    self.fault(path.clone(), Cause::NotAFile(what));
                    NameKind::Other
                }
            }
        } else if kind.is_file() {
            NameKind::File
        } else {
            NameKind::Other
        };
        let file = (judged && kind == NameKind::File).then_some(file);
        self.tree.names.push(Name { path, kind, standing, file });
    }

    fn standing(&self, file: &Path, path: &str, is_folder: bool, ignored: bool) -> Standing {
        let ignored = ignored || self.rules.ignores(file, is_folder);
        let inner = || git_path(file.strip_prefix(self.scope.map).unwrap_or(file));
        let tracked = self.scope.tracked.as_ref().filter(|_| !is_folder);
        match tracked.map(|tracked| tracked.contains_key(inner().as_slice())) {
            // Git tracks what was added by force too, whatever its rules say.
            Some(true) => {}
            _ if ignored => return Standing::Ignored,
            Some(false) => return Standing::Untracked,
            None => {}
        }
        let exclude = self.scope.exclude;
        let excluded =
            if is_folder { exclude.names_folder(path) } else { exclude.names_file(path) };
        if excluded { Standing::Excluded } else { Standing::InScope }
    }

    /// Adds what git tracks and a sparse checkout leaves out of the work tree: files, and the
    /// folders above them that are not there either.
    fn add_not_checked_out(&mut self) {
        let Some(tracked) = &self.scope.tracked else {
            return;
        };
        let mut found: BTreeSet<String> =
            gathered(self.tree.names.iter().map(|name| name.path.clone()));
        let absent = tracked.iter().filter(|(_, checked_out)| !**checked_out);
        for (bytes, _) in absent {
            let path = name_of(bytes);
            if found.contains(&path) || self.scope.exclude.names_file(&path) {
                continue;
            }
            if is_markdown(&path) {
                let cause = Cause::NotCheckedOut;
                self.tree.faults.push(Fault { path: path.clone(), cause });
            }
            let standing = Standing::NotCheckedOut;
            let mut folder = path.as_str();
            while let Some((above, _)) = folder.rsplit_once('/')
                && found.insert(above.to_owned())
            {
                let (path, kind) = (above.to_owned(), NameKind::Folder);
                self.tree.names.push(Name { path, kind, standing, file: None });
                folder = above;
            }
            let kind = NameKind::File;
            self.tree.names.push(Name { path, kind, standing, file: None });
        }
    }

    /// Adds the files of ignore rules that could not be read; one above the map folder stands
    /// for the folder itself.
    fn add_unread_rules(&mut self) {
        for fault in self.rules.take_faults() {
            if let Ok(inner) = fault.file.strip_prefix(self.scope.map) {
                self.fault(slashed(inner), Cause::Unreadable(fault.reason));
            } else {
                let file = relative(self.scope.repository, &fault.file);
                let reason = format!("its ignore rules in `{file}`: {}", fault.reason);
                self.fault(String::new(), Cause::Unreadable(reason));
            }
        }
    }

    /// Keeps a fault; what `exclude` names is nothing that had to be read.
    fn fault(&mut self, path: String, cause: Cause) {
        if !self.scope.exclude.names_folder(&path) {
            self.tree.faults.push(Fault { path, cause });
        }
    }
}

/// Whether a markdown name may be opened; otherwise what it is instead.
fn readable(file: &Path, kind: FileType, project: &Path) -> Result<(), &'static str> {
    if kind.is_file() {
        return Ok(());
    }
    if !kind.is_symlink() {
        return Err("it is a FIFO, a socket or a device");
    }
    let Ok(target) = std::fs::canonicalize(file) else {
        return Err("it is a link that leads nowhere");
    };
    let project = std::fs::canonicalize(project).unwrap_or_else(|_| project.to_path_buf());
    let Ok(inner) = target.strip_prefix(project) else {
        return Err("it is a link out of the project");
    };
    if inner.iter().any(|part| part == ".git") {
        return Err("it is a link into `.git`");
    }
    if !std::fs::metadata(&target).is_ok_and(|kind| kind.is_file()) {
        return Err("it is a link to something that is no regular file");
    }
    if !target.file_name().is_some_and(|name| is_markdown(&os_name(name))) {
        return Err("it is a link to something that is no markdown file");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Cause, Scope, Standing, Tree, walk};
    use crate::discover::patterns::Patterns;
    use std::fs;
    use std::path::Path;

    fn tree(root: &Path, exclude: &[&str]) -> Tree {
        let exclude: Vec<_> = exclude.iter().map(|pattern| (*pattern).to_owned()).collect();
        walk(&Scope {
            map: &root.join("docs/features"),
            project: root,
            repository: root,
            in_git: false,
            exclude: &Patterns::new(&exclude, false).unwrap(),
            tracked: None,
        })
    }

    fn write(root: &Path, path: &str) {
        let file = root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "").unwrap();
    }

    #[test]
    fn names_are_listed_with_their_standing_in_byte_order() {
        let folder = tempfile::tempdir().unwrap();
        for path in ["b.md", "a/x.md", "a.md", "a/skip.md", ".hid/y.md", "z.png", "old/w.md"] {
            write(folder.path(), &format!("docs/features/{path}"));
        }
        fs::write(folder.path().join(".gitignore"), "skip.md\n").unwrap();
        let tree = tree(folder.path(), &["old/"]);
        let listed: Vec<_> = tree.names.iter().map(|n| (n.path.as_str(), n.standing)).collect();
        let yes = Standing::InScope;
        assert_eq!(
            listed,
            [
                (".hid", yes),
                (".hid/y.md", yes),
                ("a", yes),
                ("a.md", yes),
                ("a/skip.md", Standing::Ignored),
                ("a/x.md", yes),
                ("b.md", yes),
                ("old", Standing::Excluded),
                ("old/w.md", Standing::Excluded),
                ("z.png", yes),
            ]
        );
        assert!(tree.faults.is_empty());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_a_page_only_inside_the_project() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("project");
        write(&root, "docs/features/a.md");
        write(&root, "notes/n.md");
        write(&root, ".git/info/c.md");
        write(folder.path(), "secret.md");
        let map = root.join("docs/features");
        symlink("../../notes/n.md", map.join("in.md")).unwrap();
        symlink("../../../secret.md", map.join("out.md")).unwrap();
        symlink("../../.git/info/c.md", map.join("git.md")).unwrap();
        symlink("loop.md", map.join("loop.md")).unwrap();
        symlink("..", map.join("up")).unwrap();
        fs::create_dir(map.join("folder.md")).unwrap();
        let tree = tree(&root, &[]);
        let faults: Vec<_> =
            tree.faults.iter().map(|f| (f.path.as_str(), f.cause.clone())).collect();
        assert_eq!(
            faults,
            [
                ("folder.md", Cause::NotAFile("it is a folder")),
                ("git.md", Cause::NotAFile("it is a link into `.git`")),
                ("loop.md", Cause::NotAFile("it is a link that leads nowhere")),
                ("out.md", Cause::NotAFile("it is a link out of the project")),
            ]
        );
        let pages: Vec<_> = tree.names.iter().filter(|n| n.file.is_some()).collect();
        assert_eq!(pages.len(), 2, "{pages:?}");
    }

    #[test]
    fn what_git_tracks_counts_whatever_its_rules_say() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for path in ["forced.md", "out/forced.md", "out/x.md", "draft.md", "left.md"] {
            write(root, &format!("docs/features/{path}"));
        }
        fs::write(root.join(".gitignore"), "out/\nforced.md\n").unwrap();
        let tracked =
            [("forced.md", true), ("out/forced.md", true), ("left.md", false), ("gone.md", false)];
        let tracked = tracked.map(|(path, checked_out)| (path.as_bytes().to_vec(), checked_out));
        let tree = walk(&Scope {
            map: &root.join("docs/features"),
            project: root,
            repository: root,
            in_git: false,
            exclude: &Patterns::new(&[], false).unwrap(),
            tracked: Some(tracked.into()),
        });
        let listed: Vec<_> = tree.names.iter().map(|n| (n.path.as_str(), n.standing)).collect();
        assert_eq!(
            listed,
            [
                ("draft.md", Standing::Untracked),
                ("forced.md", Standing::InScope),
                ("gone.md", Standing::NotCheckedOut),
                ("left.md", Standing::InScope),
                ("out", Standing::Ignored),
                ("out/forced.md", Standing::InScope),
                ("out/x.md", Standing::Ignored),
            ]
        );
        assert_eq!(tree.faults.len(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_excluded_is_no_fault() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let map = folder.path().join("docs/features");
        fs::create_dir_all(map.join("folder.md")).unwrap();
        fs::create_dir_all(map.join("old/inner.md")).unwrap();
        symlink("nowhere", map.join("gone.md")).unwrap();
        symlink("nowhere", map.join("old/gone.md")).unwrap();
        assert_eq!(tree(folder.path(), &[]).faults.len(), 4);
        assert_eq!(tree(folder.path(), &["folder.md/", "old", "gone.md"]).faults, []);
    }
}
