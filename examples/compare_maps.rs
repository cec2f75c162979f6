//! Compares what featmap says of real maps with an independent reading of them.
//!
//! ```text
//! cargo run --release --example compare_maps -- FOLDER
//! ```
//!
//! `FOLDER` holds one project a sub-folder, and `EXPECTED.json`: for each of them the index,
//! the numbers of pages and entries, whether the index is empty, and the places that are due
//! as unindexed, untitled, unresolved, outside and without link. Prints each difference, and
//! fails if there is one.

#![expect(clippy::print_stdout, reason = "an example prints what it has to say")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use featmap::check::judge;
use featmap::check::plan::Plan;
use featmap::check::silence::Silence;
use featmap::commands::setup::{Request, Setup};
use featmap::discover::patterns::Patterns;
use featmap::rule::Context;
use featmap::rules::RULES;
use featmap::source::store::Sources;
use serde::Deserialize;

/// What is expected of a map; paths of pages are inside the map folder.
#[derive(Deserialize)]
struct Expected {
    index: String,
    pages: usize,
    entries: usize,
    empty: bool,
    unindexed: BTreeSet<String>,
    untitled: BTreeSet<String>,
    unresolved: BTreeSet<(String, usize)>,
    outside: BTreeSet<(String, usize)>,
    nolink: BTreeSet<usize>,
}

fn main() -> ExitCode {
    let Some(folder) = std::env::args_os().nth(1).map(PathBuf::from) else {
        println!("usage: compare_maps FOLDER");
        return ExitCode::from(2);
    };
    match compare_all(&folder) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            println!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Compares every map; gives the number of differences.
fn compare_all(folder: &Path) -> Result<usize, String> {
    let folder = std::fs::canonicalize(folder).map_err(|error| error.to_string())?;
    let text =
        std::fs::read_to_string(folder.join("EXPECTED.json")).map_err(|error| error.to_string())?;
    let expected: BTreeMap<String, Expected> =
        serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let mut all = 0;
    for (name, expected) in &expected {
        let differences = compare(&folder, name, expected)?;
        println!("{} {name}", if differences.is_empty() { "same     " } else { "DIFFERENT" });
        for difference in &differences {
            println!("    {difference}");
        }
        all += differences.len();
    }
    println!("{} maps compared, {all} differences", expected.len());
    Ok(all)
}

fn compare(folder: &Path, name: &str, expected: &Expected) -> Result<Vec<String>, String> {
    let request = Request {
        current: folder.to_path_buf(),
        start: name.into(),
        maps: Vec::new(),
        config: None,
        no_config: true,
    };
    let failed = |error: &dyn std::fmt::Debug| format!("{name}: {error:?}");
    let setup = Setup::new(&request).map_err(|error| failed(&error))?;
    let map_folder = setup.maps.first().ok_or_else(|| format!("{name}: no map"))?;
    let mut sources = Sources::default();
    let map = setup.read(map_folder, false, &mut sources).map_err(|error| failed(&error))?;
    let unlisted = Patterns::new(&setup.config.unlisted, true).map_err(|error| failed(&error))?;
    let context = Context {
        map: &map,
        index: None,
        max_section_bytes: 2048,
        max_page_bytes: 4 << 20,
        unlisted: &unlisted,
        code: None,
    };
    let plan = Plan::new(RULES, &[], &[], &[]).map_err(|error| failed(&error))?;
    let mut silence = Silence::new(RULES, &[], false).map_err(|error| failed(&error))?;
    let judgement = judge(RULES, &plan, &context, &mut silence);

    let found =
        |rule: &'static str| judgement.findings.iter().filter(move |found| found.rule.name == rule);
    let pages = |rule: &'static str| -> BTreeSet<String> {
        found(rule).filter_map(|found| map.layout.inner(&found.path)).map(str::to_owned).collect()
    };
    let places = |rule: &'static str| -> BTreeSet<(String, usize)> {
        let place = |found: &featmap::diagnostic::Diagnostic| {
            let source = sources.get(&found.path)?;
            let at = source.lines.position(&source.text, found.span?.start);
            Some((found.path.clone(), at.line))
        };
        found(rule).filter_map(place).collect()
    };
    let index = map.index().map_or("", |index| index.page.inner());
    let nolink: BTreeSet<usize> =
        places("row-without-link").into_iter().map(|(_, line)| line).collect();
    let mut differences = Vec::new();
    let mut same = |what: &str, got: String, wanted: String| {
        if got != wanted {
            differences.push(format!("{what}: {got}, expected {wanted}"));
        }
    };
    same("index", index.to_owned(), expected.index.clone());
    same("pages", map.pages.len().to_string(), expected.pages.to_string());
    same("entries", map.rows().to_string(), expected.entries.to_string());
    same("empty", (found("empty-index").count() > 0).to_string(), expected.empty.to_string());
    let set = |set: &dyn std::fmt::Debug| format!("{set:?}");
    same("unindexed", set(&pages("unindexed-page")), set(&expected.unindexed));
    same("untitled", set(&pages("untitled-page")), set(&expected.untitled));
    same("unresolved", set(&places("unresolved-link")), set(&expected.unresolved));
    same("outside", set(&places("outside-link")), set(&expected.outside));
    same("nolink", set(&nolink), set(&expected.nolink));
    Ok(differences)
}
