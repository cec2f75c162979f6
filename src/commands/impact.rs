//! `featmap impact`: which pages a change makes untrue.

use std::io::Write;

use crate::check::plan::Plan;
use crate::code::extract::Names;
use crate::code::impact::{Difference, judge};
use crate::code::{Code, History};
use crate::commands::Stop;
use crate::commands::code::{parts, repository, settings};
use crate::commands::judging::Judging;
use crate::commands::reporting::{Common, Reported};
use crate::commands::setup::Setup;
use crate::config::Config;
use crate::diagnostic::Kind;
use crate::error::Error;
use crate::git::{change, revision};
use crate::map::FeatureMap;
use crate::report::Run;
use crate::rules::RULES;
use crate::source::store::Sources;

/// What `impact` was asked for.
#[derive(Debug, Clone)]
pub struct Options {
    /// What every command that judges maps is asked for.
    pub common: Common,
    /// What the change is compared with; none: where it left the upstream branch.
    pub base: Option<String>,
    /// The branch that a pull request goes to, as a runner names it.
    pub target_branch: Option<String>,
}

/// Compares the work tree with a base, and writes the findings of that change alone.
///
/// # Errors
/// What stops the run: no base, no git, no map.
pub fn impact(
    options: &Options,
    out: &mut dyn Write,
    aside: &mut dyn Write,
) -> Result<Reported, Stop> {
    let common = &options.common;
    let setup = Setup::new(&common.request)?;
    if setup.maps.is_empty() {
        return Err(setup.no_map().into());
    }
    let (base, parted) = base(options, &setup)?;
    let mut config = setup.config.clone();
    config.fail_on = common.fail_on.unwrap_or(config.fail_on);
    let plan = plan(&config)?;
    let mut sources = Sources::below(&setup.place.repository);
    let maps = setup.read_all(false, &mut sources)?;
    let code = judged(&setup, &config, &maps, &sources, (&base, parted))?;
    let judging = Judging { config: &config, plan: &plan, no_ignores: common.no_ignores };
    let checked = judging.all(maps, Some(code))?;
    if let Some(file) = &config.file {
        sources.keep(&file.shown, std::rc::Rc::clone(&file.source));
    }
    let run = common.run(&setup, &config, &checked, &sources);
    let run = Run { since: Some(&base), ..run };
    Ok(common.report(&run, &common.style, out, aside))
}

/// The rules about the code alone.
fn plan(config: &Config) -> Result<Plan, Error> {
    let mut plan = Plan::new(RULES, &config.rules, &[], &[])
        .map_err(|error| Error::Usage(format!("{}; {}", error.message, error.help)))?;
    for kind in [Kind::Drift, Kind::Structure, Kind::Size] {
        plan.leave_out(RULES, kind);
    }
    Ok(plan)
}

/// Judges the references of maps by what changed since a commit. Takes whether that is where
/// the change parted from its base.
fn judged(
    setup: &Setup,
    config: &Config,
    maps: &[FeatureMap],
    sources: &Sources,
    (base, parted): (&str, bool),
) -> Result<Vec<Code>, Error> {
    let settings = settings(config)?;
    let before = repository(setup, Some(base))?;
    let after = repository(setup, None)?;
    let change = change::since(&setup.place.repository, base)?;
    let difference = Difference { before: &before, after: &after, change: &change };
    let mut code = judge(parts(maps, &settings, sources, Names::Shaped), &difference, &settings)?;
    if !parted {
        let why = "the base and this branch share no commit here, so they are compared as they are";
        for code in &mut code {
            code.history = History::Part(why.to_owned());
        }
    }
    Ok(code)
}

/// The commit that the change is compared with, and whether that is where it parted from its
/// base: in a shallow clone the two may share no commit.
fn base(options: &Options, setup: &Setup) -> Result<(String, bool), Error> {
    let root = &setup.place.repository;
    let found = match (&options.base, &options.target_branch) {
        (Some(base), _) => revision::wanted(root, base)?,
        (None, Some(branch)) => match revision::commit(root, &format!("origin/{branch}"))? {
            Some(found) => found,
            None => revision::wanted(root, branch)?,
        },
        (None, None) => revision::commit(root, "@{upstream}")?.ok_or_else(|| {
            let message = "this branch has no upstream; name what to compare with: --base REV";
            Error::Usage(message.to_owned())
        })?,
    };
    let parted = revision::merge_base(root, &found)?;
    Ok((parted.clone().unwrap_or(found), parted.is_some()))
}
