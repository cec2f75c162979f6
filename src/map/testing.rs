//! Maps made from texts, for tests.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::discover::patterns::Patterns;
use crate::discover::walk::{Scope, Walk};
use crate::map::build::{Limits, Nobody, build};
use crate::map::entry::{Entry, Form};
use crate::map::layout::Layout;
use crate::map::link::Target;
use crate::map::page::Content;
use crate::map::{FeatureMap, IndexState};
use crate::source::store::Sources;

/// A map with the folder that it was read from.
pub(crate) struct Sample {
    pub(crate) map: FeatureMap,
    _folder: TempDir,
}

/// Writes files and reads them as a map below `docs/features` of a repository.
///
/// Takes paths inside the map folder, or, with a leading `/`, from the repository root.
pub(crate) fn map_of(files: &[(&str, &str)]) -> Sample {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("docs/features")).unwrap();
    for (path, text) in files {
        write(folder.path(), path, text.as_bytes());
    }
    read(folder)
}

/// A map of an index and pages, each with its path as its title.
pub(crate) fn indexed(index: &str, pages: &[&str]) -> Sample {
    let titles: Vec<_> = pages.iter().map(|page| format!("# {page}\n")).collect();
    let texts = titles.iter().map(String::as_str);
    let mut files: Vec<_> = pages.iter().copied().zip(texts).collect();
    files.push(("README.md", index));
    map_of(&files)
}

/// Writes a file of a sample.
pub(crate) fn write(root: &Path, path: &str, bytes: &[u8]) {
    let file = match path.strip_prefix('/') {
        Some(path) => root.join(path),
        None => root.join("docs/features").join(path),
    };
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, bytes).unwrap();
}

/// Reads the map of a repository.
pub(crate) fn read(folder: TempDir) -> Sample {
    let root = folder.path();
    let map = root.join("docs/features");
    let scope = Scope {
        map: &map,
        project: root,
        repository: root,
        in_git: true,
        exclude: &Patterns::new(&[], false).unwrap(),
        tracked: None,
    };
    let walk = Walk::new(&scope);
    let mut sources = Sources::default();
    let limits = Limits { index: None, max_page_bytes: 4 * 1024 * 1024 };
    let map = build(Layout::new(root, root, &map), walk, limits, &mut sources, &mut Nobody);
    Sample { map, _folder: folder }
}

impl Sample {
    /// What stands in a page, by its path inside the map folder.
    pub(crate) fn content(&self, inner: &str) -> &Content {
        let page = self.map.pages.iter().find(|page| page.inner() == inner);
        page.and_then(|page| page.content.as_ref()).unwrap()
    }

    /// The pages that an entry lists, by their paths inside the map folder.
    pub(crate) fn listed(&self) -> Vec<&str> {
        let pages = self.map.pages.iter().zip(&self.map.listed);
        pages.filter(|(_, listed)| **listed).map(|(page, _)| page.inner()).collect()
    }

    /// The index's name.
    pub(crate) fn index(&self) -> Option<&str> {
        match &self.map.index {
            IndexState::Missing => None,
            IndexState::Unread { path } => Some(path),
            IndexState::Read(index) => Some(index.page.inner()),
        }
    }

    /// The index's entries, each as its form and where its links lead: a page's path, a folder
    /// with `/`, a missing file with `!`, an unknown one with `?`, one not read `~`, `^` out
    /// of the map, `-` nothing. The page link of a row has a `*`.
    pub(crate) fn entries(&self) -> Vec<String> {
        let index = self.map.index().unwrap();
        index.entries.iter().map(|entry| self.entry(entry)).collect()
    }

    fn entry(&self, entry: &Entry) -> String {
        let (mut shown, page_link) = match &entry.form {
            Form::Row { page_link, .. } => ("row".to_owned(), *page_link),
            Form::Item => ("item".to_owned(), None),
            Form::Heading => ("heading".to_owned(), None),
        };
        for (at, link) in entry.links.iter().enumerate() {
            shown.push(' ');
            shown.push_str(&self.target(&link.target));
            if page_link == Some(at) {
                shown.push('*');
            }
        }
        shown
    }

    /// Where a link leads.
    pub(crate) fn target(&self, target: &Target) -> String {
        let inner = |page: usize| self.map.pages[page].inner().to_owned();
        match target {
            Target::Page(page) => inner(*page),
            Target::Folder(pages) => {
                let pages: Vec<_> = pages.clone().map(inner).collect();
                format!("({})", pages.join(","))
            }
            Target::Missing(path) => format!("!{path}"),
            Target::Unknown(path, _) => format!("?{path}"),
            Target::Unread => "~".to_owned(),
            Target::Outside => "^".to_owned(),
            Target::Nothing => "-".to_owned(),
        }
    }
}
