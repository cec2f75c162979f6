//! What cannot be kept in a repository: special files, links, permissions, names that are not
//! UTF-8, streams that are closed. A clear finding or message, the rest still checked, never a
//! hang.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use std::fs::{self, File};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

use support::{Project, run, wait};

fn fifo(file: &Path) {
    assert!(Command::new("mkfifo").arg(file).status().unwrap().success());
}

fn concise(project: &Project) -> (i32, String) {
    let outcome = run(&mut project.featmap(&["--output-format", "concise"]));
    (outcome.status, outcome.stdout)
}

#[test]
fn what_is_no_file_is_never_opened() {
    let project = Project::clean();
    fifo(&project.map("fifo.md"));
    let _socket = std::os::unix::net::UnixListener::bind(project.map("socket.md")).unwrap();
    fs::create_dir(project.map("folder.md")).unwrap();
    fs::write(project.map("unlisted.md"), "# Unlisted\n").unwrap();
    fifo(&project.map("fifo.txt"));
    let (status, stdout) = concise(&project);
    assert_eq!(
        stdout,
        "\
docs/features/fifo.md: error[not-a-file]: `docs/features/fifo.md` was not read: it is a FIFO, a socket or a device
docs/features/folder.md: error[not-a-file]: `docs/features/folder.md` was not read: it is a folder
docs/features/socket.md: error[not-a-file]: `docs/features/socket.md` was not read: it is a FIFO, a socket or a device
docs/features/unlisted.md:1:1: error[unindexed-page]: no entry of the index lists `docs/features/unlisted.md`
"
    );
    assert_eq!(status, 2);
}

#[test]
fn an_index_of_what_was_not_read_is_not_empty() {
    let project = Project::clean();
    let index = "# Features\n\n| Page |\n|---|\n| [Pipe](pipe.md) |\n| Planned |\n";
    project.write("docs/features/README.md", index);
    fifo(&project.map("pipe.md"));
    let (status, stdout) = concise(&project);
    assert!(stdout.contains("error[not-a-file]: `docs/features/pipe.md`"), "{stdout}");
    assert!(stdout.contains("error[unindexed-page]"), "{stdout}");
    assert_eq!((status, stdout.lines().count()), (2, 2), "{stdout}");
}

#[test]
fn a_fifo_in_place_of_any_file_does_not_hang() {
    for (name, wanted) in [
        ("docs/features/README.md", "`docs/features/README.md` was not read: it is a FIFO"),
        ("featmap.toml", "cannot read the configuration `"),
        (".gitignore", ""),
    ] {
        let project = Project::clean();
        let _ = fs::remove_file(project.root().join(name));
        fifo(&project.root().join(name));
        let outcome = run(&mut project.featmap(&[]));
        let said = format!("{}{}", outcome.stdout, outcome.stderr);
        assert!(said.contains(wanted), "{name}: {said}");
        assert_eq!(outcome.status, if wanted.is_empty() { 0 } else { 2 }, "{name}: {said}");
    }
}

#[test]
fn links_are_followed_to_pages_of_the_project_only() {
    let project = Project::clean();
    project.write(".git/info/notes.md", "# Notes\n");
    project.write("notes/sync.md", "# Sync\n");
    project.write("notes/sync.txt", "# Sync\n");
    fs::write(project.root().join("../secret.md"), "# Secret\n").unwrap();
    let link = |to: &str, name: &str| symlink(to, project.map(name)).unwrap();
    link("../../notes/sync.md", "sync.md");
    link("../../notes/sync.txt", "text.md");
    link("../../../secret.md", "secret.md");
    link("../../.git/info/notes.md", "git.md");
    link("loop.md", "loop.md");
    link("../../notes", "notes.md");
    link("/dev/null", "null.md");
    link("..", "up");
    let (status, stdout) = concise(&project);
    assert_eq!(
        stdout,
        "\
docs/features/git.md: error[not-a-file]: `docs/features/git.md` was not read: it is a link into `.git`
docs/features/loop.md: error[not-a-file]: `docs/features/loop.md` was not read: it is a link that leads nowhere
docs/features/notes.md: error[not-a-file]: `docs/features/notes.md` was not read: it is a link to something that is no regular file
docs/features/null.md: error[not-a-file]: `docs/features/null.md` was not read: it is a link out of the project
docs/features/secret.md: error[not-a-file]: `docs/features/secret.md` was not read: it is a link out of the project
docs/features/sync.md:1:1: error[unindexed-page]: no entry of the index lists `docs/features/sync.md`
docs/features/text.md: error[not-a-file]: `docs/features/text.md` was not read: it is a link to something that is no markdown file
"
    );
    assert_eq!(status, 2);
}

#[test]
fn a_map_folder_that_is_a_link_out_of_the_project_is_refused() {
    let project = Project::clean();
    let outside = project.root().join("../outside");
    fs::rename(project.root().join("docs"), &outside).unwrap();
    symlink("../outside", project.root().join("docs")).unwrap();
    let outcome = run(&mut project.featmap(&[]));
    assert!(outcome.stderr.contains("is outside the repository"), "{outcome:?}");
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
}

#[test]
fn without_permission_a_page_and_a_folder_are_findings() {
    let project = Project::clean();
    project.write("docs/features/locked.md", "# Locked\n");
    project.write("docs/features/closed/page.md", "# Page\n");
    let mode = |path: &str, mode| {
        fs::set_permissions(project.map(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode("locked.md", 0o000);
    mode("closed", 0o000);
    let mut command = project.featmap_without_privilege(&["--output-format", "concise"]);
    let outcome = run(&mut command);
    mode("closed", 0o755);
    assert_eq!(
        outcome.stdout,
        "\
docs/features/closed: error[unreadable]: `docs/features/closed` was not read: permission denied
docs/features/locked.md: error[unreadable]: `docs/features/locked.md` was not read: permission denied
"
    );
    assert_eq!(outcome.status, 2);
    project.write("featmap.toml", "exclude = [\"closed/\", \"locked.md\"]\n");
    mode("closed", 0o000);
    let outcome = run(&mut project.featmap_without_privilege(&[]));
    mode("closed", 0o755);
    assert_eq!(outcome.status, 0, "`exclude` is the way out: {outcome:?}");
}

#[test]
fn an_index_without_permission_is_no_missing_index() {
    let project = Project::clean();
    let index = project.map("README.md");
    fs::set_permissions(&index, fs::Permissions::from_mode(0o000)).unwrap();
    let outcome =
        run(&mut project.featmap_without_privilege(&["--output-format", "concise", "-q"]));
    assert_eq!(
        outcome.stdout,
        "docs/features/README.md: error[unreadable]: `docs/features/README.md` was not read: \
         permission denied\n"
    );
    assert_eq!(outcome.status, 2);
}

#[test]
fn ignore_rules_that_cannot_be_looked_at_are_not_none() {
    let project = Project::clean();
    let info = project.root().join(".git/info");
    fs::create_dir_all(&info).unwrap();
    fs::set_permissions(&info, fs::Permissions::from_mode(0o000)).unwrap();
    let outcome = run(&mut project.featmap_without_privilege(&["--output-format", "concise"]));
    fs::set_permissions(&info, fs::Permissions::from_mode(0o755)).unwrap();
    assert!(
        outcome.stdout.contains("its ignore rules in `.git/info/exclude`: permission denied"),
        "{outcome:?}"
    );
    assert_eq!(outcome.status, 2);
}

#[test]
fn a_path_that_is_too_long_is_a_finding() {
    let project = Project::clean();
    // Two chains of folders, each within what a system takes, put into one another.
    let chain = |from: &Path| {
        let mut folder = from.to_path_buf();
        folder.extend(std::iter::repeat_n("d".repeat(200), 12));
        fs::create_dir_all(&folder).unwrap();
        folder
    };
    let deepest = chain(&project.map("deep"));
    let other = project.root().join("other");
    chain(&other);
    fs::rename(&other, deepest.join("d")).unwrap();
    let (status, stdout) = concise(&project);
    assert_eq!(status, 2, "{stdout}");
    assert!(stdout.contains("error[unreadable]") && stdout.lines().count() == 1, "{stdout}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_not_utf8_is_shown_and_judged() {
    use std::os::unix::ffi::OsStrExt as _;
    let project = Project::clean();
    let name = std::ffi::OsStr::from_bytes(b"caf\xe9.md");
    fs::write(project.map("").join(name), "# Caf\u{e9}\n").unwrap();
    let outcome = run(&mut project.featmap(&[]));
    assert!(
        outcome.stdout.contains("no entry of the index lists `docs/features/caf\u{fffd}e9.md`")
    );
    assert!(outcome.stdout.contains("no link can hold it: rename the file"), "{outcome:?}");
    assert_eq!(outcome.status, 1);
}

#[test]
fn a_closed_pipe_changes_no_verdict() {
    let failing = Project::clean();
    failing.write("docs/features/sync.md", "# Sync\n");
    let passing = Project::clean();
    for format in ["full", "concise", "json"] {
        for (project, status) in [(&failing, 1), (&passing, 0)] {
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            let mut command = project.featmap(&["--output-format", format, "-q"]);
            let outcome = wait(command.stdout(writer).stderr(Stdio::piped()));
            assert_eq!(outcome.status.code(), Some(status), "{format}");
            assert_eq!(String::from_utf8_lossy(&outcome.stderr), "", "{format}");
        }
    }
    for arguments in [&["rule"][..], &["config", "schema"], &["man"], &["--help"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = passing.featmap(arguments);
        let outcome = wait(command.stdout(writer).stderr(Stdio::piped()));
        assert_eq!(outcome.status.code(), Some(0), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&outcome.stderr), "", "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_status_2() {
    let project = Project::clean();
    for arguments in [&[][..], &["--output-format", "json"], &["rule"], &["config"], &["--help"]] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let mut command = project.featmap(arguments);
        let outcome = wait(command.stdout(full).stderr(Stdio::piped()));
        let stderr = String::from_utf8_lossy(&outcome.stderr);
        assert!(stderr.starts_with("error: the output could not be written: "), "{stderr}");
        assert_eq!(outcome.status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_current_folder_that_is_gone_is_an_error() {
    let project = Project::clean();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "mkdir gone && cd gone && rmdir ../gone && exec \"$0\""])
        .arg(env!("CARGO_BIN_EXE_featmap"))
        .current_dir(project.root())
        .stdin(Stdio::null());
    let outcome = run(&mut shell);
    assert!(outcome.stderr.starts_with("error: cannot open `.`: "), "{outcome:?}");
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
}

/// The two names are one file on other systems, so no story can hold them.
#[cfg(target_os = "linux")]
#[test]
fn names_that_fall_together_elsewhere_are_reported_once() {
    let project = Project::clean();
    let index =
        "# Features\n\n- [Search](search.md)\n- [Search](Search.md)\n- [Caf\u{e9}](caf%C3%A9.md)\n";
    project.write("docs/features/README.md", index);
    project.write("docs/features/Search.md", "# Searching\n");
    project.write("docs/features/caf\u{e9}.md", "# Caf\u{e9}\n");
    let (status, stdout) = concise(&project);
    assert_eq!(
        stdout,
        "docs/features/search.md: warning[name-collision]: `docs/features/search.md` and \
         `docs/features/Search.md` are one file on some systems\n"
    );
    assert_eq!(status, 0);
    fs::remove_file(project.map("Search.md")).unwrap();
    project.write("docs/features/README.md", &index.replace("- [Search](Search.md)\n", ""));
    assert_eq!(concise(&project), (0, String::new()));
}

/// A story cannot show a backslash: `trycmd` takes it for a separator.
#[test]
fn a_backslash_between_folders_is_told_apart() {
    let project = Project::clean();
    let index = "# Features\n\n- [Search](search.md)\n- [Web](clients\\web.md)\n";
    project.write("docs/features/README.md", index);
    project.write("docs/features/clients/web.md", "# Web\n");
    let outcome = run(&mut project.featmap(&[]));
    assert!(
        outcome.stdout.contains(
            "\
help: the folders of a link are separated by `/`: `docs/features/clients/web.md`
  |
4 - - [Web](clients\\web.md)
4 + - [Web](clients/web.md)
"
        ),
        "{}",
        outcome.stdout
    );
    assert_eq!(outcome.status, 1);
}

/// A runner obeys `::command::` at a line's start and `##[command]` anywhere, a terminal the
/// escape character; text of the repository must not reach them so.
#[test]
fn names_and_text_command_nobody() {
    let project = Project::clean();
    fs::write(project.map("::error::name.md"), "# A ##[group]title \u{1b}[2J\n").unwrap();
    fs::write(project.map("untitled.md"), "::stop-commands::x ##[endgroup]\u{1b}]0;x\u{7}\n")
        .unwrap();
    for format in ["full", "concise", "json"] {
        let mut command = project.featmap(&["--output-format", format]);
        let outcome = run(command.current_dir(project.map("")));
        for line in outcome.stdout.lines().chain(outcome.stderr.lines()) {
            assert!(!line.trim_start().starts_with("::") && !line.contains("##["), "{line:?}");
            assert!(!line.contains(char::is_control), "{line:?}");
        }
        assert!(outcome.stdout.contains("::error::name.md"), "{outcome:?}");
        assert_eq!(outcome.status, 1, "{format}");
    }
    let outcome = run(&mut project.featmap(&["::error::no such\u{1b}\n::warning::folder"]));
    assert_eq!(outcome.stderr.lines().count(), 1, "{outcome:?}");
    assert!(!outcome.stderr.trim_end().contains(char::is_control), "{outcome:?}");
}

#[test]
fn a_map_folder_without_permission_is_not_no_map() {
    let project = Project::clean();
    let mode = |path: &str, mode| {
        let path = project.root().join(path);
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    for folder in ["docs/features", "docs"] {
        mode(folder, 0o000);
        let outcome = run(&mut project.featmap_without_privilege(&["--allow-missing"]));
        mode(folder, 0o755);
        let said = format!("{}{}", outcome.stdout, outcome.stderr).to_lowercase();
        assert_eq!(outcome.status, 2, "{folder}: {outcome:?}");
        assert!(said.contains("permission denied"), "{folder}: {outcome:?}");
    }
}

#[test]
fn a_glob_over_a_folder_without_permission_is_not_clean() {
    let project = Project::clean();
    project.write("featmap.toml", "map = [\"docs/*\", \"packages/*/docs\"]\n");
    project.write("packages/a/docs/README.md", "# A\n");
    project.write("other/b/x.md", "# B\n");
    let closed = project.root().join("other/b");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    let outcome = run(&mut project.featmap_without_privilege(&[]));
    assert_eq!(outcome.status, 0, "no level of a glob leads there: {outcome:?}");
    let closed = project.root().join("packages/a");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).unwrap();
    let outcome = run(&mut project.featmap_without_privilege(&[]));
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("packages/a"), "{outcome:?}");
}

#[test]
fn a_configuration_that_is_a_link_to_a_secret_is_not_shown() {
    let project = Project::clean();
    fs::write(project.root().join("../secret"), "token = SECRET\n").unwrap();
    fs::create_dir_all(project.root().join(".git")).unwrap();
    fs::write(project.root().join(".git/config"), "header = SECRET\n").unwrap();
    for target in ["../secret", ".git/config"] {
        let file = project.root().join("featmap.toml");
        symlink(target, &file).unwrap();
        for arguments in [&["check"][..], &["config", "show"], &["--config", "featmap.toml"]] {
            let outcome = run(&mut project.featmap(arguments));
            assert_eq!(outcome.status, 2, "{arguments:?}: {outcome:?}");
            let said = format!("{}{}", outcome.stdout, outcome.stderr);
            assert!(!said.contains("SECRET"), "{arguments:?}: {outcome:?}");
        }
        fs::remove_file(&file).unwrap();
    }
}

#[test]
fn init_writes_nothing_outside_the_repository() {
    let project = Project::clean();
    fs::create_dir_all(project.root().join("sub/.git")).unwrap();
    project.write("sub/featmap.toml", "map = \"../../out\"\n");
    let mut command = project.featmap(&["init"]);
    let outcome = run(command.current_dir(project.root().join("sub")));
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert!(!project.root().join("../out").exists());
}

#[test]
fn a_map_named_through_a_link_is_the_map_itself() {
    let project = Project::clean();
    let link = project.root().join("../link");
    symlink(project.root(), &link).unwrap();
    let map = link.join("docs/features");
    let outcome = run(&mut project.featmap(&["--map", map.to_str().unwrap()]));
    assert_eq!(outcome.status, 0, "{outcome:?}");
}
