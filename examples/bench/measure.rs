//! Runs commands in turn and reads what each one cost.
//!
//! A command is started by a small launcher, this program started anew, because a child's
//! peak memory is never below that of its parent.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use wait4::Wait4 as _;

/// A command to measure.
#[derive(Debug, Clone)]
pub(crate) struct Job {
    /// What it is called in tables.
    pub(crate) name: String,
    /// The program and its arguments.
    pub(crate) command: Vec<String>,
    /// Where it runs.
    pub(crate) folder: PathBuf,
    /// Run once in all instead of once a round.
    pub(crate) slow: bool,
}

/// What one run cost.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cost {
    /// From start to end, in milliseconds.
    pub(crate) wall: f64,
    /// User time in milliseconds.
    pub(crate) user: f64,
    /// System time in milliseconds.
    pub(crate) system: f64,
    /// Peak memory in MiB.
    pub(crate) peak: f64,
    /// The exit status; 255 for none.
    pub(crate) status: u8,
}

impl Cost {
    /// User and system time in milliseconds.
    pub(crate) fn cpu(&self) -> f64 {
        self.user + self.system
    }
}

/// The costs of one job, a run a kept round.
#[derive(Debug, Clone)]
pub(crate) struct Series {
    /// The job's name.
    pub(crate) name: String,
    /// Its runs.
    pub(crate) costs: Vec<Cost>,
}

impl Series {
    /// The median of a figure.
    pub(crate) fn median(&self, figure: fn(&Cost) -> f64) -> f64 {
        median(self.costs.iter().map(figure).collect())
    }

    /// The median over rounds of this job's figure against another's in the same round.
    pub(crate) fn ratio(&self, other: &Self, figure: fn(&Cost) -> f64) -> f64 {
        let pairs = self.costs.iter().zip(other.costs.iter().cycle());
        median(pairs.map(|(own, other)| figure(own) / figure(other).max(0.001)).collect())
    }
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len() / 2).copied().unwrap_or(f64::NAN)
}

/// What all rounds came to.
#[derive(Debug, Clone)]
pub(crate) struct Rounds {
    /// One series a job, in the order of the jobs.
    pub(crate) series: Vec<Series>,
    /// Rounds kept.
    pub(crate) kept: usize,
    /// Rounds in which others used the machine; their figures are dropped, unless too few are
    /// left without them.
    pub(crate) busy: usize,
}

/// How much of the machine others may use in a round that is kept.
const MOST_BUSY: f64 = 0.06;

/// Rounds to keep at least; with fewer quiet ones the busy ones count too.
const LEAST_KEPT: usize = 5;

/// Runs the jobs in turn until so many quiet rounds are done, or three times as many in all.
///
/// # Errors
/// Where a job cannot be started.
pub(crate) fn rounds(jobs: &[Job], wanted: usize) -> io::Result<Rounds> {
    let (mut quiet, mut busy): (Vec<Vec<Cost>>, Vec<Vec<Cost>>) = (Vec::new(), Vec::new());
    let mut slow: Vec<Option<Cost>> = vec![None; jobs.len()];
    for (job, cost) in jobs.iter().zip(&mut slow) {
        let first = run(job)?;
        *cost = job.slow.then_some(first);
    }
    while quiet.len() < wanted && quiet.len() + busy.len() < 3 * wanted {
        let (before, begin) = (machine_time(), Instant::now());
        let costs: Vec<Cost> = jobs
            .iter()
            .zip(&slow)
            .map(|(job, slow)| slow.map_or_else(|| run(job), Ok))
            .collect::<io::Result<_>>()?;
        let own = costs.iter().zip(&slow).filter(|(_, slow)| slow.is_none());
        let own: f64 = own.map(|(cost, _)| cost.cpu()).sum();
        if others(before, begin.elapsed(), own) > MOST_BUSY {
            busy.push(costs);
        } else {
            quiet.push(costs);
        }
    }
    let dropped = busy.len();
    if quiet.len() < LEAST_KEPT.min(wanted) {
        quiet.append(&mut busy);
    }
    let series = jobs.iter().enumerate().map(|(at, job)| Series {
        name: job.name.clone(),
        costs: quiet.iter().filter_map(|round| round.get(at)).copied().collect(),
    });
    Ok(Rounds { series: series.collect(), kept: quiet.len(), busy: dropped })
}

/// The part of the machine that others used, from 0 to 1; 0 where the system does not say.
fn others(before: Option<f64>, wall: Duration, own: f64) -> f64 {
    let (Some(before), Some(after)) = (before, machine_time()) else {
        return 0.0;
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let all = wall.as_secs_f64() * 1000.0 * f64::from(u32::try_from(cores).unwrap_or(1));
    // The system counts in hundredths of a second.
    (after - before - own - 20.0).max(0.0) / all.max(1.0)
}

/// Milliseconds that all processors were not idle since the machine began.
fn machine_time() -> Option<f64> {
    let text = fs::read_to_string("/proc/stat").ok()?;
    let line = text.lines().next()?;
    let ticks: Vec<f64> = line.split_whitespace().skip(1).flat_map(str::parse).collect();
    let idle: f64 = ticks.iter().skip(3).take(2).sum();
    Some((ticks.iter().take(8).sum::<f64>() - idle) * 10.0)
}

/// Runs a job once.
///
/// # Errors
/// Where it cannot be started.
pub(crate) fn run(job: &Job) -> io::Result<Cost> {
    let output = Command::new(std::env::current_exe()?)
        .arg("launch")
        .args(&job.command)
        .current_dir(&job.folder)
        .env("FEATMAP_BENCH", "1")
        .stderr(Stdio::null())
        .output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let figures: Vec<f64> = said.split_whitespace().flat_map(str::parse).collect();
    match figures.as_slice() {
        [wall, user, system, peak, status] => {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a status is a byte"
            )]
            let status = *status as u8;
            Ok(Cost { wall: *wall, user: *user, system: *system, peak: *peak, status })
        }
        _ => Err(io::Error::other(format!("`{}` could not be started", job.command.join(" ")))),
    }
}

/// The launcher: starts a command with closed streams and prints what it cost.
pub(crate) fn launch(command: &[String]) -> ExitCode {
    let Some((program, arguments)) = command.split_first() else {
        return ExitCode::from(2);
    };
    let begin = Instant::now();
    let child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(ended) = child.and_then(|mut child| child.wait4()) else {
        return ExitCode::from(2);
    };
    let wall = begin.elapsed();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
    #[expect(clippy::cast_precision_loss, reason = "a size in bytes fits well enough")]
    let peak = ended.rusage.maxrss as f64 / (1024.0 * 1024.0);
    println!(
        "{} {} {} {peak} {}",
        milliseconds(wall),
        milliseconds(ended.rusage.utime),
        milliseconds(ended.rusage.stime),
        ended.status.code().unwrap_or(255)
    );
    ExitCode::SUCCESS
}
