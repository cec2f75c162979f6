//! What stands where a page should: links, FIFOs, sockets, devices, endless files.

use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::process::Command;
use std::time::Duration;

use crate::project::{Project, Ran, run};

const CANARY: &str = "CANARY-TEXT";

fn not_a_file(project: &Project, name: &str) -> Ran {
    project.index(&["good.md"]);
    project.page("good.md", "# Good\n");
    let ran = project.check();
    assert_eq!((ran.status, ran.count("not-a-file")), (2, 1), "{name}: {}", ran.out);
    assert!(ran.time < Duration::from_secs(5), "{name} took {:?}", ran.time);
    assert!(!ran.out.contains(CANARY), "{name}: {}", ran.out);
    ran
}

fn fifo(place: &std::path::Path) {
    assert!(Command::new("mkfifo").arg(place).status().unwrap().success());
}

/// Puts a FIFO, or a link to a device, at a place.
fn put(special: &str, place: &std::path::Path) {
    if special == "fifo" {
        fifo(place);
    } else {
        symlink(special, place).unwrap();
    }
}

#[test]
fn a_link_out_of_the_project_is_not_read() {
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret.md");
    fs::write(&secret, format!("# {CANARY}\n")).unwrap();
    for target in
        [secret.to_str().unwrap(), "/etc/passwd", "/proc/self/environ", "/dev/zero", "/dev/stdin"]
    {
        let project = Project::new();
        symlink(target, project.place("x.md")).unwrap();
        not_a_file(&project, target);
    }
}

#[test]
fn a_link_into_git_is_not_read() {
    let project = Project::new();
    fs::write(project.root().join(".git/config.md"), CANARY).unwrap();
    symlink("../../.git/config.md", project.place("x.md")).unwrap();
    not_a_file(&project, ".git");
}

#[test]
fn links_in_a_circle_are_not_followed() {
    let project = Project::new();
    symlink("x.md", project.place("x.md")).unwrap();
    symlink("..", project.place("up")).unwrap();
    symlink(".", project.place("here")).unwrap();
    not_a_file(&project, "loop");
}

#[test]
fn a_linked_folder_is_not_walked() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret.md"), CANARY).unwrap();
    let project = Project::of_page("# T\n");
    symlink(outside.path(), project.place("linked")).unwrap();
    let ran = project.check();
    assert_eq!((ran.status, ran.out.contains(CANARY)), (0, false), "{}", ran.out);
}

#[test]
fn a_map_folder_that_is_a_link_outside_is_an_error() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("README.md"), CANARY).unwrap();
    let project = Project::new();
    fs::remove_dir(project.root().join("docs/features")).unwrap();
    symlink(outside.path(), project.root().join("docs/features")).unwrap();
    let ran = project.check();
    assert_eq!((ran.status, ran.out.contains(CANARY)), (2, false), "{}{}", ran.out, ran.err);
}

#[test]
fn what_lies_in_a_git_folder_below_the_map_is_no_page() {
    let project = Project::of_page("# T\n");
    project.page("sub/.git/secret.md", format!("# {CANARY}\n\n## {CANARY}\n"));
    project.page(".git/secret.md", format!("# {CANARY}\n"));
    let ran = project.run(&["check", "--output-format", "json", "-v"]);
    assert_eq!((ran.status, ran.out.contains(CANARY)), (0, false), "{}", ran.out);
    assert!(!ran.out.contains("secret"), "{}", ran.out);
}

#[test]
fn a_folder_is_no_map_for_what_lies_in_git_or_behind_a_link() {
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("secret.md"), CANARY).unwrap();
    let project = Project::new();
    project.page(".git/secret.md", CANARY);
    symlink(outside.path(), project.place("linked")).unwrap();
    let ran = project.check();
    assert_eq!(ran.status, 2, "{}", ran.out);
    assert!(ran.err.contains("no feature map"), "{}", ran.err);
}

#[test]
fn a_glob_finds_no_map_in_git_or_behind_a_link() {
    let outside = tempfile::tempdir().unwrap();
    fs::create_dir(outside.path().join("features")).unwrap();
    fs::write(outside.path().join("features/secret.md"), CANARY).unwrap();
    let project = Project::of_page("# T\n");
    fs::create_dir_all(project.root().join(".git/x/features")).unwrap();
    symlink(outside.path(), project.root().join("out")).unwrap();
    symlink("..", project.root().join("docs/up")).unwrap();
    symlink("docs/features", project.root().join("features")).unwrap();
    for pattern in ["**/features", "*/features", "*/*/features", "**"] {
        let text = format!("map = \"{pattern}\"\n");
        fs::write(project.root().join("featmap.toml"), text).unwrap();
        let ran = project.run(&["check", "--output-format", "concise"]);
        let wanted = match pattern {
            "*/*/features" => (2, "matches the map pattern"),
            "**" => (2, "name only one of them"),
            _ => (0, " 1 page, "),
        };
        let said = (ran.status, ran.err.contains(wanted.1));
        assert_eq!(said, (wanted.0, true), "{pattern}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn a_fifo_a_socket_and_a_folder_are_no_pages() {
    let project = Project::new();
    fifo(&project.place("x.md"));
    not_a_file(&project, "FIFO");
    let project = Project::new();
    let _listener = UnixListener::bind(project.place("x.md")).unwrap();
    not_a_file(&project, "socket");
    let project = Project::new();
    fs::create_dir(project.place("x.md")).unwrap();
    not_a_file(&project, "folder");
}

#[test]
fn an_index_that_is_no_file_is_no_clean_map() {
    let project = Project::new();
    project.page("a.md", "# A\n");
    fifo(&project.place("README.md"));
    let ran = project.check();
    assert_eq!(ran.status, 2, "{}", ran.out);
}

#[test]
fn special_files_that_steer_a_run_neither_block_nor_flood_it() {
    for name in ["featmap.toml", "docs/features/.gitignore", ".gitignore", ".git/info/exclude"] {
        for special in ["fifo", "/dev/zero"] {
            let project = Project::of_page("# T\n");
            fs::create_dir_all(project.root().join(".git/info")).unwrap();
            let place = project.root().join(name);
            put(special, &place);
            let ran = project.check();
            let expected = if name == "featmap.toml" { 2 } else { 0 };
            assert_eq!(ran.status, expected, "{name} {special}: {}{}", ran.out, ran.err);
        }
    }
}

#[test]
fn a_git_that_is_no_folder_neither_blocks_nor_floods() {
    for special in ["fifo", "/dev/zero"] {
        let project = Project::of_page("# T\n");
        let place = project.root().join(".git");
        fs::remove_dir(&place).unwrap();
        put(special, &place);
        assert_eq!(project.check().status, 0, "{special}");
        // And what a `.git` that is a file leads to.
        fs::remove_file(&place).unwrap();
        fs::write(&place, "gitdir: elsewhere\n").unwrap();
        let folder = project.root().join("elsewhere");
        fs::create_dir(&folder).unwrap();
        put(special, &folder.join("commondir"));
        assert_eq!(project.check().status, 0, "commondir: {special}");
    }
}

#[test]
fn a_sparse_file_of_10_gb_is_not_read() {
    let project = Project::of_page("# T\n");
    let file = fs::File::create(project.place("page.md")).unwrap();
    file.set_len(10 << 30).unwrap();
    let ran = project.check();
    assert_eq!((ran.status, ran.count("too-large")), (2, 1));
    assert!(ran.time < Duration::from_secs(5));
}

#[test]
fn ignore_rules_without_end_do_not_stall() {
    let project = Project::of_page("# T\n");
    let file = fs::File::create(project.root().join(".gitignore")).unwrap();
    file.set_len(10 << 30).unwrap();
    // With the memory of a small machine, and not a byte more of the file than is needed.
    let ran = in_shell(&project, "ulimit -v 1000000; $FEATMAP check");
    assert_eq!(ran.status, 2, "rules that were not read are said: {}{}", ran.out, ran.err);
    assert!(ran.out.contains("it has more than 256 KiB"), "{}", ran.out);
    fs::write(project.root().join(".gitignore"), "a*b?[c-d]**\n".repeat(20_000)).unwrap();
    assert!(project.check().time < Duration::from_secs(30));
}

#[test]
fn a_thousand_levels_are_walked_or_named() {
    let project = Project::of_page("# T\n");
    let deep =
        format!("mkdir -p d && cd d && for i in $(seq 1 {}); do mkdir d && cd d; done", 1500);
    let made = Command::new("sh").args(["-c", &deep]).current_dir(project.place("")).status();
    assert!(made.unwrap().success());
    let ran = project.check();
    // Where a path is longer than the system takes, that is said.
    assert!(ran.status == 0 || ran.count("unreadable") == 1, "{}", ran.out);
}

#[test]
fn many_files_are_listed() {
    let project = Project::of_page("# T\n");
    let many = "for i in $(seq 1 20000); do : > f$i.txt; done";
    assert!(Command::new("sh").args(["-c", many]).current_dir(project.place("")).status().is_ok());
    let ran = project.check();
    assert_eq!(ran.status, 0, "{}", ran.out);
    assert!(ran.time < Duration::from_secs(20), "{:?}", ran.time);
}

fn in_shell(project: &Project, script: &str) -> Ran {
    let mut command = Command::new("bash");
    command.args(["-c", script]).current_dir(project.root()).env_clear();
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    run(command.env("FEATMAP", env!("CARGO_BIN_EXE_featmap")))
}

#[test]
fn a_closed_or_full_output_changes_no_verdict() {
    let clean = Project::of_page("# T\n");
    let broken = Project::of_page("no title\n");
    let rows = [
        ("$FEATMAP check | head -c0; exit ${PIPESTATUS[0]}", 0, 1),
        ("$FEATMAP check >&-", 0, 1),
        ("$FEATMAP check <&- >&- 2>&-", 0, 1),
        ("$FEATMAP check >/dev/full", 2, 2),
        ("$FEATMAP check 2>&-", 0, 1),
        ("$FEATMAP check 2>/dev/full", 0, 1),
        ("$FEATMAP check --output-format json 2>&- | cat; exit ${PIPESTATUS[0]}", 0, 1),
    ];
    for (script, of_clean, of_broken) in rows {
        assert_eq!(in_shell(&clean, script).status, of_clean, "{script}");
        assert_eq!(in_shell(&broken, script).status, of_broken, "{script}");
    }
}

#[test]
fn the_surroundings_change_no_byte() {
    let project = Project::new();
    project.index(&["gone.md", "i\u{307}.md"]);
    project.page("\u{130}.md", "no title\n");
    project.page("b.md", "# B\n\n## A\n\n## A\n");
    for format in ["full", "concise", "json"] {
        let check = format!("$FEATMAP check --output-format {format}");
        let usual = in_shell(&project, &check).out;
        for setting in [
            "LC_ALL=tr_TR.UTF-8 LANG=C TZ=Asia/Kathmandu",
            "HOME=/nonexistent TERM=dumb COLUMNS=10",
            "HOME= USER= LOGNAME= SHELL= TERM=",
            "RUST_BACKTRACE=1 RUST_LOG=trace",
        ] {
            let other = in_shell(&project, &format!("env {setting} {check}")).out;
            assert_eq!(other, usual, "{setting} {format}");
        }
        let other = in_shell(&project, &format!("umask 777; taskset -c 0 {check}")).out;
        assert_eq!(other, usual, "one processor, {format}");
    }
}

#[test]
fn a_deleted_current_folder_is_said() {
    let project = Project::of_page("# T\n");
    let ran = in_shell(&project, "mkdir gone && cd gone && rmdir ../gone && $FEATMAP check");
    assert_eq!(ran.status, 2);
    assert!(ran.err.starts_with("error: "), "{}", ran.err);
}
