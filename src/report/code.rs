//! What was judged of the references to the code, and what was not: in the verdict, as a list,
//! and in JSON.

use std::io;

use crate::code::{History, Skipped, Tally, Told};
use crate::diagnostic::{counted, grouped};
use crate::harmless::{Stream, text};
use crate::order;
use crate::report::json_text::{Json, Object};
use crate::report::{Checked, Run};

/// At most so many reasons stand in the verdict.
const MOST_REASONS: usize = 4;

fn codes(maps: &[Checked]) -> Vec<&Told> {
    let mut codes = Vec::new();
    for checked in maps {
        codes.extend(&checked.code);
    }
    codes
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
    if codes(run.maps).is_empty() {
        return String::new();
    }
    let tally = tally(run.maps);
    if tally.total() == 0 {
        return "; no reference to the code found".to_owned();
    }
    let (judged, total) = (grouped(tally.judged), counted(tally.total(), "reference"));
    let mut reasons = tally.skipped.clone();
    order::sort_by_key(&mut reasons, |(skip, count)| (std::cmp::Reverse(*count), *skip));
    let skipped = tally.total() - tally.judged;
    let mut line = format!("; {judged} of {total} judged");
    if skipped > 0 {
        let (mut words, mut rest) = (Vec::new(), 0);
        for (at, (skip, count)) in reasons.into_iter().enumerate() {
            if at < MOST_REASONS {
                words.push(skip.counted(count));
            } else {
                rest += count;
            }
        }
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
    codes(run.maps).into_iter().find_map(line).unwrap_or_default()
}

/// Writes the references that were not judged, one a line, where that is asked for.
pub(super) fn skips(run: &Run<'_>, out: &mut Stream<'_>) -> io::Result<()> {
    if !run.show_skips {
        return Ok(());
    }
    for code in codes(run.maps) {
        for Skipped { page, at, written, reason } in &code.skipped {
            let mut place = run.shown(page);
            if let Some(source) = run.sources.get(page) {
                let at = source.lines.position(&source.text, *at);
                place.push_str(&format!(":{}:{}", at.line, at.column));
            }
            out.add(&format!("{place}: not judged ({reason}): {}\n", text(written)))?;
        }
    }
    Ok(())
}

/// What was judged in some maps, in JSON; none where no reference was looked for.
pub(super) fn wire<'a>(maps: &'a [Checked], run: &'a Run<'_>) -> Option<Object<'a>> {
    let first = *codes(maps).first()?;
    let tally = tally(maps);
    let (history, reason) = match &first.history {
        History::Whole => ("whole", None),
        History::Part(why) => ("part", Some(why)),
        History::Absent(why) => ("none", Some(why)),
    };
    let mut reasons: Vec<(&str, usize)> = Vec::with_capacity(tally.skipped.len());
    for (skip, count) in &tally.skipped {
        reasons.push((skip.words(), *count));
    }
    order::sort_by_key(&mut reasons, |(words, _)| *words);
    let mut skipped = Object::default();
    for (words, count) in reasons {
        skipped = skipped.with(words, count);
    }
    let report = Object::default()
        .with("references", tally.total())
        .with("judged", tally.judged)
        .with("skipped", skipped)
        .with("history", history)
        .with_any("reason", reason);
    Some(report.with_any("skips", run.show_skips.then(|| wire_skips(maps, run))))
}

/// What was not judged in some maps; there may be very much.
fn wire_skips<'a>(maps: &'a [Checked], run: &'a Run<'_>) -> Json<'a> {
    Json::each(|list| {
        for code in codes(maps) {
            for found in &code.skipped {
                let Some(source) = run.sources.get(&found.page) else { continue };
                let at = source.lines.position(&source.text, found.at);
                let skip = Object::default()
                    .with("path", &*found.page)
                    .with("line", at.line)
                    .with("column", at.column)
                    .with("written", &*found.written)
                    .with("reason", found.reason.words());
                list.add(skip.into())?;
            }
        }
        Ok(())
    })
}
