//! Answers to a name that finds nothing or too much: the candidates with their sizes.

use crate::config::keys::nearest;
use crate::diagnostic::counted;
use crate::map::Index;
use crate::map::layout::file_name;
use crate::map::page::Page;
use crate::query::answer::{Answer, Kind};
use crate::query::calls::{Calls, code, page_arguments, section_argument, sub_argument};
use crate::query::directory::{Directory, Spot};
use crate::query::library::{Library, Opened, PageId};
use crate::query::names::{Found, page_address, title};
use crate::query::skeleton::page_line;
use crate::query::text::{Body, first, own};

/// Pages that a name may mean; of an unknown name all pages.
pub(super) fn pages(
    library: Library<'_>,
    wanted: &str,
    found: &Found<PageId>,
    again: &dyn Fn(&str) -> String,
    calls: &Calls,
) -> Answer {
    let shown = own(wanted);
    let mut pages: Vec<&Page> = Vec::new();
    let (kind, header) = if let Found::Many(ids) = found {
        for id in ids {
            pages.extend(library.page(*id));
        }
        (Kind::AmbiguousPage, format!("`{shown}` may be {}", counted(ids.len(), "page")))
    } else {
        let mut names: Vec<&str> = Vec::new();
        for (_, page) in library.pages() {
            let inner = page.inner();
            names.push(inner);
            names.push(file_name(inner).rsplit_once('.').map_or(inner, |(stem, _)| stem));
            names.extend(title(page));
            pages.push(page);
        }
        let mut header = format!("No page is named `{shown}`");
        if let Some(near) = nearest(wanted, &mut names.into_iter()) {
            header.push_str(&format!("; did you mean `{}`?", own(near)));
        }
        (Kind::MissingPage, header)
    };
    let mut body = Body::default();
    if is_index(library, wanted) {
        body.line("It is the index.");
        body.gap();
    }
    let mut answer = Answer::new(kind, header, String::new());
    if pages.is_empty() {
        body.line("The map has no page.");
    }
    for page in pages {
        let line = page_line(library, page);
        if kind == Kind::AmbiguousPage {
            let name = page_address(library, page);
            body.line(&format!("- {line}: {}", code(&page_arguments(&name))));
            if answer.next.is_empty() {
                answer.next.push(format!("The first of them: {}", code(&again(&name))));
            }
        } else {
            body.line(&format!("- {line}"));
        }
        answer.pages.push(page.path.clone());
    }
    answer.body = body.done();
    answer.next.push(format!("The index and the pages: {}", code(&calls.index())));
    answer
}

fn is_index(library: Library<'_>, wanted: &str) -> bool {
    let named = |index: &Index| index.page.path == wanted || index.page.inner() == wanted;
    library.maps.iter().any(|map| map.index().is_some_and(named))
}

/// Sections that a name may mean; of an unknown name all of the page.
pub(super) fn sections(
    opened: &Opened<'_>,
    parts: &Directory<'_>,
    page: &str,
    wanted: &str,
    found: &Found<Spot>,
    calls: &Calls,
) -> Answer {
    let path = &opened.page.path;
    let (kind, listed) = match found {
        Found::Many(spots) => (Kind::AmbiguousSection, spots.clone()),
        _ => (Kind::MissingSection, all_of(parts)),
    };
    let ambiguous = kind == Kind::AmbiguousSection;
    let header = format!("{}: {}", first(path), said(ambiguous, wanted, "section", listed.len()));
    let mut answer = Answer::new(kind, header, list(parts, &listed, section_argument));
    answer.page = Some(path.clone());
    answer.pages = vec![path.clone()];
    for spot in &listed {
        answer.sections.push(format!("{path}#{}", parts.id(*spot)));
    }
    answer.next.extend(first_of(parts, &listed, &|name| calls.section(page, name)));
    answer.next.push(format!("The page's sections: {}", code(&calls.page(page))));
    answer
}

/// Subsections that a name may mean; of an unknown name all of the section.
///
/// Takes the answer about the section, and the names of page and section for calls.
pub(super) fn subsections(
    section: Answer,
    all: &Directory<'_>,
    (page, name): (&str, &str),
    wanted: &str,
    found: &Found<Spot>,
    calls: &Calls,
) -> Answer {
    let (kind, listed) = match found {
        Found::Many(subs) => (Kind::AmbiguousSubsection, subs.clone()),
        _ => (Kind::MissingSubsection, all_of(all)),
    };
    let ambiguous = kind == Kind::AmbiguousSubsection;
    let said = said(ambiguous, wanted, "subsection", listed.len());
    let header = format!("{}: {said}", section.header);
    let body = if listed.is_empty() {
        "The section has no subsection.\n".to_owned()
    } else {
        list(all, &listed, sub_argument)
    };
    let mut answer = Answer { kind, header, body, ..section };
    answer.next.clear();
    answer.next.extend(first_of(all, &listed, &|sub| calls.sub(page, name, sub)));
    answer.next.push(format!("The section: {}", code(&calls.section(page, name))));
    answer
}

fn said(ambiguous: bool, wanted: &str, noun: &str, count: usize) -> String {
    let wanted = own(wanted);
    if ambiguous {
        format!("`{wanted}` may be {}", counted(count, noun))
    } else {
        format!("no {noun} is named `{wanted}`")
    }
}

fn all_of(directory: &Directory<'_>) -> Vec<Spot> {
    let mut all = Vec::with_capacity(directory.names().len());
    for named in directory.names() {
        all.push(named.what);
    }
    all
}

/// The call that gets the first of what is listed.
fn first_of(
    directory: &Directory<'_>,
    listed: &[Spot],
    call: &dyn Fn(&str) -> String,
) -> Option<String> {
    let address = directory.address(*listed.first()?);
    Some(format!("The first of them: {}", code(&call(&address))))
}

/// A line each: name, size and the argument that asks for it.
fn list(directory: &Directory<'_>, listed: &[Spot], argument: fn(&str) -> String) -> String {
    let mut body = Body::default();
    for what in listed {
        let Some(named) = directory.named(*what) else { continue };
        let argument = code(&argument(&directory.address(*what)));
        let (name, bytes) = (own(named.name), counted(named.bytes, "byte"));
        body.line(&format!("- {name}, {bytes}: {argument}"));
    }
    body.done()
}
