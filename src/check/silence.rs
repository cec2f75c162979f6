//! What comments and `[[ignore]]` entries silence, and which of them silenced nothing.

use crate::check::comments::Comments;
use crate::check::plan::Plan;
use crate::config::IgnoreEntry;
use crate::diagnostic::{Diagnostic, Ignored, Kind};
use crate::discover::name::is_markdown;
use crate::discover::patterns::PathGlob;
use crate::error::Result;
use crate::map::FeatureMap;
use crate::rule::Rule;
use crate::rules::unused_ignore::INFO;

/// What silences findings in a run. One serves all maps of the run, because an entry that is
/// used in one of them is used.
#[derive(Debug)]
pub struct Silence<'a> {
    rules: &'a [Rule],
    entries: Vec<Entry<'a>>,
    comments: Comments,
    /// The rules that judged no page of the map at hand.
    idle: Vec<&'static str>,
    obeyed: bool,
}

#[derive(Debug)]
struct Entry<'a> {
    written: &'a IgnoreEntry,
    glob: PathGlob,
    used: bool,
    /// Whether it may speak of what was not judged, so that nobody knows whether it is of use.
    open: bool,
}

impl<'a> Silence<'a> {
    /// Takes the rules and the configuration's entries; `obeyed` is false for `--no-ignores`.
    ///
    /// # Errors
    /// A glob that cannot be read.
    pub fn new(rules: &'a [Rule], entries: &'a [IgnoreEntry], obeyed: bool) -> Result<Self> {
        let (comments, idle) = (Comments::default(), Vec::new());
        let mut silence = Self { rules, entries: Vec::new(), comments, idle, obeyed };
        for written in entries {
            let glob = PathGlob::new(&written.path)?;
            silence.entries.push(Entry { written, glob, used: false, open: false });
        }
        Ok(silence)
    }

    /// Reads the comments of a map, in place of those of the map before.
    pub fn read_comments(&mut self, map: &FeatureMap) {
        self.comments = Comments::new(map);
    }

    /// Takes note of what was not judged in a map: the rules that had nothing to go by, and
    /// what was not read. A folder that was not read may hold any page.
    pub fn note(&mut self, map: &FeatureMap, idle: &[&'static str]) {
        self.idle = idle.to_vec();
        let unjudged = map.unjudged();
        for entry in &mut self.entries {
            let open = |inner: &&str| entry.glob.matches(inner) || !is_markdown(inner);
            entry.open |= idle.contains(&entry.written.rule.as_str()) || unjudged.iter().any(open);
        }
    }

    /// Parts findings into those that stand and those that are silenced.
    pub fn apply(
        &mut self,
        map: &FeatureMap,
        findings: Vec<Diagnostic>,
    ) -> (Vec<Diagnostic>, Vec<Ignored>) {
        let (mut standing, mut ignored) = (Vec::new(), Vec::new());
        for finding in findings {
            match self.reason(map, &finding) {
                Some(reason) => ignored.push(Ignored { finding, reason }),
                None => standing.push(finding),
            }
        }
        (standing, ignored)
    }

    fn reason(&mut self, map: &FeatureMap, finding: &Diagnostic) -> Option<String> {
        if !self.obeyed || finding.rule.kind == Kind::Unread {
            return None;
        }
        let mut found = self.comments.reason(finding);
        let inner = map.layout.inner(&finding.path).unwrap_or_default();
        for entry in &mut self.entries {
            if entry.written.rule == finding.rule.name && entry.glob.matches(inner) {
                entry.used = true;
                found = found.or_else(|| Some(entry.written.reason.clone()));
            }
        }
        found
    }

    /// Findings about the comments that silenced nothing.
    pub fn unused_comments(&self, plan: &Plan) -> Vec<Diagnostic> {
        if !self.obeyed || !plan.runs(&INFO) {
            return Vec::new();
        }
        self.comments.unused(plan, &|name| {
            let info = self.rules.iter().find(|rule| rule.info.name == name)?.info;
            Some((info.kind, plan.runs(info) && !self.idle.contains(&info.name)))
        })
    }

    /// Findings about the configuration's entries that silenced nothing in any map.
    ///
    /// Takes the configuration's path from the repository root.
    pub fn unused_entries(&self, path: &str, plan: &Plan) -> Vec<Diagnostic> {
        if !self.obeyed || !plan.shows(&INFO) {
            return Vec::new();
        }
        let ran = |name: &str| {
            self.rules.iter().any(|rule| rule.info.name == name && plan.runs(rule.info))
        };
        let mut findings = Vec::new();
        for entry in &self.entries {
            let IgnoreEntry { rule, path: glob, span, .. } = entry.written;
            if entry.used || entry.open || !ran(rule) {
                continue;
            }
            let message = format!("this entry silenced no `{rule}` finding");
            let mut finding = Diagnostic::new(&INFO, path, Some(*span), message)
                .about(format!("{rule} {glob}"))
                .label(format!("nothing found below `{glob}`"))
                .help("remove the entry, or correct its rule or path");
            finding.level = plan.level(&INFO);
            findings.push(finding);
        }
        findings
    }
}
