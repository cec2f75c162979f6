//! `empty-index`: the index lists no page, though there are pages.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo, counted};
use crate::map::Index;
use crate::map::layout::file_name;
use crate::map::new_row::{encoded, escaped};
use crate::map::page::Page;
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "empty-index",
    level: Level::Error,
    kind: Kind::Drift,
    summary: "the index lists no page",
    why: "An entry is a row of a table, a list item or a heading with a link into the map folder. \
          Links in prose, in code and in comments list nothing, and neither does a page's name \
          without a link. This is one finding, not one for each page.",
    mend: "Add entries that link the pages: `| Search | [search.md](search.md) |`, or \
           `- [Search](search.md)`. Where the index names the pages already, make the names links in \
           rows or list items.",
};

/// How many bytes are searched for names at most: it is only for the help.
const SEARCHED: usize = 64 * 1024 * 1024;

fn check(context: &Context<'_>, findings: &mut Findings) {
    let map = context.map;
    let Some(index) = map.judged_index() else { return findings.did_not_run(&INFO) };
    let Some(content) = &index.page.content else { return };
    // A map of templates alone has nothing to list yet.
    let listable = map.pages.iter().filter(|page| !context.unlisted.names_file(page.inner()));
    let listable = listable.count();
    if !index.entries.is_empty() || listable == 0 {
        return;
    }
    let span = content.title.as_ref().map_or(content.first_line, |title| title.span);
    let message = format!("the index lists no page; the map has {}", counted(listable, "page"));
    let finding = Diagnostic::new(&INFO, &index.page.path, Some(span), message)
        .about("index")
        .label("no row, list item or heading links a page");
    let finding = match named_page(context, index) {
        Some(page) => {
            let name = file_name(page.inner());
            let link = format!("[{}]({})", escaped(name), encoded(page.inner()));
            finding.help(format!(
                "make them links in a row or list item: the index only names `{name}`; write \
                 `{link}` in its row, or `- {link}` on a line of its own"
            ))
        }
        None => finding.help("add a row for each page; `featmap init --print` shows a template"),
    };
    findings.add(finding);
}

/// A page whose name stands in the index, in a code span or bare.
fn named_page<'a>(context: &Context<'a>, index: &Index) -> Option<&'a Page> {
    let text = index.source.text.as_str();
    let mut left = SEARCHED;
    for page in &context.map.pages {
        if context.unlisted.names_file(page.inner()) {
            continue;
        }
        left = left.checked_sub(text.len())?;
        if text.contains(file_name(page.inner())) {
            return Some(page);
        }
    }
    None
}
