//! What every command does first: find the project, read the configuration, name the maps.

use std::path::{Path, PathBuf};

use crate::commands::Stop;
use crate::config::{Config, file};
use crate::discover::maps;
use crate::discover::name::relative;
use crate::discover::past;
use crate::discover::patterns::Patterns;
use crate::discover::root::{MAP_FOLDER, Place, find, holds_map};
use crate::discover::walk::{Scope, Walk};
use crate::error::{Error, Result};
use crate::git::blobs;
use crate::git::files::{self, File};
use crate::map::FeatureMap;
use crate::map::build::{Limits, Nobody, Visitor, build};
use crate::map::layout::Layout;
use crate::order::distinct;
use crate::source::read;
use crate::source::store::Sources;

/// The most bytes that a configuration file may have.
const MAX_CONFIGURATION_BYTES: u64 = 1024 * 1024;

/// Where to look, as the caller said.
#[derive(Debug, Clone)]
pub struct Request {
    /// The current folder, absolute.
    pub current: PathBuf,
    /// Where the search begins, relative to the current folder.
    pub start: PathBuf,
    /// `--map`, relative to the current folder.
    pub maps: Vec<String>,
    /// `--config`.
    pub config: Option<PathBuf>,
    /// `--no-config`.
    pub no_config: bool,
}

/// What a command works on.
#[derive(Debug)]
pub struct Setup {
    /// Where the search began and ended, and the roots.
    pub place: Place,
    /// The configuration in force, without flags.
    pub config: Config,
    /// The map folders, absolute; none where there is no map.
    pub maps: Vec<PathBuf>,
    /// The first map folder or glob that a flag or the configuration names, absolute.
    pub named: Option<PathBuf>,
}

impl Setup {
    /// Finds the project and reads its configuration.
    ///
    /// # Errors
    /// Where the start or a named map is not there, and a fault in the configuration.
    pub fn new(request: &Request) -> std::result::Result<Self, Stop> {
        let start = absolute(&request.current, &request.start)?;
        let mut place = find(&start, !request.no_config)?;
        if let Some(named) = &request.config {
            absolute(&request.current, named)?;
            place.configuration = Some(maps::clean(&request.current.join(named)));
        }
        let config = match place.configuration.as_deref() {
            Some(path) => read_config(path, &place.repository)?,
            None => Config::default(),
        };
        let names = named_maps(request, &place, &config);
        let named = names.and_then(|(base, names)| Some(base.join(names.first()?)));
        let maps = match names {
            Some((base, names)) => maps::resolve(base, &place.repository, names)?,
            None => usual_map(&place)?,
        };
        Ok(Self { place, config, maps, named })
    }

    /// The error where there is no map.
    pub fn no_map(&self) -> Error {
        match &self.named {
            Some(named) => Error::MapMissing(named.clone()),
            None => {
                Error::NoMap { began: self.place.began.clone(), ended: self.place.ended.clone() }
            }
        }
    }

    /// Reads a map.
    ///
    /// # Errors
    /// A pattern that cannot be read; git, where only tracked files count.
    pub fn read(&self, map: &Path, tracked: bool, sources: &mut Sources) -> Result<FeatureMap> {
        self.read_with(map, tracked, sources, &mut Nobody)
    }

    /// Reads all maps.
    ///
    /// # Errors
    /// As [`Setup::read`].
    pub fn read_all(&self, tracked: bool, sources: &mut Sources) -> Result<Vec<FeatureMap>> {
        let mut maps = Vec::with_capacity(self.maps.len());
        for map in &self.maps {
            maps.push(self.read(map, tracked, sources)?);
        }
        Ok(maps)
    }

    /// Reads a map, and hands each page's text to a visitor.
    ///
    /// # Errors
    /// As [`Setup::read`].
    pub fn read_with<V: Visitor>(
        &self,
        map: &Path,
        tracked: bool,
        sources: &mut Sources,
        visitor: &mut V,
    ) -> Result<FeatureMap> {
        let project = self.place.project.as_deref().unwrap_or(&self.place.repository);
        let exclude = Patterns::new(&self.config.exclude, false)?;
        let repository = self.place.repository.as_path();
        let tracked = if tracked { Some(tracked_names(map)?) } else { None };
        let in_git = self.place.in_git;
        let scope = Scope { map, project, repository, in_git, exclude: &exclude, tracked };
        Ok(self.build(map, Walk::new(&scope), sources, visitor))
    }

    /// Reads a map as it was at a commit, whose files are given; `sources` are of the past.
    ///
    /// # Errors
    /// A pattern that cannot be read; git.
    pub fn read_past(
        &self,
        map: &Path,
        files: &[File],
        sources: &mut Sources,
    ) -> Result<FeatureMap> {
        let repository = self.place.repository.as_path();
        let exclude = Patterns::new(&self.config.exclude, false)?;
        let folder = relative(repository, map);
        let (tree, pages) = past::tree(map, &folder, &exclude, files);
        let mut names: Vec<&str> = Vec::with_capacity(pages.len());
        for (_, blob) in &pages {
            names.push(blob);
        }
        let most = usize::try_from(self.config.max_page_bytes).unwrap_or(usize::MAX);
        blobs::read(repository, &names, most, &mut |number, content| {
            if let (Some((file, _)), Some(content)) = (pages.get(number), content.read()) {
                sources.hold(file.clone(), content.to_vec());
            }
            true
        })?;
        Ok(self.build(map, tree.into(), sources, &mut Nobody))
    }

    fn build<V: Visitor>(
        &self,
        map: &Path,
        walk: Walk<'_>,
        sources: &mut Sources,
        visitor: &mut V,
    ) -> FeatureMap {
        let repository = self.place.repository.as_path();
        let project = self.place.project.as_deref().unwrap_or(repository);
        let limits = Limits {
            index: self.config.index.as_deref(),
            max_page_bytes: self.config.max_page_bytes,
        };
        build(Layout::new(repository, project, map), walk, limits, sources, visitor)
    }
}

/// The names of the files that git tracks below a folder, sorted, and whether each is checked out.
fn tracked_names(folder: &Path) -> Result<Vec<(Vec<u8>, bool)>> {
    let files = files::now(folder)?;
    let mut names = Vec::with_capacity(files.len());
    for file in &files {
        names.push((file.name().to_vec(), file.checked_out));
    }
    Ok(distinct(names))
}

/// The maps that flags, else the configuration name, and the folder they are relative to.
fn named_maps<'a>(
    request: &'a Request,
    place: &'a Place,
    config: &'a Config,
) -> Option<(&'a Path, &'a [String])> {
    if !request.maps.is_empty() {
        return Some((&request.current, &request.maps));
    }
    let folder = place.configuration.as_deref().and_then(Path::parent)?;
    (!config.map.is_empty()).then_some((folder, &config.map))
}

/// The usual map folder, if it is one.
fn usual_map(place: &Place) -> Result<Vec<PathBuf>> {
    let usual = place.project.as_ref().map(|project| project.join(MAP_FOLDER));
    match usual.filter(|map| holds_map(map)) {
        Some(map) => {
            maps::inside(&map, &place.repository)?;
            Ok(vec![map])
        }
        None => Ok(Vec::new()),
    }
}

/// Refuses a configuration of the repository that is a link out of it, or into `.git`: what it
/// leads to would be shown where it is no TOML.
fn at_home(path: &Path, repository: &Path) -> Result<()> {
    let stranger = |reason: &str| {
        let (path, reason) = (path.to_path_buf(), reason.to_owned());
        Err(Error::Configuration { path, reason })
    };
    let (Ok(real), Ok(root)) = (std::fs::canonicalize(path), std::fs::canonicalize(repository))
    else {
        return Ok(());
    };
    if !path.starts_with(repository) && !path.starts_with(&root) {
        // The caller named a file elsewhere.
        return Ok(());
    }
    match real.strip_prefix(&root) {
        Err(_) => stranger("it is a link out of the repository"),
        Ok(inner) if inner.iter().any(|part| part == ".git") => stranger("it lies in `.git`"),
        Ok(_) => Ok(()),
    }
}

fn read_config(path: &Path, repository: &Path) -> std::result::Result<Config, Stop> {
    at_home(path, repository)?;
    let bytes = read::read(path, MAX_CONFIGURATION_BYTES, Vec::new()).map_err(|unread| {
        let reason = match unread {
            read::Unread::NotAFile => "it is no regular file".to_owned(),
            read::Unread::TooLarge(_) => "it has more than 1 MiB".to_owned(),
            read::Unread::Failed(reason) => reason,
        };
        Error::Configuration { path: path.to_path_buf(), reason }
    })?;
    let read = file::read(path, &relative(repository, path), bytes);
    read.map_err(|error| Stop::Config { error, repository: repository.to_path_buf() })
}

/// A path as the system has it, links followed, so that a walk up ends at the right root.
///
/// # Errors
/// Where nothing stands at the path.
pub fn absolute(current: &Path, path: &Path) -> Result<PathBuf> {
    let path = current.join(path);
    let io = |source| Error::Io { action: "open", path: path.clone(), source };
    if cfg!(windows) {
        // The system's own form there begins with `\\?\`, which no reader expects.
        return std::fs::metadata(&path).map(|_| maps::clean(&path)).map_err(io);
    }
    std::fs::canonicalize(&path).map_err(io)
}
