//! What was judged of the references to the code, and what was not: in the verdict, as a list,
//! and in JSON.

use std::io;

use serde::Serialize;

use crate::code::skip::Skip;
use crate::code::{History, Skipped, Tally, Told};
use crate::diagnostic::{counted, grouped};
use crate::harmless::{Stream, text};
use crate::order;
use crate::report::{Checked, Run};

/// At most so many reasons stand in the verdict.
const MOST_REASONS: usize = 4;

fn codes(maps: &[Checked]) -> impl Iterator<Item = &Told> {
    maps.iter().filter_map(|checked| checked.code.as_ref())
}

fn tally(maps: &[Checked]) -> Tally {
    let mut tally = Tally::default();
    for code in codes(maps) {
        tally.add(&code.tally);
    }
    tally
}

/// The part of the verdict about references; empty where none were looked for.
pub(super) fn judged(run: &Run<'_>) -> String {
    if codes(run.maps).next().is_none() {
        return String::new();
    }
    let tally = tally(run.maps);
    if tally.total() == 0 {
        return "; no reference to the code found".to_owned();
    }
    let (judged, total) = (grouped(tally.judged), counted(tally.total(), "reference"));
    let mut reasons: Vec<_> = tally.skipped.iter().collect();
    order::sort_by_key(&mut reasons, |(skip, count)| (std::cmp::Reverse(*count), *skip));
    let skipped = tally.total() - tally.judged;
    let mut line = format!("; {judged} of {total} judged");
    if skipped > 0 {
        let shown = reasons.iter().take(MOST_REASONS);
        let mut words: Vec<String> = shown.map(|(skip, count)| skip.counted(*count)).collect();
        let rest: usize = reasons.iter().skip(MOST_REASONS).map(|(_, count)| *count).sum();
        if rest > 0 {
            words.push(format!("{} other", grouped(rest)));
        }
        line.push_str(&format!(", {} skipped ({})", grouped(skipped), words.join(", ")));
    }
    line
}

/// A line where history could not be asked as a whole.
pub(super) fn history(run: &Run<'_>) -> String {
    let line = |code: &Told| match &code.history {
        History::Whole => None,
        History::Part(why) => Some(format!(
            "history is not whole: {}; findings about the code are warnings at most\n",
            text(why)
        )),
        History::Absent(why) => Some(format!(
            "no history: {}; what is missing from the code is judged only where places are listed\n",
            text(why)
        )),
    };
    codes(run.maps).find_map(line).unwrap_or_default()
}

/// Writes the references that were not judged, one a line, where that is asked for.
pub(super) fn skips(run: &Run<'_>, out: &mut Stream<'_>) -> io::Result<()> {
    let skipped = codes(run.maps).filter(|_| run.show_skips).flat_map(|code| &code.skipped);
    for Skipped { page, at, written, reason } in skipped {
        let path = run.shown(page);
        let source = run.sources.get(page);
        let line = source.map(|source| source.lines.position(&source.text, *at));
        let place = line.map_or(path.clone(), |at| format!("{path}:{}:{}", at.line, at.column));
        out.add(&format!("{place}: not judged ({reason}): {}\n", text(written)))?;
    }
    Ok(())
}

/// References in JSON.
#[derive(Serialize)]
pub(super) struct Wire<'a> {
    references: usize,
    judged: usize,
    skipped: Counts,
    history: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skips: Option<Skips<'a>>,
}

/// Reasons in words, in order, each with how often it was given.
struct Counts(Vec<(&'static str, usize)>);

impl Serialize for Counts {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// What was not judged in some maps, each made as it is written: there may be very many.
struct Skips<'a> {
    run: &'a Run<'a>,
    maps: &'a [Checked],
}

impl Serialize for Skips<'_> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let skipped = codes(self.maps).flat_map(|code| &code.skipped);
        serializer.collect_seq(skipped.filter_map(|found| {
            let source = self.run.sources.get(&found.page)?;
            let at = source.lines.position(&source.text, found.at);
            let (path, written, reason) = (&*found.page, &*found.written, found.reason.words());
            Some(WireSkip { path, line: at.line, column: at.column, written, reason })
        }))
    }
}

#[derive(Serialize)]
struct WireSkip<'a> {
    path: &'a str,
    line: usize,
    column: usize,
    written: &'a str,
    reason: &'static str,
}

/// What was judged in some maps; none where no reference was looked for.
pub(super) fn wire<'a>(maps: &'a [Checked], run: &'a Run<'_>) -> Option<Wire<'a>> {
    let first = codes(maps).next()?;
    let tally = tally(maps);
    let (history, reason) = match &first.history {
        History::Whole => ("whole", None),
        History::Part(why) => ("part", Some(why.clone())),
        History::Absent(why) => ("none", Some(why.clone())),
    };
    let count = |(skip, count): &(Skip, usize)| (skip.words(), *count);
    let mut skipped: Vec<_> = tally.skipped.iter().map(count).collect();
    order::sort_by_key(&mut skipped, |(words, _)| *words);
    Some(Wire {
        references: tally.total(),
        judged: tally.judged,
        skipped: Counts(skipped),
        history,
        reason,
        skips: run.show_skips.then_some(Skips { run, maps }),
    })
}
