//! The command line: the only folder that knows clap. Arguments become a call, an outcome or
//! an error becomes an exit status (DESIGN.md §5: 0, 1, 2 and nothing else).

mod check;
mod code;
mod query;
mod shipped;
mod words;

use std::ffi::OsStr;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anstream::AutoStream;
use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory as _, Parser, Subcommand};

use crate::cli::check::{CheckArgs, options};
use crate::cli::code::{ImpactArgs, WhichArgs};
use crate::cli::query::QueryArgs;
use crate::cli::shipped::{MANUAL, MANUALS, SCRIPTS, named};
use crate::commands::check::{check, config_fault};
use crate::commands::impact::impact;
use crate::commands::query::query;
use crate::commands::reporting::{Outcome, Reported};
use crate::commands::setup::Request;
use crate::commands::which::which;
use crate::commands::{Stop, config, init, rule};
use crate::config::keys::nearest;
use crate::error::Error;
use crate::harmless::{self, Output};
use crate::report::Style;

const EXAMPLES: &str = "Examples:
  featmap                          check the map of this project
  featmap check --fail-on warning  fail on warnings too
  featmap check --output-format json
  featmap query glow sweep         read the sections for a topic
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
    /// Read the map at the size of a question: index, topic, page, section
    #[command(after_help = query::EXAMPLES)]
    Query(QueryArgs),
    /// Which pages a change makes untrue: paths and names that it takes away
    #[command(after_help = code::IMPACT_EXAMPLES)]
    Impact(ImpactArgs),
    /// Which pages and sections speak of a path or a name
    #[command(after_help = code::WHICH_EXAMPLES)]
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
        #[arg(value_parser = PossibleValuesParser::new(SCRIPTS.map(|(shell, _)| shell)))]
        shell: String,
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
    #[command(flatten)]
    maps: MapArgs,
}

/// Which map and which configuration, of every command that reads them.
#[derive(Debug, Clone, Default, Args)]
struct MapArgs {
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

impl MapArgs {
    /// The flags that a further call is to carry to find the same map.
    fn carried<'a>(&'a self, root: Option<&'a Path>) -> Vec<(&'static str, Option<&'a OsStr>)> {
        let mut carried: Vec<(&str, Option<&OsStr>)> = Vec::new();
        if let Some(root) = root {
            carried.push(("--root", Some(root.as_os_str())));
        }
        for map in &self.maps {
            carried.push(("--map", Some(OsStr::new(map))));
        }
        if let Some(file) = &self.config {
            carried.push(("--config", Some(file.as_os_str())));
        }
        if self.no_config {
            carried.push(("--no-config", None));
        }
        carried
    }

    /// Where to look, from a start on.
    fn request(self, current: &Path, start: PathBuf) -> Request {
        let Self { maps, config, no_config } = self;
        Request { current: current.to_path_buf(), start, maps, config, no_config }
    }
}

fn positive(text: &str) -> Result<usize, String> {
    let number: Option<usize> = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| "a whole number of at least 1 is wanted".to_owned())
}

/// A revision to compare with. One that begins with `-` is a flag in its place, or would be one
/// to git.
fn revision(text: &str) -> Result<String, String> {
    match text {
        "" => Err("a revision is wanted, such as origin/main".to_owned()),
        text if text.starts_with('-') => {
            Err("no revision begins with `-`; write the whole name, such as refs/heads/-x"
                .to_owned())
        }
        text => Ok(text.to_owned()),
    }
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
    let request = |place: PlaceArgs| place.maps.request(current, place.path);
    let here = PlaceArgs { path: ".".into(), maps: MapArgs::default() };
    let written = match cli.command.unwrap_or(Command::Check(cli.check)) {
        Command::Check(args) => {
            let style = args.style();
            let options = options(request(args.place.clone()), &args, style);
            let reported = check(&options, out, aside)
                .map_err(|stop| failure(style)(near_command(stop, &args.place.path)))?;
            return status(reported, aside).map_err(failure(style));
        }
        Command::Query(args) => {
            let answered = query(&args.options(current), out, aside).map_err(failure(plain()))?;
            return answered.status().map_err(failure(plain()));
        }
        Command::Impact(args) => {
            let style = args.style();
            let reported = impact(&args.options(current), out, aside).map_err(failure(style))?;
            return status(reported, aside).map_err(failure(style));
        }
        Command::Which(args) => match which(&args.options(current), out) {
            Ok(false) if args.require => return Ok(ExitCode::from(1)),
            other => other.map(|_| ()),
        },
        Command::Rule { name } => rule::rule(name.as_deref(), out),
        Command::Init { path, print } => init::init(&request(here), path.as_deref(), print, out),
        Command::Config { command: None, place }
        | Command::Config { command: Some(ConfigCommand::Show(place)), .. } => {
            config::show(&request(place), out)
        }
        Command::Config { command: Some(ConfigCommand::Schema), .. } => config::print_schema(out),
        Command::Completions { shell } => print(named(&SCRIPTS, &shell).unwrap_or_default(), out),
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

fn plain() -> Style {
    Style { colour: false, width: 100, verbose: false, quiet: false }
}

/// A verdict as exit status; a closed pipe does not change it.
fn status(reported: Reported, aside: &mut dyn Write) -> Result<ExitCode, Stop> {
    let mut unwritten = String::new();
    for error in &reported.unwritten {
        unwritten.push_str(&format!("error: {}\n", harmless::text(&error.to_string())));
    }
    let _ = Output::text(&unwritten).write(aside);
    match reported.written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Error::Output(error).into()),
        _ => Ok(match reported.outcome {
            _ if !unwritten.is_empty() => ExitCode::from(2),
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
    mistyped(&path.to_string_lossy()).map_or(stop, |words| Stop::Error(Error::Usage(words)))
}

/// What to say of a word that is no command and stands where one could.
fn mistyped(word: &str) -> Option<String> {
    let command = Cli::command();
    let mut names = Vec::new();
    for command in command.get_subcommands() {
        names.push(command.get_name());
    }
    let near = nearest(word, &mut names.iter().copied())?;
    (!word.contains(['/', '.']) && !names.contains(&word)).then(|| {
        format!("there is no file, folder or command `{word}`; did you mean `featmap {near}`?")
    })
}

fn man(command: Option<&str>, out: &mut dyn Write) -> Result<(), Stop> {
    let Some(command) = command else { return print(MANUAL, out) };
    let page = named(&MANUALS, command).ok_or_else(|| {
        Error::Usage(format!("there is no command `{command}`; `featmap --help` lists them"))
    })?;
    print(page, out)
}

fn print(text: &str, out: &mut dyn Write) -> Result<(), Stop> {
    Output::text(text).write(out).map_err(|error| Error::Output(error).into())
}

#[expect(clippy::disallowed_methods, reason = "the one place that asks")]
fn current_folder() -> Result<PathBuf, Error> {
    std::env::current_dir().map_err(|source| Error::Io { action: "open", path: ".".into(), source })
}

/// What clap says of wrong usage, or the help that was asked for.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let help = error.render().ansi().to_string();
        let written = Output::text(&help).write(&mut AutoStream::auto(io::stdout()));
        let closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
        return match written {
            Err(error) if !closed(&error) => {
                let stop = Error::Output(error).into();
                let failure = Failure { stop, style: plain(), current: PathBuf::new() };
                failed(&failure, &mut io::stderr())
            }
            _ => ExitCode::SUCCESS,
        };
    }
    // Of `featmap ruel lost-row` clap says that a path takes no command.
    let first = std::env::args_os().nth(1).filter(|_| error.kind() == ErrorKind::ArgumentConflict);
    let said = match first.as_deref().and_then(OsStr::to_str).and_then(mistyped) {
        Some(words) => format!("error: {words}"),
        None => error.render().to_string(),
    };
    let mut text = String::new();
    for line in said.lines() {
        text.push_str(&harmless::text(line));
        text.push('\n');
    }
    let _ = Output::text(text).write(&mut io::stderr());
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
    let _ = Output::text(&text).write(aside);
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
