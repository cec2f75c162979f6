//! What stands below the map folder: every name as the folders list it, and which of them
//! count (DESIGN.md §3). One walk, in byte order; linked folders are not entered.

use std::cmp::Reverse;
use std::fs::{DirEntry, FileType};
use std::path::{Path, PathBuf};

use crate::discover::git_ignore::IgnoreRules;
use crate::discover::name::{
    git_path, has_nfc, is_markdown, name_of, nfc, os_name, relative, slashed,
};
use crate::discover::patterns::Patterns;
use crate::error::reason;
use crate::lookup::Seen;
use crate::order;

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
    /// `/`, in their order; and whether each is in the work tree.
    pub tracked: Option<Vec<(Vec<u8>, bool)>>,
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
    /// Whether it is a markdown file that counts and may be opened.
    pub is_page: bool,
    /// Where it stands, unless that is its path below the map folder: its name may be no text.
    pub place: Option<PathBuf>,
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
    /// With so many pages behind it more than a map has at most.
    TooMany(usize),
    /// A sparse checkout leaves the page out.
    NotCheckedOut,
}

/// What a walk found.
#[derive(Debug, Default)]
pub struct Tree {
    /// Every name, ignored ones too.
    pub names: Vec<Name>,
    /// What could not be looked at.
    pub faults: Vec<Fault>,
}

/// The names below a map folder, ignored ones too, by their paths in byte order of form NFC;
/// where a sparse checkout leaves out names, these stand apart.
///
/// A folder is listed when its turn comes, so that the first files can be read meanwhile.
#[derive(Debug)]
pub struct Walk<'a> {
    /// None where the names were known before.
    scope: Option<&'a Scope<'a>>,
    rules: IgnoreRules,
    /// A stack, because folders may nest deeper than calls should.
    steps: Vec<Step>,
    /// The paths that came by, where a sparse checkout leaves others out.
    seen: Option<Seen<String>>,
    faults: Vec<Fault>,
}

/// One step of a walk.
#[derive(Debug)]
enum Step {
    Name(Name),
    /// The path is that of the folder with a `/` behind it, which is where the paths of what it
    /// holds belong: after `a.md`, before `a0`.
    Enter {
        folder: PathBuf,
        path: String,
        standing: Standing,
        excluded: bool,
    },
    Leave {
        depth: usize,
    },
    End,
}

/// What is known of a name from the folder that it stands in.
#[derive(Debug, Clone, Copy)]
struct Above {
    ignored: bool,
    excluded: bool,
}

impl Step {
    fn path(&self) -> &str {
        match self {
            Self::Name(name) => &name.path,
            Self::Enter { path, .. } => path,
            Self::Leave { .. } | Self::End => "",
        }
    }
}

/// Names that are known already, in their order.
impl From<Tree> for Walk<'static> {
    fn from(Tree { names, faults }: Tree) -> Self {
        let steps = names.into_iter().rev().map(Step::Name).collect();
        Self { scope: None, rules: IgnoreRules::default(), steps, seen: None, faults }
    }
}

impl Iterator for Walk<'_> {
    type Item = Name;

    fn next(&mut self) -> Option<Name> {
        loop {
            match (self.steps.pop()?, self.scope) {
                (Step::Name(name), _) => {
                    if let Some(seen) = &mut self.seen {
                        seen.insert(name.path.clone());
                    }
                    return Some(name);
                }
                (Step::Enter { folder, path, standing, excluded }, Some(scope)) => {
                    self.enter(scope, &folder, &path, (standing, excluded));
                }
                (Step::Leave { depth }, _) => self.rules.leave(depth),
                (Step::End, Some(scope)) => {
                    self.add_unread_rules(scope);
                    self.add_not_checked_out(scope, |_| true);
                }
                (Step::Enter { .. } | Step::End, None) => {}
            }
        }
    }
}

impl<'a> Walk<'a> {
    /// Begins a walk with the list of the map folder itself.
    pub fn new(scope: &'a Scope<'a>) -> Self {
        let (rules, ignored) = IgnoreRules::above(scope.repository, scope.in_git, scope.map);
        let steps = vec![Step::End];
        let mut walk = Self { scope: Some(scope), rules, steps, seen: None, faults: Vec::new() };
        let standing = if ignored { Standing::Ignored } else { Standing::InScope };
        walk.enter(scope, scope.map, "", (standing, false));
        if scope.tracked.as_ref().is_some_and(|tracked| !tracked.iter().all(|(_, here)| *here)) {
            walk.seen = Some(walk.top().map(|name| name.path.clone()).collect());
            walk.add_not_checked_out(scope, |path| !path.contains('/'));
        }
        walk
    }

    /// The names directly in the map folder, in any order, before the first name is taken.
    pub fn top(&self) -> impl Iterator<Item = &Name> {
        self.steps.iter().rev().filter_map(|step| match step {
            Step::Name(name) if !name.path.contains('/') => Some(name),
            _ => None,
        })
    }

    /// What could not be looked at, after the last name was taken; sorted by path.
    pub fn into_faults(mut self) -> Vec<Fault> {
        order::sort(&mut self.faults, |a, b| a.path.cmp(&b.path));
        self.faults
    }

    /// Lists a folder when its turn comes. Takes its standing, and whether the configuration
    /// excludes it, which goes for all in it that no pattern speaks of.
    fn enter(
        &mut self,
        scope: &Scope<'_>,
        folder: &Path,
        path: &str,
        (standing, excluded): (Standing, bool),
    ) {
        self.steps.push(Step::Leave { depth: self.rules.enter(folder) });
        let above = Above { ignored: standing == Standing::Ignored, excluded };
        let mut listed = Vec::new();
        if let Err(error) = self.list(scope, folder, path, above, &mut listed) {
            // One fault tells of the folder and of its rules.
            self.rules.drop_faults_in(folder);
            if standing == Standing::InScope {
                let path = path.strip_suffix('/').unwrap_or(path).to_owned();
                self.fault(scope, path, Cause::Unreadable(reason(&error)));
            }
        }
        // The last one first: it is a stack.
        if listed.iter().all(|step| has_nfc(step.path())) {
            order::sort(&mut listed, |a, b| b.path().cmp(a.path()));
        } else {
            order::sort_by_key(&mut listed, |step| {
                Reverse((nfc(step.path()), step.path().to_owned()))
            });
        }
        self.steps.extend(listed);
    }

    /// Lists a folder. Takes its path with a `/` behind it.
    fn list(
        &mut self,
        scope: &Scope<'_>,
        folder: &Path,
        path: &str,
        above: Above,
        listed: &mut Vec<Step>,
    ) -> std::io::Result<()> {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let file_name = entry.file_name();
            let path = [path, &os_name(&file_name)].concat();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && file_name == ".git" => {}
                Ok(kind) => self.add(scope, &entry, kind, path, above, listed),
                Err(error) => self.fault(scope, path, Cause::Unreadable(reason(&error))),
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        scope: &Scope<'_>,
        entry: &DirEntry,
        kind: FileType,
        path: String,
        above: Above,
        listed: &mut Vec<Step>,
    ) {
        let excluded = scope.exclude.decides(&path, kind.is_dir()).unwrap_or(above.excluded);
        let above = Above { excluded, ..above };
        let standing = self.standing(scope, entry, kind.is_dir(), above);
        let judged = is_markdown(&path) && standing == Standing::InScope;
        let kind = if kind.is_dir() {
            if judged {
                self.fault(scope, path.clone(), Cause::NotAFile("it is a folder"));
            }
            let path = [&path, "/"].concat();
            listed.push(Step::Enter { folder: entry.path(), path, standing, excluded });
            NameKind::Folder
        } else if judged {
            match readable(entry, kind, scope.project) {
                Ok(()) => NameKind::File,
                Err(what) => {
                    self.fault(scope, path.clone(), Cause::NotAFile(what));
                    NameKind::Other
                }
            }
        } else if kind.is_file() {
            NameKind::File
        } else {
            NameKind::Other
        };
        let is_page = judged && kind == NameKind::File;
        // Only this sign stands for bytes that are no text.
        let is_odd = !path.is_ascii() && path.contains('\u{fffd}');
        let place = is_odd.then(|| entry.path());
        listed.push(Step::Name(Name { path, kind, standing, is_page, place }));
    }

    fn standing(
        &self,
        scope: &Scope<'_>,
        entry: &DirEntry,
        is_folder: bool,
        Above { ignored, excluded }: Above,
    ) -> Standing {
        let ignored = ignored || self.rules.any() && self.rules.ignores(&entry.path(), is_folder);
        let knows = |tracked: &Vec<(Vec<u8>, bool)>| {
            let file = entry.path();
            let inner = git_path(file.strip_prefix(scope.map).unwrap_or(&file));
            tracked.binary_search_by(|(known, _)| known.cmp(&inner)).is_ok()
        };
        match scope.tracked.as_ref().filter(|_| !is_folder).map(knows) {
            // Git tracks what was added by force too, whatever its rules say.
            Some(true) => {}
            _ if ignored => return Standing::Ignored,
            Some(false) => return Standing::Untracked,
            None => {}
        }
        if excluded { Standing::Excluded } else { Standing::InScope }
    }

    /// Adds what git tracks and a sparse checkout leaves out of the work tree, as far as it is
    /// wanted: files, and the folders above them that are not there either.
    fn add_not_checked_out(&mut self, scope: &Scope<'_>, wanted: fn(&str) -> bool) {
        let (Some(tracked), Some(mut seen)) = (&scope.tracked, self.seen.take()) else {
            return;
        };
        let absent = tracked.iter().filter(|(_, checked_out)| !checked_out);
        for (bytes, _) in absent {
            let path = name_of(bytes);
            if !wanted(&path) || seen.contains(&path) || scope.exclude.names_file(&path) {
                continue;
            }
            if is_markdown(&path) {
                let cause = Cause::NotCheckedOut;
                self.faults.push(Fault { path: path.clone(), cause });
            }
            let mut folder = path.as_str();
            while let Some((above, _)) = folder.rsplit_once('/')
                && seen.insert(above.to_owned())
            {
                self.add_absent(above, NameKind::Folder);
                folder = above;
            }
            self.add_absent(&path, NameKind::File);
        }
        self.seen = Some(seen);
    }

    fn add_absent(&mut self, path: &str, kind: NameKind) {
        let (path, standing) = (path.to_owned(), Standing::NotCheckedOut);
        self.steps.push(Step::Name(Name { path, kind, standing, is_page: false, place: None }));
    }

    /// Adds the files of ignore rules that could not be read; one above the map folder stands
    /// for the folder itself.
    fn add_unread_rules(&mut self, scope: &Scope<'_>) {
        for fault in self.rules.take_faults() {
            if let Ok(inner) = fault.file.strip_prefix(scope.map) {
                self.fault(scope, slashed(inner), Cause::Unreadable(fault.reason));
            } else {
                let file = relative(scope.repository, &fault.file);
                let reason = format!("its ignore rules in `{file}`: {}", fault.reason);
                self.fault(scope, String::new(), Cause::Unreadable(reason));
            }
        }
    }

    /// Keeps a fault; what `exclude` names is nothing that had to be read.
    fn fault(&mut self, scope: &Scope<'_>, path: String, cause: Cause) {
        if !scope.exclude.names_folder(&path) {
            self.faults.push(Fault { path, cause });
        }
    }
}

/// Whether a markdown name may be opened; otherwise what it is instead.
fn readable(entry: &DirEntry, kind: FileType, project: &Path) -> Result<(), &'static str> {
    if kind.is_file() {
        return Ok(());
    }
    if !kind.is_symlink() {
        return Err("it is a FIFO, a socket or a device");
    }
    let Ok(target) = std::fs::canonicalize(entry.path()) else {
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
    use super::{Cause, NameKind, Scope, Standing, Tree, Walk};
    use crate::discover::patterns::Patterns;
    use std::fs;
    use std::path::Path;

    fn walk(scope: &Scope<'_>) -> Tree {
        let mut walk = Walk::new(scope);
        let mut names: Vec<_> = walk.by_ref().collect();
        if scope.tracked.is_none() {
            assert!(names.is_sorted_by(|a, b| a.path < b.path));
        }
        names.sort_by(|a, b| a.path.cmp(&b.path));
        Tree { names, faults: walk.into_faults() }
    }

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
    fn what_a_folder_says_goes_for_all_in_it_that_no_pattern_speaks_of() {
        let folder = tempfile::tempdir().unwrap();
        for path in ["a/b/c/d.md", "a/b/x.md", "a/k/y.md", "b/c/d.md", "c.md", "d/c/z.md"] {
            write(folder.path(), &format!("docs/features/{path}"));
        }
        for exclude in [&["a/"][..], &["a/**", "!k/", "!**/d.md"], &["b", "!c/"], &["*", "!d/"]] {
            let owned: Vec<_> = exclude.iter().map(|pattern| (*pattern).to_owned()).collect();
            let patterns = Patterns::new(&owned, false).unwrap();
            for name in tree(folder.path(), exclude).names {
                let folder = name.kind == NameKind::Folder;
                let named = if folder { Patterns::names_folder } else { Patterns::names_file };
                let excluded = name.standing == Standing::Excluded;
                assert_eq!(excluded, named(&patterns, &name.path), "{exclude:?} {}", name.path);
            }
        }
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
        let pages: Vec<_> = tree.names.iter().filter(|n| n.is_page).collect();
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
        let mut tracked =
            tracked.map(|(path, checked_out)| (path.as_bytes().to_vec(), checked_out)).to_vec();
        tracked.sort();
        let tree = walk(&Scope {
            map: &root.join("docs/features"),
            project: root,
            repository: root,
            in_git: false,
            exclude: &Patterns::new(&[], false).unwrap(),
            tracked: Some(tracked),
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
