//! What every command about the code does: read the references, judge them.

use crate::code::Code;
use crate::code::extract::{Names, references};
use crate::code::judge::{Part, judge};
use crate::code::repository::Repository;
use crate::code::settings::Settings;
use crate::commands::setup::Setup;
use crate::config::Config;
use crate::config::code::CodeConfig;
use crate::discover::name::relative;
use crate::error::Result;
use crate::map::FeatureMap;
use crate::source::store::Sources;

/// Judges the references of maps, one answer a map.
///
/// Takes a commit to judge them at; none for the work tree.
///
/// # Errors
/// A pattern that cannot be read; git, where a commit is asked for.
pub fn judged(
    setup: &Setup,
    config: &Config,
    maps: &[FeatureMap],
    sources: &Sources,
    commit: Option<&str>,
) -> Result<Vec<Code>> {
    let settings = settings(config)?;
    let repository = repository(setup, commit)?;
    judge(parts(maps, &settings, sources, Names::Shaped), &repository, &settings)
}

/// The settings of a configuration, or the defaults.
///
/// # Errors
/// A pattern that cannot be read.
pub fn settings(config: &Config) -> Result<Settings> {
    let code = config.code.clone().unwrap_or_default();
    let CodeConfig { sections, tests, test_files, foreign, stop_words, exclude } = &code;
    Settings::new([sections, tests, foreign, stop_words], exclude, test_files)
}

/// The repository as it stands, or as it was at a commit.
///
/// # Errors
/// Git, where a commit is asked for.
pub fn repository(setup: &Setup, commit: Option<&str>) -> Result<Repository> {
    let root = &setup.place.repository;
    let mut maps = Vec::with_capacity(setup.maps.len());
    for map in &setup.maps {
        maps.push(relative(root, map));
    }
    match commit {
        Some(commit) => Repository::at(root, commit, maps),
        None => Ok(Repository::now(root, setup.place.in_git, maps)),
    }
}

/// The references of maps, unjudged, with the names that are wanted.
pub fn parts(
    maps: &[FeatureMap],
    settings: &Settings,
    sources: &Sources,
    names: Names,
) -> Vec<Part> {
    let mut parts = Vec::with_capacity(maps.len());
    for map in maps {
        let project = relative(&map.layout.repository, &map.layout.project);
        parts.push(Part { project, references: references(map, settings, sources, names) });
    }
    parts
}
