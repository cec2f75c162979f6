//! The arguments of `featmap query`.

use std::ffi::OsStr;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::words::{Answer, Words};
use crate::cli::{MapArgs, positive};
use crate::commands::query::{Format, Options};
use crate::query::calls::Calls;
use crate::query::words::words;
use crate::query::{Ask, Form, Of};

pub(super) const EXAMPLES: &str = "Examples:
  featmap query                               the index, and the pages with their sizes
  featmap query glow sweep                    the sections that match, best first
  featmap query glow --skeleton               the shapes of the pages that match
  featmap query --page glow.md                a page's shape
  featmap query --page glow.md --section map  a section
  featmap query --page glow.md --full         a whole page

Every reply names the call that gets what it left out.
Exit status: 0 answered; 1 nothing matched, or a name that is not one thing; 2 not done.";

#[derive(Debug, Clone, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct QueryArgs {
    /// Words to look for; none: the index and the list of pages
    #[arg(value_name = "TOPIC", group = "asked", help_heading = "Question")]
    topic: Vec<String>,
    /// A page: its path, file name or title, or a part of one
    #[arg(
        long,
        value_name = "P",
        group = "asked",
        allow_hyphen_values = true,
        help_heading = "Question"
    )]
    page: Option<String>,
    // A flag that requires what another argument shuts out is not refused for that alone.
    /// A section of the page: its name or slug, or a part of it; `Name#2` for the second
    #[arg(
        long,
        value_name = "S",
        requires = "page",
        conflicts_with = "topic",
        allow_hyphen_values = true,
        help_heading = "Question"
    )]
    section: Option<String>,
    /// A subsection of the section
    #[arg(
        long,
        value_name = "U",
        requires = "section",
        conflicts_with = "topic",
        allow_hyphen_values = true,
        help_heading = "Question"
    )]
    sub: Option<String>,
    /// The whole page
    #[arg(
        long,
        requires = "page",
        conflicts_with_all = ["topic", "section", "skeleton"],
        help_heading = "Question"
    )]
    full: bool,
    /// Sections and sizes of the pages, and no content
    #[arg(
        long,
        requires = "asked",
        conflicts_with_all = ["section", "explain"],
        help_heading = "Question"
    )]
    skeleton: bool,
    /// Why each section ranks where it does
    #[arg(long, requires = "topic", conflicts_with = "page", help_heading = "Question")]
    explain: bool,
    /// Go on at this byte of the answer
    #[arg(
        long,
        value_name = "N",
        default_value = "0",
        value_parser = offset,
        allow_negative_numbers = true,
        hide_default_value = true,
        help_heading = "Size"
    )]
    offset: usize,
    /// The answer's hash as the reply before gave it: refuse if the map changed since
    #[arg(long, value_name = "H", help_heading = "Size")]
    rev: Option<String>,
    /// The most bytes of the reply; 0: no limit [default: 12000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, help_heading = "Size")]
    max_bytes: Option<i64>,
    /// The most sections for a topic [default: 3]
    #[arg(long, value_name = "N", value_parser = positive, help_heading = "Size")]
    sections_per_topic: Option<usize>,
    /// How the reply is written
    #[arg(
        long,
        visible_alias = "format",
        value_name = "FORMAT",
        value_parser = Words(&[
            ("text", "Markdown", Answer::Text),
            ("json", "One JSON object", Answer::Json),
        ]),
        default_value = "text",
        help_heading = "Output"
    )]
    output_format: Answer,
    /// Where the search for the map begins [default: the current folder]
    #[arg(long, value_name = "PATH", allow_hyphen_values = true, help_heading = "Input")]
    root: Option<PathBuf>,
    /// Only files that git tracks
    #[arg(long, help_heading = "Input")]
    tracked: bool,
    #[command(flatten)]
    maps: MapArgs,
}

/// An offset; one too large to count is past every end.
fn offset(text: &str) -> Result<usize, String> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) => Ok(number),
        Err(_) if digits => Ok(usize::MAX),
        Err(_) => Err("a whole number of at least 0 is wanted".to_owned()),
    }
}

impl QueryArgs {
    /// What the arguments ask for.
    pub(super) fn options(self, current: &Path) -> Options {
        let calls = self.calls();
        let ask = self.ask();
        let start = self.root.unwrap_or_else(|| ".".into());
        Options {
            request: self.maps.request(current, start),
            tracked: self.tracked,
            ask,
            offset: self.offset,
            rev: self.rev,
            max_bytes: self.max_bytes,
            sections_per_topic: self.sections_per_topic,
            calls,
            format: match self.output_format {
                Answer::Json => Format::Json,
                Answer::Text => Format::Text { terminal: io::stdout().is_terminal() },
            },
        }
    }

    fn ask(&self) -> Ask {
        let Some(page) = self.page.clone() else {
            if self.topic.is_empty() && !self.skeleton {
                return Ask::Index;
            }
            let form = match (self.skeleton, self.explain) {
                (true, _) => Form::Skeletons,
                (false, true) => Form::Explained,
                (false, false) => Form::Sections,
            };
            return Ask::Topic(words(&self.topic.join(" ")), form);
        };
        let of = match (&self.section, &self.sub) {
            (Some(section), Some(sub)) => Of::Sub(section.clone(), sub.clone()),
            (Some(section), None) => Of::Section(section.clone()),
            (None, _) if self.full => Of::Whole,
            (None, _) => Of::Skeleton,
        };
        Ask::Page(page, of)
    }

    /// What further calls carry along: where the map is, and budgets that were given.
    fn calls(&self) -> Calls {
        let mut carried = self.maps.carried(self.root.as_deref());
        if self.tracked {
            carried.push(("--tracked", None));
        }
        let bytes = self.max_bytes.map(|bytes| bytes.max(0).to_string());
        if let Some(bytes) = &bytes {
            carried.push(("--max-bytes", Some(OsStr::new(bytes))));
        }
        let calls = Calls::new(&carried);
        match self.sections_per_topic {
            Some(number) => calls.with_sections_per_topic(number),
            None => calls,
        }
    }
}
