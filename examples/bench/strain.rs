//! What hostile pages cost: growth, time against ordinary text, peak memory.

use std::io;
use std::path::Path;

use crate::hostile::{FAMILIES, random};
use crate::maps::{self, Seed};
use crate::measure::{Cost, Job, run};
use crate::own;
use crate::tools;

/// The sizes between which growth is measured, in bytes.
pub(crate) const SIZES: [usize; 2] = [256 << 10, 1 << 20];

/// What a page may cost up to which size.
pub(crate) const SMALL: usize = 64 << 10;

/// The figures of one family.
#[derive(Debug, Clone)]
pub(crate) struct Strain {
    /// The family.
    pub(crate) name: String,
    /// CPU time at 64 KiB, 256 KiB and 1 MiB, in milliseconds.
    pub(crate) cpu: [f64; 3],
    /// Peak memory at 1 MiB, in MiB.
    pub(crate) peak: f64,
}

impl Strain {
    /// Time at four times the size against time.
    pub(crate) fn growth(&self) -> f64 {
        self.cpu[2] / self.cpu[1].max(1.0)
    }
}

/// The cheapest of so many checks of a map with one page.
///
/// # Errors
/// Where the map cannot be made or the check not be started, or it ends with no verdict.
fn cheapest(folder: &Path, text: &str, runs: usize) -> io::Result<Cost> {
    maps::write_one(folder, text)?;
    let job = Job {
        name: String::new(),
        command: vec![tools::featmap(), "check".to_owned(), "--quiet".to_owned()],
        folder: folder.to_path_buf(),
        slow: false,
    };
    let mut best: Option<Cost> = None;
    for _ in 0..runs {
        let cost = run(&job)?;
        if cost.status > 2 {
            return Err(io::Error::other(format!("a check ended with status {}", cost.status)));
        }
        if best.is_none_or(|best| cost.cpu() < best.cpu()) {
            best = Some(cost);
        }
    }
    best.ok_or_else(|| io::Error::other("no run was asked for"))
}

/// Measures one family, the least of so many runs a size.
///
/// # Errors
/// As for a single check.
pub(crate) fn strain(
    workshop: &Path,
    name: &str,
    make: &mut dyn FnMut(usize) -> String,
    runs: usize,
) -> io::Result<Strain> {
    let folder = workshop.join("strain");
    let small = cheapest(&folder, &make(SMALL), runs)?;
    let middle = cheapest(&folder, &make(SIZES[0]), runs)?;
    let large = cheapest(&folder, &make(SIZES[1]), runs)?;
    Ok(Strain {
        name: name.to_owned(),
        cpu: [small.cpu(), middle.cpu(), large.cpu()],
        peak: large.peak,
    })
}

/// Ordinary text with a word for which the parser reads all of it, as it does of a hostile page.
fn ordinary(workshop: &Path, runs: usize) -> io::Result<Strain> {
    let mut make = |bytes| format!("{}\nfeatmap: read whole\n", maps::ordinary(bytes));
    strain(workshop, "ordinary text, all of it parsed", &mut make, runs)
}

/// Every family, and ordinary text first.
///
/// # Errors
/// As for a single check.
pub(crate) fn all(workshop: &Path, runs: usize) -> io::Result<Vec<Strain>> {
    let mut strains = vec![ordinary(workshop, runs)?];
    for family in FAMILIES {
        strains.push(strain(workshop, family.name, &mut |bytes| (family.make)(bytes), runs)?);
    }
    Ok(strains)
}

/// Prints the families and random patterns, worst first.
///
/// # Errors
/// As for a single check.
pub(crate) fn table(workshop: &Path, families: bool, patterns: usize) -> io::Result<()> {
    let mut strains = if families { all(workshop, 5)? } else { vec![ordinary(workshop, 5)?] };
    for number in 0..patterns {
        let mut make = |bytes: usize| random(&mut Seed(number as u64), bytes);
        let pattern: String = make(64).chars().take(24).collect();
        strains.push(strain(workshop, &format!("{number}: {pattern:?}"), &mut make, 1)?);
    }
    let ordinary = strains.first().map_or(1.0, |first| first.cpu[2]);
    strains.sort_by(|a, b| b.cpu[2].total_cmp(&a.cpu[2]));
    println!("| page | 64 KiB ms | 256 KiB ms | 1 MiB ms | growth (x4) | ÷ ordinary | peak MiB |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for strain in strains.iter().take(FAMILIES.len() + 20) {
        let [small, middle, large] = strain.cpu;
        println!(
            "| `{}` | {small:.1} | {middle:.1} | {large:.1} | {:.1} | {:.1} | {:.0} |",
            strain.name.replace('|', "\\|").replace('`', "'"),
            strain.growth(),
            large / ordinary,
            strain.peak
        );
    }
    if families {
        println!();
        own::table_of_all(workshop)?;
    }
    Ok(())
}
