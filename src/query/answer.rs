//! What a query came to, before it is cut to a budget. Plain data.

/// The kinds of answers, as the JSON format names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "their words tell")]
pub enum Kind {
    Index,
    Sections,
    Skeleton,
    Section,
    Subsection,
    Page,
    MissingPage,
    AmbiguousPage,
    MissingSection,
    AmbiguousSection,
    MissingSubsection,
    AmbiguousSubsection,
    NoTopicMatch,
    Stale,
    BadOffset,
    Absent,
}

impl Kind {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::Sections => "sections",
            Self::Skeleton => "skeleton",
            Self::Section => "section",
            Self::Subsection => "subsection",
            Self::Page => "page",
            Self::MissingPage => "missing-page",
            Self::AmbiguousPage => "ambiguous-page",
            Self::MissingSection => "missing-section",
            Self::AmbiguousSection => "ambiguous-section",
            Self::MissingSubsection => "missing-subsection",
            Self::AmbiguousSubsection => "ambiguous-subsection",
            Self::NoTopicMatch => "no-topic-match",
            Self::Stale => "stale",
            Self::BadOffset => "bad-offset",
            Self::Absent => "absent",
        }
    }

    /// The exit status: 0 answered, 1 not, 2 no map.
    pub fn status(self) -> u8 {
        match self {
            Self::Index
            | Self::Sections
            | Self::Skeleton
            | Self::Section
            | Self::Subsection
            | Self::Page => 0,
            Self::Absent => 2,
            _ => 1,
        }
    }
}

/// A section that was not returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Omitted {
    /// Its place in the ranking.
    pub rank: usize,
    /// Its size in bytes.
    pub bytes: usize,
}

/// What a query came to.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What it is.
    pub kind: Kind,
    /// One line that says what follows; fit to print.
    pub header: String,
    /// The whole answer, of which a reply holds a window. It holds no call: a call carries flags
    /// and budget, and what is asked again with others must be the same answer.
    pub body: String,
    /// Lines that name the calls of the next level; fit to print.
    pub next: Vec<String>,
    /// The page it is about, by its path from the repository root.
    pub page: Option<String>,
    /// The section, as a call takes it.
    pub section: Option<String>,
    /// The subsection, as a call takes it.
    pub sub: Option<String>,
    /// Pages, in the order of the ranking.
    pub pages: Vec<String>,
    /// Sections as `path#slug`, in the order of the ranking.
    pub sections: Vec<String>,
    /// What matched and was not returned, in the order of the ranking.
    pub omitted: Vec<Omitted>,
    /// How many sections, or pages, match a topic.
    pub matched: Option<usize>,
}

impl Answer {
    /// An answer with nothing but its kind, header and body.
    pub fn new(kind: Kind, header: String, body: String) -> Self {
        Self {
            kind,
            header,
            body,
            next: Vec::new(),
            page: None,
            section: None,
            sub: None,
            pages: Vec::new(),
            sections: Vec::new(),
            omitted: Vec::new(),
            matched: None,
        }
    }
}
