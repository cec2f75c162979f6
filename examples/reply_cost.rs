//! What a reply costs against the pages it comes from, as the original measured itself.
//!
//! ```text
//! cargo run --release --example reply_cost -- PROJECT "TOPIC" ["TOPIC" ...]
//! cargo run --release --example reply_cost -- --titles FOLDER
//! ```
//!
//! The first prints, for each topic, the bytes of the pages that the reply's sections come
//! from, the bytes of the reply (under the default budget, header and footer included), and
//! of the whole answer, read to its end. The second takes a folder of projects, asks each map
//! for each of its pages by the page's own title, and prints the share of pages that have a
//! section among the first three, and the rest with the reason.

#![expect(clippy::print_stdout, reason = "an example prints what it has to say")]

use std::path::Path;
use std::process::ExitCode;

use featmap::commands::setup::{Request, Setup};
use featmap::config::Config;
use featmap::map::FeatureMap;
use featmap::query::calls::Calls;
use featmap::query::library::Library;
use featmap::query::names::page_name;
use featmap::query::ranking::Hit;
use featmap::query::reply::{Part, Reply};
use featmap::query::search::Ranked;
use featmap::query::words::words;
use featmap::query::{Ask, Form, Query};
use featmap::source::store::Sources;

/// How many of the first sections count.
const FIRST: usize = 3;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments.as_slice() {
        ["--titles", folder] => titles(Path::new(folder)),
        [project, topics @ ..] if !topics.is_empty() => costs(Path::new(project), topics),
        _ => Err("usage: reply_cost PROJECT TOPIC... | reply_cost --titles FOLDER".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Prints the table of costs.
fn costs(project: &Path, topics: &[&str]) -> Result<(), String> {
    println!("| topic | pages | bytes of the pages | reply | saved | whole answer | saved |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    let mut sums = [0; 3];
    for topic in topics {
        let asked = ask(project, topic)?;
        let mut whole = asked.reply.text.len();
        let mut next = asked.reply.next_offset;
        while let Some(offset) = next {
            let reply = asked.answer(Part { offset, ..budget() })?;
            whole += reply.text.len();
            next = reply.next_offset;
        }
        let pages = &asked.reply.answer.pages;
        let maps = asked.maps.iter().flat_map(|map| &map.pages);
        let sizes = maps.filter(|page| pages.contains(&page.path));
        let sizes = sizes.filter_map(|page| page.content.as_ref()).map(|content| content.size);
        let costs = [sizes.sum(), asked.reply.text.len(), whole];
        row(topic, pages.len(), costs);
        for (sum, cost) in sums.iter_mut().zip(costs) {
            *sum += cost;
        }
    }
    row("together", topics.len(), sums);
    Ok(())
}

fn row(topic: &str, pages: usize, [all, reply, whole]: [usize; 3]) {
    let saved = |cost: usize| match all {
        0 => "-".to_owned(),
        all => format!("{:.1} %", 100.0 - share(cost, all)),
    };
    println!(
        "| {topic} | {pages} | {all} | {reply} | {} | {whole} | {} |",
        saved(reply),
        saved(whole)
    );
}

#[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^52")]
fn share(part: usize, whole: usize) -> f64 {
    part as f64 * 100.0 / whole.max(1) as f64
}

/// Prints how many pages their own titles find, and which they do not.
fn titles(folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| error.to_string();
    let entries = std::fs::read_dir(folder).map_err(failed)?;
    let mut projects: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    projects.retain(|path| path.is_dir());
    projects.sort();
    let (mut pages, mut found) = (0, 0);
    for project in projects {
        let (_, all, _) = read(&project, None)?;
        let all = all.iter().flat_map(|map| &map.pages);
        for page in all.filter(|page| page.content.is_some()) {
            let asked = ask(&project, page_name(page))?;
            let sections = &asked.ranked.sections;
            let first = sections.iter().take(FIRST).any(|hit| asked.path(hit) == page.path);
            pages += 1;
            found += usize::from(first);
            if !first {
                println!("- {}: `{}`: {}", page.path, page_name(page), why(&asked, &page.path));
            }
        }
    }
    println!("{found} of {pages} pages ({:.1} %)", share(found, pages));
    Ok(())
}

/// Why a page is not among the first.
fn why(asked: &Asked, path: &str) -> String {
    let sections = &asked.ranked.sections;
    let Some(own) = sections.iter().position(|hit| asked.path(hit) == path) else {
        return "no section of it matches".to_owned();
    };
    let last = sections.get(FIRST - 1);
    match (sections.get(own), last) {
        (Some(own_hit), Some(last)) if own_hit.score() == last.score() => format!(
            "rank {}, equal score {}, but {} bytes against {} of {}",
            own + 1,
            own_hit.score(),
            own_hit.bytes(),
            last.bytes(),
            asked.path(last)
        ),
        (Some(own_hit), Some(last)) => format!(
            "rank {}, score {} against {} of {}",
            own + 1,
            own_hit.score(),
            last.score(),
            asked.path(last)
        ),
        _ => String::new(),
    }
}

/// A topic that was asked, and what came of it.
struct Asked {
    query: Query,
    maps: Vec<FeatureMap>,
    sources: Sources,
    ranked: Ranked,
    reply: Reply,
}

impl Asked {
    /// The path of a hit's page.
    fn path(&self, hit: &Hit) -> &str {
        let library = Library { maps: &self.maps, sources: &self.sources };
        library.page(hit.page()).map_or("", |page| page.path.as_str())
    }

    fn answer(&self, part: Part) -> Result<Reply, String> {
        let library = Library { maps: &self.maps, sources: &self.sources };
        let query = Query { part, ..self.query.clone() };
        query.answer(library, &self.ranked).map_err(|error| error.to_string())
    }
}

fn budget() -> Part {
    Part { budget: usize::try_from(Config::default().max_bytes).ok(), ..Part::default() }
}

fn ask(project: &Path, topic: &str) -> Result<Asked, String> {
    let config = Config::default();
    let query = Query {
        ask: Ask::Topic(words(topic), Form::Sections),
        part: budget(),
        per_topic: config.sections_per_topic,
        tier1: config.tier1,
        calls: Calls::default(),
    };
    let (sources, maps, ranked) = read(project, Some(&query))?;
    let library = Library { maps: &maps, sources: &sources };
    let reply = query.answer(library, &ranked).map_err(|error| error.to_string())?;
    Ok(Asked { query, maps, sources, ranked, reply })
}

/// Reads the maps of a project, and searches them while they are read.
fn read(
    project: &Path,
    query: Option<&Query>,
) -> Result<(Sources, Vec<FeatureMap>, Ranked), String> {
    let failed = |error: &dyn std::fmt::Debug| format!("{}: {error:?}", project.display());
    let current = std::fs::canonicalize(project).map_err(|error| failed(&error))?;
    let (start, maps, config) = (".".into(), Vec::new(), None);
    let request = Request { current, start, maps, config, no_config: true };
    let setup = Setup::new(&request).map_err(|error| failed(&error))?;
    let (mut sources, mut maps) = (Sources::default(), Vec::new());
    let mut search = query.and_then(Query::search);
    for (number, folder) in setup.maps.iter().enumerate() {
        let map = match &mut search {
            Some(search) => {
                search.begin_map(number);
                setup.read_with(folder, false, &mut sources, search)
            }
            None => setup.read(folder, false, &mut sources),
        };
        maps.push(map.map_err(|error| failed(&error))?);
    }
    let ranked = search.map(|search| search.end(&maps, &mut sources)).unwrap_or_default();
    Ok((sources, maps, ranked))
}
