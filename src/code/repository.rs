//! The repository that references are compared with: its paths, and the files that may hold
//! a name.

use std::cell::{OnceCell, RefCell};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::code::settings::Settings;
use crate::code::tracked::Tracked;
use crate::code::words::{Hay, Searched, Words};
use crate::discover::files::{OnDisk, WorkTree, look};
use crate::discover::name::is_markdown;
use crate::discover::root::CONFIGURATION_FILES;
use crate::error::Result;
use crate::git;
use crate::git::files::{File, Kind};
use crate::lookup::{Lookup, Seen};
use crate::map::layout::{file_name, parent};
use crate::source::read::read;

/// A repository as it stands in the work tree, or as it was at a commit.
#[derive(Debug)]
pub struct Repository {
    /// Its work tree; where a commit is looked at, only for the root.
    pub tree: WorkTree,
    /// The folders of its maps, from the root: what stands in them is no code.
    pub maps: Vec<String>,
    /// Its paths.
    pub tracked: Tracked,
    /// Why git does not say what it tracks; none where it does.
    pub trouble: Option<String>,
    /// The commit that is looked at; none for the work tree.
    pub commit: Option<String>,
    /// Its paths without those that were deleted in the work tree; made when first asked for.
    pub standing: OnceCell<Tracked>,
    /// What [`lacks`](Self::lacks) said of each path.
    pub lacking: RefCell<Lookup<String, bool>>,
    /// Whether its code is not on disk; made when first asked for.
    pub without_code: OnceCell<bool>,
}

impl Repository {
    /// Reads what git tracks now: one process, or a walk where git does not answer.
    pub fn now(root: &Path, in_git: bool, maps: Vec<String>) -> Self {
        let (tracked, trouble) = Tracked::now(root, in_git);
        Self::new(root, maps, tracked, trouble, None)
    }

    /// Reads what git tracked at a commit.
    ///
    /// # Errors
    /// [`Error::Git`](crate::error::Error::Git).
    pub fn at(root: &Path, commit: &str, maps: Vec<String>) -> Result<Self> {
        let tracked = Tracked::new(git::files::at(root, commit)?);
        let commit = Some(commit.to_owned());
        Ok(Self::new(root, maps, tracked, None, commit))
    }

    fn new(
        root: &Path,
        maps: Vec<String>,
        tracked: Tracked,
        trouble: Option<String>,
        commit: Option<String>,
    ) -> Self {
        let tree = WorkTree::new(root.to_path_buf());
        let (standing, lacking) = (OnceCell::new(), RefCell::default());
        let without_code = OnceCell::new();
        Self { tree, maps, tracked, trouble, commit, standing, lacking, without_code }
    }

    /// The work tree; none where a commit is looked at.
    pub fn disk(&self) -> Option<&WorkTree> {
        self.commit.is_none().then_some(&self.tree)
    }

    /// Its root, absolute.
    pub fn root(&self) -> &Path {
        self.tree.root()
    }

    /// The commit that history begins at.
    pub fn head(&self) -> &str {
        self.commit.as_deref().unwrap_or("HEAD")
    }

    /// Whether a file, or every file of a folder, was deleted in the work tree while git tracks
    /// it. What a sparse checkout leaves out was not, nor does it count in a hook, where the
    /// index is what will be committed, nor where no code is on disk at all.
    pub fn lacks(&self, path: &str) -> bool {
        if self.commit.is_some() || self.trouble.is_some() || git::is_index_given() {
            return false;
        }
        if let Some(lacks) = self.lacking.borrow().get(path) {
            return *lacks;
        }
        let lacks = self.is_lacking(path) && !self.is_without_code();
        self.lacking.borrow_mut().insert(path.to_owned(), lacks);
        lacks
    }

    fn is_lacking(&self, path: &str) -> bool {
        if let Some(file) = self.tracked.file(path) {
            return self.is_deleted(file);
        }
        let files = self.tracked.below(path);
        !files.is_empty() && files.iter().all(|file| self.is_deleted(file))
    }

    /// Whether the map was copied without the code, as builds of a site do: nobody deleted it.
    fn is_without_code(&self) -> bool {
        *self.without_code.get_or_init(|| {
            let mut any = false;
            for file in self.tracked.files() {
                let set_up = file.path.starts_with('.')
                    || CONFIGURATION_FILES.contains(&file_name(&file.path));
                if file.kind == Kind::File && self.holds_code(&file.path) && !set_up {
                    any = true;
                    if self.commit.is_some() || !self.is_deleted(file) {
                        return false;
                    }
                }
            }
            any
        })
    }

    /// Its paths without those that [`lacks`](Self::lacks) is said of.
    pub fn standing(&self) -> &Tracked {
        self.standing.get_or_init(|| {
            let mut files = self.tracked.files().to_vec();
            files.retain(|file| !self.is_deleted(file));
            Tracked::new(files)
        })
    }

    fn is_deleted(&self, file: &File) -> bool {
        let named = file.checked_out && file.raw.is_none() && file.kind != Kind::Submodule;
        if !named || look(self.root(), &file.path) != OnDisk::Missing {
            return false;
        }
        let found = std::fs::symlink_metadata(self.root().join(&file.path));
        found.is_err_and(|error| {
            matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
        })
    }

    /// Hands out what files hold, in their order; none for one that is no regular file, is
    /// behind a link, cannot be read, or has more than `limit` bytes.
    ///
    /// # Errors
    /// [`Error::Git`](crate::error::Error::Git), where a commit is looked at.
    pub fn contents(
        &self,
        files: &[&File],
        limit: u64,
        each: &mut dyn FnMut(Option<&[u8]>),
    ) -> Result<()> {
        if self.commit.is_none() {
            for file in files {
                each(self.on_disk(file, limit).as_deref());
            }
            return Ok(());
        }
        let mut blobs: Vec<&str> = Vec::with_capacity(files.len());
        for file in files {
            blobs.push(&file.blob);
        }
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        git::blobs::read(self.root(), &blobs, limit, &mut |_, content| {
            each(content.read());
            true
        })
    }

    /// What a file holds on disk; no link is followed, nor one that took a folder's place.
    fn on_disk(&self, file: &File, limit: u64) -> Option<Vec<u8>> {
        let path = on_disk(self.root(), file);
        let mut here = self.root().to_path_buf();
        for part in path.strip_prefix(self.root()).ok()?.components() {
            here.push(part);
            if std::fs::symlink_metadata(&here).ok()?.is_symlink() {
                return None;
            }
        }
        read(&path, limit, Vec::new()).ok()
    }

    /// Where some words occur.
    ///
    /// # Errors
    /// [`Error::Git`](crate::error::Error::Git), where a commit is looked at.
    pub fn search(&self, words: &Words, hays: &[Hay]) -> Result<Searched> {
        if self.commit.is_none() {
            return Ok(words.search(hays));
        }
        // Hays are made of tracked files, so that none is left out here and numbers agree.
        let mut blobs: Vec<&str> = Vec::with_capacity(hays.len());
        for hay in hays {
            blobs.extend(self.tracked.file(&hay.path).map(|file| file.blob.as_str()));
        }
        let mut searched = words.nothing_yet();
        // In pieces, as on disk, and without a limit: what is found in one is found in the other.
        let mut buffer = Vec::new();
        git::blobs::in_pieces(self.root(), &blobs, &mut |number, size, content| {
            match (hays.get(number), size) {
                (Some(hay), Some(_)) => {
                    words.add_content(content, hay, &mut buffer, &mut searched.hits)?;
                }
                _ => searched.whole = false,
            }
            Ok(true)
        })?;
        Ok(searched)
    }

    /// Whether a name that occurs in a file counts as being in the code: markdown, the maps
    /// and changelogs only speak of it.
    pub fn holds_code(&self, path: &str) -> bool {
        let inside = |map: &String| {
            !map.is_empty()
                && path.strip_prefix(map.as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        !is_markdown(path)
            && !path.to_ascii_lowercase().ends_with(".mdx")
            && !is_changelog(path)
            && !self.maps.iter().any(inside)
    }

    /// Whether a word is the name of a file or folder of code: `UserCard` of `UserCard.vue`.
    pub fn is_file_of_code(&self, word: &str) -> bool {
        self.tracked.has_named(word, &mut |file| self.holds_code(&file.path))
    }

    /// The files that may hold a name, and whether some of them are not checked out.
    pub fn hays(&self, settings: &Settings) -> (Vec<Hay>, bool) {
        let (mut hays, mut sparse) = (Vec::new(), false);
        let mut folders = Seen::new();
        let (mut folder, mut behind_link) = (None, false);
        for file in self.tracked.files() {
            if file.kind != Kind::File || !self.holds_code(&file.path) {
                continue;
            }
            if !file.checked_out {
                sparse = true;
                continue;
            }
            let above = parent(&file.path);
            if folder != Some(above) && self.commit.is_none() {
                folder = Some(above);
                behind_link = self.is_behind_link(above, &mut folders);
            }
            if !behind_link {
                let test = settings.test_files.names_file(&file.path);
                let on_disk = on_disk(self.root(), file);
                hays.push(Hay { path: file.path.clone(), file: on_disk, test });
            }
        }
        let bare = !hays.is_empty() && !git::is_index_given() && self.is_without_code();
        (hays, sparse || bare)
    }

    /// Whether a link has taken the place of a tracked folder; git does not look behind it.
    fn is_behind_link(&self, folder: &str, known: &mut Seen<String>) -> bool {
        if folder.is_empty() || known.contains(folder) {
            return false;
        }
        let inner = format!("{folder}/.");
        if look(self.root(), &inner) == OnDisk::BehindLink {
            return true;
        }
        known.insert(folder.to_owned());
        false
    }
}

/// Where a file stands on disk.
fn on_disk(root: &Path, file: &File) -> PathBuf {
    #[cfg(unix)]
    if let Some(raw) = &file.raw {
        use std::os::unix::ffi::OsStrExt as _;
        return root.join(std::ffi::OsStr::from_bytes(raw));
    }
    root.join(&file.path)
}

/// Whether a file tells what changed, in any form.
fn is_changelog(path: &str) -> bool {
    let name = file_name(path).to_ascii_lowercase();
    let stem = name.split('.').next().unwrap_or_default();
    ["changelog", "changes", "history", "news", "release-notes", "release_notes"].contains(&stem)
        && !name.contains(".rs")
        && !name.contains(".ts")
        && !name.contains(".js")
        && !name.contains(".py")
        && !name.contains(".go")
}
