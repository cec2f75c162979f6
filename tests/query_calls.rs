//! Every call that a reply prints works when it is pasted into a shell, whatever the names;
//! and what cannot be answered is told with its exit status.

// The names here are such that only unix holds them all.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use support::{Outcome, Project, run, wait};

/// A map whose names a shell, a terminal or a runner would take for its own.
fn odd() -> Project {
    let project = Project::clean();
    for (name, text) in [
        ("a b.md", "# Blank glow\n\n## Map\n\nx\n\n## Map\n\ny\n\n## !!!\n\nglow\n"),
        ("it's `id` $HOME.md", "# Quote glow\n\n## A | B\n\nglow\n\n### `$(id)`\n\nsub\n"),
        ("-x.md", "# Dash glow\n\n## --full\n\nglow\n"),
        ("::error::y.md", "# Colon glow\n\n## S\n\nglow\n"),
        ("##[mask]x.md", "# Mask glow\n"),
        ("dup.md", "# Dup\n\n## S\n\nglow\n"),
        ("sub/dup.md", "# Dup\n\n## Dup\n\nglow\n\n## dup\n\nglow\n"),
        ("search.md", "# Search\n\nMuch glow before.\n\n## Search\n\nglow\n"),
        ("機能.md", "# 設定画面\n\n## 地図\n\n機能 glow\n"),
    ] {
        project.write(&format!("docs/features/{name}"), text);
    }
    project.write("docs/features/new\nli\u{1b}ne.md", "# Line glow\n\n## S\n\nglow\n");
    project
}

/// The code spans of a reply that are calls.
fn calls(reply: &str) -> Vec<String> {
    let mut calls = Vec::new();
    for line in reply.lines() {
        let Some(at) = line.rfind("featmap query") else { continue };
        let (before, call) = line.split_at(at);
        let marks = before.len() - before.trim_end_matches('`').len();
        let end = call.find(&"`".repeat(marks)).unwrap();
        assert!(marks > 0, "{line}");
        calls.push(call.split_at(end).0.to_owned());
    }
    calls
}

/// The calls that a reply's lists leave to be made: the argument of a line, put behind what was
/// asked before it.
fn asked_on(call: &str, reply: &str) -> Vec<String> {
    let mut on = Vec::new();
    for line in reply.lines().filter(|line| !line.contains("featmap query")) {
        let page = line.find("`--page").map(|at| (at, "featmap query"));
        let section = || Some((line.find("`--section ")?, call.split_once(" --section")?.0));
        let Some((at, asked)) = page.or_else(section) else { continue };
        let argument = line.split_at(at + 1).1.trim_end_matches('`').trim_end();
        on.push(format!("{asked} {argument}"));
    }
    on
}

/// Runs a call as a shell does.
fn pasted(project: &Project, call: &str) -> Outcome {
    let program = Path::new(env!("CARGO_BIN_EXE_featmap")).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let mut shell = Command::new("bash");
    shell.args(["-c", call]).current_dir(project.root()).stdin(Stdio::null());
    shell.env("PATH", format!("{}:{path}", program.display()));
    run(&mut shell)
}

#[test]
fn every_call_works_when_it_is_pasted() {
    let project = odd();
    project.write("my config.toml", "max-bytes = 900\n");
    let begin = [
        "featmap query",
        "featmap query 'glow \"$HOME\" `id`'",
        "featmap query glow --skeleton --max-bytes 700",
        "featmap query glow --explain --max-bytes=-1 --sections-per-topic 2",
        "featmap query glow --config 'my config.toml' --root ./docs --map docs/features",
        "featmap query --page dup --no-config",
        "featmap query --page 'a b' --section nothing --max-bytes 300",
    ];
    let mut waiting: Vec<String> = begin.map(str::to_owned).to_vec();
    let mut done = BTreeSet::new();
    while let Some(call) = waiting.pop() {
        if done.len() > 150 || !done.insert(call.clone()) {
            continue;
        }
        let outcome = pasted(&project, &call);
        let expected = i32::from(call.contains("--page dup ") || call.contains("nothing"));
        assert_eq!(outcome.status, expected, "{call}\n{}{}", outcome.stdout, outcome.stderr);
        for kept in ["--config 'my config.toml'", "--root ./docs", "--max-bytes 700"] {
            let next = calls(&outcome.stdout);
            let all = next.iter().all(|next| next.contains(kept));
            assert!(all || !call.contains(kept), "{call} loses {kept}: {next:?}");
        }
        waiting.extend(asked_on(&call, &outcome.stdout));
        waiting.extend(calls(&outcome.stdout));
    }
    assert!(done.len() > 80, "{done:?}");
}

#[test]
fn every_call_of_which_works_when_it_is_pasted() {
    let project = Project::clean();
    project.write("my config.toml", "max-bytes = 900\n");
    let page = "# It\n\n`glow_fn`\n\n## A | B\n\n`glow_fn`\n\n## !!!\n\n`glow_fn`\n";
    project.write("w/a b/it's.md", page);
    project.write("w/a b/README.md", "# Map\n\n- [It](it's.md): `glow_fn`\n");
    let flags = "--root w --map 'w/a b' --config 'my config.toml'";
    let reply = pasted(&project, &format!("featmap which glow_fn {flags}"));
    let calls: Vec<_> =
        reply.stdout.lines().filter(|line| line.trim().starts_with("featmap query")).collect();
    assert_eq!(calls.len(), 4, "{reply:?}");
    for call in calls {
        assert!(call.ends_with(flags), "{call}");
        let outcome = pasted(&project, call);
        assert!(outcome.status == 0 && outcome.stdout.contains("glow_fn"), "{call} {outcome:?}");
    }
}

#[test]
fn our_own_lines_hold_nothing_that_acts() {
    let project = odd();
    for arguments in [&["query"][..], &["query", "glow", "--explain"], &["query", "--page", "zzz"]]
    {
        let reply = run(&mut project.featmap(arguments)).stdout;
        assert!(!reply.contains('\u{1b}') && !reply.contains("##["), "{reply}");
        assert!(!reply.lines().any(|line| line.starts_with("::")), "{reply}");
    }
    let reply = run(&mut project.featmap(&["query", "--page", "::error::y.md"])).stdout;
    assert!(reply.starts_with("docs/features/::error::y.md: 1 section"), "{reply}");
}

/// A terminal obeys what a program reads: only the latter is given a file's own bytes.
#[test]
fn a_terminal_is_shown_what_a_page_would_have_it_do() {
    use featmap::commands::query::{Format, Options, query};
    let project = Project::clean();
    let text = "# T\n\n## S\n\na\u{1b}]0;title\u{7}\u{9b}2J\u{202e}b\rc\r\n";
    project.write("docs/features/acts.md", text);
    let reply = |terminal: bool| {
        let options = Options {
            request: featmap::commands::setup::Request {
                current: project.root(),
                start: ".".into(),
                maps: Vec::new(),
                config: None,
                no_config: false,
            },
            tracked: false,
            ask: featmap::query::Ask::Page("acts".into(), featmap::query::Of::Whole),
            offset: 0,
            rev: None,
            max_bytes: None,
            sections_per_topic: None,
            calls: featmap::query::calls::Calls::default(),
            format: Format::Text { terminal },
        };
        let (mut out, mut aside) = (Vec::new(), Vec::new());
        query(&options, &mut out, &mut aside).unwrap().written.unwrap();
        String::from_utf8(out).unwrap()
    };
    assert!(reply(false).contains(text), "{}", reply(false));
    let shown = reply(true);
    assert!(shown.contains(r"a\u{1b}]0;title\u{7}\u{9b}2J\u{202e}b\u{d}c"), "{shown}");
    let acts = |c: char| c.is_control() && !matches!(c, '\n' | '\r');
    assert!(!shown.contains(acts) && !shown.contains('\u{202e}'), "{shown:?}");
}

#[test]
fn wrong_usage_is_status_2() {
    let project = Project::clean();
    for arguments in [
        &["query", "search", "--page", "search"][..],
        &["query", "search", "--offset", "-1"],
        &["query", "search", "--offset", "x"],
        &["query", "--section", "map"],
        &["query", "--page", "search", "--sub", "x"],
        &["query", "--page", "search", "--full", "--section", "x"],
        &["query", "search", "--full"],
        &["query", "search", "--section", "x"],
        &["query", "search", "--sub", "x"],
        &["query", "search", "--section", "x", "--sub", "x"],
        &["query", "--page", "search", "--explain"],
        &["query", "--page", "search", "--section", "x", "--explain"],
        &["query", "--full"],
        &["query", "--skeleton"],
        &["query", "--explain"],
        &["query", "search", "--sections-per-topic", "0"],
        &["query", "--root", "nowhere"],
    ] {
        let outcome = run(&mut project.featmap(arguments));
        assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(outcome.stderr.starts_with("error: "), "{}", outcome.stderr);
    }
}

#[test]
fn a_map_that_is_not_there_is_a_reply() {
    let project = Project::clean();
    let outcome = run(&mut project.featmap(&["query", "--map", "nowhere"]));
    assert_eq!((outcome.status, outcome.stderr.as_str()), (2, ""), "{outcome:?}");
    assert!(outcome.stdout.starts_with("there is no map folder"), "{outcome:?}");
}

#[test]
fn what_was_not_searched_is_told() {
    let project = Project::clean();
    let utf16: Vec<u8> = "\u{feff}# Glow".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(project.map("wide.md"), utf16).unwrap();
    let told = "docs/features/wide.md: not searched: it is UTF-16; save it as UTF-8\n";
    let found = run(&mut project.featmap(&["query", "finds"]));
    assert_eq!((found.status, found.stderr.as_str()), (0, told));
    let none = run(&mut project.featmap(&["query", "glow"]));
    assert_eq!((none.status, none.stderr.as_str()), (2, told), "nobody knows");
    let page = run(&mut project.featmap(&["query", "--page", "wide", "--full"]));
    assert_eq!(page.status, 2);
    assert!(page.stderr.starts_with("error: cannot read the page `docs/features/wide.md`"));
}

#[test]
fn a_changed_map_is_refused() {
    let project = Project::clean();
    let line = "a line of words\n".repeat(90);
    project.write("docs/features/long.md", &format!("# Long\n\n## Map\n\n{line}"));
    let first = ["query", "--page", "long", "--full", "--max-bytes", "600"];
    let reply = run(&mut project.featmap(&first)).stdout;
    let call = calls(&reply).into_iter().find(|call| call.contains("--rev")).unwrap();
    let arguments: Vec<&str> = call.split(' ').skip(1).collect();
    assert_eq!(run(&mut project.featmap(&arguments)).status, 0);
    project.write("docs/features/long.md", &format!("# Long\n\n## Map\n\nnew\n{line}"));
    let stale = run(&mut project.featmap(&arguments));
    assert_eq!(
        (stale.status, stale.stdout.as_str()),
        (1, "The map changed, start again: `featmap query --page long --full --max-bytes 600`\n")
    );
}

#[test]
fn a_closed_pipe_changes_no_status() {
    let project = Project::clean();
    for (topic, status) in [("finds", 0), ("nowhere", 1)] {
        let (read, write) = std::io::pipe().unwrap();
        drop(read);
        let mut command = project.featmap(&["query", topic]);
        command.stdout(write).stderr(Stdio::piped());
        let output = wait(&mut command);
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(status), &b""[..]));
    }
}

#[test]
fn a_call_goes_on_whatever_flags_are_left_out_or_added() {
    let project = odd();
    for question in ["glow --skeleton", "--page dup", "--page 'a b' --section nothing"] {
        let cut = pasted(&project, &format!("featmap query {question} --max-bytes 1")).stdout;
        let next = calls(&cut).into_iter().find(|call| call.contains(" --offset ")).unwrap();
        let (next, _) = next.split_once(" --max-bytes").unwrap();
        for call in [next.to_owned(), format!("{next} --max-bytes 600 --no-config")] {
            let outcome = pasted(&project, &call);
            assert!(!outcome.stdout.contains("The map changed"), "{call}\n{}", outcome.stdout);
        }
    }
}
