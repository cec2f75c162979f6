//! What a caller names: a whole page, a section under its page's preamble, a subsection under
//! its section's lead. The file's own bytes, joined as they are.

use crate::diagnostic::{counted, grouped};
use crate::error::Result;
use crate::map::page::Section;
use crate::query::answer::{Answer, Kind};
use crate::query::calls::{Calls, code};
use crate::query::candidates;
use crate::query::directory::{Directory, Spot, parts, subsections};
use crate::query::library::{Library, Opened, PageId};
use crate::query::names::{Found, page_address};
use crate::query::text::{first, own};
use crate::source::span::Span;

/// The whole page.
///
/// # Errors
/// A page that could not be read.
pub(super) fn whole(library: Library<'_>, id: PageId) -> Result<Answer> {
    let opened = library.open(id)?;
    let path = &opened.page.path;
    let header = format!("{}: the whole page, {}", first(path), size(opened.content.size));
    let text = opened.text();
    let body = text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
    let mut answer = Answer::new(Kind::Page, header, body);
    answer.page = Some(path.clone());
    answer.pages = vec![path.clone()];
    Ok(answer)
}

/// The section of a name, or why there is none.
///
/// # Errors
/// A page that could not be read.
pub(super) fn section(
    library: Library<'_>,
    id: PageId,
    wanted: &str,
    calls: &Calls,
) -> Result<Answer> {
    let opened = library.open(id)?;
    let parts = parts(opened.page, opened.content);
    let name = page_address(library, opened.page);
    let spot = match parts.find(wanted) {
        Found::One(spot) => spot,
        found => return Ok(candidates::sections(&opened, &parts, &name, wanted, &found, calls)),
    };
    let mut answer = of_section(&opened, &parts, spot);
    let text = opened.text();
    let mut body = opened.preamble().to_owned();
    if let Some(section) = section_at(&opened, spot) {
        body.push_str(section.span.of(text));
        answer.next.extend(sub_call(section, &name, &parts.address(spot), calls));
    }
    answer.body = body;
    let others = parts.names().len().saturating_sub(1);
    if others > 0 {
        let call = code(&calls.page(&name));
        let others = counted(others, "other section");
        answer.next.push(format!("The page has {others}: {call}"));
    }
    Ok(answer)
}

/// The subsection of a name, or why there is none.
///
/// # Errors
/// A page that could not be read.
pub(super) fn subsection(
    library: Library<'_>,
    id: PageId,
    wanted: &str,
    wanted_sub: &str,
    calls: &Calls,
) -> Result<Answer> {
    let opened = library.open(id)?;
    let parts = parts(opened.page, opened.content);
    let name = page_address(library, opened.page);
    let spot = match parts.find(wanted) {
        Found::One(spot) => spot,
        found => return Ok(candidates::sections(&opened, &parts, &name, wanted, &found, calls)),
    };
    let section_name = parts.address(spot);
    let section = section_at(&opened, spot);
    let subsections = section.map_or_else(|| Directory::new(Vec::new()), subsections);
    let found = subsections.find(wanted_sub);
    let (Found::One(what), Some(section)) = (&found, section) else {
        let base = of_section(&opened, &parts, spot);
        let section = (name.as_str(), section_name.as_str());
        return Ok(candidates::subsections(base, &subsections, section, wanted_sub, &found, calls));
    };
    let mut answer = of_section(&opened, &parts, spot);
    answer.kind = Kind::Subsection;
    answer.sub = Some(subsections.address(*what));
    answer.body = format!("{}{}", opened.preamble(), lead_and_sub(&opened, section, *what));
    if let Some(sub) = subsections.named(*what) {
        answer.header = format!("{} > {}, {}", answer.header, own(sub.name), size(sub.bytes));
    }
    let call = code(&calls.section(&name, &section_name));
    let all = counted(section.subsections.len(), "subsection");
    answer.next.push(format!("The whole section, {all}, {}: {call}", size(section.bytes)));
    Ok(answer)
}

/// What an answer about a section begins with: header, page, section.
fn of_section(opened: &Opened<'_>, parts: &Directory<'_>, spot: Spot) -> Answer {
    let path = &opened.page.path;
    let (name, bytes) = parts.named(spot).map_or(("", 0), |part| (part.name, part.bytes));
    let header = format!("{}: {}, {}", first(path), own(name), size(bytes));
    let mut answer = Answer::new(Kind::Section, header, String::new());
    answer.page = Some(path.clone());
    answer.section = Some(parts.address(spot));
    answer.pages = vec![path.clone()];
    answer.sections = vec![format!("{path}#{}", parts.id(spot))];
    answer
}

fn section_at<'a>(opened: &Opened<'a>, spot: Spot) -> Option<&'a Section> {
    match spot {
        Spot::Preamble => None,
        Spot::Section(at) => opened.content.sections.get(at),
    }
}

/// A section's own text before its first `###`, and one subsection.
fn lead_and_sub(opened: &Opened<'_>, section: &Section, what: Spot) -> String {
    let first = section.subsections.first().map_or(section.span.end, |sub| sub.span.start);
    let lead = Span::new(section.span.start, first).of(opened.text());
    let sub = match what {
        Spot::Preamble => None,
        Spot::Section(at) => section.subsections.get(at),
    };
    let sub = sub.map_or("", |sub| sub.span.of(opened.text()));
    format!("{lead}{sub}")
}

fn sub_call(section: &Section, page: &str, name: &str, calls: &Calls) -> Option<String> {
    let subsections = subsections(section);
    let first = subsections.address(subsections.names().first()?.what);
    let count = grouped(subsections.names().len());
    let call = code(&calls.sub(page, name, &first));
    Some(format!("One of its {count} subsections alone: {call}"))
}

fn size(bytes: usize) -> String {
    counted(bytes, "byte")
}
