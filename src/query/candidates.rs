//! Answers to a name that finds nothing or too much: the candidates with their sizes.

use crate::config::keys::nearest;
use crate::diagnostic::counted;
use crate::map::layout::file_name;
use crate::query::answer::{Answer, Kind};
use crate::query::calls::{Calls, code, page_arguments, section_argument, sub_argument};
use crate::query::directory::{Directory, Named, Spot};
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
    let ids: Vec<PageId> = match found {
        Found::Many(ids) => ids.clone(),
        _ => library.pages().map(|(id, _)| id).collect(),
    };
    let shown = own(wanted);
    let (kind, header) = if matches!(found, Found::Many(_)) {
        (Kind::AmbiguousPage, format!("`{shown}` may be {}", counted(ids.len(), "page")))
    } else {
        let mut names = library.pages().flat_map(|(_, page)| {
            let inner = page.inner.as_str();
            let stem = file_name(inner).rsplit_once('.').map_or(inner, |(stem, _)| stem);
            [Some(inner), Some(stem), title(page)].into_iter().flatten()
        });
        let near = nearest(wanted, &mut names);
        let near = near.map_or_else(String::new, |near| format!("; did you mean `{}`?", own(near)));
        (Kind::MissingPage, format!("No page is named `{shown}`{near}"))
    };
    let mut body = Body::default();
    if is_index(library, wanted) {
        body.line("It is the index.");
        body.gap();
    }
    let mut answer = Answer::new(kind, header, String::new());
    for page in ids.iter().filter_map(|id| library.page(*id)) {
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
    if ids.is_empty() {
        body.line("The map has no page.");
    }
    answer.body = body.done();
    answer.next.push(format!("The index and the pages: {}", code(&calls.index())));
    answer
}

fn is_index(library: Library<'_>, wanted: &str) -> bool {
    let mut indexes = library.maps.iter().filter_map(|map| map.index());
    indexes.any(|index| index.page.path == wanted || index.page.inner == wanted)
}

/// Sections that a name may mean; of an unknown name all of the page.
pub(super) fn sections(
    opened: &Opened<'_>,
    parts: &Directory<'_, Spot>,
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
    answer.sections = listed.iter().map(|spot| format!("{path}#{}", parts.id(*spot))).collect();
    answer.next.extend(first_of(parts, &listed, |name| calls.section(page, name)));
    answer.next.push(format!("The page's sections: {}", code(&calls.page(page))));
    answer
}

/// Subsections that a name may mean; of an unknown name all of the section.
///
/// Takes the answer about the section, and the names of page and section for calls.
pub(super) fn subsections(
    section: Answer,
    all: &Directory<'_, usize>,
    (page, name): (&str, &str),
    wanted: &str,
    found: &Found<usize>,
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
    answer.next = first_of(all, &listed, |sub| calls.sub(page, name, sub)).into_iter().collect();
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

fn all_of<T: Copy + Ord>(directory: &Directory<'_, T>) -> Vec<T> {
    directory.names().iter().map(|named| named.what).collect()
}

/// The call that gets the first of what is listed.
fn first_of<T: Copy + Ord>(
    directory: &Directory<'_, T>,
    listed: &[T],
    call: impl Fn(&str) -> String,
) -> Option<String> {
    let address = directory.address(*listed.first()?);
    Some(format!("The first of them: {}", code(&call(&address))))
}

/// A line each: name, size and the argument that asks for it.
fn list<T: Copy + Ord>(
    directory: &Directory<'_, T>,
    listed: &[T],
    argument: fn(&str) -> String,
) -> String {
    let mut body = Body::default();
    let line = |named: &Named<'_, T>| {
        let argument = code(&argument(&directory.address(named.what)));
        format!("- {}, {}: {argument}", own(named.name), counted(named.bytes, "byte"))
    };
    for named in listed.iter().filter_map(|what| directory.named(*what)) {
        body.line(&line(named));
    }
    body.done()
}
