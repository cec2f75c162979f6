//! The last line: what was judged, what was found.

use crate::diagnostic::{Level, counted, grouped};
use crate::harmless::{path, text};
use crate::map::IndexState;
use crate::report::place::largest_section;
use crate::report::{Checked, Run, code};

/// The verdict for people, with its line end: paths from the current folder.
pub(super) fn verdict(run: &Run<'_>) -> String {
    worded(run, &|path| run.shown(path))
}

/// The verdict as a part of a machine format: paths from the repository root.
pub(super) fn from_root(run: &Run<'_>) -> String {
    worded(run, &|name| path(name).into_owned())
}

fn worded(run: &Run<'_>, shown: &dyn Fn(&str) -> String) -> String {
    let mut lines = String::new();
    for path in run.sources.changed() {
        let path = shown(&path);
        lines.push_str(&format!("{path}: changed while it was checked; run featmap again\n"));
    }
    lines.push_str(&code::history(run));
    let levels = [Level::Error, Level::Warning, Level::Info];
    let counts = levels.map(|level| (level, run.count(level)));
    let found: usize = counts.iter().map(|(_, count)| count).sum();
    let ignored: usize = run.maps.iter().map(|checked| checked.judgement.ignored.len()).sum();
    lines.push_str(state(run));
    if let Some(commit) = run.since.filter(|_| run.complete()) {
        lines.push_str(&format!(" since {}", text(commit.get(..10).unwrap_or(commit))));
    }
    lines.push_str(": ");
    if found > 0 {
        let parts = counts.iter().filter(|(_, count)| *count > 0);
        let word = |level: &Level| {
            if *level == Level::Info { "note" } else { level.word() }
        };
        let parts: Vec<_> = parts.map(|(level, count)| counted(*count, word(level))).collect();
        lines.push_str(&format!("{}; ", parts.join(", ")));
    }
    let unseen: usize = run.maps.iter().map(|checked| checked.judgement.unseen.len()).sum();
    if unseen > 0 && run.since.is_none() {
        lines.push_str(&format!("{} not shown; ", counted(unseen, "drift finding")));
    }
    if let Some((count, revision)) = known(run) {
        lines.push_str(&format!("{} known at {}; ", grouped(count), text(&revision)));
    }
    if ignored > 0 {
        lines.push_str(&format!("{} ignored; ", grouped(ignored)));
    }
    lines.push_str(&judged(run));
    lines.push_str(&code::judged(run));
    if run.clean() && run.since.is_none() {
        lines.push_str(&largest(run, shown));
    }
    lines.push('\n');
    lines
}

/// The word for how the map stands, or what a change does to it.
pub(super) fn state(run: &Run<'_>) -> &'static str {
    if run.since.is_some() && run.complete() {
        let untrue = run.findings().any(|finding| finding.level > Level::Info);
        return if untrue { "pages made untrue" } else { "nothing made untrue" };
    }
    match (run.clean(), run.complete()) {
        (true, _) => "clean",
        (false, true) => "not clean",
        (false, false) => "not complete",
    }
}

/// How many findings the base has too.
fn known(run: &Run<'_>) -> Option<(usize, String)> {
    let known: Vec<_> = run.maps.iter().filter_map(|checked| checked.known.as_ref()).collect();
    let revision = known.first()?.revision.clone();
    Some((known.iter().map(|known| known.count).sum(), revision))
}

fn judged(run: &Run<'_>) -> String {
    let sum = |count: fn(&Checked) -> usize| run.maps.iter().map(count).sum::<usize>();
    let rows = sum(|checked| checked.map.rows());
    let pages = sum(|checked| checked.map.judged().count());
    let sections = sum(|checked| checked.map.section_count());
    let maps = match run.maps.len() {
        1 => String::new(),
        maps => format!("{}, ", counted(maps, "map")),
    };
    let left_out = match sum(|checked| checked.map.names.untracked()) {
        0 => String::new(),
        files => format!("; {} that git does not track left out", counted(files, "file")),
    };
    if sum(|checked| checked.map.pages.len()) == 0 {
        return format!("{maps}no page: nothing was checked{left_out}");
    }
    let index = |checked: &Checked| matches!(checked.map.index, IndexState::Read(_));
    let rows = match (rows, run.maps.iter().any(index)) {
        (0, true) => "an index with no entry".to_owned(),
        (0, false) => "no index".to_owned(),
        (rows, _) => counted(rows, "entry"),
    };
    let (pages, sections) = (counted(pages, "page"), counted(sections, "section"));
    format!("{maps}{rows}, {pages}, {sections} checked{left_out}")
}

/// The largest section of all, as an aside.
fn largest(run: &Run<'_>, shown: &dyn Fn(&str) -> String) -> String {
    largest_section(run.maps).map_or_else(String::new, |(page, section)| {
        let (path, bytes) = (shown(&page.path), grouped(section.bytes));
        format!("; the largest section is `{}` of {path}, {bytes} B", text(&section.name))
    })
}
