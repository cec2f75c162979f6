//! Fuzzing on the stable toolchain: random and mutated inputs held against oracles.
//!
//! ```text
//! cargo run --profile fuzz --example fuzz -- [--seconds N] [--seed N] [--target NAME]
//! ```
//!
//! Each target gets an equal share of the seconds (60 unless said otherwise). The same seed
//! makes the same inputs. Prints the runs of each target, and the input that failed.

#![expect(clippy::print_stdout, reason = "a fuzzer prints what it found")]
#![expect(clippy::panic, reason = "an oracle that does not hold ends the run")]

#[path = "../bench/hostile.rs"]
#[allow(dead_code, reason = "the bench uses all of it")]
mod hostile;
mod links;
#[path = "../bench/maps.rs"]
#[allow(dead_code, reason = "the bench uses all of it")]
mod maps;
mod memory;
mod oracle;
mod pieces;
mod queries;
#[path = "../../tests/hostile/runner.rs"]
mod runner;
mod targets;
mod trees;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::maps::Seed;
use crate::targets::TARGETS;

fn main() -> ExitCode {
    let (mut seconds, mut seed, mut only) = (60, 1, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        match argument.as_str() {
            "--seconds" => seconds = value.parse().unwrap_or(60),
            "--seed" => seed = value.parse().unwrap_or(1),
            "--target" => only = Some(value),
            _ => {
                println!("error: unknown argument {argument}");
                return ExitCode::from(2);
            }
        }
    }
    let chosen: Vec<_> = TARGETS
        .iter()
        .filter(|(name, _)| only.as_deref().is_none_or(|only| only == *name))
        .collect();
    if chosen.is_empty() {
        let names: Vec<_> = TARGETS.iter().map(|(name, _)| *name).collect();
        println!("error: no such target; there are {}", names.join(", "));
        return ExitCode::from(2);
    }
    let share = Duration::from_secs(seconds) / u32::try_from(chosen.len()).unwrap_or(1);
    let mut all = 0;
    for (name, target) in chosen {
        let (begin, mut runs) = (Instant::now(), 0_u64);
        while begin.elapsed() < share {
            let number = seed + runs;
            let ran = catch_unwind(AssertUnwindSafe(|| target(&mut Seed(number))));
            if ran.is_err() {
                println!("{name}: FAILED with seed {number}, after {runs} runs");
                return ExitCode::from(1);
            }
            runs += 1;
        }
        println!("{name}: {runs} runs");
        all += runs;
    }
    let taken = targets::TAKEN.load(Ordering::Relaxed);
    println!("{taken} pages of `quick` were not read whole by the parser");
    let _ = std::fs::remove_dir_all(trees::workshop());
    println!("{all} runs in all, from seed {seed}");
    ExitCode::SUCCESS
}

/// A text from seeds: pieces, a hostile family, or a page with pieces put into it.
fn text(seed: &mut Seed) -> String {
    let mut text = match seed.below(8) {
        0 => hostile::random(seed, 300),
        1 => {
            let family = hostile::FAMILIES.get(seed.below(hostile::FAMILIES.len()));
            family.map(|family| (family.make)(200)).unwrap_or_default()
        }
        2 => maps::page(seed.below(50)).chars().take(1500).collect(),
        _ => {
            let count = 1 + seed.below(60);
            (0..count).map(|_| word(seed)).collect()
        }
    };
    for _ in 0..seed.below(4) {
        let at = seed.below(text.len() + 1);
        if text.is_char_boundary(at) {
            text.insert_str(at, word(seed));
        }
    }
    text
}

/// A word that some part of featmap looks for, or a piece of markdown.
fn word(seed: &mut Seed) -> &'static str {
    const WORDS: [&str; 44] = [
        "Status: built · Read when: x",
        "status:",
        "Read when:",
        "---\n",
        "+++\n",
        "title: T\n",
        "title = 'T'\n",
        "# T\n",
        "## A\n",
        "### B\n",
        "\nT\n===\n",
        "\nA\n---\n",
        "[a](a.md)",
        "[b](b.md#x)",
        "[c](../c.md)",
        "[d](d/)",
        "[e](<a b.md>)",
        "[f](%61.md)",
        "[g]: g.md\n",
        "[g]",
        "![i](i.png)",
        "| a | b |\n| - | - |\n",
        "| [a](a.md) | b |\n",
        "| [a](a.md) | b | c |\n",
        "| x | [b](b.md) |\n",
        "- [a](a.md)\n",
        "  - [b](b.md)\n",
        "1. x\n",
        "<!-- featmap: ignore[lost-row] x -->",
        "<!-- featmap: ignore[unindexed-page, lost-row] x -->\n",
        "<!-- featmap:",
        "```\n",
        "~~~\n",
        "\u{feff}",
        "\r",
        "\r\n",
        "\u{202e}",
        "\u{200b}",
        "\u{0}",
        "##[error]",
        "::error::",
        "İ",
        "e\u{301}",
        "👩\u{200d}💻",
    ];
    if seed.below(3) == 0 {
        return hostile::piece(seed);
    }
    WORDS.get(seed.below(WORDS.len())).copied().unwrap_or("a")
}
