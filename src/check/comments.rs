//! The ignore comments of a map: what each speaks of, and whether it was of use.

use crate::check::plan::Plan;
use crate::diagnostic::{Diagnostic, Kind};
use crate::lookup::Lookup;
use crate::map::FeatureMap;
use crate::map::entry::{Entry, Form};
use crate::map::page::Content;
use crate::markdown::directive::{Directive, Order};
use crate::order;
use crate::rules::unused_ignore::INFO;
use crate::source::span::Span;

/// What a comment speaks of, from the widest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    /// The page.
    Page,
    /// A section.
    Section,
    /// A row or list item.
    Entry,
}

/// A stretch of a page that comments speak of.
#[derive(Debug)]
struct Scope {
    end: usize,
    /// By rule: the reason given first, and whether it silenced something.
    rules: Lookup<String, (String, bool)>,
}

/// Reach, path and start.
type Key = (Reach, String, usize);

/// The comments of one map.
#[derive(Debug, Default)]
pub struct Comments {
    /// In the order of their keys; of the scopes of one reach the last that begins before an offset
    /// is the one that may hold it, so that it is found without looking at all.
    scopes: Vec<(Key, Scope)>,
    /// Each comment with the scope it belongs to.
    comments: Vec<(Directive, Key)>,
}

impl Comments {
    /// Reads the comments of a map.
    pub fn new(map: &FeatureMap) -> Self {
        let mut comments = Self::default();
        if let Some(index) = map.index()
            && let Some(content) = &index.page.content
        {
            comments.add_page(&index.page.path, content, &index.entries);
        }
        let mut listing: Lookup<usize, &[Entry]> = Lookup::new();
        for sub in &map.sub_indexes {
            listing.insert(sub.page, &sub.entries);
        }
        for (number, page) in map.pages.iter().enumerate() {
            if let Some(content) = &page.content {
                let entries = listing.get(&number).copied().unwrap_or_default();
                comments.add_page(&page.path, content, entries);
            }
        }
        order::sort(&mut comments.scopes, |a, b| a.0.cmp(&b.0));
        comments.scopes.dedup_by(|next, first| next.0 == first.0);
        comments.add_rules();
        comments
    }

    /// Gives each scope the rules of its comments.
    fn add_rules(&mut self) {
        for (directive, key) in &self.comments {
            let Order::Ignore { rules, reason } = &directive.order else { continue };
            let place = place(&self.scopes, key).ok();
            let Some((_, scope)) = place.and_then(|place| self.scopes.get_mut(place)) else {
                continue;
            };
            for rule in rules {
                scope.rules.or_insert_with(rule.clone(), || (reason.clone(), false));
            }
        }
    }

    fn add_page(&mut self, path: &str, content: &Content, entries: &[Entry]) {
        for directive in &content.directives {
            let (reach, span) = scope(content, entries, directive.span.start);
            let key = (reach, path.to_owned(), span.start);
            if matches!(directive.order, Order::Ignore { .. }) {
                let scope = Scope { end: span.end, rules: Lookup::new() };
                self.scopes.push((key.clone(), scope));
            }
            self.comments.push((directive.clone(), key));
        }
    }

    /// The reason, if a comment silences a finding; the nearest one's.
    pub fn reason(&mut self, finding: &Diagnostic) -> Option<String> {
        let mut found = None;
        for reach in [Reach::Page, Reach::Section, Reach::Entry] {
            let at = match (finding.span, reach) {
                (Some(span), _) => span.start,
                (None, Reach::Page) => 0,
                (None, _) => continue,
            };
            let key = (reach, finding.path.clone(), at);
            let last = place(&self.scopes, &key).map_or_else(|next| next.checked_sub(1), Some);
            let Some((key, scope)) = last.and_then(|last| self.scopes.get_mut(last)) else {
                continue;
            };
            if key.0 != reach || key.1 != finding.path || scope.end <= at {
                continue;
            }
            if let Some((reason, used)) = scope.rules.get_mut(finding.rule.name) {
                *used = true;
                found = Some(reason.clone());
            }
        }
        found
    }

    /// Findings about the comments that silenced nothing.
    ///
    /// Takes the plan, and whether a rule of a name ran.
    pub fn unused(
        &self,
        plan: &Plan,
        kind: &dyn Fn(&str) -> Option<(Kind, bool)>,
    ) -> Vec<Diagnostic> {
        let mut findings = Vec::new();
        for (directive, key) in &self.comments {
            let rules = match &directive.order {
                Order::Ignore { rules, .. } => rules.as_slice(),
                Order::Malformed(words) => {
                    let help =
                        "write `<!-- featmap: ignore[rule] reason -->`, or remove it".to_owned();
                    findings.push(about(
                        directive,
                        &key.1,
                        words,
                        format!("the comment {words}"),
                        help,
                    ));
                    &[]
                }
            };
            for rule in rules {
                let scope = place(&self.scopes, key).ok().and_then(|place| self.scopes.get(place));
                let used = scope.and_then(|(_, scope)| scope.rules.get(rule));
                let used = used.is_some_and(|(_, used)| *used);
                let (message, help) = match kind(rule) {
                    None => (format!("the comment names no rule: `{rule}`"), plan.suggestion(rule)),
                    Some((Kind::Unread, _)) => (
                        format!("`{rule}` cannot be silenced"),
                        "name the file under `exclude` in featmap.toml".to_owned(),
                    ),
                    Some((_, ran)) if !used && ran && rule != INFO.name => (
                        format!("the comment silenced no `{rule}` finding"),
                        "remove it, or move it to what it speaks of".to_owned(),
                    ),
                    Some(_) => continue,
                };
                findings.push(about(directive, &key.1, rule, message, help));
            }
        }
        findings
    }
}

/// Where a scope stands, else where it would.
fn place(scopes: &[(Key, Scope)], key: &Key) -> Result<usize, usize> {
    scopes.binary_search_by(|(own, _)| own.cmp(key))
}

fn about(
    directive: &Directive,
    path: &str,
    subject: &str,
    message: String,
    help: String,
) -> Diagnostic {
    Diagnostic::new(&INFO, path, Some(directive.span), message).about(subject).help(help)
}

/// What a comment at an offset speaks of: a row or list item, else a section, else the page.
fn scope(content: &Content, entries: &[Entry], at: usize) -> (Reach, Span) {
    let begun = entries.partition_point(|entry| entry.span.start <= at);
    let entry = begun.checked_sub(1).and_then(|last| entries.get(last));
    let own = |entry: &&Entry| entry.span.holds(at) && !matches!(entry.form, Form::Heading);
    if let Some(entry) = entry.filter(own) {
        return (Reach::Entry, entry.span);
    }
    let begun = content.sections.partition_point(|section| section.span.start <= at);
    let section = begun.checked_sub(1).and_then(|last| content.sections.get(last));
    match section.filter(|_| !content.undivided) {
        Some(section) => (Reach::Section, section.span),
        None => (Reach::Page, Span::new(0, usize::MAX)),
    }
}
