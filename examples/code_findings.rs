//! Judges the maps of many checkouts against their code, and prints what a person needs to
//! judge the judgement: the findings by rule, each with the line of the page.
//!
//! `cargo run --release --example code_findings -- FOLDER`, where FOLDER holds checkouts with
//! their history. `--skips` after it lists what was not judged, too.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use featmap::check::plan::Plan;
use featmap::commands::code::judged;
use featmap::commands::judging::Judging;
use featmap::commands::setup::{Request, Setup};
use featmap::diagnostic::{Diagnostic, Kind};
use featmap::harmless::text;
use featmap::report::Checked;
use featmap::rules::RULES;
use featmap::source::span::Span;
use featmap::source::store::Sources;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let folder = arguments.next().map(PathBuf::from).ok_or("which folder holds the checkouts?")?;
    let with_skips = arguments.next().is_some_and(|word| word == "--skips");
    let mut checkouts: Vec<PathBuf> =
        std::fs::read_dir(&folder)?.flatten().map(|entry| entry.path()).collect();
    checkouts.sort();
    let mut out = std::io::stdout().lock();
    for checkout in checkouts.iter().filter(|path| path.is_dir()) {
        let name = checkout.file_name().unwrap_or_default().to_string_lossy();
        writeln!(out, "# {}", text(&name))?;
        out.write_all(report(checkout, with_skips).as_bytes())?;
    }
    Ok(())
}

/// The findings of one checkout, or why there are none.
fn report(checkout: &Path, with_skips: bool) -> String {
    let request = Request {
        current: checkout.to_path_buf(),
        start: PathBuf::from("."),
        maps: Vec::new(),
        config: None,
        no_config: true,
    };
    let Ok(setup) = Setup::new(&request) else { return "cannot be read\n".to_owned() };
    match findings(&setup) {
        Ok((maps, sources)) => written(&maps, &sources, with_skips),
        Err(error) => format!("{}\n", text(&error.to_string())),
    }
}

fn findings(setup: &Setup) -> featmap::error::Result<(Vec<Checked>, Sources)> {
    let mut sources = Sources::default();
    let mut maps = Vec::new();
    for folder in &setup.maps {
        maps.push(setup.read(folder, false, &mut sources)?);
    }
    let code = judged(setup, &setup.config, &maps, &sources, None)?;
    let plan = Plan::new(RULES, &[], &[], &[])
        .map_err(|error| featmap::error::Error::Usage(error.message))?;
    let judging = Judging { config: &setup.config, plan: &plan, no_ignores: false };
    Ok((judging.all(maps, Some(code))?, sources))
}

fn written(maps: &[Checked], sources: &Sources, with_skips: bool) -> String {
    let mut out = String::new();
    let all = maps.iter().flat_map(|checked| &checked.judgement.findings);
    let about_code: Vec<&Diagnostic> =
        all.filter(|finding| finding.rule.kind == Kind::Code).collect();
    for rule in RULES.iter().filter(|rule| rule.info.kind == Kind::Code) {
        let found: Vec<_> =
            about_code.iter().filter(|finding| finding.rule.name == rule.info.name).collect();
        if found.is_empty() {
            continue;
        }
        out.push_str(&format!("## {}: {}\n", rule.info.name, found.len()));
        for finding in found {
            let (line, words) = line_of(sources, &finding.path, finding.span);
            let (level, path) = (finding.level, text(&finding.path));
            let message = text(&finding.message);
            out.push_str(&format!("{path}:{line}: {level}: {message}\n    {words}\n"));
        }
    }
    for code in maps.iter().filter_map(|checked| checked.code.as_ref()) {
        let tally = &code.tally;
        out.push_str(&format!("judged {} of {}\n", tally.judged, tally.total()));
        for (reason, count) in &tally.skipped {
            out.push_str(&format!("  {count} {reason}\n"));
        }
        for skipped in code.skipped.iter().filter(|_| with_skips) {
            let span = Span::new(skipped.at, skipped.at);
            let (line, words) = line_of(sources, &skipped.page, Some(span));
            let (page, written) = (text(&skipped.page), text(&skipped.written));
            let reason = skipped.reason;
            out.push_str(&format!("{page}:{line}: {reason}: {written}\n    {words}\n"));
        }
    }
    out
}

/// The line of a finding, by number and text.
fn line_of(sources: &Sources, path: &str, span: Option<Span>) -> (usize, String) {
    let found = span.and_then(|span| Some((span, sources.get(path)?)));
    let Some((span, source)) = found else { return (0, String::new()) };
    let line = source.lines.position(&source.text, span.start).line;
    let words = source.text.as_str().lines().nth(line - 1).unwrap_or_default();
    (line, text(words.trim()).into_owned())
}
