//! What `check` and `impact` do alike with their findings: write them, and say what they come to.

use std::io::{self, Write};
use std::path::Path;

use crate::commands::setup::{Request, Setup};
use crate::config::{Config, FailOn};
use crate::error::Error;
use crate::harmless::Stream;
use crate::report::file::ReportFile;
use crate::report::host::Host;
use crate::report::{self, Checked, Format, Run, Style};
use crate::source::store::Sources;

/// What a command that judges maps was asked for.
#[derive(Debug, Clone)]
pub struct Common {
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
    /// In place of the configuration's.
    pub fail_on: Option<FailOn>,
    /// Whether nothing is silenced.
    pub no_ignores: bool,
}

impl Common {
    /// What is named is judged, with nothing else asked for, on no runner's host.
    pub fn new(request: Request, style: Style) -> Self {
        Self {
            request,
            format: None,
            reports: Vec::new(),
            host: Host::default(),
            style,
            fail_on: None,
            no_ignores: false,
        }
    }

    /// The run over some maps, by a configuration in force.
    pub fn run<'a>(
        &'a self,
        setup: &'a Setup,
        config: &Config,
        maps: &'a [Checked],
        sources: &'a Sources,
    ) -> Run<'a> {
        let (repository, current) = (&setup.place.repository, &self.request.current);
        Run {
            maps,
            max_section_bytes: config.max_section_bytes,
            fails: config.fail_on.0,
            ..Run::over_nothing(sources, repository, current, &self.host)
        }
    }

    /// Writes a run's report to `out` and to its files; all else goes to `aside`.
    pub fn report(
        &self,
        run: &Run<'_>,
        style: &Style,
        out: &mut dyn Write,
        aside: &mut dyn Write,
    ) -> Reported {
        let written = report::write(run, self.format, style, out, aside);
        let unwritten = self.write_files(run, style);
        Reported { outcome: outcome(run), written, unwritten }
    }

    /// Writes the reports that go to files; gives the faults. One that fails keeps no other back.
    pub fn write_files(&self, run: &Run<'_>, style: &Style) -> Vec<Error> {
        let mut maps: Vec<&Path> = Vec::with_capacity(run.maps.len());
        for checked in run.maps {
            maps.push(&checked.map.layout.map);
        }
        let style = Style { colour: false, width: FILE_WIDTH, ..*style };
        let mut faults = Vec::new();
        for report in &self.reports {
            let body = |out: &mut Stream<'_>| report::body(run, report.format, &style, out);
            faults.extend(report.write(&body, run.current, run.repository, &maps).err());
        }
        faults
    }
}

/// Columns of a report in a file.
const FILE_WIDTH: usize = 100;

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

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing at or above the level that fails.
    Passed,
    /// Findings at or above that level.
    Failed,
    /// Not everything in scope was read.
    NotComplete,
}

/// What the findings of a run come to.
fn outcome(run: &Run<'_>) -> Outcome {
    let fails = |level| run.fails.is_some_and(|mildest| level >= mildest);
    if !run.complete() {
        Outcome::NotComplete
    } else if run.findings().iter().any(|finding| fails(finding.level)) {
        Outcome::Failed
    } else {
        Outcome::Passed
    }
}
