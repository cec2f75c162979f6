//! What is measured: featmap, what bounds it from below, and its peers.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::measure::Job;

/// A topic whose words stand on every page.
pub(crate) const ON_ALL: &str = "account archive";

/// A topic that no page holds.
pub(crate) const ON_NONE: &str = "xylophone";

/// featmap beside this program's folder, as cargo builds both; else the one on PATH.
pub(crate) fn featmap() -> String {
    let own = std::env::current_exe().ok();
    let built = own.as_deref().and_then(|own| Some(own.parent()?.parent()?.join("featmap")));
    match built.filter(|built| built.is_file()) {
        Some(built) => built.display().to_string(),
        None => "featmap".to_owned(),
    }
}

/// A peer: what it is called, its program, and its arguments for a map folder.
struct Peer {
    name: &'static str,
    program: &'static str,
    arguments: &'static [&'static str],
    /// Pages above which a run takes so long that one has to do.
    once_above: usize,
    /// Pages above which it is not run at all.
    never_above: usize,
}

const ALWAYS: usize = usize::MAX;

const PEERS: [Peer; 11] = [
    Peer {
        name: "rg -c (heading lines)",
        program: "rg",
        arguments: &["-uu", "-c", "^##[[:blank:]]", "docs/features"],
        once_above: ALWAYS,
        never_above: ALWAYS,
    },
    Peer {
        name: "rg -ciw (topic, on all pages)",
        program: "rg",
        arguments: &["-uu", "-ciw", "-e", "account", "-e", "archive", "docs/features"],
        once_above: ALWAYS,
        never_above: ALWAYS,
    },
    Peer {
        name: "rg -ci (topic, on no page)",
        program: "rg",
        arguments: &["-uu", "-ci", ON_NONE, "docs/features"],
        once_above: ALWAYS,
        never_above: ALWAYS,
    },
    Peer {
        name: "rumdl (links only)",
        program: "rumdl",
        arguments: &["check", "--no-cache", "--enable", "MD051,MD057", "docs/features"],
        once_above: 5000,
        never_above: ALWAYS,
    },
    Peer {
        name: "rumdl (all rules)",
        program: "rumdl",
        arguments: &["check", "--no-cache", "docs/features"],
        once_above: 5000,
        never_above: ALWAYS,
    },
    Peer {
        name: "mado",
        program: "mado",
        arguments: &["check", "docs/features"],
        once_above: ALWAYS,
        never_above: ALWAYS,
    },
    Peer {
        name: "lychee (offline)",
        program: "lychee",
        arguments: &["--offline", "--no-progress", "docs/features"],
        once_above: ALWAYS,
        never_above: ALWAYS,
    },
    Peer {
        name: "node (split by regex)",
        program: "node",
        arguments: &["SPLIT", "docs/features"],
        once_above: ALWAYS,
        never_above: ALWAYS,
    },
    Peer {
        name: "node (nothing)",
        program: "node",
        arguments: &["-e", "0"],
        once_above: ALWAYS,
        never_above: 100,
    },
    Peer {
        name: "markdownlint-cli2",
        program: "markdownlint-cli2",
        arguments: &["docs/features/**/*.md"],
        once_above: 100,
        never_above: 1000,
    },
    Peer {
        name: "mkdocs build",
        program: "mkdocs",
        arguments: &["build", "--quiet", "--strict", "--site-dir", "site"],
        once_above: 100,
        never_above: 1000,
    },
];

/// A check, an empty process, a read of every byte, and two topics.
pub(crate) fn own(folder: &Path) -> Vec<Job> {
    let here = std::env::current_exe().map(|own| own.display().to_string()).unwrap_or_default();
    let featmap = featmap();
    let job = |name: &str, command: &[&str]| Job {
        name: name.to_owned(),
        command: command.iter().map(|part| (*part).to_owned()).collect(),
        folder: folder.to_path_buf(),
        slow: false,
    };
    vec![
        job("featmap check", &[&featmap, "check"]),
        job("empty process", &[&here, "empty"]),
        job("read every byte", &[&here, "read", "docs/features"]),
        job("featmap query (on all pages)", &[&featmap, "query", ON_ALL]),
        job("featmap query (on no page)", &[&featmap, "query", ON_NONE]),
    ]
}

/// The peers that are on PATH, and the names of those that are not.
pub(crate) fn peers(folder: &Path, pages: usize) -> (Vec<Job>, Vec<&'static str>) {
    let (mut jobs, mut missing) = (Vec::new(), Vec::new());
    let split = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/bench/split.js");
    for peer in PEERS {
        if on_path(peer.program).is_none() {
            missing.push(peer.name);
            continue;
        }
        if pages > peer.never_above {
            continue;
        }
        let mut command = vec![peer.program.to_owned()];
        for argument in peer.arguments {
            let split = || split.display().to_string();
            command.push(if *argument == "SPLIT" { split() } else { (*argument).to_owned() });
        }
        let slow = pages > peer.once_above;
        jobs.push(Job { name: peer.name.to_owned(), command, folder: folder.to_path_buf(), slow });
    }
    (jobs, missing)
}

/// Where a program stands on PATH.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// The versions of what is measured, as each one says it.
pub(crate) fn versions() -> Vec<String> {
    let mut programs: Vec<&str> = PEERS.iter().map(|peer| peer.program).collect();
    programs.dedup();
    let version = |program: &str| {
        let output = Command::new(program).arg("--version").output().ok()?;
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = said.lines().next()?.trim().to_owned();
        Some(if line.starts_with('v') { format!("{program} {line}") } else { line })
    };
    let featmap = featmap();
    ["rustc", &featmap].into_iter().chain(programs).filter_map(version).collect()
}
