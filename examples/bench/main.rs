//! Measures featmap as whole processes against its peers, and its limits.
//!
//! ```text
//! cargo build --release && cargo run --release --example bench -- [OPTIONS]
//! ```
//!
//! Without an option: maps of 14, 1,000 and 10,000 pages and one page of 4 MiB, each with
//! every peer that is on PATH. `--pages N` (repeatable) picks the maps, `--rounds N` the
//! rounds, `--no-peers` leaves the peers out, `--json FILE` writes the figures too.
//! `--hostile` measures the hostile families and prints them worst first, `--random N` so
//! many random patterns besides. `--code` measures references to the code. `--gate` measures
//! what holds on a busy machine, and fails
//! where a limit is passed. `--refresh` writes the instruction counts that the gate compares
//! with.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a measuring program prints what it has to say"
)]

mod code;
mod count;
mod gate;
mod hostile;
mod maps;
mod measure;
mod own;
mod strain;
mod table;
mod tools;

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What the arguments ask for.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
struct Asked {
    pages: Vec<usize>,
    rounds: Option<usize>,
    peers: bool,
    json: Option<PathBuf>,
    hostile: bool,
    code: bool,
    random: usize,
    gate: bool,
    refresh: bool,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("empty") => ExitCode::SUCCESS,
        Some("launch") => measure::launch(arguments.get(1..).unwrap_or_default()),
        Some("read") => read_all(arguments.get(1).map_or("", String::as_str)),
        _ => match asked(&arguments).map(|asked| run(&asked)) {
            Some(Ok(true)) => ExitCode::SUCCESS,
            Some(Ok(false)) => ExitCode::from(1),
            Some(Err(error)) => {
                eprintln!("error: {error}");
                ExitCode::from(2)
            }
            None => {
                eprintln!("error: wrong arguments; the head of examples/bench/main.rs lists them");
                ExitCode::from(2)
            }
        },
    }
}

fn asked(arguments: &[String]) -> Option<Asked> {
    let mut asked = Asked {
        pages: Vec::new(),
        rounds: None,
        peers: true,
        json: None,
        hostile: false,
        code: false,
        random: 0,
        gate: false,
        refresh: false,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--pages" => asked.pages.push(rest.next()?.parse().ok()?),
            "--rounds" => asked.rounds = Some(rest.next()?.parse().ok()?),
            "--no-peers" => asked.peers = false,
            "--json" => asked.json = Some(rest.next()?.into()),
            "--code" => asked.code = true,
            "--hostile" => asked.hostile = true,
            "--random" => asked.random = rest.next()?.parse().ok()?,
            "--gate" => asked.gate = true,
            "--refresh" => asked.refresh = true,
            _ => return None,
        }
    }
    if asked.pages.is_empty() {
        asked.pages = vec![14, 1000, 10_000];
    }
    Some(asked)
}

/// Where the maps are made: beside this program, so that a clean build has clean maps.
fn workshop() -> io::Result<PathBuf> {
    let own = std::env::current_exe()?;
    let folder = own.parent().unwrap_or(Path::new(".")).join("bench-maps");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn run(asked: &Asked) -> io::Result<bool> {
    let workshop = workshop()?;
    if asked.refresh {
        return count::refresh(&workshop).map(|()| true);
    }
    if asked.gate {
        return gate::gate(&workshop);
    }
    if asked.code {
        let rounds = code::measured(&workshop)?;
        println!("{}", table::text("5,000 files, 50 MB, 300 pages", &rounds, &[]));
        let (present, gone, peak) = code::figures(&rounds).unwrap_or_default();
        println!(
            "against the bytes and a log: {present:.2}, with history {gone:.2}; {peak:.0} MiB"
        );
        return Ok(true);
    }
    if asked.hostile || asked.random > 0 {
        return strain::table(&workshop, asked.hostile, asked.random).map(|()| true);
    }
    println!("versions: {}\n", tools::versions().join("; "));
    let mut all = Vec::new();
    for pages in &asked.pages {
        let folder = workshop.join(format!("map-{pages}"));
        maps::write(&folder, *pages)?;
        all.push(measured(&format!("{pages} pages"), &folder, *pages, asked)?);
    }
    let folder = workshop.join("one-page");
    maps::write_one(&folder, maps::ordinary(4 << 20).get(..4 << 20).unwrap_or_default())?;
    all.push(measured("one page of 4 MiB", &folder, 1000, asked)?);
    if let Some(file) = &asked.json {
        let figures = serde_json::json!({ "versions": tools::versions(), "maps": all });
        std::fs::write(file, format!("{figures}\n"))?;
    }
    Ok(true)
}

fn measured(
    title: &str,
    folder: &Path,
    pages: usize,
    asked: &Asked,
) -> io::Result<serde_json::Value> {
    let mut jobs = tools::own(folder);
    let (peers, missing) =
        if asked.peers { tools::peers(folder, pages) } else { (Vec::new(), Vec::new()) };
    jobs.extend(peers);
    std::fs::write(folder.join("mkdocs.yml"), "site_name: a\ndocs_dir: docs/features\n")?;
    let usual = if pages > 5000 { 9 } else { 15 };
    let rounds = measure::rounds(&jobs, asked.rounds.unwrap_or(usual))?;
    println!("{}", table::text(title, &rounds, &missing));
    Ok(table::json(title, &rounds, &missing))
}

/// Reads every file below a folder on one thread: what no checker can be faster than.
fn read_all(folder: &str) -> ExitCode {
    let mut folders = vec![PathBuf::from(folder)];
    let (mut buffer, mut sum) = (vec![0; 64 * 1024], 0_u64);
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            return ExitCode::from(2);
        };
        for entry in entries.flatten() {
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(entry.path());
                continue;
            }
            let Ok(mut file) = std::fs::File::open(entry.path()) else {
                return ExitCode::from(2);
            };
            while let Ok(read @ 1..) = file.read(&mut buffer) {
                let bytes = buffer.get(..read).unwrap_or_default();
                sum += bytes.iter().map(|byte| u64::from(*byte)).sum::<u64>();
            }
        }
    }
    // What was read is used, so that reading it cannot be left out.
    if sum == u64::MAX { ExitCode::from(1) } else { ExitCode::SUCCESS }
}
