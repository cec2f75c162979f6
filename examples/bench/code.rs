//! References to the code: a repository of 5,000 files, 50 MB and 300 pages, against reading
//! the files and one log of git.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::measure::{Cost, Job, Rounds, Series, rounds};
use crate::tools;

const FILES: usize = 5000;
const PAGES: usize = 300;

/// Pages that name what is gone.
const STALE: usize = 10;

/// Lines of a file.
const LINES: usize = 275;

/// Commits after the first one; each changes a part of the files.
const COMMITS: usize = 60;

/// Measures in turn: a check where all is there, one that asks history, the files' bytes, a log.
///
/// # Errors
/// Where git or featmap cannot be started.
pub(crate) fn measured(workshop: &Path) -> io::Result<Rounds> {
    let folder = workshop.join("code");
    write(&folder)?;
    let featmap = tools::featmap();
    let check = |name: &str, map: &str| Job {
        name: name.to_owned(),
        command: [&featmap, "check", "--code", "--output-format", "concise", "--map", map]
            .map(str::to_owned)
            .into(),
        folder: folder.clone(),
        slow: false,
    };
    let shell = |name: &str, script: &str| Job {
        name: name.to_owned(),
        command: ["sh", "-c", script].map(str::to_owned).into(),
        folder: folder.clone(),
        slow: false,
    };
    let jobs = [
        check("featmap check --code, all is there", "docs/features"),
        check("featmap check --code, some is gone", "stale/features"),
        shell("git ls-files | xargs cat", "git ls-files -z | xargs -0 cat > /dev/null"),
        shell("git log --name-status", "git log --name-status > /dev/null"),
    ];
    rounds(&jobs, 9)
}

/// How many times as long as the bytes and a log a check takes where all is there, and where
/// history is asked; and the peak memory of both in MiB.
pub(crate) fn figures(rounds: &Rounds) -> Option<(f64, f64, f64)> {
    let [present, gone, read, log] = rounds.series.as_slice() else { return None };
    let (wall, peak) = (|cost: &Cost| cost.wall, |cost: &Cost| cost.peak);
    let bound = read.median(wall) + log.median(wall);
    let times = |series: &Series| series.median(wall) / bound;
    Some((times(present), times(gone), present.median(peak).max(gone.median(peak))))
}

/// The repository; one that is whole is kept.
fn write(folder: &Path) -> io::Result<()> {
    let done = folder.join(".git/made");
    if done.is_file() {
        return Ok(());
    }
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    std::fs::create_dir_all(folder)?;
    git(folder, &["init", "--quiet"])?;
    for number in 0..FILES {
        let file = folder.join(path(number));
        std::fs::create_dir_all(file.parent().unwrap_or(folder))?;
        std::fs::write(file, text(number, 0))?;
    }
    std::fs::write(folder.join("src/old_part.rs"), "fn an_old_part() {}\n")?;
    pages(&folder.join("docs/features"), "")?;
    pages(&folder.join("stale/features"), "`src/old_part.rs` has `an_old_part()`.\n")?;
    commit(folder)?;
    for change in 1..=COMMITS {
        for number in (change..FILES).step_by(COMMITS) {
            std::fs::write(folder.join(path(number)), text(number, change))?;
        }
        if change == COMMITS / 2 {
            std::fs::remove_file(folder.join("src/old_part.rs"))?;
        }
        commit(folder)?;
    }
    git(folder, &["gc", "--quiet"])?;
    std::fs::write(done, "")
}

fn path(number: usize) -> String {
    format!("src/part_{:02}/file_{number:04}.rs", number % 50)
}

/// About 10 KB of code.
fn text(number: usize, change: usize) -> String {
    let mut text = format!("//! Part {number}, version {change}.\n");
    for line in 0..LINES {
        text.push_str(&format!("fn do_{number}_{line}() {{ let v = {line}; }}\n"));
    }
    text
}

fn pages(folder: &Path, more: &str) -> io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut index = "# Features\n\n| Feature | Page |\n| --- | --- |\n".to_owned();
    for page in 0..PAGES {
        index.push_str(&format!("| Page {page} | [p](page-{page:03}.md) |\n"));
        let more = if page < STALE { more } else { "" };
        let mut text = format!("# Page {page}\n\n## How it works\n\n{more}\n## Map\n\n");
        for number in (page..FILES).step_by(FILES / 8) {
            let file = path(number);
            text.push_str(&format!("- `{file}`: `do_{number}_1`, `do_{number}_9()`\n"));
        }
        std::fs::write(folder.join(format!("page-{page:03}.md")), text)?;
    }
    std::fs::write(folder.join("README.md"), index)
}

fn commit(folder: &Path) -> io::Result<()> {
    git(folder, &["add", "--all"])?;
    git(folder, &["commit", "--quiet", "--message", "change"])
}

fn git(folder: &Path, arguments: &[&str]) -> io::Result<()> {
    let status = Command::new("git")
        .args(["-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "gc.auto=0"])
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .status()?;
    if status.success() { Ok(()) } else { Err(io::Error::other("git failed")) }
}
