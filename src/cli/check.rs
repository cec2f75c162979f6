//! The arguments of `featmap check`.

use std::io;

use anstream::{AutoStream, ColorChoice};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::cli::{PlaceArgs, positive, revision};
use crate::commands::check::Options;
use crate::commands::reporting::Common;
use crate::commands::setup::Request;
use crate::config::FailOn;
use crate::diagnostic::Level;
use crate::report::file::ReportFile;
use crate::report::host::Host;
use crate::report::{Format, Style};

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
    /// The mildest level that fails the run [default: error]
    #[arg(long, value_name = "LEVEL", help_heading = "Rules")]
    fail_on: Option<FailOnArg>,
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
        value_parser = format_words(),
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
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    color: ColorArg,
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
        match self.color {
            ColorArg::Auto => {}
            ColorArg::Always => ColorChoice::Always.write_global(),
            ColorArg::Never => ColorChoice::Never.write_global(),
        }
        let colour = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        // That of stdout alone: a report in a file is the same wherever it was made.
        let size = terminal_size::terminal_size_of(io::stdout());
        let width = size.map_or(100, |(width, _)| usize::from(width.0));
        Style { colour, width, verbose, quiet: self.quiet }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum FailOnArg {
    Error,
    Warning,
    Info,
    Never,
}

impl FailOnArg {
    /// The level that fails a run.
    pub(super) fn level(self) -> FailOn {
        match self {
            Self::Error => FailOn(Some(Level::Error)),
            Self::Warning => FailOn(Some(Level::Warning)),
            Self::Info => FailOn(Some(Level::Info)),
            Self::Never => FailOn(None),
        }
    }
}

/// A format that was named; none by a variable that is set to nothing.
#[derive(Debug, Clone, Copy)]
struct Chosen(Option<Format>);

fn format_words() -> impl TypedValueParser<Value = Chosen> {
    let word = |format: Format| PossibleValue::new(format.word()).help(format.summary());
    let unset = PossibleValue::new("").hide(true);
    let words = Format::ALL.into_iter().map(word).chain([unset]);
    PossibleValuesParser::new(words).map(|word| Chosen(Format::named(&word)))
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ColorArg {
    Auto,
    Always,
    Never,
}

/// What the arguments ask for.
pub(super) fn options(request: Request, args: &CheckArgs, style: Style) -> Options {
    let fail_on = args.fail_on.map(FailOnArg::level);
    Options {
        common: args.output.common(request, style, fail_on, args.no_ignores),
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
