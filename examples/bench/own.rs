//! Maps of many parts: what featmap does itself, beside the parser, must grow with their
//! number and no faster.

use std::io;
use std::path::Path;

use crate::maps;
use crate::measure::{Job, run};
use crate::tools;

/// A kind of part.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    /// What it is called in tables.
    pub(crate) name: &'static str,
    /// An index with so many of it.
    make: fn(usize) -> String,
}

/// The numbers of parts between which growth is measured.
pub(crate) const COUNTS: [usize; 2] = [25_000, 100_000];

/// The kinds of parts.
pub(crate) const KINDS: [Kind; 9] = [
    Kind { name: "rows", make: |n| table(n, |_| "[a](page.md)".to_owned()) },
    Kind { name: "broken rows", make: |n| table(n, |at| format!("[a]({at}.md)")) },
    Kind {
        name: "rows without a link",
        make: |n| table(n, |at| if at == 0 { "[a](page.md)" } else { "a" }.to_owned()),
    },
    Kind { name: "links in a row", make: |n| table(1, |_| "[a](page.md)".repeat(n)) },
    Kind { name: "list items", make: |n| format!("# F\n\n{}", "- [a](page.md)\n".repeat(n)) },
    Kind { name: "headings", make: |n| format!("# F\n\n{}", "## [a](page.md)\n\n".repeat(n)) },
    Kind {
        name: "ignore comments",
        make: |n| {
            let comment = "<!-- featmap: ignore[lost-row] x -->\n";
            format!("# F\n\n- [a](page.md)\n\n{}", comment.repeat(n))
        },
    },
    Kind {
        name: "lost rows",
        make: |n| {
            let rows = "|[a](page.md)|b|\n".repeat(n);
            format!("{}\n{rows}", table(1, |_| "[a](page.md)".to_owned()))
        },
    },
    Kind { name: "text beyond the header", make: |n| table(n, |_| "[a](page.md)|b".to_owned()) },
];

fn row(cell: &str) -> String {
    format!("|{cell}|\n")
}

fn table(rows: usize, cell: impl Fn(usize) -> String) -> String {
    let mut index = "# F\n\n|a|\n|-|\n".to_owned();
    for at in 0..rows {
        index.push_str(&row(&cell(at)));
    }
    index
}

/// The least CPU time of three checks of a map with so many parts, in milliseconds, and the
/// peak memory in MiB.
///
/// # Errors
/// Where the map cannot be made or the check not be started.
pub(crate) fn cost(workshop: &Path, kind: Kind, count: usize) -> io::Result<(f64, f64)> {
    cost_in(workshop, kind, count, "concise")
}

fn cost_in(workshop: &Path, kind: Kind, count: usize, format: &str) -> io::Result<(f64, f64)> {
    let folder = workshop.join("own");
    maps::write_one(&folder, "# Page\n\n## A\n\ntext\n")?;
    std::fs::write(folder.join("docs/features/README.md"), (kind.make)(count))?;
    let job = Job {
        name: kind.name.to_owned(),
        command: ["check", "--output-format", format, "--quiet"].map(str::to_owned).into(),
        folder,
        slow: false,
    };
    let job = Job { command: [vec![tools::featmap()], job.command].concat(), ..job };
    let (mut time, mut peak) = (f64::MAX, 0.0_f64);
    for _ in 0..3 {
        let cost = run(&job)?;
        if cost.status > 2 {
            return Err(io::Error::other(format!("{}: status {}", kind.name, cost.status)));
        }
        time = time.min(cost.cpu());
        peak = peak.max(cost.peak);
    }
    Ok((time, peak))
}

/// Prints the cost of every kind at both numbers, and of 200,000 broken rows.
///
/// # Errors
/// As for a single check.
pub(crate) fn table_of_all(workshop: &Path) -> io::Result<()> {
    println!("| parts of an index | 25,000 ms | 100,000 ms | growth (x4) | peak MiB |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for kind in KINDS {
        let (few, _) = cost(workshop, kind, COUNTS[0])?;
        let (many, peak) = cost(workshop, kind, COUNTS[1])?;
        println!("| {} | {few:.0} | {many:.0} | {:.1} | {peak:.0} |", kind.name, many / few);
    }
    let (time, peak) = broken_rows(workshop)?;
    println!("| broken rows, 200,000 | | {time:.0} | | {peak:.0} |");
    Ok(())
}

/// The time of 200,000 broken rows, and the memory in the format with the longest text.
///
/// # Errors
/// As for a single check.
pub(crate) fn broken_rows(workshop: &Path) -> io::Result<(f64, f64)> {
    let kind = KINDS.into_iter().find(|kind| kind.name == "broken rows");
    let kind = kind.unwrap_or(KINDS[0]);
    let (time, _) = cost(workshop, kind, 200_000)?;
    let (_, peak) = cost_in(workshop, kind, 200_000, "json")?;
    Ok((time, peak))
}
