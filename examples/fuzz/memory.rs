//! Maps that stand on no disk: their folder is nowhere, so whoever asks the file system finds
//! nothing.

use std::path::Path;

use featmap::discover::past;
use featmap::discover::patterns::Patterns;
use featmap::git::files::{File, Kind};
use featmap::map::FeatureMap;
use featmap::map::build::{Limits, Nobody, build};
use featmap::map::layout::Layout;
use featmap::query::search::{Ranked, Search};
use featmap::source::store::Sources;

/// Where the repository would be.
const NOWHERE: &str = "/no/such/repository";

/// A map with the sources it was read from.
pub(crate) struct Memory {
    pub(crate) map: FeatureMap,
    pub(crate) sources: Sources,
    pub(crate) ranked: Ranked,
}

/// A map in a folder of the repository, of files by their paths inside it; a search is made
/// while it is read.
pub(crate) fn read(
    folder: &str,
    files: &[(String, String)],
    mut search: Option<Search>,
) -> Option<Memory> {
    let repository = Path::new(NOWHERE);
    let map = repository.join(folder);
    let file = |(inner, _): &(String, String)| File {
        path: if folder.is_empty() { inner.clone() } else { format!("{folder}/{inner}") },
        raw: None,
        kind: Kind::File,
        blob: String::new(),
        checked_out: true,
    };
    let listed: Vec<File> = files.iter().map(file).collect();
    let (tree, _) = past::tree(&map, folder, &Patterns::new(&[], false).ok()?, &listed);
    let mut sources = Sources::of_the_past(repository);
    for (inner, text) in files {
        sources.hold(map.join(inner), text.clone().into_bytes());
    }
    let limits = Limits { index: None, max_page_bytes: 4 * 1024 * 1024 };
    let layout = Layout::new(repository, repository, &map);
    let map = match &mut search {
        Some(search) => build(layout, tree.into(), limits, &mut sources, search),
        None => build(layout, tree.into(), limits, &mut sources, &mut Nobody),
    };
    let maps = std::slice::from_ref(&map);
    let ranked = search.map(|search| search.end(maps, &mut sources)).unwrap_or_default();
    Some(Memory { map, sources, ranked })
}

/// The hundred that a run belongs to, and whether it is its first: what takes long is made
/// once for all of them.
pub(crate) fn hundred(run: u64) -> u64 {
    run / 100
}
