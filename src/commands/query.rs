//! `featmap query`: find, read and search, answer, print.

use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::process::ExitCode;

use crate::commands::Stop;
use crate::commands::setup::{Request, Setup};
use crate::discover::name::relative;
use crate::error::Error;
use crate::harmless::{self, Output};
use crate::query::answer::Kind;
use crate::query::calls::Calls;
use crate::query::library::Library;
use crate::query::reply::Part;
use crate::query::search::{Ranked, Search};
use crate::query::{Ask, Query, json};
use crate::source::store::Sources;

/// How a reply is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Markdown; on a terminal with control characters shown.
    Text {
        /// Whether it goes to a terminal.
        terminal: bool,
    },
    /// One JSON object.
    Json,
}

/// What `query` was asked for.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where to look.
    pub request: Request,
    /// Whether only files that git tracks count.
    pub tracked: bool,
    /// What is asked.
    pub ask: Ask,
    /// Where the reply begins, in bytes of the answer.
    pub offset: usize,
    /// The answer's hash as the caller knows it.
    pub rev: Option<String>,
    /// In place of the configuration's.
    pub max_bytes: Option<i64>,
    /// In place of the configuration's.
    pub sections_per_topic: Option<usize>,
    /// How further calls are made.
    pub calls: Calls,
    /// How the reply is written.
    pub format: Format,
}

/// What a query came to, and whether its reply could be written: one does not change the
/// other.
#[derive(Debug)]
pub struct Answered {
    /// The exit status.
    pub code: u8,
    /// What became of the output.
    pub written: io::Result<()>,
}

impl Answered {
    /// The exit status, unless the reply could not be written; a closed pipe changes nothing.
    ///
    /// # Errors
    /// [`Error::Output`].
    pub fn status(self) -> Result<ExitCode, Stop> {
        match self.written {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Error::Output(error).into())
            }
            _ => Ok(ExitCode::from(self.code)),
        }
    }
}

/// Answers on `out`; what could not be searched is told on `aside`.
///
/// # Errors
/// What stops the run: no such folder, a faulty configuration, a file that is needed and
/// cannot be read.
pub fn query(
    options: &Options,
    out: &mut dyn Write,
    aside: &mut dyn Write,
) -> Result<Answered, Stop> {
    let setup = Setup::new(&options.request)?;
    if setup.maps.is_empty() {
        return Ok(absent(&setup.no_map(), options.format, out));
    }
    let max_bytes = options.max_bytes.unwrap_or(setup.config.max_bytes);
    let query = Query {
        ask: options.ask.clone(),
        part: Part {
            offset: options.offset,
            rev: options.rev.clone(),
            budget: usize::try_from(max_bytes).ok().filter(|bytes| *bytes > 0),
        },
        per_topic: options.sections_per_topic.unwrap_or(setup.config.sections_per_topic),
        tier1: setup.config.tier1.clone(),
        calls: options.calls.clone(),
    };
    let mut sources = Sources::below(&setup.place.repository);
    // JSON says how many rows there are.
    let rows = options.format == Format::Json;
    let mut search = query.search().map(|search| search.with_rows(rows));
    let mut maps = Vec::with_capacity(setup.maps.len());
    for (number, folder) in setup.maps.iter().enumerate() {
        let map = match &mut search {
            Some(search) => {
                search.begin_map(number);
                setup.read_with(folder, options.tracked, &mut sources, search)?
            }
            None => setup.read(folder, options.tracked, &mut sources)?,
        };
        maps.push(map);
    }
    // The process ends with the answer: nobody waits until all is let go of.
    let maps = ManuallyDrop::new(maps);
    let end = |search: Search| search.end(&maps, &mut sources);
    let ranked = search.map_or_else(Ranked::default, end);
    let library = Library { maps: &maps, sources: &sources };
    let reply = query.answer(library, &ranked)?;
    let unread = library.unread();
    if matches!(query.ask, Ask::Topic(..)) {
        tell(&unread, aside).map_err(Error::Output)?;
    }
    // Nobody knows what an unread page would have said.
    let unsure = reply.answer.kind == Kind::NoTopicMatch && !unread.is_empty();
    let code = if unsure { 2 } else { reply.answer.kind.status() };
    let text = match options.format {
        Format::Text { terminal: false } => reply.text,
        Format::Text { terminal: true } => harmless::payload(&reply.text).into_owned(),
        Format::Json => {
            let project = setup.place.project.as_ref().unwrap_or(&setup.place.repository);
            let root = relative(&setup.place.repository, project);
            json::render(&reply, library, &ranked, if root.is_empty() { "." } else { &root })
        }
    };
    Ok(Answered { code, written: Output::reply(text).write(out) })
}

/// Says which pages were not searched.
fn tell(unread: &[(&str, String)], aside: &mut dyn Write) -> io::Result<()> {
    for (path, reason) in unread {
        let (path, reason) = (harmless::path(path), harmless::text(reason));
        let line = format!("{path}: not searched: {reason}\n");
        Output::text(&line).write(aside)?;
    }
    Ok(())
}

/// There is no map.
fn absent(missing: &Error, format: Format, out: &mut dyn Write) -> Answered {
    let line = format!("{}\n", harmless::text(&missing.to_string()));
    let output = match format {
        Format::Json => Output::reply(json::absent(&line)),
        Format::Text { .. } => Output::text(&line),
    };
    Answered { code: Kind::Absent.status(), written: output.write(out) }
}
