//! `lost-row`: what was meant as a row or cell of the index and is none.

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo, counted};
use crate::map::lost::Loss;
use crate::rule::{Context, Findings, Rule};
use crate::source::span::Span;

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "lost-row",
    level: Level::Warning,
    kind: Kind::Structure,
    summary: "text of the index was meant as a row or cell and is none",
    why: "A table drops what stands beyond its header's last column, also a comment after the last \
          pipe. A comment or a blank line between two rows ends it, and the rows that follow are a \
          paragraph. A delimiter row with another number of cells than the header makes no table \
          at all. What is lost so is not shown to readers and lists nothing: the pages in it are \
          reported as unindexed besides.",
    mend: "Move the text into a cell, or add a column. Move a comment between rows into a cell of the \
           row it speaks of. Give the delimiter row one cell for each column.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let Some(index) = context.map.judged_index() else {
        return findings.did_not_run(&INFO);
    };
    let path = &index.page.path;
    for lost in &index.lost {
        let text = lost.span.of(index.source.text.as_str()).trim();
        let finding =
            |message: String| Diagnostic::new(&INFO, path, Some(lost.span), message).about(text);
        findings.add(match lost.how {
            Loss::BeyondHeader(cells) => {
                let message = "this text stands beyond the table's last column and is not shown";
                let cells = counted(cells, "column");
                let comment = text.starts_with("<!--");
                finding(message.to_owned()).label(format!("the table has {cells}")).help(if comment {
                    "move the comment into a cell of the row"
                } else {
                    "move it into a cell, or add a column to the table's header and delimiter row"
                })
            }
            Loss::AfterTable(table) => {
                let message = "this line looks like a row and is part of no table";
                let first = table.of(index.source.text.as_str());
                let end = first.find(['\n', '\r']).unwrap_or(first.len());
                let header = Span::new(table.start, table.start + end);
                finding(message.to_owned())
                    .label("a paragraph, not a row")
                    .related(path, header, "this table ended before it")
                    .help("remove the blank line or comment before it (a comment may stand in a cell), and leave one line blank after the last row")
            }
            Loss::Delimiter { header, columns, cells } => {
                let message = "this is no table: its header and delimiter row differ in length";
                finding(message.to_owned())
                    .label(format!("{} here", counted(cells, "cell")))
                    .related(path, header, format!("{} here", counted(columns, "cell")))
                    .help("give the delimiter row one cell for each cell of the header")
            }
        });
    }
}
