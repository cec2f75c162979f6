//! `missing-index`: the map folder has pages and no index.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::discover::root::index_name;
use crate::map::IndexState;
use crate::rule::{Context, Findings, Rule};
use crate::rules::unresolved_link::add_to_git;

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "missing-index",
    level: Level::Error,
    kind: Kind::Drift,
    summary: "the map folder has pages and no index",
    why: "The index is where people and agents begin. Without it the pages can only be found by \
          listing the folder. The index is `README.md` in the map folder; where there is none, \
          the first of `readme.md`, `index.md`, `_index.md`, `feature_index.md` and \
          `feature-index.md` in any letter case, or the one that `index` in `featmap.toml` names. \
          The pages are not reported one by one besides.",
    mend: "Write the index, with a row for each page. `featmap init --print` shows a template. \
           Where the index has another name, set `index` in `featmap.toml`. Where git ignores it, or does \
           not know it under `--tracked`, add it to git.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let map = context.map;
    if !matches!(map.index, IndexState::Missing) || map.pages.is_empty() {
        return;
    }
    let folder = if map.layout.folder.is_empty() { "." } else { &map.layout.folder };
    let finding =
        Diagnostic::new(&INFO, folder, None, format!("the map folder `{folder}` has no index"))
            .about("index")
            .help(remedy(context));
    findings.add(finding);
}

/// How to come by an index: there may be one that git leaves out.
fn remedy(context: &Context<'_>) -> String {
    let map = context.map;
    let (mut names, mut standings) = (Vec::new(), Vec::new());
    for (name, standing) in map.names.unknown_at_top() {
        names.push(name);
        standings.push(standing);
    }
    let found = index_name(context.index, &names);
    for (name, standing) in names.into_iter().zip(standings) {
        if found == Some(name) {
            return add_to_git(&map.layout.outer(name), standing);
        }
    }
    format!(
        "write `{}` with a row for each page; `featmap init --print` shows a template",
        map.layout.outer(context.index.unwrap_or("README.md"))
    )
}
