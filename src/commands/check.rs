//! `featmap check`: find, read, judge, report.

use std::io::Write;
use std::mem::ManuallyDrop;
use std::path::Path;

use crate::check::plan::{Plan, PlanError};
use crate::commands::judging::Judging;
use crate::commands::reporting::{Common, Outcome, Reported};
use crate::commands::setup::{Request, Setup};
use crate::commands::{Stop, base, code};
use crate::config::error::ConfigError;
use crate::config::{Config, FailOn};
use crate::diagnostic::{Kind, Level};
use crate::error::Error;
use crate::harmless::{self, Output};
use crate::report::host::Host;
use crate::report::{self, Run, Style};
use crate::rules::RULES;
use crate::source::store::Sources;

/// What `check` was asked for.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct Options {
    /// What every command that judges maps is asked for.
    pub common: Common,
    /// Rules to show; none: all.
    pub select: Vec<String>,
    /// Rules not to show.
    pub ignore: Vec<String>,
    /// In place of the configuration's.
    pub max_section_bytes: Option<usize>,
    /// Whether only files that git tracks count.
    pub tracked: bool,
    /// Whether it is fine that there is no map.
    pub allow_missing: bool,
    /// Whether references to the code are judged, besides where the configuration says so.
    pub code: bool,
    /// Whether the references that are not judged are listed.
    pub show_skips: bool,
    /// The revision whose findings do not fail the run.
    pub base: Option<String>,
}

impl Options {
    /// A check of what is named, with nothing else asked for, on no runner's host.
    pub fn new(request: Request, style: Style) -> Self {
        Self {
            common: Common::new(request, style),
            select: Vec::new(),
            ignore: Vec::new(),
            max_section_bytes: None,
            tracked: false,
            allow_missing: false,
            code: false,
            show_skips: false,
            base: None,
        }
    }
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
    let common = &options.common;
    let setup = Setup::new(&common.request)?;
    let config = in_force(&setup.config, options);
    let with_code = options.code || config.code.is_some();
    let plan = plan(options, &setup, &config, with_code)?;
    if setup.maps.is_empty() {
        let missing = setup.no_map();
        return if options.allow_missing {
            Ok(no_map(common, &missing, &setup.place.repository, out, aside))
        } else {
            Err(missing.into())
        };
    }
    let mut sources = Sources::below(&setup.place.repository);
    let read = setup.read_all(options.tracked, &mut sources)?;
    let judged = || code::judged(&setup, &config, &read, &sources, None);
    let code = with_code.then(judged).transpose()?;
    let judging = Judging { config: &config, plan: &plan, no_ignores: common.no_ignores };
    let mut maps = judging.all(read, code)?;
    if let Some(file) = &config.file {
        sources.keep(&file.shown, std::rc::Rc::clone(&file.source));
    }
    if let Some(revision) = &options.base {
        base::keep_new(&mut maps, revision, &setup, &judging, with_code)?;
    }
    // The process ends with the report: nobody waits until all is let go of.
    let (maps, sources) = (ManuallyDrop::new(maps), ManuallyDrop::new(sources));
    let run = common.run(&setup, &config, &maps, &sources);
    let run = Run { show_skips: options.show_skips, ..run };
    // What fails a run is shown.
    let verbose = common.style.verbose || config.fail_on == FailOn(Some(Level::Info));
    Ok(common.report(&run, &Style { verbose, ..common.style }, out, aside))
}

/// Which rules run.
fn plan(options: &Options, setup: &Setup, config: &Config, with_code: bool) -> Result<Plan, Stop> {
    let misplaced = |error| at_its_place(setup, config, error);
    let plan = Plan::new(RULES, &config.rules, &options.select, &options.ignore);
    let mut plan = plan.map_err(misplaced)?;
    if !with_code {
        can_be_shown(&options.select)?;
        plan.leave_out(RULES, Kind::Code);
    }
    for entry in &config.ignores {
        plan.silenceable(RULES, &entry.rule, entry.span).map_err(misplaced)?;
    }
    Ok(plan)
}

/// Refuses a selection of rules that would not run.
fn can_be_shown(select: &[String]) -> Result<(), Error> {
    let about_code = |name: &str| {
        RULES.iter().any(|rule| rule.info.kind == Kind::Code && rule.info.name == name)
    };
    for name in select {
        if about_code(name) {
            return Err(Error::Usage(format!(
                "`{name}` runs with `--code`, or where featmap.toml has a table `[code]`"
            )));
        }
    }
    Ok(())
}

/// The configuration with what the flags say in its place.
fn in_force(config: &Config, options: &Options) -> Config {
    let mut config = config.clone();
    if let Some(bytes) = options.max_section_bytes {
        config.max_section_bytes = bytes;
    }
    config.fail_on = options.common.fail_on.unwrap_or(config.fail_on);
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

/// There is no map, and that is fine: the line that says so, and empty documents.
fn no_map(
    common: &Common,
    missing: &Error,
    repository: &Path,
    out: &mut dyn Write,
    aside: &mut dyn Write,
) -> Reported {
    let sources = Sources::default();
    let current = &common.request.current;
    let run = Run::over_nothing(&sources, repository, current, &common.host);
    let mut write = || {
        report::write(&run, common.format, &common.style, out, aside)?;
        let line = format!("{}\n", harmless::text(&missing.to_string()));
        Output::text(&line).write(aside)
    };
    let written = write();
    let unwritten = common.write_files(&run, &common.style);
    Reported { outcome: Outcome::Passed, written, unwritten }
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
