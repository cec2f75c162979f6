//! The limits that hold on a busy machine: ratios of CPU time, peak memory, growth,
//! instruction counts (DESIGN.md §10).

use std::io;
use std::path::Path;

use crate::measure::{Cost, rounds};
use crate::own::{COUNTS, KINDS};
use crate::strain::Strain;
use crate::{code, count, maps, own, strain, tools};

/// Prints each limit with its figure; gives whether all hold.
///
/// # Errors
/// Where something cannot be measured.
pub(crate) fn gate(workshop: &Path) -> io::Result<bool> {
    let mut limits = Limits { hold: true };
    against_reading(workshop, &mut limits)?;
    growth(workshop, &mut limits)?;
    own_work(workshop, &mut limits)?;
    references(workshop, &mut limits)?;
    instructions(workshop, &mut limits)?;
    let program = std::fs::metadata(tools::featmap()).map_or(0, |program| program.len());
    #[expect(clippy::cast_precision_loss, reason = "a size is compared with a limit")]
    limits.at_most("the program, MB", program as f64 / 1e6, 3.0);
    Ok(limits.hold)
}

struct Limits {
    hold: bool,
}

impl Limits {
    fn at_most(&mut self, what: &str, figure: f64, limit: f64) {
        let holds = figure <= limit;
        self.hold &= holds;
        println!("{} {what}: {figure:.2}, at most {limit}", if holds { "ok  " } else { "OVER" });
    }

    fn between(&mut self, what: &str, figure: f64, least: f64, most: f64) {
        let holds = figure >= least && figure <= most;
        self.hold &= holds;
        let mark = if holds { "ok  " } else { "OVER" };
        println!("{mark} {what}: {figure:.3}, from {least:.3} to {most:.3}");
    }
}

/// CPU time against a read of the bytes, and peak memory.
fn against_reading(workshop: &Path, limits: &mut Limits) -> io::Result<()> {
    // At 10,000 pages time is what `count` counts; here it is memory that matters.
    for (pages, count, times, peak) in [
        (14, 15, [Some(2.8), None, None], 5.0),
        (1000, 15, [Some(7.5), Some(8.5), Some(2.1)], 8.0),
        (10_000, 3, [None, None, None], 32.0),
    ] {
        let folder = workshop.join(format!("map-{pages}"));
        maps::write(&folder, pages)?;
        let figures = rounds(&tools::own(&folder), count)?;
        let [check, _, read, on_all, on_none] = figures.series.as_slice() else {
            return Err(io::Error::other("a command is missing"));
        };
        for (series, most) in [check, on_all, on_none].into_iter().zip(times) {
            let what = format!("{pages} pages, {}", series.name);
            if let Some(most) = most {
                let times = series.ratio(read, Cost::cpu);
                limits.at_most(&format!("{what}, CPU time against a read"), times, most);
            }
            let used = series.median(|cost| cost.peak);
            limits.at_most(&format!("{what}, peak memory in MiB"), used, peak);
        }
    }
    Ok(())
}

/// References to the code, against the bytes of the code and a log.
fn references(workshop: &Path, limits: &mut Limits) -> io::Result<()> {
    let Some((present, gone, peak)) = code::figures(&code::measured(workshop)?) else {
        return Err(io::Error::other("a command is missing"));
    };
    limits.at_most("references, time against the bytes and a log", present, 3.0);
    // 3 on a quiet machine: six git processes wait for each other on a busy one.
    limits.at_most("references, the same where history is asked", gone, 4.0);
    limits.at_most("references, peak memory in MiB", peak, 200.0);
    Ok(())
}

/// Hostile pages: growth, time against ordinary text, small pages, memory.
fn growth(workshop: &Path, limits: &mut Limits) -> io::Result<()> {
    let strains = strain::all(workshop, 5)?;
    let ordinary = strains.first().map_or(1.0, |first| first.cpu[2]);
    let worst = |figure: &dyn Fn(&Strain) -> f64| {
        let figures = strains.iter().map(|strain| (figure(strain), strain.name.clone()));
        figures.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
    };
    let mut check = |what: &str, limit: f64, figure: &dyn Fn(&Strain) -> f64| {
        let (figure, name) = worst(figure);
        limits.at_most(&format!("{what} (worst: `{name}`)"), figure, limit);
    };
    check("hostile page, time at 4 times the size", 7.0, &Strain::growth);
    check("hostile page of 1 MiB against ordinary text", 60.0, &|strain| strain.cpu[2] / ordinary);
    check("hostile page of 64 KiB, CPU ms", 40.0, &|strain| strain.cpu[0]);
    check("hostile page of 1 MiB, peak MiB", 100.0, &|strain| strain.peak);
    Ok(())
}

/// Indexes of many parts.
fn own_work(workshop: &Path, limits: &mut Limits) -> io::Result<()> {
    for kind in KINDS {
        let (few, _) = own::cost(workshop, kind, COUNTS[0])?;
        let (many, peak) = own::cost(workshop, kind, COUNTS[1])?;
        let what = format!("{}, time at 4 times as many", kind.name);
        limits.at_most(&what, many / few, 7.0);
        limits.at_most(&format!("100,000 {}, peak MiB", kind.name), peak, 320.0);
    }
    let (time, peak) = own::broken_rows(workshop)?;
    limits.at_most("200,000 broken rows, CPU ms", time, 3000.0);
    limits.at_most("200,000 broken rows, peak MiB", peak, 320.0);
    Ok(())
}

/// Instruction counts, where valgrind is installed.
fn instructions(workshop: &Path, limits: &mut Limits) -> io::Result<()> {
    let mut counts = Vec::new();
    for run in count::RUNS {
        let Some(count) = count::instructions(workshop, run)? else {
            println!("     instructions: valgrind is not installed, not measured");
            return Ok(());
        };
        #[expect(clippy::cast_precision_loss, reason = "a count is compared within 3 %")]
        counts.push(count as f64);
    }
    let [small, middle, large, ..] = counts.as_slice() else {
        return Ok(());
    };
    limits.at_most("14 pages, instructions in millions", small / 1e6, 7.4);
    limits.between("instructions, 10,000 pages against 1,000", large / middle, 9.6, 10.4);
    let Some(expected) = count::expected() else {
        println!("     instructions: counted with another compiler; `bench --refresh` counts anew");
        return Ok(());
    };
    for ((count, expected), run) in counts.iter().zip(expected).zip(count::RUNS) {
        #[expect(clippy::cast_precision_loss, reason = "a count is compared within 3 %")]
        let ratio = count / expected as f64;
        let what = format!("{}, instructions against the committed count", run.name);
        limits.between(&what, ratio, 1.0 - count::TOLERANCE, 1.0 + count::TOLERANCE);
    }
    Ok(())
}
