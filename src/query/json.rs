//! The JSON reply: a wire type of its own (`docs/query.md`). Fields may be added; none is
//! renamed or taken away. What does not apply is left out.

use serde::Serialize;

use crate::map::FeatureMap;
use crate::query::answer::Kind;
use crate::query::library::Library;
use crate::query::reply::Reply;
use crate::query::search::Ranked;
use crate::query::topic::hit_ids;
use crate::report::json_text::to_text;

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
struct Wire<'a> {
    kind: &'static str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    section: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sub: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pages: Vec<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sections: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matched: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_offset: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rev: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    page_count: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<usize>,
}

/// A reply as one JSON object and a line end.
///
/// Takes what the search came to, and the project root's path from the repository root, `.` where they are one. Of several
/// maps the index is that of the map that holds the page; without one it is left out.
pub fn render(reply: &Reply, library: Library<'_>, ranked: &Ranked, root: &str) -> String {
    let answer = &reply.answer;
    let own = library.maps.iter().find(|map| {
        let page = answer.page.as_ref();
        library.maps.len() == 1
            || page.is_some_and(|path| map.pages.iter().any(|page| page.path == *path))
    });
    let index = own.and_then(FeatureMap::index).map(|index| index.page.path.as_str());
    let mut hits = answer.omitted.iter().filter_map(|left| ranked.sections.get(left.rank));
    let omitted = hit_ids(library, &mut hits);
    to_text(&Wire {
        kind: answer.kind.word(),
        text: &reply.text,
        body: reply.body(),
        root: Some(root.to_owned()),
        index,
        page: answer.page.as_deref(),
        section: answer.section.as_deref(),
        sub: answer.sub.as_deref(),
        pages: answer.pages.iter().map(String::as_str).collect(),
        sections: answer.sections.iter().map(String::as_str).collect(),
        omitted: (answer.kind.status() == 0).then_some(omitted),
        matched: answer.matched,
        next_offset: reply.next_offset,
        rev: reply.rev.as_deref(),
        page_count: Some(library.maps.iter().map(|map| map.pages.len()).sum()),
        rows: Some(library.maps.iter().map(FeatureMap::rows).sum()),
    })
}

/// The reply where there is no map.
pub fn absent(text: &str) -> String {
    to_text(&Wire { kind: Kind::Absent.word(), text, ..Wire::default() })
}
