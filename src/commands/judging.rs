//! Judging the maps of a run by the configuration in force.

use crate::check::plan::Plan;
use crate::check::silence::Silence;
use crate::check::{judge, sort};
use crate::code::Code;
use crate::config::Config;
use crate::discover::patterns::Patterns;
use crate::error::Error;
use crate::map::FeatureMap;
use crate::report::Checked;
use crate::rule::Context;
use crate::rules::RULES;

/// Judges maps.
#[derive(Debug)]
pub struct Judging<'a> {
    /// The configuration in force.
    pub config: &'a Config,
    /// Which rules run.
    pub plan: &'a Plan,
    /// Whether nothing is silenced.
    pub no_ignores: bool,
}

impl Judging<'_> {
    /// Judges all maps of a run, each with what is said of its references to the code.
    ///
    /// # Errors
    /// A pattern that cannot be read.
    pub fn all(
        &self,
        maps: Vec<FeatureMap>,
        code: Option<Vec<Code>>,
    ) -> Result<Vec<Checked>, Error> {
        let config = self.config;
        let mut silence = Silence::new(RULES, &config.ignores, !self.no_ignores)?;
        let mut code = code.unwrap_or_default().into_iter();
        let mut checked = Vec::with_capacity(maps.len());
        for map in maps {
            let code = code.next();
            let unlisted = unlisted(config, &map)?;
            let context = Context {
                map: &map,
                index: config.index.as_deref(),
                max_section_bytes: config.max_section_bytes,
                max_page_bytes: config.max_page_bytes,
                unlisted: &unlisted,
                code: code.as_ref(),
            };
            silence.read_comments(&map);
            let judgement = judge(RULES, self.plan, &context, &mut silence);
            let code = code.map(Code::told);
            checked.push(Checked { map, judgement, code, known: None });
        }
        if let (Some(file), Some(first)) = (&config.file, checked.first_mut()) {
            first.judgement.findings.extend(silence.unused_entries(&file.shown, self.plan));
            sort(&mut first.judgement.findings);
        }
        Ok(checked)
    }
}

/// The patterns of pages that no entry need list. The usual ones are known to be good, so they
/// are read only where a page is not listed: reading them takes long against a small map.
fn unlisted(config: &Config, map: &FeatureMap) -> Result<Patterns, Error> {
    let wanted = config.file.is_some() || map.listed.contains(&false);
    Patterns::new(if wanted { &config.unlisted } else { &[] }, true)
}
