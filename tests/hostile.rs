//! What a hostile pull request may hold: pages, names, links, files, configurations. The
//! rules are those of `docs/promises.md`; each test names what it pins.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

#[cfg(unix)]
#[path = "hostile/code.rs"]
mod code;
#[path = "hostile/content.rs"]
mod content;
#[cfg(unix)]
#[path = "hostile/files.rs"]
mod files;
#[cfg(unix)]
#[path = "hostile/git.rs"]
mod git;
#[allow(dead_code, reason = "the bench uses all of it")]
#[path = "../examples/bench/maps.rs"]
mod maps;
#[path = "hostile/names.rs"]
mod names;
#[allow(dead_code, reason = "the bench uses all of it")]
#[path = "../examples/bench/hostile.rs"]
mod pages;
#[path = "hostile/project.rs"]
mod project;
#[path = "hostile/runner.rs"]
mod runner;
#[path = "hostile/targets.rs"]
mod targets;
