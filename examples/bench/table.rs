//! Figures as tables for people and as JSON.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::measure::{Cost, Rounds, Series};

/// One map's figures as a markdown table: medians, and how many times each one's wall and CPU
/// time are featmap's.
pub(crate) fn text(title: &str, rounds: &Rounds, missing: &[&str]) -> String {
    let mut out = format!("### {title}\n\n");
    let _ = writeln!(out, "{} rounds kept, {} busy\n", rounds.kept, rounds.busy);
    out.push_str("| command | wall ms | CPU ms | peak MiB | wall ÷ featmap | CPU ÷ featmap |\n");
    out.push_str("| --- | ---: | ---: | ---: | ---: | ---: |\n");
    let Some(featmap) = rounds.series.first() else {
        return out;
    };
    for series in &rounds.series {
        let _ = writeln!(
            out,
            "| {} | {:.2} | {:.2} | {:.1} | {:.2} | {:.2} |",
            series.name,
            series.median(|cost| cost.wall),
            series.median(Cost::cpu),
            series.median(|cost| cost.peak),
            series.ratio(featmap, |cost| cost.wall),
            series.ratio(featmap, Cost::cpu),
        );
    }
    for name in missing {
        let _ = writeln!(out, "| {name} | not installed | | | | |");
    }
    out
}

/// The same as JSON.
pub(crate) fn json(title: &str, rounds: &Rounds, missing: &[&str]) -> Value {
    let featmap = rounds.series.first();
    let one = |series: &Series| {
        let against = |figure: fn(&Cost) -> f64| featmap.map(|own| series.ratio(own, figure));
        json!({
            "name": series.name,
            "wall_ms": series.median(|cost| cost.wall),
            "user_ms": series.median(|cost| cost.user),
            "system_ms": series.median(|cost| cost.system),
            "peak_mib": series.median(|cost| cost.peak),
            "status": series.costs.last().map(|cost| cost.status),
            "wall_against_featmap": against(|cost| cost.wall),
            "cpu_against_featmap": against(Cost::cpu),
        })
    };
    json!({
        "map": title,
        "rounds_kept": rounds.kept,
        "rounds_busy": rounds.busy,
        "commands": rounds.series.iter().map(one).collect::<Vec<_>>(),
        "not_installed": missing,
    })
}
