//! A page's shape: its sections with their sizes, and no content.

use crate::diagnostic::{counted, grouped};
use crate::error::Result;
use crate::map::page::{Content, Page, Section};
use crate::query::answer::{Answer, Kind};
use crate::query::calls::{Calls, code, page_arguments};
use crate::query::directory::{Directory, Named, Spot, parts, subsections};
use crate::query::library::{Library, PageId};
use crate::query::names::{page_address, page_name, title};
use crate::query::search::Ranked;
use crate::query::text::{Body, cell, first, own};

/// Cells of the widest bar.
const BAR: usize = 10;

/// A page on one line: path, size and title, or why it was not read.
pub(super) fn page_line(library: Library<'_>, page: &Page) -> String {
    let path = first(&page.path);
    match &page.content {
        None => format!("{path}, not read: {}", own(&library.why_unread(&page.path))),
        Some(content) => {
            let title = title(page).map_or_else(String::new, |title| format!(": {}", own(title)));
            format!("{path}, {}{title}", counted(content.size, "byte"))
        }
    }
}

/// The shape of one page.
///
/// # Errors
/// A page that could not be read.
pub(super) fn one(library: Library<'_>, id: PageId, calls: &Calls) -> Result<Answer> {
    let opened = library.open(id)?;
    let (page, content) = (opened.page, opened.content);
    let header = format!(
        "{}: {}, {}",
        first(&page.path),
        counted(content.sections.len(), "section"),
        counted(content.size, "byte")
    );
    let mut body = Body::default();
    body.line(&own(page_name(page)));
    body.gap();
    let parts = parts(page, content);
    table(content, &parts, Depth::Subsections, &mut body);
    let mut answer = Answer::new(Kind::Skeleton, header, body.done());
    answer.page = Some(page.path.clone());
    answer.pages = vec![page.path.clone()];
    answer.sections = ids(page, &parts);
    let name = page_address(library, page);
    answer.next.extend(section_call(&parts, &name, calls));
    answer.next.extend(sub_call(content, &parts, &name, calls));
    answer.next.push(format!("The whole page: {}", code(&calls.full(&name))));
    Ok(answer)
}

/// The shapes of the pages that match a topic, best first.
pub(super) fn matching(
    library: Library<'_>,
    words: &[String],
    ranked: &Ranked,
    calls: &Calls,
) -> Answer {
    let mut body = Body::default();
    let (mut paths, mut sections, mut best) = (Vec::new(), Vec::new(), None);
    for hit in &ranked.pages {
        let page = library.page(hit.page);
        let Some((page, content)) = page.and_then(|page| Some((page, page.content.as_ref()?)))
        else {
            continue;
        };
        body.gap();
        body.line(&page_line(library, page));
        body.gap();
        let parts = parts(page, content);
        table(content, &parts, Depth::Sections, &mut body);
        let name = page_address(library, page);
        body.gap();
        body.line(&format!("Its subsections: {}", code(&page_arguments(&name))));
        best = best.or(Some(name));
        paths.push(page.path.clone());
        sections.extend(ids(page, &parts));
    }
    let matched = ranked.pages.len();
    let header = format!(
        "{} of {} that match: {}",
        counted(matched, "page"),
        own(&library.folders()),
        words.join(" ")
    );
    let mut answer = Answer::new(Kind::Skeleton, header, body.done());
    answer.pages = paths;
    answer.sections = sections;
    answer.matched = Some(matched);
    if let Some(name) = best {
        let call = code(&calls.page(&name));
        answer.next.push(format!("The subsections of a page, and how to ask for them: {call}"));
    }
    answer.next.push(format!("The best sections: {}", code(&calls.topic(words))));
    answer
}

fn ids(page: &Page, parts: &Directory<'_>) -> Vec<String> {
    let mut ids = Vec::with_capacity(parts.names().len());
    for part in parts.names() {
        ids.push(format!("{}#{}", page.path, parts.id(part.what)));
    }
    ids
}

/// How deep a table goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Depth {
    /// A row for each section.
    Sections,
    /// Also one for each subsection.
    Subsections,
}

/// A table of the parts of a page.
fn table(content: &Content, parts: &Directory<'_>, depth: Depth, body: &mut Body) {
    body.line("| Section | Name to ask for | Bytes | Share | Divides |");
    body.line("| --- | --- | ---: | --- | --- |");
    let whole = content.size;
    let row = |name: &str, asked: &str, bytes: usize, divides: &str| {
        let (name, asked) = (cell(name), cell(asked));
        format!("| {name} | {asked} | {} | {} | {divides} |", grouped(bytes), share(bytes, whole))
    };
    if !content.preamble.more && !content.undivided && content.preamble.bytes > 0 {
        body.line(&row("(preamble)", "", content.preamble.bytes, ""));
    }
    for part in parts.names() {
        let section = section_of(content, part);
        let divides = match section.map_or(0, |section| section.subsections.len()) {
            0 => String::new(),
            count => counted(count, "subsection"),
        };
        body.line(&row(part.name, &parts.address(part.what), part.bytes, &divides));
        let Some(section) = section.filter(|_| depth == Depth::Subsections) else { continue };
        let subsections = subsections(section);
        for sub in subsections.names() {
            let asked = subsections.address(sub.what);
            body.line(&row(&format!("· {}", sub.name), &format!("· {asked}"), sub.bytes, ""));
        }
    }
}

fn section_of<'a>(content: &'a Content, part: &Named<'_>) -> Option<&'a Section> {
    match part.what {
        Spot::Preamble => None,
        Spot::Section(at) => content.sections.get(at),
    }
}

/// A size's share of the page: a bar and per cent.
fn share(bytes: usize, whole: usize) -> String {
    let whole = whole.max(1);
    let cells = (bytes * BAR).div_ceil(whole).min(BAR);
    format!("{} {} %", "=".repeat(cells), (bytes * 100 + whole / 2) / whole).trim_start().to_owned()
}

/// How to ask for a section: the first one as an example.
fn section_call(parts: &Directory<'_>, page: &str, calls: &Calls) -> Option<String> {
    let first = parts.names().first()?;
    let call = calls.section(page, &parts.address(first.what));
    Some(format!("A section: {}", code(&call)))
}

/// How to ask for a subsection: the first one as an example.
fn sub_call(content: &Content, parts: &Directory<'_>, page: &str, calls: &Calls) -> Option<String> {
    let (part, section) = parts.names().iter().find_map(|part| {
        let section = section_of(content, part)?;
        (!section.subsections.is_empty()).then_some((part, section))
    })?;
    let subsections = subsections(section);
    let sub = subsections.address(subsections.names().first()?.what);
    let call = calls.sub(page, &parts.address(part.what), &sub);
    Some(format!("A subsection, with its section's lead: {}", code(&call)))
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn a_share_is_a_bar_and_per_cent() {
        assert_eq!(share(50, 100), "===== 50 %");
        assert_eq!(share(1, 1000), "= 0 %");
        assert_eq!(share(0, 0), "0 %");
        assert_eq!(share(7, 7), "========== 100 %");
    }
}
