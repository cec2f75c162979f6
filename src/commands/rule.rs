//! `featmap rule`: list the rules, or explain one.

use std::io::Write;

use crate::check::plan::known;
use crate::commands::Stop;
use crate::diagnostic::{Kind, RuleInfo};
use crate::error::Error;
use crate::harmless::Output;
use crate::rules::RULES;

/// Writes the list, or the explanation of the rule of a name.
///
/// # Errors
/// An unknown name, with the nearest one.
pub fn rule(name: Option<&str>, out: &mut dyn Write) -> Result<(), Stop> {
    let text = match name {
        None => list(),
        Some(name) => {
            let info = known(RULES, name, None).map_err(Error::from)?;
            format!("{}\n{}\n", page(info), info.url())
        }
    };
    Output::text(&text).write(out).map_err(Error::Output)?;
    Ok(())
}

fn list() -> String {
    let width = RULES.iter().map(|rule| rule.info.name.len()).max().unwrap_or_default();
    let mut list = String::new();
    for rule in RULES {
        let RuleInfo { name, level, kind, summary, .. } = rule.info;
        let (level, kind) = (level.word(), kind.word());
        list.push_str(&format!("{name:width$}  {level:7}  {kind:9}  {summary}\n"));
    }
    list
}

/// A rule's page: what `featmap rule NAME` prints, and what `docs/rules/NAME.md` begins with.
pub fn page(info: &RuleInfo) -> String {
    let silence = match info.kind {
        Kind::Unread => {
            "A finding of this kind cannot be silenced or lowered: what was not read is not clean. \
             Name the file under `exclude` in `featmap.toml`."
                .to_owned()
        }
        kind => format!(
            "`<!-- featmap: ignore[{name}] reason -->` in the row, section or page it speaks of; an \
             `[[ignore]]` entry or `{name} = \"off\"` under `[rules]` in `featmap.toml`.{}",
            if kind == Kind::Drift {
                " A level or `off` changes what is shown and the exit status; the map stays not clean \
                 until the finding is mended or ignored with a reason."
            } else {
                ""
            },
            name = info.name
        ),
    };
    format!(
        "# {}\n\nReports: {}.\n\nLevel: {} · Kind: {}\n\n## Why\n\n{}\n\n## How to mend it\n\n{}\n\n\
         ## How to silence it\n\n{silence}\n",
        info.name,
        info.summary,
        info.level,
        info.kind.word(),
        info.why,
        info.mend
    )
}
