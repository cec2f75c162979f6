//! What a section and a page score for a topic, and the order that makes (DESIGN.md §6). The
//! weights are a promise: `--explain` shows them at work.

use std::cmp::Reverse;

use crate::discover::name::nfc;
use crate::map::page::{Content, Page, Title};
use crate::query::directory::Spot;
use crate::query::library::PageId;
use crate::query::names::page_name;
use crate::query::words::{Sought, fold, folded};

/// For a word in a section's heading.
const HEADING: usize = 4;
/// For a word in the page's path or title.
const NAME: usize = 3;
/// The most for a word in a section's text, one for each time.
const TEXT: usize = 5;
/// For a tier-1 section, once.
const TIER1: usize = 3;
/// For a word in a page's path or title, where pages are ranked.
const PAGE_NAME: usize = 6;
/// For a word in a heading of a page, where pages are ranked.
const PAGE_HEADING: usize = 3;

/// What one word brings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Points {
    /// For the heading, or any heading of a page.
    pub heading: usize,
    /// For the page's path or title.
    pub name: usize,
    /// For the text.
    pub text: usize,
}

impl Points {
    fn sum(self) -> usize {
        self.heading + self.name + self.text
    }
}

/// A section that matched. It is small, because a topic may have a hundred thousand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    map: u32,
    page: u32,
    /// 0 for the preamble, else the section's number and one.
    place: u32,
    score: u32,
    bytes: usize,
    parts: Option<Box<Parts>>,
}

/// What a section's score is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// What each word of the topic brings, in the topic's order.
    pub points: Vec<Points>,
    /// What a tier-1 section has more.
    pub bonus: usize,
}

impl Hit {
    fn new(
        page: PageId,
        spot: Spot,
        bytes: usize,
        score: usize,
        parts: Option<Box<Parts>>,
    ) -> Self {
        // No map has so many pages, nor a page so many sections, that a number would not fit.
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let place = match spot {
            Spot::Preamble => 0,
            Spot::Section(number) => small(number).saturating_add(1),
        };
        let (map, page, score) = (small(page.map), small(page.page), small(score));
        Self { map, page, place, score, bytes, parts }
    }

    /// Its page.
    pub fn page(&self) -> PageId {
        PageId { map: self.map as usize, page: self.page as usize }
    }

    /// Which part of the page.
    pub fn spot(&self) -> Spot {
        match self.place.checked_sub(1) {
            None => Spot::Preamble,
            Some(number) => Spot::Section(number as usize),
        }
    }

    /// Its score.
    pub fn score(&self) -> usize {
        self.score as usize
    }

    /// Its size in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// What the score is made of; none unless it was asked for.
    pub fn parts(&self) -> Option<&Parts> {
        self.parts.as_deref()
    }

    /// The order of hits: score, then fewer bytes. Equals go by path, then position.
    pub fn key(&self) -> (Reverse<usize>, usize) {
        (Reverse(self.score()), self.bytes)
    }
}

/// A page that matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageHit {
    /// The page.
    pub page: PageId,
    /// Its size in bytes.
    pub bytes: usize,
    /// Its score.
    pub score: usize,
}

impl PageHit {
    /// The order of pages: score, then fewer bytes. Equals go by path.
    pub fn key(&self) -> (Reverse<usize>, usize) {
        (Reverse(self.score), self.bytes)
    }
}

/// Whether a heading is one of `names`, as [`is_named`] takes it.
pub fn is_tier1(heading: &str, names: &[String]) -> bool {
    let heading = folded(heading);
    names.iter().any(|name| begins_with(&heading, name))
}

/// Whether a heading is a name, in any letter case, or goes on after it with punctuation:
/// `Map (files)`.
pub fn is_named(heading: &str, name: &str) -> bool {
    begins_with(&folded(heading), name)
}

fn begins_with(folded_heading: &str, name: &str) -> bool {
    let Some(rest) = folded_heading.strip_prefix(&folded(name)) else { return false };
    rest.trim_start().chars().next().is_none_or(|next| !next.is_alphanumeric())
}

/// Scores the parts of a page for a topic's words.
#[derive(Debug)]
pub struct Scorer<'a> {
    /// The words.
    pub words: &'a [Sought],
    /// The names of tier-1 sections.
    pub tier1: &'a [String],
    /// The page's number.
    pub id: PageId,
    /// The page.
    pub page: &'a Page,
    /// What stands in it.
    pub content: &'a Content,
    /// Its text.
    pub text: &'a str,
    /// Whether a hit is to tell what each word brings.
    pub explained: bool,
}

impl Scorer<'_> {
    /// The sections, and the preamble where it counts, that have any of the words.
    pub fn sections(&self) -> Vec<Hit> {
        let name = self.names();
        let (mut heading, mut text) = (String::new(), String::new());
        let mut hits = Vec::new();
        if self.content.preamble.more {
            let own = self.content.own_preamble(self.text).of(self.text);
            refold(self.title(), &mut heading);
            refold(own, &mut text);
            let found = (Spot::Preamble, self.content.preamble.bytes);
            hits.extend(self.hit(found, &name, &heading, &text, ""));
        }
        for (number, section) in self.content.sections.iter().enumerate() {
            let whole = section.span.of(self.text);
            if self.content.undivided {
                refold(self.title(), &mut heading);
                refold(whole, &mut text);
            } else {
                let written = section.heading.of(self.text);
                let own = whole.trim_start().strip_prefix(written.trim_start());
                refold(written, &mut heading);
                refold(own.unwrap_or(whole), &mut text);
            }
            let found = (Spot::Section(number), section.bytes);
            hits.extend(self.hit(found, &name, &heading, &text, &section.name));
        }
        hits
    }

    fn hit(
        &self,
        (spot, bytes): (Spot, usize),
        name: &str,
        heading: &str,
        text: &str,
        section: &str,
    ) -> Option<Hit> {
        let points = |word: &Sought| Points {
            heading: if word.is_in(heading) { HEADING } else { 0 },
            name: if word.is_in(name) { NAME } else { 0 },
            text: word.count(text, TEXT),
        };
        let mut sum = 0;
        for word in self.words {
            sum += points(word).sum();
        }
        if sum == 0 {
            return None;
        }
        let bonus = if is_tier1(section, self.tier1) { TIER1 } else { 0 };
        let parts = self.explained.then(|| {
            let mut parts = Parts { points: Vec::with_capacity(self.words.len()), bonus };
            for word in self.words {
                parts.points.push(points(word));
            }
            Box::new(parts)
        });
        Some(Hit::new(self.id, spot, bytes, sum + bonus, parts))
    }

    /// The page as a whole, where it has any of the words.
    pub fn whole(&self) -> Option<PageHit> {
        let name = self.names();
        let front_matter = self.content.preamble.front_matter.map_or(0, |found| found.end);
        let text = folded(self.text.get(front_matter..).unwrap_or_default());
        let mut headings = String::new();
        for section in &self.content.sections {
            fold(section.heading.of(self.text), &mut headings);
            headings.push('\n');
        }
        let mut score = 0;
        for word in self.words {
            let named = if word.is_in(&name) { PAGE_NAME } else { 0 };
            let headed = if word.is_in(&headings) { PAGE_HEADING } else { 0 };
            score += named + headed + word.count(&text, TEXT);
        }
        (score > 0).then_some(PageHit { page: self.id, bytes: self.content.size, score })
    }

    /// Path inside the map and title, folded.
    fn names(&self) -> String {
        folded(&format!("{}\n{}", nfc(self.page.inner()), self.title()))
    }

    /// The title, else the file name. A heading as it is written, so that a page without a
    /// word in its file has none in its title either.
    fn title(&self) -> &str {
        let front_matter = self.content.preamble.front_matter;
        let heading =
            |title: &&Title| !front_matter.is_some_and(|found| found.holds(title.span.start));
        let written = self.content.title.as_ref().filter(heading);
        written.map_or_else(|| page_name(self.page), |title| title.span.of(self.text))
    }
}

/// Folds a text into the room of another.
fn refold(text: &str, room: &mut String) {
    room.clear();
    fold(text, room);
}

#[cfg(test)]
mod tests {
    use super::is_tier1;

    #[test]
    fn tier_1_is_the_name_or_goes_on_with_punctuation() {
        let names = ["Map".to_owned(), "Tests that pin it".to_owned()];
        for heading in ["Map", "MAP", "Map (files)", "map: files", "Tests that pin it — all"] {
            assert!(is_tier1(heading, &names), "{heading}");
        }
        for heading in ["Maps", "Map of files", "The map", "Tests"] {
            assert!(!is_tier1(heading, &names), "{heading}");
        }
    }
}
