//! The last line: what was judged, what was found.

use crate::diagnostic::{Level, counted, grouped};
use crate::harmless::{path, text};
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
    lines.push_str(state(run));
    if let Some(commit) = run.since.filter(|_| run.complete()) {
        lines.push_str(" since ");
        lines.push_str(&text(commit.get(..10).unwrap_or(commit)));
    }
    lines.push_str(": ");
    let mut counts = Vec::new();
    for (level, word) in
        [(Level::Error, "error"), (Level::Warning, "warning"), (Level::Info, "note")]
    {
        let count = run.count(level);
        if count > 0 {
            counts.push(counted(count, word));
        }
    }
    if !counts.is_empty() {
        lines.push_str(&counts.join(", "));
        lines.push_str("; ");
    }
    let (mut unseen, mut ignored) = (0, 0);
    for Checked { judgement, .. } in run.maps {
        unseen += judgement.unseen.len();
        ignored += judgement.ignored.len();
    }
    if unseen > 0 && run.since.is_none() {
        lines.push_str(&format!("{} not shown; ", counted(unseen, "drift finding")));
    }
    if let Some((count, revision)) = known(run) {
        lines.push_str(&format!("{} known at {}; ", grouped(count), text(revision)));
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
        let untrue = run.findings().iter().any(|finding| finding.level > Level::Info);
        return if untrue { "pages made untrue" } else { "nothing made untrue" };
    }
    match (run.clean(), run.complete()) {
        (true, _) => "clean",
        (false, true) => "not clean",
        (false, false) => "not complete",
    }
}

/// How many findings the base has too.
fn known<'a>(run: &'a Run<'_>) -> Option<(usize, &'a String)> {
    let (mut count, mut revision) = (0, None);
    for known in run.maps.iter().filter_map(|checked| checked.known.as_ref()) {
        count += known.count;
        revision = revision.or(Some(&known.revision));
    }
    Some((count, revision?))
}

fn judged(run: &Run<'_>) -> String {
    let (mut rows, mut all_pages, mut pages, mut sections, mut untracked) = (0, 0, 0, 0, 0);
    let mut no_index = true;
    for Checked { map, .. } in run.maps {
        rows += map.rows();
        all_pages += map.pages.len();
        pages += map.judged().len();
        sections += map.section_count();
        untracked += map.names.untracked();
        no_index &= map.index().is_none();
    }
    let maps = match run.maps.len() {
        1 => String::new(),
        maps => format!("{}, ", counted(maps, "map")),
    };
    let left_out = match untracked {
        0 => String::new(),
        files => format!("; {} that git does not track left out", counted(files, "file")),
    };
    if all_pages == 0 {
        return format!("{maps}no page: nothing was checked{left_out}");
    }
    let rows = match (rows, no_index) {
        (0, false) => "an index with no entry".to_owned(),
        (0, true) => "no index".to_owned(),
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
