//! `featmap check`: find, read, judge, report.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::check::plan::{Plan, PlanError};
use crate::check::silence::Silence;
use crate::check::{judge, sort};
use crate::code::Code;
use crate::commands::setup::{Request, Setup};
use crate::commands::{Stop, base, code};
use crate::config::error::ConfigError;
use crate::config::{Config, FailOn};
use crate::diagnostic::{Kind, Level};
use crate::discover::patterns::Patterns;
use crate::error::Error;
use crate::harmless::{self, Output, Stream};
use crate::map::FeatureMap;
use crate::report::file::ReportFile;
use crate::report::host::Host;
use crate::report::{self, Checked, Format, Run, Style};
use crate::rule::Context;
use crate::rules::RULES;
use crate::source::store::Sources;

/// What `check` was asked for.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
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
            request,
            format: None,
            reports: Vec::new(),
            host: Host::new(|_| None),
            style,
            select: Vec::new(),
            ignore: Vec::new(),
            max_section_bytes: None,
            fail_on: None,
            tracked: false,
            allow_missing: false,
            no_ignores: false,
            code: false,
            show_skips: false,
            base: None,
        }
    }
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
    let mut plan = plan.map_err(misplaced)?;
    let with_code = options.code || config.code.is_some();
    if !with_code {
        can_be_shown(&options.select)?;
        plan.leave_out(RULES, Kind::Code);
    }
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
    let mut sources = Sources::below(&setup.place.repository);
    let read = |folder: &PathBuf| setup.read(folder, options.tracked, &mut sources);
    let read: Vec<FeatureMap> = setup.maps.iter().map(read).collect::<Result<_, _>>()?;
    let judged = || code::judged(&setup, &config, &read, &sources, None);
    let code = with_code.then(judged).transpose()?;
    let judging = Judging { config: &config, plan: &plan, no_ignores: options.no_ignores };
    let mut maps = judging.all(read, code)?;
    for checked in &mut maps {
        if let Some(code) = &mut checked.code {
            code.listed = options.show_skips;
        }
    }
    if let Some(file) = &config.file {
        sources.keep(&file.shown, std::rc::Rc::clone(&file.source));
    }
    if let Some(revision) = &options.base {
        base::keep_new(&mut maps, revision, &setup, &judging, with_code)?;
    }
    let run = Run {
        maps: &maps,
        sources: &sources,
        repository: &setup.place.repository,
        current: &options.request.current,
        max_section_bytes: config.max_section_bytes,
        fails: config.fail_on.0,
        host: &options.host,
        since: None,
    };
    // What fails a run is shown.
    let verbose = options.style.verbose || config.fail_on == FailOn(Some(Level::Info));
    let style = Style { verbose, ..options.style };
    let written = report::write(&run, options.format, &style, out, aside);
    let unwritten = write_reports(&run, &options.reports, &style);
    Ok(Reported { outcome: outcome(&run, config.fail_on), written, unwritten })
}

/// Writes the reports that go to files; gives the faults. One that fails keeps no other back.
pub fn write_reports(run: &Run<'_>, reports: &[ReportFile], style: &Style) -> Vec<Error> {
    let maps: Vec<&Path> =
        run.maps.iter().map(|checked| checked.map.layout.map.as_path()).collect();
    let style = Style { colour: false, width: FILE_WIDTH, ..*style };
    let write = |report: &ReportFile| {
        let body = |out: &mut Stream<'_>| report::body(run, report.format, &style, out);
        report.write(&body, run.current, run.repository, &maps).err()
    };
    reports.iter().filter_map(write).collect()
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

/// Judges maps.
#[derive(Debug)]
pub struct Judging<'a> {
    /// The configuration in force.
    pub config: &'a Config,
    /// Which rules run.
    pub plan: &'a Plan,
    /// Whether nothing is silenced.
    pub no_ignores: bool,
}

impl Judging<'_> {
    /// Judges all maps of a run, each with what is said of its references to the code.
    ///
    /// # Errors
    /// A pattern that cannot be read.
    pub fn all(
        &self,
        maps: Vec<FeatureMap>,
        code: Option<Vec<Code>>,
    ) -> Result<Vec<Checked>, Error> {
        let config = self.config;
        let mut silence = Silence::new(RULES, &config.ignores, !self.no_ignores)?;
        let mut code = code.unwrap_or_default().into_iter();
        let mut checked = Vec::with_capacity(maps.len());
        for map in maps {
            let code = code.next();
            let unlisted = unlisted(config, &map)?;
            let context = Context {
                map: &map,
                index: config.index.as_deref(),
                max_section_bytes: config.max_section_bytes,
                max_page_bytes: config.max_page_bytes,
                unlisted: &unlisted,
                code: code.as_ref(),
            };
            silence.read_comments(&map);
            let judgement = judge(RULES, self.plan, &context, &mut silence);
            checked.push(Checked { map, judgement, code, known: None });
        }
        if let (Some(file), Some(first)) = (&config.file, checked.first_mut()) {
            first.judgement.findings.extend(silence.unused_entries(&file.shown, self.plan));
            sort(&mut first.judgement.findings);
        }
        Ok(checked)
    }
}

/// Refuses a selection of rules that would not run.
fn can_be_shown(select: &[String]) -> Result<(), Error> {
    let about_code = RULES.iter().map(|rule| rule.info).filter(|info| info.kind == Kind::Code);
    let about_code: Vec<&str> = about_code.map(|info| info.name).collect();
    match select.iter().find(|name| about_code.contains(&name.as_str())) {
        Some(name) => Err(Error::Usage(format!(
            "`{name}` runs with `--code`, or where featmap.toml has a table `[code]`"
        ))),
        None => Ok(()),
    }
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

/// What the findings of a run come to.
pub fn outcome(run: &Run<'_>, fail_on: FailOn) -> Outcome {
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
        unwritten: write_reports(&run, &options.reports, &options.style),
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
