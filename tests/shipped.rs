//! Completion scripts and manual pages are files, written from the command line and held to it.
//!
//! `SNAPSHOTS=overwrite cargo test --test shipped` writes them.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

use clap_complete::Shell;

use support::{Project, run};

/// What a reader who has changed the command line is told.
const REWRITE: &str = "run `SNAPSHOTS=overwrite cargo test --test shipped` and read the difference";

/// What featmap prints for some arguments is a file, and all that a folder holds is such a file.
fn hold(folder: &str, texts: &[(OsString, Vec<u8>, Vec<&str>)]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        for (name, text, _) in texts {
            fs::write(folder.join(name), text).unwrap();
        }
    }
    let project = Project::clean();
    for (name, text, arguments) in texts {
        let file = folder.join(name);
        let stands = fs::read(&file).unwrap();
        assert!(stands == *text, "{} is not what the code says; {REWRITE}", file.display());
        let outcome = run(&mut project.featmap(arguments));
        assert_eq!((outcome.status, outcome.stdout.as_bytes()), (0, &**text), "{arguments:?}");
    }
    let known: BTreeSet<_> = texts.iter().map(|(name, ..)| name.clone()).collect();
    let found: BTreeSet<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(found, known, "{}", folder.display());
}

#[test]
fn every_shell_gets_its_script() {
    let made = tempfile::tempdir().unwrap();
    let shells = [
        ("bash", Shell::Bash),
        ("elvish", Shell::Elvish),
        ("fish", Shell::Fish),
        ("powershell", Shell::PowerShell),
        ("zsh", Shell::Zsh),
    ];
    let texts = shells.map(|(name, shell)| {
        let mut command = featmap::cli::command();
        let file = clap_complete::generate_to(shell, &mut command, "featmap", made.path()).unwrap();
        let text = fs::read(&file).unwrap();
        (file.file_name().unwrap().to_owned(), text, vec!["completions", name])
    });
    hold("completions", &texts);
}

#[test]
fn every_command_has_its_manual_page() {
    let mut command = featmap::cli::command();
    command.build();
    let page = |command: &clap_mangen::Man| {
        let mut text = Vec::new();
        command.render(&mut text).unwrap();
        (OsString::from(command.get_filename()), text)
    };
    let (name, text) = page(&clap_mangen::Man::new(command.clone()));
    let mut texts = vec![(name, text, vec!["man"])];
    for command in command.get_subcommands() {
        if command.get_name() != "help" {
            let (name, text) = page(&clap_mangen::Man::new(command.clone()));
            texts.push((name, text, vec!["man", command.get_name()]));
        }
    }
    hold("man", &texts);
}
