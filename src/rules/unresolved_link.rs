//! `unresolved-link`: an entry's link names no file.

use std::ffi::OsStr;

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::discover::name::is_markdown;
use crate::discover::walk::Standing;
use crate::harmless::shell_word;
use crate::lookup::Seen;
use crate::map::FeatureMap;
use crate::map::entry::EntryLink;
use crate::map::layout::parent;
use crate::map::link::{Destination, Target};
use crate::map::meant::{Broken, Meant, broken};
use crate::map::new_row::encoded;
use crate::rule::{Context, Findings, Rule};

/// The rule.
pub const RULE: Rule = Rule { info: &INFO, check };

static INFO: RuleInfo = RuleInfo {
    name: "unresolved-link",
    level: Level::Error,
    kind: Kind::Drift,
    summary: "an entry's link names no file",
    why: "A reader who follows the index ends nowhere. Links are resolved relative to the index, \
          `/x` from the repository root, after percent-decoding; letter case must match exactly on \
          every system, because it does on the server. A file that git ignores, or does not know \
          under `--tracked`, is not there for others.",
    mend: "Correct the destination, or take the entry out with the page it named. The help names the \
           file that was probably meant, where there is only one.",
};

fn check(context: &Context<'_>, findings: &mut Findings) {
    let map = context.map;
    if map.judged_index().is_none() {
        return findings.did_not_run(&INFO);
    }
    for broken in broken(map, context.unlisted) {
        findings.add(missing_file(map, &broken));
    }
    for (path, entry) in map.all_entries() {
        let mut seen = Seen::new();
        for found in &entry.links {
            if let Target::Unknown(inner, standing) = &found.target
                && seen.insert(inner.as_str())
            {
                findings.add(unknown_file(map, path, found, inner, *standing));
            }
        }
    }
}

fn finding(path: &str, found: &EntryLink, message: String, label: &str) -> Diagnostic {
    let span = found.link.target_span();
    let finding = Diagnostic::new(&INFO, path, Some(span), message)
        .about(found.link.destination.clone())
        .label(label);
    match found.link.definition {
        Some(definition) => finding.related(path, definition, "the destination stands here"),
        None => finding,
    }
}

fn missing_file(map: &FeatureMap, broken: &Broken<'_>) -> Diagnostic {
    let Broken { path, found, inner, meant } = broken;
    let message = format!("the link names no file: there is no `{}`", map.layout.outer(inner));
    let finding = finding(path, found, message, "no such file");
    let Some(Meant { inner, why }) = meant else {
        return finding.help("correct the destination, or remove the entry");
    };
    let words = format!("{why}: `{}`", map.layout.outer(inner));
    let new = destination(map, path, &found.link.destination, inner);
    match found.link.destination_span {
        Some(span) => finding.fix(words, path, span, new),
        None => finding.help(words),
    }
}

fn unknown_file(
    map: &FeatureMap,
    path: &str,
    found: &EntryLink,
    inner: &str,
    standing: Standing,
) -> Diagnostic {
    let file = map.layout.outer(inner);
    let add = add_to_git(&file, standing);
    if standing == Standing::Ignored {
        let message = format!("the link names a file that git ignores: `{file}`");
        finding(path, found, message, "ignored by git").help(format!("{add}; or remove the entry"))
    } else {
        let message = format!("the link names a file that git does not track: `{file}`");
        finding(path, found, message, "not tracked by git").help(add)
    }
}

/// How git comes to know a file that it ignores or does not track, by its path from the
/// repository root.
pub(super) fn add_to_git(file: &str, standing: Standing) -> String {
    let add = format!("`git add {}` from the repository root", shell_word(OsStr::new(file)));
    if standing == Standing::Ignored {
        format!("take the file out of the ignore rules, then {add}")
    } else {
        add
    }
}

/// A destination to a file, written as the old one was: from the root, or relative; with its
/// query and fragment.
fn destination(map: &FeatureMap, path: &str, old: &str, inner: &str) -> String {
    let outer = map.layout.outer(inner);
    let path_of = Destination::new(old).path;
    let rest = old.get(path_of.len()..).unwrap_or_default();
    let slash = if path_of.ends_with('/') && !is_markdown(inner) { "/" } else { "" };
    if old.starts_with('/') {
        return format!("/{}{slash}{rest}", encoded(&outer));
    }
    let (mut up, mut down) = (String::new(), outer.as_str());
    for part in parent(path).split('/') {
        let (first, inner) = down.split_once('/').unwrap_or((down, ""));
        if up.is_empty() && first == part {
            down = inner;
        } else if !part.is_empty() {
            up.push_str("../");
        }
    }
    let dot = if old.starts_with("./") && up.is_empty() { "./" } else { "" };
    let new = format!("{dot}{up}{}", encoded(down));
    // The folder of the page, or one above it, has no name of its own here.
    let new = if new.is_empty() { "." } else { new.trim_end_matches('/') };
    format!("{new}{slash}{rest}")
}
