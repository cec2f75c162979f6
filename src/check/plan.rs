//! Which rules run, at which level, and whose findings are shown.

use crate::config::RuleLevel;
use crate::config::keys::nearest;
use crate::diagnostic::{Diagnostic, Kind, Level, RuleInfo};
use crate::error::Error;
use crate::order;
use crate::rule::Rule;
use crate::source::span::Span;

/// A plan over a list of rules.
#[derive(Debug)]
pub struct Plan {
    /// In the order of the rules' names.
    settings: Vec<(&'static str, Setting)>,
}

#[derive(Debug, Clone, Copy)]
struct Setting {
    /// None for `off`.
    level: Option<Level>,
    shown: bool,
}

/// A rule that cannot be set so.
#[derive(Debug)]
pub struct PlanError {
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
    /// Where it stands in the configuration; none for a flag.
    pub span: Option<Span>,
}

impl From<PlanError> for Error {
    fn from(error: PlanError) -> Self {
        Self::Usage(format!("{}; {}", error.message, error.help))
    }
}

impl Plan {
    /// Makes a plan from the configuration's levels and the flags `--select` and `--ignore`.
    ///
    /// # Errors
    /// An unknown name, or a rule of kind unread that would be silenced or lowered.
    pub fn new(
        rules: &[Rule],
        levels: &[RuleLevel],
        select: &[String],
        ignore: &[String],
    ) -> Result<Self, PlanError> {
        let mut settings = Vec::with_capacity(rules.len());
        for rule in rules {
            let setting = Setting { level: Some(rule.info.level), shown: true };
            settings.push((rule.info.name, setting));
        }
        order::sort_by_key(&mut settings, |(name, _)| *name);
        let mut plan = Self { settings };
        for level in levels {
            let info = known(rules, &level.name, Some(level.span))?;
            if info.kind == Kind::Unread && level.level != Some(Level::Error) {
                return Err(unread(info, Some(level.span)));
            }
            plan.set(info, &|setting| setting.level = level.level);
        }
        let mut selected = Vec::new();
        for name in select {
            selected.push(known(rules, name, None)?.name);
        }
        for rule in rules {
            if !selected.is_empty() && !selected.contains(&rule.info.name) {
                plan.set(rule.info, &|setting| setting.shown = false);
            }
        }
        for name in ignore {
            let info = known(rules, name, None)?;
            if info.kind == Kind::Unread {
                return Err(unread(info, None));
            }
            plan.set(info, &|setting| setting.shown = false);
        }
        Ok(plan)
    }

    fn set(&mut self, info: &RuleInfo, change: &dyn Fn(&mut Setting)) {
        if let Some((_, setting)) = self.settings.iter_mut().find(|(name, _)| *name == info.name) {
            change(setting);
        }
    }

    fn setting(&self, info: &RuleInfo) -> Setting {
        let unset = Setting { level: Some(info.level), shown: true };
        let set = self.settings.iter().find(|(name, _)| *name == info.name);
        set.map_or(unset, |(_, setting)| *setting)
    }

    /// Whether a rule's findings count for anything: those of drift always do.
    pub fn runs(&self, info: &RuleInfo) -> bool {
        matches!(info.kind, Kind::Drift | Kind::Unread) || self.shows(info)
    }

    /// Whether a rule's findings are shown and count for the exit status.
    pub fn shows(&self, info: &RuleInfo) -> bool {
        let setting = self.setting(info);
        info.kind == Kind::Unread || (setting.shown && setting.level.is_some())
    }

    /// A rule's level; its own where it is `off`.
    pub fn level(&self, info: &RuleInfo) -> Level {
        if info.kind == Kind::Unread {
            return info.level;
        }
        self.setting(info).level.unwrap_or(info.level)
    }

    /// A finding's level: its rule's, where the finding does not have one of its own.
    ///
    /// One of its own stays, but is never over the level that the rule is set to.
    pub fn level_of(&self, finding: &Diagnostic) -> Level {
        let (own, set) = (finding.level, self.level(finding.rule));
        if own == finding.rule.level {
            set
        } else if set == finding.rule.level {
            own
        } else {
            own.min(set)
        }
    }

    /// Leaves the rules of a kind out of the run.
    pub fn leave_out(&mut self, rules: &[Rule], kind: Kind) {
        for rule in rules {
            if rule.info.kind == kind {
                self.set(rule.info, &|setting| setting.shown = false);
            }
        }
    }

    /// Whether an `[[ignore]]` entry may name a rule.
    ///
    /// # Errors
    /// An unknown name, or a rule of kind unread.
    pub fn silenceable(&self, rules: &[Rule], name: &str, span: Span) -> Result<(), PlanError> {
        let info = known(rules, name, Some(span))?;
        if info.kind == Kind::Unread { Err(unread(info, Some(span))) } else { Ok(()) }
    }

    /// What to say of a name that is no rule's.
    pub fn suggestion(&self, name: &str) -> String {
        suggestion(name, &mut self.settings.iter().map(|(name, _)| *name))
    }
}

/// The rule of a name, which stands at `span` in the configuration, or in a flag.
///
/// # Errors
/// An unknown name, with the nearest one.
pub fn known(
    rules: &[Rule],
    name: &str,
    span: Option<Span>,
) -> Result<&'static RuleInfo, PlanError> {
    match rules.iter().find(|rule| rule.info.name == name) {
        Some(rule) => Ok(rule.info),
        None => Err(PlanError {
            message: format!("unknown rule `{name}`"),
            help: suggestion(name, &mut rules.iter().map(|rule| rule.info.name)),
            span,
        }),
    }
}

/// The nearest rule to a mistaken name, else where all of them are told of.
fn suggestion(name: &str, rules: &mut dyn Iterator<Item = &'static str>) -> String {
    match nearest(name, rules) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "`featmap rule` lists the rules".to_owned(),
    }
}

/// The refusal to silence or lower a rule of kind unread.
fn unread(info: &RuleInfo, span: Option<Span>) -> PlanError {
    PlanError {
        message: format!(
            "`{}` cannot be silenced or lowered: what was not read is not clean",
            info.name
        ),
        help: "name the file under `exclude` in featmap.toml".to_owned(),
        span,
    }
}
