//! A map at the size of a question: index, topic, skeleton, section, subsection, page, each
//! under a byte budget (DESIGN.md §6). Reads only.

pub mod answer;
pub mod calls;
mod candidates;
pub mod directory;
mod explain;
mod index;
pub mod json;
pub mod library;
pub mod names;
mod part;
pub mod places;
pub mod ranking;
pub mod reply;
mod rows;
pub mod search;
mod skeleton;
mod text;
mod topic;
mod window;
pub mod words;

use crate::error::Result;
use crate::query::answer::Answer;
use crate::query::calls::{Calls, page_arguments, section_arguments, sub_arguments};
use crate::query::library::Library;
use crate::query::names::Found;
use crate::query::reply::{Footer, Part, Reply, reply};
use crate::query::search::{Ranked, Ranks, Search};
use crate::query::topic::{OmittedLines, Topic};

/// What is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ask {
    /// The index and the list of pages.
    Index,
    /// What matches the words of a topic.
    Topic(Vec<String>, Form),
    /// Something of a page, which is named as the caller has it.
    Page(String, Of),
}

/// How a topic is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// By the best sections.
    Sections,
    /// By the shapes of the pages.
    Skeletons,
    /// By the points of each section.
    Explained,
}

/// What is wanted of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Of {
    /// Its shape.
    Skeleton,
    /// All of it.
    Whole,
    /// A section.
    Section(String),
    /// A subsection of a section.
    Sub(String, String),
}

/// A query.
#[derive(Debug, Clone)]
pub struct Query {
    /// What is asked.
    pub ask: Ask,
    /// Which part of the answer is wanted.
    pub part: Part,
    /// How many sections a topic brings at most.
    pub per_topic: usize,
    /// The names of tier-1 sections.
    pub tier1: Vec<String>,
    /// How further calls are made.
    pub calls: Calls,
}

impl Query {
    /// The search to make while the maps are read, where the query needs one.
    pub fn search(&self) -> Option<Search> {
        let Ask::Topic(words, form) = &self.ask else {
            return None;
        };
        let ranks = match form {
            Form::Sections => Ranks::Sections(self.per_topic),
            Form::Explained => Ranks::Explained,
            Form::Skeletons => Ranks::Pages,
        };
        Some(Search::new(words, &self.tier1, ranks))
    }

    /// Answers, over maps that were read, with what the search came to.
    ///
    /// # Errors
    /// Where a file that the answer needs could not be read.
    pub fn answer(&self, library: Library<'_>, ranked: &Ranked) -> Result<Reply> {
        let answer = match &self.ask {
            Ask::Index => index::index(library, &self.calls)?,
            Ask::Topic(words, form) => self.topic(library, words, *form, ranked)?,
            Ask::Page(page, of) => self.page(library, page, of)?,
        };
        let calls = self.calls.clone().with_own(self.arguments());
        let all = match &self.ask {
            Ask::Topic(words, _) => calls.whole_topic(words, ranked.sections.len()),
            _ => String::new(),
        };
        let lines = OmittedLines::new(library, ranked, &calls);
        let line = |rank| lines.line(rank);
        Ok(reply(answer, &self.part, &calls, &Footer { line: &line, all }))
    }

    fn topic(
        &self,
        library: Library<'_>,
        words: &[String],
        form: Form,
        ranked: &Ranked,
    ) -> Result<Answer> {
        if ranked.sections.is_empty() && ranked.pages.is_empty() {
            return Ok(topic::none(library, words, ranked.searched, &self.calls));
        }
        let topic = Topic { words, most: self.per_topic, tier1: &self.tier1 };
        match form {
            Form::Sections => topic::sections(library, topic, ranked, &self.calls),
            Form::Skeletons => Ok(skeleton::matching(library, words, ranked, &self.calls)),
            Form::Explained => Ok(explain::explain(library, topic, ranked, &self.calls)),
        }
    }

    fn page(&self, library: Library<'_>, wanted: &str, of: &Of) -> Result<Answer> {
        let id = match names::page(library, wanted) {
            Found::One(id) => id,
            found => {
                let again = |page: &str| match of {
                    Of::Skeleton => self.calls.page(page),
                    Of::Whole => self.calls.full(page),
                    Of::Section(section) => self.calls.section(page, section),
                    Of::Sub(section, sub) => self.calls.sub(page, section, sub),
                };
                return Ok(candidates::pages(library, wanted, &found, &again, &self.calls));
            }
        };
        match of {
            Of::Skeleton => skeleton::one(library, id, &self.calls),
            Of::Whole => part::whole(library, id),
            Of::Section(section) => part::section(library, id, section, &self.calls),
            Of::Sub(section, sub) => part::subsection(library, id, section, sub, &self.calls),
        }
    }

    /// What was asked, as the arguments of a call.
    fn arguments(&self) -> String {
        match &self.ask {
            Ask::Index => String::new(),
            Ask::Topic(words, form) => {
                let flag = match form {
                    Form::Sections => "",
                    Form::Skeletons => "--skeleton",
                    Form::Explained => "--explain",
                };
                self.calls.topic_arguments(words, flag)
            }
            Ask::Page(page, Of::Skeleton) => page_arguments(page),
            Ask::Page(page, Of::Whole) => format!("{} --full", page_arguments(page)),
            Ask::Page(page, Of::Section(section)) => section_arguments(page, section),
            Ask::Page(page, Of::Sub(section, sub)) => sub_arguments(page, section, sub),
        }
    }
}
