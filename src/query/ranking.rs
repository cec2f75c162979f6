//! What a section and a page score for a topic, and the order that makes (DESIGN.md §6). The
//! weights are a promise: `--explain` shows them at work.

use std::cmp::Reverse;
use std::rc::Rc;

use crate::discover::name::nfc;
use crate::map::page::{Content, Page, Title};
use crate::query::directory::Spot;
use crate::query::library::PageId;
use crate::query::names::page_name;
use crate::query::words::{count, folded};

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

/// A section that matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// Its page.
    pub page: PageId,
    /// The page's path from the repository root.
    pub path: Rc<str>,
    /// Which part of the page.
    pub spot: Spot,
    /// Its size in bytes.
    pub bytes: usize,
    /// What each word of the topic brings, in the topic's order; empty unless it is asked for.
    pub points: Vec<Points>,
    /// What a tier-1 section has more.
    pub bonus: usize,
    /// All of it.
    pub score: usize,
}

impl Hit {
    /// The order of hits: score, then fewer bytes, then path, then position.
    pub fn key(&self) -> (Reverse<usize>, usize, &str, Spot) {
        (Reverse(self.score), self.bytes, &self.path, self.spot)
    }
}

/// A page that matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageHit {
    /// The page.
    pub page: PageId,
    /// Its path from the repository root.
    pub path: Rc<str>,
    /// Its size in bytes.
    pub bytes: usize,
    /// Its score.
    pub score: usize,
}

impl PageHit {
    /// The order of pages: score, then fewer bytes, then path.
    pub fn key(&self) -> (Reverse<usize>, usize, &str) {
        (Reverse(self.score), self.bytes, &self.path)
    }
}

/// Whether a heading is one of `names`, in any letter case, or goes on after it with
/// punctuation: `Map (files)`.
pub fn is_tier1(heading: &str, names: &[String]) -> bool {
    let heading = folded(heading);
    names.iter().any(|name| {
        let rest = heading.strip_prefix(&folded(name));
        rest.is_some_and(|rest| {
            let next = rest.trim_start().chars().next();
            next.is_none_or(|next| !next.is_alphanumeric())
        })
    })
}

/// Scores the parts of a page for a topic's words.
#[derive(Debug)]
pub struct Scorer<'a> {
    /// The folded words.
    pub words: &'a [String],
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
        let (path, name) = (Rc::from(self.page.path.as_str()), self.names());
        let mut hits = Vec::new();
        if self.content.preamble.more {
            let own = self.content.own_preamble(self.text).of(self.text);
            let found = (Spot::Preamble, self.content.preamble.bytes);
            let heading = folded(self.title());
            hits.extend(self.hit(&path, found, &name, &heading, &folded(own), ""));
        }
        for (number, section) in self.content.sections.iter().enumerate() {
            let whole = section.span.of(self.text);
            let written = section.heading.of(self.text);
            let (heading, text) = if self.content.undivided {
                (folded(self.title()), folded(whole))
            } else {
                let text = whole.trim_start().strip_prefix(written.trim_start());
                (folded(written), folded(text.unwrap_or(whole)))
            };
            let found = (Spot::Section(number), section.bytes);
            hits.extend(self.hit(&path, found, &name, &heading, &text, &section.name));
        }
        hits
    }

    fn hit(
        &self,
        path: &Rc<str>,
        (spot, bytes): (Spot, usize),
        name: &str,
        heading: &str,
        text: &str,
        section: &str,
    ) -> Option<Hit> {
        let (mut points, mut sum) = (Vec::new(), 0);
        for word in self.words {
            let found = Points {
                heading: if heading.contains(word) { HEADING } else { 0 },
                name: if name.contains(word) { NAME } else { 0 },
                text: count(text, word, TEXT),
            };
            sum += found.sum();
            if self.explained {
                points.push(found);
            }
        }
        if sum == 0 {
            return None;
        }
        let bonus = if is_tier1(section, self.tier1) { TIER1 } else { 0 };
        let (page, path, score) = (self.id, Rc::clone(path), sum + bonus);
        Some(Hit { page, path, spot, bytes, points, bonus, score })
    }

    /// The page as a whole, where it has any of the words.
    pub fn whole(&self) -> Option<PageHit> {
        let name = self.names();
        let front_matter = self.content.preamble.front_matter.map_or(0, |found| found.end);
        let text = folded(self.text.get(front_matter..).unwrap_or_default());
        let headings = self.content.sections.iter().map(|section| section.heading.of(self.text));
        let headings = folded(&headings.collect::<Vec<_>>().join("\n"));
        let points = |word: &String| {
            let named = if name.contains(word) { PAGE_NAME } else { 0 };
            let headed = if headings.contains(word) { PAGE_HEADING } else { 0 };
            named + headed + count(&text, word, TEXT)
        };
        let score: usize = self.words.iter().map(points).sum();
        let path = Rc::from(self.page.path.as_str());
        (score > 0).then_some(PageHit { page: self.id, path, bytes: self.content.size, score })
    }

    /// Path inside the map and title, folded.
    fn names(&self) -> String {
        folded(&format!("{}\n{}", nfc(&self.page.inner), self.title()))
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
