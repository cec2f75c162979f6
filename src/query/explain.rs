//! Why each section ranks where it does, as a table: the weights are a promise, so they can
//! be looked at.

use crate::diagnostic::{counted, grouped};
use crate::query::answer::{Answer, Kind};
use crate::query::calls::{Calls, code};
use crate::query::library::Library;
use crate::query::search::Ranked;
use crate::query::text::{Body, cell, own};
use crate::query::topic::{Topic, hit_ids};

/// The sections that match with what each word brought; the points of a section's rows and
/// its tier-1 bonus add up to its score.
pub(super) fn explain(
    library: Library<'_>,
    topic: Topic<'_>,
    ranked: &Ranked,
    calls: &Calls,
) -> Answer {
    let mut body = Body::default();
    body.line(
        "| Rank | Section | Bytes | Score | Tier 1 | Word | In heading | In path or title | In text |",
    );
    body.line("| ---: | --- | ---: | ---: | ---: | --- | ---: | ---: | ---: |");
    let mut hits = Vec::with_capacity(ranked.sections.len());
    for hit in &ranked.sections {
        hits.push(hit);
    }
    let sections = hit_ids(library, &hits);
    for (at, (hit, id)) in ranked.sections.iter().zip(&sections).enumerate() {
        let Some(parts) = hit.parts() else { continue };
        let (rank, bytes, name) = (at + 1, grouped(hit.bytes()), cell(id));
        let mut head = format!("| {rank} | {name} | {bytes} | {} | {} |", hit.score(), parts.bonus);
        for (word, points) in topic.words.iter().zip(&parts.points) {
            let (heading, name, text) = (points.heading, points.name, points.text);
            body.line(&format!("{head} {word} | {heading} | {name} | {text} |"));
            "| | | | | |".clone_into(&mut head);
        }
    }
    let header = format!(
        "{} of {} that match, {} returned: {}",
        counted(ranked.sections.len(), "section"),
        own(&library.folders()),
        grouped(topic.most.min(ranked.sections.len())),
        topic.words.join(" ")
    );
    let mut answer = Answer::new(Kind::Sections, header, body.done());
    answer.sections = sections;
    answer.matched = Some(ranked.sections.len());
    answer.next.push(format!("The sections themselves: {}", code(&calls.topic(topic.words))));
    answer
}
