//! What the configuration of a repository, or the environment of a run, would have git do.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Command;

use crate::code::git;
use crate::project::{Project, run};

/// Questions of every kind.
const CALLS: [&[&str]; 5] = [
    &["check", "--code", "--output-format", "concise", "-v"],
    &["check", "--tracked", "--output-format", "json"],
    &["check", "--code", "--base", "HEAD~1", "--output-format", "concise"],
    &["impact", "--base", "HEAD~1", "--output-format", "concise"],
    &["which", "--diff"],
];

/// A repository in which files were renamed and changed, and removed since.
fn with_renames() -> Project {
    let project = Project::of_page(
        "# T\n\n`src/f0.rs`, `src/f1.rs`, `src/f2.rs`, `src/gone.rs`, `gone_name()`\n",
    );
    let root = project.root();
    git(root, &["init", "-q", "-b", "main"]);
    fs::create_dir(root.join("src")).unwrap();
    let body = |number: usize| {
        let lines: Vec<_> = (0..30).map(|line| format!("fn f_{number}_{line}() {{}}\n")).collect();
        lines.concat()
    };
    for number in 0..3 {
        fs::write(root.join(format!("src/f{number}.rs")), body(number)).unwrap();
    }
    fs::write(root.join("src/gone.rs"), "fn gone_name() {}\n").unwrap();
    git(root, &["add", "-A"]);
    git(root, &["commit", "-q", "-m", "a"]);
    for number in 0..3 {
        fs::remove_file(root.join(format!("src/f{number}.rs"))).unwrap();
        let new = root.join(format!("src/é{number}.rs"));
        fs::write(new, format!("fn more() {{}}\n{}", body(number))).unwrap();
    }
    fs::remove_file(root.join("src/gone.rs")).unwrap();
    git(root, &["add", "-A"]);
    git(root, &["commit", "-q", "-m", "b"]);
    fs::write(root.join("src/é0.rs"), "fn other() {}\n").unwrap();
    project
}

fn ask(project: &Project, arguments: &[&str], variables: &[(&str, &str)]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_featmap"));
    command.args(arguments).current_dir(project.root());
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    for name in ["FEATMAP_OUTPUT_FORMAT", "GITHUB_ACTIONS", "GITHUB_BASE_REF", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    let ran = run(command.envs(variables.iter().copied()));
    (ran.status, ran.out, ran.err)
}

fn trap(project: &Project) -> (String, std::path::PathBuf) {
    let (program, mark) = (project.root().join(".git/trap"), project.root().join(".git/sprung"));
    fs::write(&program, format!("#!/bin/sh\ntouch '{}'\ncat\n", mark.display())).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    (program.display().to_string(), mark)
}

#[test]
fn no_setting_of_a_repository_changes_an_answer() {
    let project = with_renames();
    let usual = CALLS.map(|arguments| ask(&project, arguments, &[]));
    assert!(usual[0].1.contains("src/é1.rs"), "a renaming is followed: {}", usual[0].1);
    let (trap, mark) = trap(&project);
    for (key, value) in [
        ("core.fsmonitor", trap.as_str()),
        ("core.pager", &trap),
        ("core.hooksPath", ".git"),
        ("diff.external", &trap),
        ("core.quotePath", "true"),
        ("color.ui", "always"),
        ("diff.relative", "true"),
        ("diff.renameLimit", "1"),
        ("diff.renames", "false"),
        ("diff.noprefix", "true"),
        ("diff.orderFile", "/dev/null"),
        ("log.showRoot", "false"),
        ("log.showSignature", "true"),
        ("log.follow", "true"),
        ("log.date", "relative"),
        ("core.abbrev", "4"),
        ("gpg.program", &trap),
    ] {
        git(project.root(), &["config", key, value]);
        for (arguments, usual) in CALLS.iter().zip(&usual) {
            assert_eq!(ask(&project, arguments, &[]), *usual, "{key} {arguments:?}");
        }
        assert!(!mark.exists(), "{key}");
    }
}

#[test]
fn a_submodule_is_not_looked_into() {
    let project = with_renames();
    let root = project.root();
    let other = with_renames();
    git(other.root(), &["commit", "-q", "-a", "-m", "c"]);
    let inner = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add"];
    git(root, &[&inner[..], &[other.root().to_str().unwrap(), "inner"]].concat());
    git(root, &["add", "-A"]);
    git(root, &["commit", "-q", "-m", "c"]);
    let usual = CALLS.map(|arguments| ask(&project, arguments, &[]));
    let (trap, mark) = trap(&project);
    let module = root.join("inner");
    for key in ["core.fsmonitor", "filter.x.clean", "filter.x.process"] {
        git(&module, &["config", key, &trap]);
    }
    fs::write(module.join(".gitattributes"), "* filter=x\n").unwrap();
    let source = fs::File::options().write(true).open(module.join("src/é1.rs")).unwrap();
    source.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    for (arguments, usual) in CALLS.iter().zip(&usual) {
        assert_eq!(ask(&project, arguments, &[]), *usual, "{arguments:?}");
        assert!(!mark.exists(), "{arguments:?}");
    }
}

/// What a caller's environment would change, each with a value that does.
const FOREIGN: [(&str, &str); 15] = [
    ("GIT_DIR", "/nowhere"),
    ("GIT_WORK_TREE", "/"),
    ("GIT_PREFIX", "docs/"),
    ("GIT_EXTERNAL_DIFF", "false"),
    ("GIT_DIFF_OPTS", "--unified=0"),
    ("GIT_GLOB_PATHSPECS", "1"),
    ("GIT_ICASE_PATHSPECS", "1"),
    ("GIT_NOGLOB_PATHSPECS", "1"),
    ("GIT_LITERAL_PATHSPECS", "1"),
    ("GIT_OPTIONAL_LOCKS", "1"),
    ("GIT_NO_LAZY_FETCH", "0"),
    ("GIT_NO_REPLACE_OBJECTS", "0"),
    ("GIT_ALLOW_PROTOCOL", "ext:file"),
    ("GIT_TERMINAL_PROMPT", "1"),
    ("LC_ALL", "tr_TR.UTF-8"),
];

#[test]
fn every_question_to_git_is_asked_apart_from_its_surroundings() {
    let project = with_renames();
    let programs = tempfile::tempdir().unwrap();
    let (log, program) = (programs.path().join("log"), programs.path().join("git"));
    let real = std::env::var("PATH").unwrap();
    let script = format!(
        "#!/bin/sh\n{{ printf 'asked %s\\n' \"$*\"; env; }} >>'{}'\nPATH='{real}' exec git \"$@\"\n",
        log.display()
    );
    fs::write(&program, script).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{real}", programs.path().display());
    for arguments in CALLS {
        let usual = ask(&project, arguments, &[]);
        for name in FOREIGN {
            assert_eq!(ask(&project, arguments, &[name]), usual, "{name:?} {arguments:?}");
        }
        let mut variables = FOREIGN.to_vec();
        variables.push(("PATH", &path));
        ask(&project, arguments, &variables);
    }
    let questions = as_asked(&log);
    assert!(questions.len() > 20, "{}", questions.len());
    for (asked, environment) in questions {
        for setting in [
            "core.fsmonitor=false",
            "core.hooksPath=/dev/null",
            "core.pager=cat",
            "core.quotePath=false",
            "diff.external=",
            "diff.relative=false",
            "diff.renameLimit=2000",
            "log.showRoot=true",
            "log.showSignature=false",
        ] {
            assert!(format!("{asked} ").contains(&format!(" -c {setting} ")), "{setting}: {asked}");
        }
        assert!(asked.contains(" --no-pager "), "{asked}");
        let value = |name: &str| {
            let mut lines = environment.iter();
            lines.find_map(|line| line.strip_prefix(name)?.strip_prefix('=')).map(str::to_owned)
        };
        for (name, _) in FOREIGN {
            let wanted = match name {
                "GIT_OPTIONAL_LOCKS" | "GIT_TERMINAL_PROMPT" => Some("0"),
                "GIT_NO_LAZY_FETCH" | "GIT_NO_REPLACE_OBJECTS" => Some("1"),
                "GIT_ALLOW_PROTOCOL" => Some(""),
                "LC_ALL" => Some("C"),
                _ => None,
            };
            assert_eq!(value(name).as_deref(), wanted, "{name}: {asked}");
        }
    }
}

/// The arguments of each question, and the lines of its environment.
fn as_asked(log: &Path) -> Vec<(String, Vec<String>)> {
    let mut questions: Vec<(String, Vec<String>)> = Vec::new();
    for line in fs::read_to_string(log).unwrap().lines() {
        if let Some(asked) = line.strip_prefix("asked") {
            questions.push((asked.to_owned(), Vec::new()));
        } else if let Some((_, environment)) = questions.last_mut() {
            environment.push(line.to_owned());
        }
    }
    questions
}
