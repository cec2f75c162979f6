//! `featmap which`: the pages and sections that speak of a path or a name.

use std::io::Write;

use crate::code::asked::Asked;
use crate::code::extract::Names;
use crate::code::repository::Repository;
use crate::code::which::{Index, held_names};
use crate::commands::Stop;
use crate::commands::code::{parts, repository, settings};
use crate::commands::setup::{Request, Setup};
use crate::error::Error;
use crate::git::{change, revision};
use crate::harmless::Output;
use crate::map::FeatureMap;
use crate::query::calls::Calls;
use crate::query::library::Library;
use crate::query::places::Places;
use crate::report::which::{Answer, json, text};
use crate::source::store::Sources;

/// What `which` was asked for.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where to look.
    pub request: Request,
    /// Paths, from the current folder or the repository root, and names.
    pub asked: Vec<String>,
    /// Every file that changed since a revision.
    pub diff: Option<String>,
    /// How the calls that read the sections are made.
    pub calls: Calls,
    /// Whether the answer is JSON.
    pub json: bool,
}

/// Writes the sections that name what was asked for, best first; each with the reason and the
/// call that reads it. Gives whether there is any.
///
/// # Errors
/// What stops the run: nothing asked for, no map, an unknown revision.
pub fn which(options: &Options, out: &mut dyn Write) -> Result<bool, Stop> {
    if options.asked.is_empty() && options.diff.is_none() {
        let message = "give a path or a name, or `--diff` for every file that changed";
        return Err(Error::Usage(message.to_owned()).into());
    }
    let setup = Setup::new(&options.request)?;
    if setup.maps.is_empty() {
        return Err(setup.no_map().into());
    }
    let mut sources = Sources::below(&setup.place.repository);
    let maps = setup.read_all(false, &mut sources)?;
    let settings = settings(&setup.config)?;
    let repository = repository(&setup, None)?;
    let asked = asked(options, &setup, &maps, &repository)?;
    let parts = parts(&maps, &settings, &sources, Names::All);
    let held = held_names(&parts, &repository, &settings, &asked)?;
    let index = Index::new(&parts, &maps, &repository);
    let (mut forms, mut mentions) = (Vec::new(), Vec::new());
    for asked in &asked {
        let (form, named) = index.answer(asked, &held);
        forms.push(form);
        mentions.push(named);
    }
    let library = Library { maps: &maps, sources: &sources };
    let places = Places::new(library, &options.calls).all(&mentions);
    let (mut answers, mut found) = (Vec::new(), false);
    for (asked, sections) in forms.into_iter().zip(places) {
        found |= !sections.is_empty();
        answers.push(Answer { asked, sections });
    }
    let text = if options.json { json(&answers) } else { text(&answers, options.diff.is_some()) };
    Output::text(&text).write(out).map_err(Error::Output)?;
    Ok(found)
}

/// What is looked for: as given, then what changed apart from the maps' own pages.
fn asked(
    options: &Options,
    setup: &Setup,
    maps: &[FeatureMap],
    repository: &Repository,
) -> Result<Vec<Asked>, Error> {
    let root = &setup.place.repository;
    let mut asked = Vec::new();
    for word in &options.asked {
        asked.push(Asked::read(word, &options.request.current, repository)?);
    }
    if let Some(name) = &options.diff {
        let base = revision::wanted(root, name)?;
        let base = revision::merge_base(root, &base)?.unwrap_or(base);
        let touched = change::since(root, &base)?.touched;
        for path in touched {
            if !maps.iter().any(|map| map.layout.inner(&path).is_some()) {
                asked.push(Asked::path(path));
            }
        }
    }
    Ok(asked)
}
