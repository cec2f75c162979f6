//! `featmap which`: the pages and sections that speak of a path or a name.

use std::io::Write;
use std::path::Path;

use crate::code::extract::Names;
use crate::code::judge::Part;
use crate::code::repository::Repository;
use crate::code::which::{Held, Sections, held_names, sections};
use crate::commands::Stop;
use crate::commands::code::{parts, repository, settings};
use crate::commands::setup::{Request, Setup};
use crate::discover::name::slashed;
use crate::error::Error;
use crate::git::{change, revision};
use crate::harmless::Output;
use crate::map::FeatureMap;
use crate::order;
use crate::query::calls::Calls;
use crate::query::directory::{Spot, parts as named_parts};
use crate::query::library::Library;
use crate::query::names::page_address;
use crate::report::which::{Place, json, text};
use crate::source::span::Span;
use crate::source::store::Sources;

/// What `which` was asked for.
#[derive(Debug, Clone)]
pub struct Options {
    /// Where to look.
    pub request: Request,
    /// Paths, from the current folder or the repository root, and names.
    pub asked: Vec<String>,
    /// Every file that changed since a revision.
    pub diff: Option<String>,
    /// How the calls that read the sections are made.
    pub calls: Calls,
    /// Whether the answer is JSON.
    pub json: bool,
}

/// Writes the sections that name what was asked for, best first; each with the reason and the
/// call that reads it. Gives whether there is any.
///
/// # Errors
/// What stops the run: no map, an unknown revision.
pub fn which(options: &Options, out: &mut dyn Write) -> Result<bool, Stop> {
    let setup = Setup::new(&options.request)?;
    if setup.maps.is_empty() {
        return Err(setup.no_map().into());
    }
    let mut sources = Sources::below(&setup.place.repository);
    let read = |folder: &std::path::PathBuf| setup.read(folder, false, &mut sources);
    let maps: Vec<FeatureMap> = setup.maps.iter().map(read).collect::<Result<_, _>>()?;
    let settings = settings(&setup.config)?;
    let repository = repository(&setup, None)?;
    let parts = parts(&maps, &settings, &sources, Names::All);
    let asked = asked(options, &setup, &maps)?;
    let held = held_names(&parts, &repository, &settings, &asked)?;
    let look = Look { parts: &parts, repository: &repository, held };
    let answers = asked
        .iter()
        .map(|asked| (asked.clone(), look.up(asked, &maps, &sources, &options.calls)))
        .collect::<Vec<_>>();
    let found = answers.iter().any(|(_, lines)| !lines.is_empty());
    let text = if options.json { json(&answers) } else { text(&answers, options.diff.is_some()) };
    Output::text(&text).write(out).map_err(Error::Output)?;
    Ok(found)
}

/// What is looked for: as given, else what changed apart from the maps' own pages.
fn asked(options: &Options, setup: &Setup, maps: &[FeatureMap]) -> Result<Vec<String>, Error> {
    let root = &setup.place.repository;
    let mut asked: Vec<String> =
        options.asked.iter().map(|word| named(word, root, &options.request.current)).collect();
    if let Some(name) = &options.diff {
        let base = revision::wanted(root, name)?;
        let base = revision::merge_base(root, &base)?.unwrap_or(base);
        let touched = change::since(root, &base)?.touched;
        let page = |path: &String| maps.iter().any(|map| map.layout.inner(path).is_some());
        asked.extend(touched.into_iter().filter(|path| !page(path)));
    }
    Ok(asked)
}

/// A path as git has it, where one is named from the current folder; else the word itself.
fn named(word: &str, root: &Path, current: &Path) -> String {
    let bare = word.trim_end_matches('/');
    let bare = bare.strip_prefix("./").unwrap_or(bare);
    let here = current.join(bare);
    let inner = here.strip_prefix(root).ok().filter(|_| here.symlink_metadata().is_ok());
    inner.map_or_else(|| bare.to_owned(), slashed)
}

/// What is looked through for each path or name.
struct Look<'a> {
    parts: &'a [Part],
    repository: &'a Repository,
    held: Held,
}

impl Look<'_> {
    fn up(&self, asked: &str, maps: &[FeatureMap], sources: &Sources, calls: &Calls) -> Vec<Place> {
        let found: Sections = sections(self.parts, self.repository, &self.held, asked);
        let mut ordered: Vec<_> = found.into_iter().collect();
        order::sort(&mut ordered, |(a, x), (b, y)| {
            (x.why, &a.0, x.span).cmp(&(y.why, &b.0, y.span))
        });
        let line = |((page, section), mention): ((String, String), crate::code::which::Mention)| {
            let source = sources.get(&page);
            let line = source
                .map_or(1, |source| source.lines.position(&source.text, mention.span.start).line);
            let map = maps.iter().find(|map| map.layout.inner(&page).is_some());
            let reason = format!("{} `{}`", mention.why.words(), mention.written);
            let library = Library { maps, sources };
            let call = call(library, &page, (&section, mention.span.start), calls);
            let bytes = map.map_or(0, |map| size(map, &page, &section));
            Place { page, section, line, reason, bytes, call }
        };
        ordered.into_iter().map(line).collect()
    }
}

/// The call that reads a section, given by its name and a place in it, or the preamble; for a
/// preamble of no more than title and status line, the list of its sections; or the index.
fn call(library: Library<'_>, path: &str, section: (&str, usize), calls: &Calls) -> String {
    let Some((_, page)) = library.pages().find(|(_, page)| page.path == path) else {
        return calls.index();
    };
    let address = page_address(library, page);
    let (name, at) = section;
    let found = page.content.as_ref().and_then(|content| {
        let mut sections = content.sections.iter().enumerate();
        let holds = |span: Span| span.start <= at && at < span.end;
        let number = sections.find(|(_, one)| one.name == name && holds(one.span));
        let preamble = (name.is_empty() && content.preamble.more).then_some(Spot::Preamble);
        let spot = number.map(|(number, _)| Spot::Section(number)).or(preamble)?;
        Some(named_parts(page, content).address(spot))
    });
    found.map_or_else(|| calls.page(&address), |section| calls.section(&address, &section))
}

/// The bytes of a section; of the preamble where no section has that name.
fn size(map: &FeatureMap, page: &str, section: &str) -> usize {
    let index = map.index().map(|index| &index.page);
    let page = index.into_iter().chain(&map.pages).find(|one| one.path == page);
    let content = page.and_then(|page| page.content.as_ref());
    content.map_or(0, |content| {
        let found = content.sections.iter().find(|one| one.name == section);
        found.map_or(content.preamble.bytes, |section| section.bytes)
    })
}
