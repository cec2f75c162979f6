//! `unresolved-link`: an entry's link names no file.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::discover::walk::Standing;
use crate::map::FeatureMap;
use crate::map::entry::EntryLink;
use crate::map::layout::parent;
use crate::map::link::{Destination, Target};
use crate::map::names::{Known, Names};
use crate::map::new_row::encoded;
use crate::rule::{Context, Findings, Rule};
use crate::source::span::Span;

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

/// How many links are compared with all names near them: with more broken ones than that the
/// map has another problem than spelling.
const SPELLING_LOOK_UPS: usize = 200;

fn check(context: &Context<'_>, findings: &mut Findings) {
    let map = context.map;
    let missing = |link: &EntryLink| matches!(link.target, Target::Missing(_));
    let broken = map.all_entries().flat_map(|(_, entry)| &entry.links).filter(|link| missing(link));
    let only_one = broken.take(2).count() == 1;
    let mut look_ups = 0;
    for (path, entry) in map.all_entries() {
        let mut reported: Vec<&str> = Vec::new();
        for found in &entry.links {
            let destination = found.link.destination.as_str();
            if reported.contains(&destination) {
                continue;
            }
            match &found.target {
                Target::Missing(inner) => {
                    look_ups += 1;
                    let meant = meant(map, inner, look_ups <= SPELLING_LOOK_UPS, only_one);
                    findings.add(missing_file(map, path, found, inner, meant));
                }
                Target::Unknown(inner, standing) => {
                    findings.add(unknown_file(map, path, found, inner, *standing));
                }
                _ => continue,
            }
            reported.push(destination);
        }
    }
}

/// For each page that a broken link was probably meant to name: where that link stands, the
/// path of its file and its span.
pub(super) fn suspects(map: &FeatureMap) -> BTreeMap<String, (String, Span)> {
    let mut suspects = BTreeMap::new();
    let broken = map.all_entries().flat_map(|(path, entry)| {
        entry.links.iter().filter_map(move |found| match &found.target {
            Target::Missing(inner) => Some((path, found, inner)),
            _ => None,
        })
    });
    let links: Vec<_> = broken.collect();
    let only_one = links.len() == 1;
    for (look_ups, (path, found, inner)) in links.into_iter().enumerate() {
        if let Some(meant) = meant(map, inner, look_ups < SPELLING_LOOK_UPS, only_one) {
            let place = (path.to_owned(), found.link.target_span());
            suspects.entry(meant.name).or_insert(place);
        }
    }
    suspects
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

fn missing_file(
    map: &FeatureMap,
    path: &str,
    found: &EntryLink,
    inner: &str,
    meant: Option<Meant>,
) -> Diagnostic {
    let message = format!("the link names no file: there is no `{}`", map.layout.outer(inner));
    let finding = finding(path, found, message, "no such file");
    let Some(Meant { name, why }) = meant else {
        return finding.help("correct the destination, or remove the entry");
    };
    let words = format!("{why}: `{}`", map.layout.outer(&name));
    let new = destination(map, path, &found.link.destination, &name);
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
    if standing == Standing::Ignored {
        let message = format!("the link names a file that git ignores: `{file}`");
        finding(path, found, message, "ignored by git").help(format!(
            "take the file out of the ignore rules, then `git add {file}`; or remove the entry"
        ))
    } else {
        let message = format!("the link names a file that git does not track: `{file}`");
        finding(path, found, message, "not tracked by git").help(format!("git add {file}"))
    }
}

/// The file that was probably meant.
struct Meant {
    name: String,
    why: &'static str,
}

fn meant(map: &FeatureMap, inner: &str, spelling: bool, only_one: bool) -> Option<Meant> {
    let some = |name: &str, why| Some(Meant { name: name.to_owned(), why });
    let names: &Names = &map.names;
    if let Some(name) = names.other_case(inner) {
        return some(name, "the name differs in letter case");
    }
    let turned = inner.replace('\\', "/");
    if matches!(names.get(&turned), Some(Known::Page(_) | Known::Index)) {
        return some(&turned, "the folders of a link are separated by `/`");
    }
    if let Some(name) = names.with_extension(inner) {
        return some(name, "the name lacks its extension");
    }
    if let Some(name) = names.elsewhere(inner) {
        return some(name, "a file of that name is in another folder");
    }
    if let Some(name) = spelling.then(|| names.close(inner)).flatten() {
        return some(name, "a file with a similar name exists");
    }
    if !only_one {
        return None;
    }
    let mut unlisted = map.pages.iter().zip(&map.listed).filter(|(_, listed)| !**listed);
    match (unlisted.next(), unlisted.next()) {
        (Some((page, _)), None) => {
            some(&page.inner, "renamed? this page is the only one that no entry lists")
        }
        _ => None,
    }
}

/// A destination to a file, written as the old one was: from the root, or relative; with its
/// query and fragment.
fn destination(map: &FeatureMap, path: &str, old: &str, inner: &str) -> String {
    let outer = map.layout.outer(inner);
    let rest = old.get(Destination::new(old).path.len()..).unwrap_or_default();
    if old.starts_with('/') {
        return format!("/{}{rest}", encoded(&outer));
    }
    let from: Vec<&str> = parent(path).split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = outer.split('/').collect();
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = "../".repeat(from.len() - common);
    let down = to.get(common..).unwrap_or_default().join("/");
    let dot = if old.starts_with("./") && up.is_empty() { "./" } else { "" };
    format!("{dot}{up}{}{rest}", encoded(&down))
}
