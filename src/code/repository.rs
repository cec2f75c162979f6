//! The repository that references are compared with: its paths, and the files that may hold
//! a name.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::code::settings::Settings;
use crate::code::tracked::Tracked;
use crate::code::words::Hay;
use crate::discover::files::{OnDisk, look};
use crate::discover::name::is_markdown;
use crate::git::files::{File, Kind};
use crate::map::layout::{file_name, parent};

/// A repository as it stands in the work tree.
#[derive(Debug)]
pub struct Repository {
    /// Its root, absolute.
    pub root: PathBuf,
    /// The folders of its maps, from the root: what stands in them is no code.
    pub maps: Vec<String>,
    /// Its paths.
    pub tracked: Tracked,
    /// Why git does not say what it tracks.
    pub trouble: Option<String>,
}

impl Repository {
    /// Reads what git tracks now: one process, or a walk where git does not answer.
    pub fn now(root: &Path, in_git: bool, maps: Vec<String>) -> Self {
        let (tracked, trouble) = Tracked::now(root, in_git);
        Self { root: root.to_path_buf(), maps, tracked, trouble }
    }

    /// Whether a name that occurs in a file counts as being in the code: markdown, the maps
    /// and changelogs only speak of it.
    pub fn holds_code(&self, path: &str) -> bool {
        let inside = |map: &String| {
            !map.is_empty() && path.strip_prefix(map.as_str()).is_some_and(|rest| rest.starts_with('/'))
        };
        !is_markdown(path)
            && !path.to_ascii_lowercase().ends_with(".mdx")
            && !is_changelog(path)
            && !self.maps.iter().any(inside)
    }

    /// The files that may hold a name, and whether some of them are not checked out.
    pub fn hays(&self, settings: &Settings) -> (Vec<Hay>, bool) {
        let (mut hays, mut sparse) = (Vec::new(), false);
        let mut folders = BTreeSet::new();
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
            if folder != Some(above) {
                folder = Some(above);
                behind_link = self.is_behind_link(above, &mut folders);
            }
            if !behind_link {
                let test = settings.test_files.names_file(&file.path);
                let on_disk = on_disk(&self.root, file);
                hays.push(Hay { path: file.path.clone(), file: on_disk, test });
            }
        }
        (hays, sparse)
    }

    /// Whether a link has taken the place of a tracked folder; git does not look behind it.
    fn is_behind_link(&self, folder: &str, known: &mut BTreeSet<String>) -> bool {
        if folder.is_empty() || known.contains(folder) {
            return false;
        }
        let inner = format!("{folder}/.");
        if look(&self.root, &inner) == OnDisk::BehindLink {
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
