//! What once was: removed paths, where they went, and earlier contents of files.

use std::io::BufRead as _;
use std::path::Path;

use crate::error::Result;
use crate::git::ask::{Answer, Taken, ask, stream};
use crate::git::name::name_of;
use crate::git::renamed;
use crate::lookup::Lookup;

/// A commit, as messages name it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Commit {
    /// Its full name.
    pub id: String,
    /// The day it was committed, `2026-03-31`.
    pub date: String,
}

impl Commit {
    /// The first ten digits of its name, for people.
    pub fn short(&self) -> &str {
        self.id.get(..10).unwrap_or(&self.id)
    }
}

/// Whether the repository holds only the latest commits of its history.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn is_shallow(root: &Path) -> Result<bool> {
    let arguments = ["rev-parse", "--is-shallow-repository"];
    let answer = ask(root, "whether its history is whole", &arguments, &[])?;
    Ok(answer.trim_ascii() == b"true")
}

/// Hands out every removal of a file, the latest first: all of them, for git takes longer to
/// look for a few patterns than to list everything.
///
/// Takes the commit to begin at. A rename is a removal of the old name; [`renames`] tells it
/// apart.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn removals(root: &Path, from: &str, each: &mut dyn FnMut(&Commit, &str)) -> Result<()> {
    let arguments = [
        "log",
        "--full-history",
        "--no-renames",
        "--no-ext-diff",
        "--no-textconv",
        "--no-color",
        "--ignore-submodules=all",
        "--name-status",
        "--diff-filter=D",
        "-z",
        "--format=%x01%H %cs",
        "--end-of-options",
        from,
        "--",
    ];
    stream(root, "which paths were removed", &arguments, &[], &mut |answer| {
        let mut commit = None;
        each_field(answer, &mut |field| {
            if let Some(head) = header(field) {
                commit = Some(head);
            } else if !is_status(field)
                && let Some(commit) = &commit
            {
                each(commit, &name_of(field));
            }
            true
        })
    })
}

/// The paths that some commits renamed, by commit and old path.
pub type Renamed = Lookup<(String, String), String>;

/// Where the paths that some commits removed went.
///
/// Takes the commits, the most wanted first, and of how many of them the contents of files are
/// compared: that costs as much as a commit has files. For the others only renamings that
/// changed nothing are told.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn renames(root: &Path, commits: &[&str], compared: usize) -> Result<Renamed> {
    let (first, others) = commits.split_at_checked(compared).unwrap_or((commits, &[]));
    let mut found = renamed(|how| renames_by(how, root, first))?;
    found.extend(renames_by("-M100%", root, others)?);
    Ok(found.into_iter().collect())
}

/// A commit, an old path and a new one.
type Renaming = ((String, String), String);

fn renames_by(how: &str, root: &Path, commits: &[&str]) -> Result<Vec<Renaming>> {
    if commits.is_empty() {
        return Ok(Vec::new());
    }
    let input = format!("{}\n", commits.join("\n"));
    let arguments = [
        "diff-tree",
        "--stdin",
        "-r",
        how,
        "--root",
        "--no-ext-diff",
        "--no-textconv",
        "--ignore-submodules=all",
        "--name-status",
        "--diff-filter=R",
        "-z",
        "--format=%x01%H %cs",
    ];
    let mut found = Vec::new();
    stream(root, "what was renamed", &arguments, input.as_bytes(), &mut |answer| {
        let (mut commit, mut old) = (String::new(), None);
        each_field(answer, &mut |field| {
            if let Some(head) = header(field) {
                (commit, old) = (head.id, None);
            } else if is_status(field) {
                old = None;
            } else if let Some(old) = old.take() {
                found.push(((commit.clone(), old), name_of(field)));
            } else {
                old = Some(name_of(field));
            }
            true
        })
    })?;
    Ok(found)
}

/// A content that a commit took out of a file: what stood there before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Former {
    /// The commit.
    pub commit: Commit,
    /// The path, from the repository root.
    pub path: String,
    /// The content before the commit.
    pub before: String,
    /// The content after it; none where it removed the file.
    pub after: Option<String>,
}

/// Every change and removal of a file, the latest first.
///
/// Takes the commit to begin at, and what is handed each of them; it says whether it wants more.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git).
pub fn formers(root: &Path, from: &str, each: &mut dyn FnMut(Former) -> bool) -> Result<()> {
    let arguments = [
        "log",
        "--no-renames",
        "--no-ext-diff",
        "--no-textconv",
        "--no-color",
        "--ignore-submodules=all",
        "--raw",
        "--no-abbrev",
        "--diff-filter=MD",
        "-z",
        "--format=%x01%H %cs",
        "--end-of-options",
        from,
        "--",
    ];
    stream(root, "what files held before", &arguments, &[], &mut |answer| {
        let (mut commit, mut blobs) = (None, None);
        each_field(answer, &mut |field| {
            if let Some(head) = header(field) {
                (commit, blobs) = (Some(head), None);
                return true;
            }
            if let Some(found) = raw_blobs(field) {
                blobs = Some(found);
                return true;
            }
            match (&commit, blobs.take()) {
                (Some(commit), Some((before, after))) => {
                    let commit = commit.clone();
                    each(Former { commit, path: name_of(field), before, after })
                }
                _ => true,
            }
        })
    })
}

/// Hands out what stands between NUL bytes; the line end that parts a header from its list is
/// left out.
fn each_field(
    answer: &mut Answer<'_>,
    each: &mut dyn FnMut(&[u8]) -> bool,
) -> std::io::Result<Taken> {
    let mut field = Vec::new();
    while answer.read_until(0, &mut field)? > 0 {
        let bare = field.strip_suffix(&[0]).unwrap_or(&field);
        let bare = bare.strip_prefix(b"\n").unwrap_or(bare);
        if !bare.is_empty() && !each(bare) {
            return Ok(Taken::Part);
        }
        field.clear();
    }
    Ok(Taken::All)
}

/// A commit's header, as the formats above write it.
fn header(field: &[u8]) -> Option<Commit> {
    let line = std::str::from_utf8(field.strip_prefix(b"\x01")?).ok()?;
    let (id, date) = line.split_once(' ')?;
    let whole = id.len() >= 40 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    whole.then(|| Commit { id: id.to_owned(), date: date.trim_end().to_owned() })
}

/// A status letter of `--name-status`, with its likeness for a rename.
///
/// A file whose name looks like one is a name of one letter at the top of the repository,
/// which no reference names.
fn is_status(field: &[u8]) -> bool {
    match field.split_first() {
        Some((b'D', rest)) => rest.is_empty(),
        Some((b'R', rest)) => !rest.is_empty() && rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// `:100644 100644 before after M` as two blobs; a removal has no second one.
pub(super) fn raw_blobs(field: &[u8]) -> Option<(String, Option<String>)> {
    let line = std::str::from_utf8(field.strip_prefix(b":")?).ok()?;
    let words: Vec<&str> = line.split(' ').collect();
    let [old_mode, _, before, after, status] = words.as_slice() else { return None };
    // A link or another repository holds no words.
    let file = old_mode.starts_with("100");
    let after = status.starts_with('M').then(|| (*after).to_owned());
    file.then(|| ((*before).to_owned(), after))
}

#[cfg(test)]
mod tests {
    use super::{header, is_status, raw_blobs};

    #[test]
    fn what_git_prints_is_told_apart() {
        let id = "a".repeat(40);
        let line = format!("\u{1}{id} 2026-03-31");
        assert_eq!(header(line.as_bytes()).map(|head| head.date), Some("2026-03-31".to_owned()));
        assert_eq!(header(b"\x01not a commit"), None);
        assert!(is_status(b"D") && is_status(b"R087") && !is_status(b"R") && !is_status(b"src/D"));
        let removed = raw_blobs(b":100644 000000 aa 00 D");
        assert_eq!(removed, Some(("aa".to_owned(), None)));
        assert_eq!(raw_blobs(b":120000 120000 aa bb M"), None);
    }
}
