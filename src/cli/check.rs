//! The arguments of `featmap check`.

use std::io;

use anstream::{AutoStream, ColorChoice};
use clap::Args;

use crate::cli::words::{Chosen, Word, Words, formats};
use crate::cli::{PlaceArgs, positive, revision};
use crate::commands::check::Options;
use crate::commands::reporting::Common;
use crate::commands::setup::Request;
use crate::config::FailOn;
use crate::diagnostic::Level;
use crate::report::Style;
use crate::report::file::ReportFile;
use crate::report::host::Host;

/// The levels that fail a run.
const FAIL_ON: [Word<FailOn>; 4] = [
    ("error", "", FailOn(Some(Level::Error))),
    ("warning", "", FailOn(Some(Level::Warning))),
    ("info", "", FailOn(Some(Level::Info))),
    ("never", "", FailOn(None)),
];

const COLOR: [Word<ColorChoice>; 3] = [
    ("auto", "", ColorChoice::Auto),
    ("always", "", ColorChoice::Always),
    ("never", "", ColorChoice::Never),
];

/// What fails a run, of every command that judges.
#[derive(Debug, Clone, Args)]
pub(super) struct FailArgs {
    /// The mildest level that fails the run [default: error]
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = Words(&FAIL_ON),
        help_heading = "Rules"
    )]
    pub(super) fail_on: Option<FailOn>,
}

#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct CheckArgs {
    #[command(flatten)]
    pub(super) place: PlaceArgs,
    /// Judge only files that git tracks
    #[arg(long, help_heading = "Input")]
    tracked: bool,
    /// Pass where there is no map
    #[arg(long, help_heading = "Input")]
    allow_missing: bool,
    /// Show only these rules; repeatable, or separated by commas
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Rules")]
    select: Vec<String>,
    /// Do not show these rules; repeatable, or separated by commas
    #[arg(long, value_name = "RULE", value_delimiter = ',', help_heading = "Rules")]
    ignore: Vec<String>,
    #[command(flatten)]
    failing: FailArgs,
    /// A chunk should fit in so many bytes [default: 2048]
    #[arg(long, value_name = "N", value_parser = positive, help_heading = "Rules")]
    max_section_bytes: Option<usize>,
    /// Silence nothing: obey no ignore comment and no `[[ignore]]`
    #[arg(long, help_heading = "Rules")]
    no_ignores: bool,
    /// Fail only on findings that this revision does not have
    #[arg(
        long,
        value_name = "REV",
        value_parser = revision,
        allow_hyphen_values = true,
        help_heading = "Rules"
    )]
    base: Option<String>,
    /// Judge what the pages name in the code: paths, names, tests, commands
    #[arg(long, help_heading = "Code")]
    code: bool,
    /// List the references to the code that were not judged
    #[arg(long, help_heading = "Code")]
    show_skips: bool,
    #[command(flatten)]
    output: OutputArgs,
    /// Also notes of level info, and every size
    #[arg(short, long, conflicts_with = "quiet", help_heading = "Output")]
    verbose: bool,
}

impl CheckArgs {
    /// How the report is to look; sets the colour of both streams.
    pub(super) fn style(&self) -> Style {
        self.output.style(self.verbose)
    }
}

/// How and where a report is written, of every command that writes one.
#[derive(Debug, Clone, Args)]
pub(super) struct OutputArgs {
    /// How findings are written [default: full, and annotations on GitHub's runner]
    #[arg(
        long,
        visible_alias = "format",
        value_name = "FORMAT",
        value_parser = formats(),
        env = "FEATMAP_OUTPUT_FORMAT",
        hide_env_values = true,
        help_heading = "Output"
    )]
    output_format: Option<Chosen>,
    /// Also write a report to a file; repeatable
    #[arg(
        long = "report",
        value_name = "FORMAT=FILE",
        value_parser = ReportFile::named,
        help_heading = "Output"
    )]
    reports: Vec<ReportFile>,
    /// When to use colour
    #[arg(
        long,
        value_name = "WHEN",
        value_parser = Words(&COLOR),
        default_value = "auto",
        help_heading = "Output"
    )]
    color: ColorChoice,
    /// No verdict
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

impl OutputArgs {
    /// What every command that judges maps is asked for.
    pub(super) fn common(
        &self,
        request: Request,
        style: Style,
        fail_on: Option<FailOn>,
        no_ignores: bool,
    ) -> Common {
        Common {
            request,
            format: self.output_format.and_then(|chosen| chosen.0),
            reports: self.reports.clone(),
            host: Host::new(|name| std::env::var_os(name)),
            style,
            fail_on,
            no_ignores,
        }
    }

    /// How the report is to look; sets the colour of both streams.
    pub(super) fn style(&self, verbose: bool) -> Style {
        if self.color != ColorChoice::Auto {
            self.color.write_global();
        }
        let colour = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        // That of stdout alone: a report in a file is the same wherever it was made.
        let size = terminal_size::terminal_size_of(io::stdout());
        let width = size.map_or(100, |(width, _)| usize::from(width.0));
        Style { colour, width, verbose, quiet: self.quiet }
    }
}

/// What the arguments ask for.
pub(super) fn options(request: Request, args: &CheckArgs, style: Style) -> Options {
    Options {
        common: args.output.common(request, style, args.failing.fail_on, args.no_ignores),
        select: args.select.clone(),
        ignore: args.ignore.clone(),
        max_section_bytes: args.max_section_bytes,
        tracked: args.tracked,
        allow_missing: args.allow_missing,
        code: args.code,
        show_skips: args.show_skips,
        base: args.base.clone(),
    }
}
