//! `featmap check`: find, read, judge, report.

use std::io::{self, Write};
use std::path::Path;

use crate::check::plan::{Plan, PlanError};
use crate::check::silence::Silence;
use crate::check::{judge, sort};
use crate::commands::Stop;
use crate::commands::setup::{Request, Setup};
use crate::config::error::ConfigError;
use crate::config::{Config, FailOn};
use crate::diagnostic::Level;
use crate::discover::patterns::Patterns;
use crate::error::Error;
use crate::harmless::{self, Output};
use crate::map::FeatureMap;
use crate::report::file::ReportFile;
use crate::report::host::Host;
use crate::report::{self, Checked, Format, Run, Style};
use crate::rule::Context;
use crate::rules::RULES;
use crate::source::store::Sources;

/// What `check` was asked for.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where to look.
    pub request: Request,
    /// How to write the report; none where nothing was asked for.
    pub format: Option<Format>,
    /// Further reports, each in a file.
    pub reports: Vec<ReportFile>,
    /// Where the report is read.
    pub host: Host,
    /// How it looks.
    pub style: Style,
    /// Rules to show; none: all.
    pub select: Vec<String>,
    /// Rules not to show.
    pub ignore: Vec<String>,
    /// In place of the configuration's.
    pub max_section_bytes: Option<usize>,
    /// In place of the configuration's.
    pub fail_on: Option<FailOn>,
    /// Whether only files that git tracks count.
    pub tracked: bool,
    /// Whether it is fine that there is no map.
    pub allow_missing: bool,
    /// Whether nothing is silenced.
    pub no_ignores: bool,
}

/// What a check came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing at or above the level that fails.
    Passed,
    /// Findings at or above that level.
    Failed,
    /// Not everything in scope was read.
    NotComplete,
}

/// Checks, and writes the report to `out`; all else goes to `aside`.
///
/// # Errors
/// What stops the run; an output that cannot be written is [`Error::Output`].
pub fn check(
    options: &Options,
    out: &mut dyn Write,
    aside: &mut dyn Write,
) -> Result<Reported, Stop> {
    let setup = Setup::new(&options.request)?;
    let config = in_force(&setup.config, options);
    let plan = Plan::new(RULES, &config.rules, &options.select, &options.ignore);
    let misplaced = |error| at_its_place(&setup, &config, error);
    let plan = plan.map_err(misplaced)?;
    for entry in &config.ignores {
        plan.silenceable(RULES, &entry.rule, entry.span).map_err(misplaced)?;
    }
    if setup.maps.is_empty() {
        let missing = setup.no_map();
        return if options.allow_missing {
            Ok(no_map(options, &missing, &setup.place.repository, out, aside))
        } else {
            Err(missing.into())
        };
    }
    let mut silence = Silence::new(RULES, &config.ignores, !options.no_ignores)?;
    let mut sources = Sources::below(&setup.place.repository);
    let mut maps = Vec::with_capacity(setup.maps.len());
    for folder in &setup.maps {
        let map = setup.read(folder, options.tracked, &mut sources)?;
        let unlisted = unlisted(&config, &map)?;
        let context = Context {
            map: &map,
            index: config.index.as_deref(),
            max_section_bytes: config.max_section_bytes,
            max_page_bytes: config.max_page_bytes,
            unlisted: &unlisted,
        };
        silence.read_comments(&map);
        let judgement = judge(RULES, &plan, &context, &mut silence);
        maps.push(Checked { map, judgement });
    }
    if let (Some(file), Some(first)) = (&config.file, maps.first_mut()) {
        sources.keep(&file.shown, std::rc::Rc::clone(&file.source));
        first.judgement.findings.extend(silence.unused_entries(&file.shown, &plan));
        sort(&mut first.judgement.findings);
    }
    let run = Run {
        maps: &maps,
        sources: &sources,
        repository: &setup.place.repository,
        current: &options.request.current,
        max_section_bytes: config.max_section_bytes,
        fails: config.fail_on.0,
        host: &options.host,
    };
    // What fails a run is shown.
    let verbose = options.style.verbose || config.fail_on == FailOn(Some(Level::Info));
    let style = Style { verbose, ..options.style };
    let written = report::write(&run, options.format, &style, out, aside);
    let unwritten = write_reports(&run, options, &style);
    Ok(Reported { outcome: outcome(&run, config.fail_on), written, unwritten })
}

/// Writes the reports that go to files; gives the faults. One that fails keeps no other back.
fn write_reports(run: &Run<'_>, options: &Options, style: &Style) -> Vec<Error> {
    let maps: Vec<&Path> =
        run.maps.iter().map(|checked| checked.map.layout.map.as_path()).collect();
    let style = Style { colour: false, width: FILE_WIDTH, ..*style };
    let write = |report: &ReportFile| {
        let output = report::body(run, report.format, &style);
        report.write(&output, run.current, run.repository, &maps).err()
    };
    options.reports.iter().filter_map(write).collect()
}

/// Columns of a report in a file.
const FILE_WIDTH: usize = 100;

/// The patterns of pages that no entry need list. The usual ones are known to be good, so they
/// are read only where a page is not listed: reading them takes long against a small map.
fn unlisted(config: &Config, map: &FeatureMap) -> Result<Patterns, Error> {
    let wanted = config.file.is_some() || map.listed.contains(&false);
    Patterns::new(if wanted { &config.unlisted } else { &[] }, true)
}

/// A verdict, and whether its report could be written: one does not change the other.
#[derive(Debug)]
pub struct Reported {
    /// The verdict.
    pub outcome: Outcome,
    /// What became of the output.
    pub written: io::Result<()>,
    /// The reports that could not be written to their files.
    pub unwritten: Vec<Error>,
}

fn in_force(config: &Config, options: &Options) -> Config {
    let mut config = config.clone();
    if let Some(bytes) = options.max_section_bytes {
        config.max_section_bytes = bytes;
    }
    if let Some(fail_on) = options.fail_on {
        config.fail_on = fail_on;
    }
    config
}

/// A fault of the plan, at its line where the configuration made it.
fn at_its_place(setup: &Setup, config: &Config, error: PlanError) -> Stop {
    match (error.span, &config.file) {
        (Some(span), Some(file)) => {
            let fault = ConfigError::new(&file.shown, &file.source, span, error.message, "here");
            Stop::Config {
                error: fault.help(error.help),
                repository: setup.place.repository.clone(),
            }
        }
        _ => Stop::Error(error.into()),
    }
}

fn outcome(run: &Run<'_>, fail_on: FailOn) -> Outcome {
    let fails = |level| fail_on.0.is_some_and(|mildest| level >= mildest);
    if !run.complete() {
        Outcome::NotComplete
    } else if run.findings().any(|finding| fails(finding.level)) {
        Outcome::Failed
    } else {
        Outcome::Passed
    }
}

/// There is no map, and that is fine: the line that says so, and empty documents.
fn no_map(
    options: &Options,
    missing: &Error,
    repository: &Path,
    out: &mut dyn Write,
    aside: &mut dyn Write,
) -> Reported {
    let sources = Sources::default();
    let current = &options.request.current;
    let run = Run::over_nothing(&sources, repository, current, &options.host);
    let mut write = || {
        report::write(&run, options.format, &options.style, out, aside)?;
        let line = format!("{}\n", harmless::text(&missing.to_string()));
        Output::text(&line).write(aside)
    };
    let written = write();
    Reported {
        outcome: Outcome::Passed,
        written,
        unwritten: write_reports(&run, options, &options.style),
    }
}

/// A fault of a configuration as a finding is written.
pub fn config_fault(
    error: &ConfigError,
    repository: &Path,
    current: &Path,
    style: &Style,
) -> String {
    let mut sources = Sources::default();
    sources.keep(&error.diagnostic.path, std::rc::Rc::clone(&error.source));
    let host = Host::default();
    let run = Run::over_nothing(&sources, repository, current, &host);
    format!("{}\n", report::full::one(&run, style, &error.diagnostic))
}
