//! The JSON reply: an object of its own (`docs/query.md`). Fields may be added; none is renamed
//! or taken away. What does not apply is left out.

use crate::map::FeatureMap;
use crate::query::answer::Kind;
use crate::query::library::Library;
use crate::query::reply::Reply;
use crate::query::search::Ranked;
use crate::query::topic::hit_ids;
use crate::report::json_text::{Json, Object, to_text};

/// A reply as one JSON object and a line end.
///
/// Takes what the search came to, and the project root's path from the repository root, `.` where they are one. Of several
/// maps the index is that of the map that holds the page; without one it is left out.
pub fn render(reply: &Reply, library: Library<'_>, ranked: &Ranked, root: &str) -> String {
    let answer = &reply.answer;
    let holds = |map: &&FeatureMap| {
        library.maps.len() == 1
            || map.pages.iter().any(|page| answer.page.as_ref() == Some(&page.path))
    };
    let own = library.maps.iter().find(holds);
    let index = own.and_then(FeatureMap::index).map(|index| index.page.path.as_str());
    let mut hits = Vec::with_capacity(answer.omitted.len());
    for left in &answer.omitted {
        hits.extend(ranked.sections.get(left.rank));
    }
    let omitted = hit_ids(library, &hits);
    let (mut pages, mut rows) = (0, 0);
    for map in library.maps {
        pages += map.pages.len();
        rows += map.rows();
    }
    let object = Object::default()
        .with("kind", answer.kind.word())
        .with("text", &reply.text)
        .with_any("body", reply.body())
        .with("root", root)
        .with_any("index", index)
        .with_any("page", answer.page.as_ref())
        .with_any("section", answer.section.as_ref())
        .with_any("sub", answer.sub.as_ref())
        .with_any("pages", some(&answer.pages))
        .with_any("sections", some(&answer.sections))
        .with_any("omitted", (answer.kind.status() == 0).then(|| Json::texts(&omitted)))
        .with_any("matched", answer.matched)
        .with_any("nextOffset", reply.next_offset)
        .with_any("rev", reply.rev.as_ref())
        .with("pageCount", pages)
        .with("rows", rows);
    to_text(object.into())
}

/// The reply where there is no map.
pub fn absent(text: &str) -> String {
    to_text(Object::default().with("kind", Kind::Absent.word()).with("text", text).into())
}

fn some(list: &[String]) -> Option<Json<'_>> {
    (!list.is_empty()).then(|| Json::texts(list))
}
