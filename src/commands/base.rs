//! `check --base`: read the maps of an earlier revision, judge them, compare.

use std::collections::BTreeSet;

use crate::check::base::{self, fingerprints};
use crate::commands::code;
use crate::commands::judging::Judging;
use crate::commands::setup::Setup;
use crate::error::Result;
use crate::git::{files, revision};
use crate::report::Checked;
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
    let before = if found { before(setup, judging, with_code, &commit)? } else { Vec::new() };
    base::keep_new(maps, before, name);
    Ok(())
}

/// The fingerprints of the maps' findings as they were at a commit; none for a map that was not
/// there.
fn before(
    setup: &Setup,
    judging: &Judging<'_>,
    with_code: bool,
    commit: &str,
) -> Result<Vec<BTreeSet<String>>> {
    let root = &setup.place.repository;
    let all = files::at(root, commit)?;
    let mut sources = Sources::of_the_past(root);
    let mut maps = Vec::new();
    for folder in &setup.maps {
        maps.push(setup.read_past(folder, &all, &mut sources)?);
    }
    drop(all);
    let judged = || code::judged(setup, judging.config, &maps, &sources, Some(commit));
    let code = with_code.then(judged).transpose()?;
    let mut prints = Vec::new();
    for checked in judging.all(maps, code)? {
        let gone = checked.map.pages.is_empty() && checked.map.index().is_none();
        prints.push(if gone { BTreeSet::new() } else { fingerprints(&checked) });
    }
    Ok(prints)
}
