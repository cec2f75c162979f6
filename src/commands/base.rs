//! `check --base`: the findings that an earlier revision has too are counted, not shown.

use std::collections::BTreeSet;

use crate::commands::check::Judging;
use crate::commands::code;
use crate::commands::setup::Setup;
use crate::error::Result;
use crate::git::{files, revision};
use crate::map::FeatureMap;
use crate::order::gathered;
use crate::report::fingerprint::Fingerprints;
use crate::report::{Checked, Known};
use crate::source::store::Sources;

/// Takes the findings out that a revision has too, by their fingerprints.
///
/// The revision's maps are read from git and judged by the configuration in force.
///
/// # Errors
/// An unknown revision; git.
pub fn keep_new(
    maps: &mut [Checked],
    name: &str,
    setup: &Setup,
    judging: &Judging<'_>,
    with_code: bool,
) -> Result<()> {
    let commit = revision::wanted(&setup.place.repository, name)?;
    let found = maps.iter().any(|checked| !checked.judgement.findings.is_empty());
    let mut past = if found { past(setup, judging, with_code, &commit)? } else { Vec::new() };
    past.resize_with(maps.len(), || None);
    for (checked, past) in maps.iter_mut().zip(past) {
        let known = past.map(|past| fingerprints(&past)).unwrap_or_default();
        let before = checked.judgement.findings.len();
        let mut prints = Fingerprints::default();
        checked.judgement.findings.retain(|finding| !known.contains(&prints.next(finding)));
        let count = before - checked.judgement.findings.len();
        checked.known = Some(Known { revision: name.to_owned(), count });
    }
    Ok(())
}

fn fingerprints(past: &Checked) -> BTreeSet<String> {
    let mut prints = Fingerprints::default();
    gathered(past.judgement.findings.iter().map(|finding| prints.next(finding)))
}

/// The maps as they were at a commit, judged; none for a map that was not there.
fn past(
    setup: &Setup,
    judging: &Judging<'_>,
    with_code: bool,
    commit: &str,
) -> Result<Vec<Option<Checked>>> {
    let root = &setup.place.repository;
    let all = files::at(root, commit)?;
    let mut sources = Sources::of_the_past(root);
    let mut maps = Vec::new();
    for folder in &setup.maps {
        maps.push(setup.read_past(folder, &all, &mut sources)?);
    }
    let judged = || code::judged(setup, judging.config, &maps, &sources, Some(commit));
    let code = with_code.then(judged).transpose()?;
    let empty = |map: &FeatureMap| map.pages.is_empty() && map.index().is_none();
    let gone: Vec<bool> = maps.iter().map(empty).collect();
    let judged = judging.all(maps, code)?;
    Ok(judged.into_iter().zip(gone).map(|(checked, gone)| (!gone).then_some(checked)).collect())
}
