//! The command line: the only file that knows clap. Arguments become a call, an outcome or
//! an error becomes an exit status (DESIGN.md §5: 0, 1, 2 and nothing else).

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::{AutoStream, ColorChoice};
use clap::{Args, CommandFactory as _, Parser, Subcommand, ValueEnum};

use crate::commands::check::{Options, Outcome, Reported, check, config_fault};
use crate::commands::setup::Request;
use crate::commands::{Stop, config, impact, init, rule, which};
use crate::config::FailOn;
use crate::error::Error;
use crate::harmless;
use crate::report::{Format, Style};

const EXAMPLES: &str = "Examples:
  featmap                          check the map of this project
  featmap check --fail-on warning  fail on warnings too
  featmap check --output-format json
  featmap rule unresolved-link     explain a rule
  featmap init                     write a first map

Exit status: 0 nothing at or above --fail-on; 1 findings; 2 not done, or not completely.";

/// Keeps a repository's feature map true (index and pages agree) and cheap (each section can
/// be read on its own)
#[derive(Debug, Parser)]
#[command(name = "featmap", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    check: CheckArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check the map; the same as no command
    #[command(after_help = EXAMPLES)]
    Check(CheckArgs),
    /// Which pages a change makes untrue: paths and names that it takes away
    Impact(ImpactArgs),
    /// Which pages and sections speak of a path or a name
    Which(WhichArgs),
    /// List the rules, or explain one
    Rule {
        /// The rule to explain
        name: Option<String>,
    },
    /// Write the index template, a page template and one page where there is no map
    ///
    /// Never touches a file that exists.
    Init {
        /// The folder that gets docs/features [default: the repository root]
        path: Option<PathBuf>,
        /// Print the files instead of writing them
        #[arg(long)]
        print: bool,
    },
    /// The configuration in force and where it came from, or its JSON Schema
    Config {
        #[command(subcommand)]
        command: Option<ConfigCommand>,
        #[command(flatten)]
        place: PlaceArgs,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or that of a command
    Man {
        /// The command
        command: Option<String>,
    },
}

#[derive(Debug, Subcommand)]
enum ConfigCommand {
    /// The configuration in force, as TOML, each value with its origin
    Show(PlaceArgs),
    /// The JSON Schema of featmap.toml
    Schema,
}

#[derive(Debug, Clone, Args)]
struct PlaceArgs {
    /// Where the search for the map begins: a folder, or a file in it
    #[arg(value_name = "PATH", default_value = ".", help_heading = "Input")]
    path: PathBuf,
    /// A map folder, in place of the configured ones; repeatable
    #[arg(long = "map", value_name = "FOLDER", help_heading = "Input")]
    maps: Vec<String>,
    /// A configuration file, in place of the one that is found
    #[arg(long, value_name = "FILE", conflicts_with = "no_config", help_heading = "Configuration")]
    config: Option<PathBuf>,
    /// Read no configuration file
    #[arg(long, help_heading = "Configuration")]
    no_config: bool,
}

#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
struct CheckArgs {
    #[command(flatten)]
    place: PlaceArgs,
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
    /// Silence nothing: obey no ignore comment and no [[ignore]]
    #[arg(long, help_heading = "Rules")]
    no_ignores: bool,
    /// Judge what the pages name in the code: paths, names, tests, commands
    #[arg(long, help_heading = "Code")]
    code: bool,
    /// List the references to the code that were not judged
    #[arg(long, help_heading = "Code")]
    show_skips: bool,
    /// Fail only on findings that this revision does not have
    #[arg(long, value_name = "REV", help_heading = "Rules")]
    base: Option<String>,
    /// How findings are written
    #[arg(
        long,
        visible_alias = "format",
        value_name = "FORMAT",
        default_value = "full",
        env = "FEATMAP_OUTPUT_FORMAT",
        hide_env_values = true,
        help_heading = "Output"
    )]
    output_format: FormatArg,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    color: ColorArg,
    /// No verdict
    #[arg(short, long, conflicts_with = "verbose", help_heading = "Output")]
    quiet: bool,
    /// Also notes of level info, and every size
    #[arg(short, long, help_heading = "Output")]
    verbose: bool,
}

#[derive(Debug, Clone, Args)]
struct ImpactArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// What the change is compared with [default: where the branch left its upstream; on a
    /// runner: where it left the branch that the pull request goes to]
    #[arg(long, value_name = "REV", help_heading = "Input")]
    base: Option<String>,
    /// The mildest level that fails the run [default: error]
    #[arg(long, value_name = "LEVEL", help_heading = "Rules")]
    fail_on: Option<FailOnArg>,
    /// How findings are written
    #[arg(
        long,
        visible_alias = "format",
        value_name = "FORMAT",
        default_value = "full",
        env = "FEATMAP_OUTPUT_FORMAT",
        hide_env_values = true,
        help_heading = "Output"
    )]
    output_format: FormatArg,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = "Output")]
    color: ColorArg,
    /// No verdict
    #[arg(short, long, help_heading = "Output")]
    quiet: bool,
}

#[derive(Debug, Clone, Args)]
struct WhichArgs {
    /// Paths and names
    #[arg(value_name = "PATH|NAME", required_unless_present = "diff")]
    asked: Vec<String>,
    /// Every file that changed since a revision [default: HEAD]
    #[arg(long, value_name = "REV", num_args = 0..=1, default_missing_value = "HEAD")]
    diff: Option<String>,
    /// Where the search for the map begins
    #[arg(long, value_name = "PATH", default_value = ".", help_heading = "Input")]
    root: PathBuf,
    /// A map folder, in place of the configured ones; repeatable
    #[arg(long = "map", value_name = "FOLDER", help_heading = "Input")]
    maps: Vec<String>,
    /// A configuration file, in place of the one that is found
    #[arg(long, value_name = "FILE", help_heading = "Configuration")]
    config: Option<PathBuf>,
    /// Fail where no page speaks of any of them
    #[arg(long, help_heading = "Output")]
    require: bool,
    /// One JSON object in place of text
    #[arg(long, help_heading = "Output")]
    json: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FailOnArg {
    Error,
    Warning,
    Info,
    Never,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum FormatArg {
    /// With the source around each finding
    Full,
    /// One line a finding
    Concise,
    /// One JSON object
    Json,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ColorArg {
    Auto,
    Always,
    Never,
}

fn positive(text: &str) -> Result<usize, String> {
    let number: Option<usize> = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "a whole number of at least 1 is wanted".to_owned())
}

/// The command line as data, for documentation and tests.
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let mut aside = io::stderr();
    let done = match current_folder() {
        Ok(current) => run(cli, &current, &mut out, &mut aside),
        Err(error) => Err(Failure { stop: error.into(), style: plain(), current: PathBuf::new() }),
    };
    match done {
        Ok(status) => status,
        Err(failure) => failed(&failure, &mut aside),
    }
}

/// Why a run did not come to its end, and what is needed to say so.
struct Failure {
    stop: Stop,
    style: Style,
    current: PathBuf,
}

fn run(
    cli: Cli,
    current: &Path,
    out: &mut dyn Write,
    aside: &mut dyn Write,
) -> Result<ExitCode, Failure> {
    let failure = |style: Style| {
        let current = current.to_path_buf();
        move |stop| Failure { stop, style, current }
    };
    let request = |place: PlaceArgs| Request {
        current: current.to_path_buf(),
        start: place.path,
        maps: place.maps,
        config: place.config,
        no_config: place.no_config,
    };
    let here = PlaceArgs { path: ".".into(), maps: Vec::new(), config: None, no_config: false };
    let written = match cli.command.unwrap_or(Command::Check(cli.check)) {
        Command::Check(args) => {
            let style = style(&args);
            let options = options(request(args.place.clone()), &args, style);
            let reported = check(&options, out, aside)
                .map_err(|stop| failure(style)(near_command(stop, &args.place.path)))?;
            return status(reported).map_err(failure(style));
        }
        Command::Impact(args) => {
            let style = looks(args.color, true, args.quiet);
            let target = std::env::var("GITHUB_BASE_REF").ok().filter(|name| !name.is_empty());
            let options = impact::Options {
                request: request(args.place.clone()),
                format: format(args.output_format),
                style,
                fail_on: args.fail_on.map(fail_on),
                base: args.base,
                target_branch: target,
            };
            let reported = impact::impact(&options, out, aside).map_err(failure(style))?;
            return status(reported).map_err(failure(style));
        }
        Command::Which(args) => {
            let place = PlaceArgs {
                path: args.root.clone(),
                maps: args.maps.clone(),
                config: args.config.clone(),
                no_config: false,
            };
            let options = which::Options {
                request: request(place),
                asked: args.asked.clone(),
                diff: args.diff.clone(),
                json: args.json,
            };
            match which::which(&options, out) {
                Ok(false) if args.require => return Ok(ExitCode::from(1)),
                other => other.map(|_| ()),
            }
        }
        Command::Rule { name } => rule::rule(name.as_deref(), out),
        Command::Init { path, print } => init::init(&request(here), path.as_deref(), print, out),
        Command::Config { command: None, place }
        | Command::Config { command: Some(ConfigCommand::Show(place)), .. } => {
            config::show(&request(place), out)
        }
        Command::Config { command: Some(ConfigCommand::Schema), .. } => config::print_schema(out),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "featmap", &mut script);
            out.write_all(&script)
                .and_then(|()| out.flush())
                .map_err(|error| Error::Output(error).into())
        }
        Command::Man { command } => man(command.as_deref(), out),
    };
    match written {
        Ok(()) => Ok(ExitCode::SUCCESS),
        // Who closes the pipe has read enough.
        Err(Stop::Error(Error::Output(error))) if error.kind() == io::ErrorKind::BrokenPipe => {
            Ok(ExitCode::SUCCESS)
        }
        Err(stop) => Err(failure(plain())(stop)),
    }
}

fn options(request: Request, args: &CheckArgs, style: Style) -> Options {
    Options {
        request,
        format: format(args.output_format),
        style,
        select: args.select.clone(),
        ignore: args.ignore.clone(),
        max_section_bytes: args.max_section_bytes,
        fail_on: args.fail_on.map(fail_on),
        tracked: args.tracked,
        allow_missing: args.allow_missing,
        no_ignores: args.no_ignores,
        code: args.code,
        show_skips: args.show_skips,
        base: args.base.clone(),
    }
}

fn format(argument: FormatArg) -> Format {
    match argument {
        FormatArg::Full => Format::Full,
        FormatArg::Concise => Format::Concise,
        FormatArg::Json => Format::Json,
    }
}

fn fail_on(level: FailOnArg) -> FailOn {
    let word = level.to_possible_value();
    FailOn::named(word.as_ref().map_or("error", |word| word.get_name())).unwrap_or(FailOn(None))
}

fn style(args: &CheckArgs) -> Style {
    looks(args.color, args.verbose, args.quiet)
}

fn looks(colour: ColorArg, verbose: bool, quiet: bool) -> Style {
    match colour {
        ColorArg::Auto => {}
        ColorArg::Always => ColorChoice::Always.write_global(),
        ColorArg::Never => ColorChoice::Never.write_global(),
    }
    let colour = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
    let width = terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0));
    Style { colour, width, verbose, quiet }
}

fn plain() -> Style {
    Style { colour: false, width: 100, verbose: false, quiet: false }
}

/// A verdict as exit status; a closed pipe does not change it.
fn status(reported: Reported) -> Result<ExitCode, Stop> {
    match reported.written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Output(error).into()),
        _ => Ok(match reported.outcome {
            Outcome::Passed => ExitCode::SUCCESS,
            Outcome::Failed => ExitCode::from(1),
            Outcome::NotComplete => ExitCode::from(2),
        }),
    }
}

/// A path that is not there may be a command with a slip.
fn near_command(stop: Stop, path: &Path) -> Stop {
    let Stop::Error(Error::Io { action: "open", .. }) = &stop else {
        return stop;
    };
    let command = Cli::command();
    let names = command.get_subcommands().map(clap::Command::get_name);
    let wrong = path.to_string_lossy();
    match crate::config::keys::nearest(&wrong, names) {
        Some(near) if !wrong.contains(['/', '.']) => Stop::Error(Error::Usage(format!(
            "there is no file, folder or command `{wrong}`; did you mean `featmap {near}`?"
        ))),
        _ => stop,
    }
}

fn man(name: Option<&str>, out: &mut dyn Write) -> Result<(), Stop> {
    let mut command = Cli::command();
    command.build();
    let page = match name {
        None => command,
        Some(name) => command.find_subcommand(name).cloned().ok_or_else(|| {
            Error::Usage(format!("there is no command `{name}`; `featmap --help` lists them"))
        })?,
    };
    clap_mangen::Man::new(page).render(out).and_then(|()| out.flush()).map_err(Error::Output)?;
    Ok(())
}

#[expect(clippy::disallowed_methods, reason = "the one place that asks")]
fn current_folder() -> Result<PathBuf, Error> {
    std::env::current_dir().map_err(|source| Error::Io { action: "open", path: ".".into(), source })
}

/// What clap says of wrong usage, or the help that was asked for.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let written = error.print();
        let closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
        return match written {
            Err(error) if !closed(&error) => ExitCode::from(2),
            _ => ExitCode::SUCCESS,
        };
    }
    let said = error.render().to_string();
    let lines: Vec<_> = said.lines().map(harmless::text).collect();
    let _ = io::stderr().write_all(harmless::lines(&format!("{}\n", lines.join("\n"))).as_bytes());
    ExitCode::from(2)
}

/// Says why a run stopped. What cannot be said for want of an open stream is still status 2.
fn failed(failure: &Failure, aside: &mut dyn Write) -> ExitCode {
    let text = match &failure.stop {
        Stop::Error(error) => format!("error: {}\n", harmless::text(&error.to_string())),
        Stop::Config { error, repository } => {
            config_fault(error, repository, &failure.current, &failure.style)
        }
    };
    let _ = aside.write_all(harmless::lines(&text).as_bytes());
    ExitCode::from(2)
}

#[cfg(test)]
mod tests {
    use super::Cli;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }
}
