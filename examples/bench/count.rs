//! Instruction counts under valgrind: the one figure that a busy machine does not change.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{maps, tools};

/// A run that is counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    /// What it is called; without a blank, for the file of counts.
    pub(crate) name: &'static str,
    pages: usize,
    arguments: &'static [&'static str],
}

const CHECK: &[&str] = &["check", "--color", "never"];

/// The runs that are counted: three checks, then two topics.
pub(crate) const RUNS: [Run; 5] = [
    Run { name: "check-14", pages: 14, arguments: CHECK },
    Run { name: "check-1000", pages: 1000, arguments: CHECK },
    Run { name: "check-10000", pages: 10_000, arguments: CHECK },
    Run { name: "topic-on-all-of-1000", pages: 1000, arguments: &["query", tools::ON_ALL] },
    Run { name: "topic-on-none-of-1000", pages: 1000, arguments: &["query", tools::ON_NONE] },
];

/// How far a count may be from the committed one.
pub(crate) const TOLERANCE: f64 = 0.03;

/// The file of committed counts: the compiler's version, then `NAME COUNT` a line.
fn committed() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/bench/instructions.txt")
}

/// The committed counts, in the order of [`RUNS`]; none where they are another compiler's.
pub(crate) fn expected() -> Option<Vec<u64>> {
    let text = fs::read_to_string(committed()).ok()?;
    let mut lines = text.lines();
    (lines.next()? == compiler()).then_some(())?;
    Some(lines.filter_map(|line| line.split_whitespace().nth(1)?.parse().ok()).collect())
}

fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    output.map_or_else(
        |_| "no rustc".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

/// The instructions of one run; none without valgrind.
///
/// # Errors
/// Where the map cannot be made.
pub(crate) fn instructions(workshop: &Path, run: Run) -> io::Result<Option<u64>> {
    let folder = workshop.join(format!("map-{}", run.pages));
    maps::write(&folder, run.pages)?;
    if tools::on_path("valgrind").is_none() {
        return Ok(None);
    }
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(tools::featmap())
        .args(run.arguments)
        .current_dir(&folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .stdout(Stdio::null())
        .output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    let count = said.lines().find_map(|line| line.split_once("Collected :")?.1.trim().parse().ok());
    Ok(count)
}

/// Writes the counts of this machine and compiler as those to compare with.
///
/// # Errors
/// Where a map or the file cannot be written, or valgrind is missing.
pub(crate) fn refresh(workshop: &Path) -> io::Result<()> {
    let mut text = format!("{}\n", compiler());
    for run in RUNS {
        let count = instructions(workshop, run)?;
        let count = count.ok_or_else(|| io::Error::other("valgrind is not installed"))?;
        text.push_str(&format!("{} {count}\n", run.name));
    }
    print!("{text}");
    fs::write(committed(), text)
}
