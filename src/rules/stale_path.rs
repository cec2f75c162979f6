//! `stale-path`: a page names a path that is gone.

use crate::code::path::Wanted;
use crate::code::{By, Gone, History, Reference, Verdict, What};
use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::discover::name::relative;
use crate::map::layout::{file_name, parent};
use crate::rule::{Context, Findings, Rule};
use crate::source::span::Span;

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "stale-path",
    level: Level::Error,
    kind: Kind::Code,
    summary: "a page names a path that the repository no longer has",
    why: "Who reads a page goes to the files that it names. A path in a code span, or a link that \
          leaves the map, is looked for in what git tracks: from the repository root, from the \
          page's folder, then as the end of a path; a file name without a folder only where it \
          tells enough (`PrdList.tsx`, not `config.toml`). One that is missing is reported only where \
          git's history shows that it was there, with the commit that removed it; so is one whose \
          removal is not yet committed. In a section \
          that lists places (`Map`, `Tests that pin it`) a path that never was there is a warning. \
          Where history is not whole, or the map makes it doubtful that the page claims it, findings \
          are warnings at most. \
          What counts, and what is passed over: `docs/code-references.md`.",
    mend: "Name the path as it is now; where git saw a rename, the help shows the change. Where the \
           page tells of the past, say so in the same sentence (\"removed\", \"replaced\").",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let Some(code) = context.code else { return };
    for reference in &code.references {
        let What::Path(wanted) = &reference.what else { continue };
        let path = &wanted.path;
        let finding = match &reference.verdict {
            Verdict::Gone(gone) => gone_path(reference, wanted, gone),
            Verdict::GoneInChange(now) => {
                let message = match now {
                    Some(now) => format!(
                        "this change renames `{path}` to `{now}`, and the page keeps the old name"
                    ),
                    None => format!("this change removes `{path}`, and the page still names it"),
                };
                let mut finding = found(reference, message).label("gone with this change");
                if now.is_none() {
                    finding = finding.help(
                        "name what took its place, or say in the same sentence that it was removed",
                    );
                }
                with_new_path(finding, reference, wanted, path, now.as_deref())
            }
            Verdict::Missing(hint) => {
                let never = match code.history {
                    History::Whole => ", and no commit ever held it",
                    _ => "",
                };
                let message = format!("`{path}` is not in the repository{never}");
                let mut finding = found(reference, message).label("not there");
                finding.level = Level::Warning;
                match hint {
                    Some(hint) => finding.help(format!("did you mean `{hint}`?")),
                    None => finding
                        .help("correct the path, or say in the same sentence that it is planned"),
                }
            }
            _ => continue,
        };
        findings.add(lowered(finding, &code.history));
    }
}

fn found(reference: &Reference, message: String) -> Diagnostic {
    Diagnostic::new(&INFO, &reference.page, Some(reference.span), message)
        .about(reference.subject())
}

fn gone_path(reference: &Reference, wanted: &Wanted, gone: &Gone) -> Diagnostic {
    let Gone { by, path, now, alike, again, folder, .. } = gone;
    let (what, label) = match by {
        By::Commit(commit) => {
            (format!("{} ({})", commit.short(), commit.date), format!("gone since {}", commit.date))
        }
        By::Staged => (String::new(), "gone with the next commit".to_owned()),
        By::WorkTree => (String::new(), "not on disk".to_owned()),
    };
    let how = match (by, now) {
        (By::WorkTree, _) => {
            "it is deleted in the work tree, which is not yet committed".to_owned()
        }
        (By::Staged, Some(now)) => {
            format!("its renaming to `{now}` is staged and not yet committed")
        }
        (By::Staged, None) => "its removal is staged and not yet committed".to_owned(),
        (_, Some(now)) if *again => format!("{what} renamed it, and it is `{now}` now"),
        (_, Some(now)) => format!("{what} renamed it to `{now}`"),
        (_, None) => format!("{what} removed it"),
    };
    let message = if wanted.glob {
        let glob = &wanted.path;
        match by {
            By::Commit(_) => format!("`{glob}` fits no file any more: {what} removed `{path}`"),
            By::Staged | By::WorkTree => {
                format!("`{glob}` fits no file any more: `{path}` went, which is not yet committed")
            }
        }
    } else {
        format!("`{path}` is gone: {how}")
    };
    let mut finding = found(reference, message).label(label);
    if let Some(doubt) = reference.doubt {
        finding.level = Level::Warning;
        finding = finding.help(format!("a warning only: {}", doubt.words()));
    }
    if let Some(folder) = folder {
        finding = finding.help(format!("there is a folder now: `{folder}/`"));
    }
    if let Some(alike) = alike {
        finding = finding.help(format!("the only file of that name is `{alike}`"));
    }
    if now.is_none() {
        finding = finding.help(match by {
            By::Commit(commit) => {
                format!("`git show {}` tells why; name what took its place", commit.short())
            }
            By::Staged | By::WorkTree => {
                "name what took its place, or say in the same sentence that it was removed"
                    .to_owned()
            }
        });
    }
    with_new_path(finding, reference, wanted, path, now.as_deref())
}

/// Adds the change of the old path to the new one, written as the old one is.
fn with_new_path(
    finding: Diagnostic,
    reference: &Reference,
    wanted: &Wanted,
    old: &str,
    new: Option<&str>,
) -> Diagnostic {
    let Some(new) = new else { return finding };
    if !wanted.verbatim || wanted.glob {
        return finding.help(format!("name `{new}`"));
    }
    let page = parent(&reference.page);
    let from_page = || relative(std::path::Path::new(page), std::path::Path::new(new));
    let package = old.strip_suffix(&wanted.path).filter(|package| !package.is_empty());
    let text = if wanted.link && reference.written.starts_with('/') {
        format!("/{new}")
    } else if wanted.link || wanted.path.starts_with("..") {
        from_page()
    } else if wanted.bare {
        file_name(new).to_owned()
    } else {
        package.and_then(|package| new.strip_prefix(package)).unwrap_or(new).to_owned()
    };
    let written = if wanted.link {
        reference.written.split(['?', '#']).next().unwrap_or_default()
    } else {
        wanted.path.as_str()
    };
    let Some(at) = reference.written.find(written).filter(|_| !written.is_empty()) else {
        return finding.help(format!("name `{new}`"));
    };
    if reference.span.len() != reference.written.len() {
        return finding.help(format!("name `{new}`"));
    }
    let start = reference.span.start + at;
    let span = Span::new(start, start + written.trim_end_matches('/').len());
    finding.fix(format!("name `{new}`"), &reference.page, span, text)
}

/// Where history is not whole, nothing is surer than a warning.
fn lowered(mut finding: Diagnostic, history: &History) -> Diagnostic {
    if *history != History::Whole {
        finding.level = finding.level.min(Level::Warning);
    }
    finding
}
