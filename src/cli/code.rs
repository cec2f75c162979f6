//! The arguments of `featmap impact` and `featmap which`.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::check::{FailArgs, OutputArgs};
use crate::cli::words::{Answer, Words};
use crate::cli::{MapArgs, PlaceArgs, revision};
use crate::commands::{impact, which};
use crate::query::calls::Calls;
use crate::report::Style;

pub(super) const IMPACT_EXAMPLES: &str = "Examples:
  featmap impact                     since the branch left its upstream
  featmap impact --base origin/main  since it left another branch
  featmap impact --output-format github --report markdown=summary.md

Exit status: 0 nothing at or above --fail-on; 1 findings; 2 not done, or not completely.";

pub(super) const WHICH_EXAMPLES: &str = "Examples:
  featmap which src/search.rs      the pages that name a file, or a file below a folder
  featmap which parse_query        the pages that name a function, a type, a test
  featmap which --diff             the pages that name what is changed and not committed
  featmap which --diff origin/main

Exit status: 0 answered; 1 no page names any of them, under --require; 2 not done.";

#[derive(Debug, Clone, Args)]
pub(super) struct ImpactArgs {
    #[command(flatten)]
    place: PlaceArgs,
    /// What the change is compared with [default: where the branch left its upstream; on a
    /// runner: where it left the branch that the pull request goes to]
    #[arg(
        long,
        value_name = "REV",
        value_parser = revision,
        allow_hyphen_values = true,
        help_heading = "Input"
    )]
    base: Option<String>,
    #[command(flatten)]
    failing: FailArgs,
    /// Silence nothing: obey no ignore comment and no `[[ignore]]`
    #[arg(long, help_heading = "Rules")]
    no_ignores: bool,
    #[command(flatten)]
    output: OutputArgs,
}

impl ImpactArgs {
    /// How the report is to look; sets the colour of both streams.
    pub(super) fn style(&self) -> Style {
        // What is told here is told nowhere else, notes too.
        self.output.style(true)
    }

    /// What the arguments ask for.
    pub(super) fn options(self, current: &Path) -> impact::Options {
        let style = self.style();
        let target = std::env::var("GITHUB_BASE_REF").ok().filter(|name| !name.is_empty());
        let request = self.place.maps.request(current, self.place.path);
        let common = self.output.common(request, style, self.failing.fail_on, self.no_ignores);
        impact::Options { common, base: self.base, target_branch: target }
    }
}

#[derive(Debug, Clone, Args)]
pub(super) struct WhichArgs {
    /// Paths and names
    #[arg(value_name = "PATH|NAME")]
    asked: Vec<String>,
    /// Every file that changed since a revision [default: HEAD]
    #[arg(
        long,
        value_name = "REV",
        value_parser = revision,
        num_args = 0..=1,
        default_missing_value = "HEAD"
    )]
    diff: Option<String>,
    /// Where the search for the map begins
    #[arg(long, value_name = "PATH", default_value = ".", help_heading = "Input")]
    root: PathBuf,
    #[command(flatten)]
    maps: MapArgs,
    /// Fail where no page speaks of any of them
    #[arg(long, help_heading = "Output")]
    pub(super) require: bool,
    /// How the answer is written
    #[arg(
        long,
        visible_alias = "format",
        value_name = "FORMAT",
        value_parser = Words(&[
            ("text", "For people", Answer::Text),
            ("json", "One JSON object", Answer::Json),
        ]),
        default_value = "text",
        help_heading = "Output"
    )]
    output_format: Answer,
}

impl WhichArgs {
    /// What the arguments ask for.
    pub(super) fn options(&self, current: &Path) -> which::Options {
        let root = Some(self.root.as_path()).filter(|root| *root != Path::new("."));
        which::Options {
            calls: Calls::new(&self.maps.carried(root)),
            request: self.maps.clone().request(current, self.root.clone()),
            asked: self.asked.clone(),
            diff: self.diff.clone(),
            json: self.output_format == Answer::Json,
        }
    }
}
