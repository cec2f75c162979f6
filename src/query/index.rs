//! The answer to no question: the index, then the list of pages with their sizes.

use crate::diagnostic::counted;
use crate::error::{Error, Result};
use crate::map::{FeatureMap, IndexState};
use crate::query::answer::{Answer, Kind};
use crate::query::calls::{Calls, code};
use crate::query::library::Library;
use crate::query::names::{page_address, page_name};
use crate::query::skeleton::page_line;
use crate::query::text::{Body, own};
use crate::query::words::words;

/// The index of each map, and the pages.
///
/// # Errors
/// An index that could not be read.
pub(super) fn index(library: Library<'_>, calls: &Calls) -> Result<Answer> {
    let mut body = Body::default();
    for map in library.maps {
        add_map(library, map, &mut body)?;
    }
    let (mut pages, mut rows) = (0, 0);
    for map in library.maps {
        pages += map.pages.len();
        rows += map.rows();
    }
    let header = format!(
        "Feature map {}: {}, {}",
        own(&library.folders()),
        counted(rows, "entry"),
        counted(pages, "page")
    );
    let mut answer = Answer::new(Kind::Index, header, body.done());
    let mut first = None;
    for (_, page) in library.pages() {
        answer.pages.push(page.path.clone());
        if page.content.is_some() {
            first = first.or(Some(page));
        }
    }
    if let Some(page) = first {
        let shape = calls.page(&page_address(library, page));
        answer.next.push(format!("The sections of a page and their sizes: {}", code(&shape)));
        let topic = words(page_name(page));
        if !topic.is_empty() {
            answer.next.push(format!("The sections for a topic: {}", code(&calls.topic(&topic))));
        }
    }
    Ok(answer)
}

fn add_map(library: Library<'_>, map: &FeatureMap, body: &mut Body) -> Result<()> {
    body.gap();
    match &map.index {
        IndexState::Missing => {
            body.line(&format!("There is no index in {}.", own(&map.layout.folder)));
        }
        IndexState::Unread { path } => {
            let (path, reason) = (path.clone(), library.why_unread(path));
            return Err(Error::Page { path, reason });
        }
        IndexState::Read(index) => {
            if library.maps.len() > 1 {
                body.line(&format!("Index {}", own(&index.page.path)));
                body.gap();
            }
            let text = index.source.text.as_str();
            body.push(text.strip_prefix('\u{feff}').unwrap_or(text));
        }
    }
    body.gap();
    if map.pages.is_empty() {
        body.line("The map has no page.");
        return Ok(());
    }
    body.line(&format!("{}:", counted(map.pages.len(), "page")));
    body.gap();
    for page in &map.pages {
        body.line(&format!("- {}", page_line(library, page)));
    }
    Ok(())
}
