//! Ignore rules are read as git reads them: `git check-ignore` is asked about the same files.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use featmap::discover::git_ignore::IgnoreRules;
use proptest::prelude::*;

/// Files that the rules are tried on.
const FILES: [&str; 9] = [
    "a.md",
    "b.md",
    "[a].md",
    "x/a.md",
    "x/ab.md",
    "x/y/a.md",
    "x/y/é.md",
    "x/b c/a.md",
    "{a,b}.md",
];

/// What `git check-ignore` names.
fn git_says(root: &Path) -> BTreeSet<String> {
    let mut git = Command::new("git")
        .args(["-c", "core.excludesFile=", "check-ignore", "-z", "--stdin", "--no-index"])
        .current_dir(root)
        .env("GIT_CONFIG_GLOBAL", root.join("none"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    git.stdin.take().unwrap().write_all(FILES.join("\0").as_bytes()).unwrap();
    let answer = String::from_utf8(git.wait_with_output().unwrap().stdout).unwrap();
    answer.split_terminator('\0').map(str::to_owned).collect()
}

fn featmap_says(root: &Path) -> BTreeSet<String> {
    let ignored = |file: &&&str| {
        let path = root.join(file);
        let folder = path.parent().unwrap();
        let (mut rules, ignored) = IgnoreRules::above(root, true, folder);
        rules.enter(folder);
        assert_eq!(rules.take_faults(), []);
        ignored || rules.ignores(&path, false)
    };
    FILES.iter().filter(ignored).map(|file| (*file).to_owned()).collect()
}

/// What means something in a `.gitignore`, between blanks.
const PIECES: &str =
    "a b x y .md * ** / ? [a-b] [!a] [^b ] [[:alpha:]] [] \\ \\[ {a,b} é x/y **/ /** # !";

/// A line of a `.gitignore`.
fn rule() -> impl Strategy<Value = String> {
    let pieces: Vec<_> = PIECES.split(' ').chain([" ", "\t"]).collect();
    let pieces = prop::collection::vec(prop::sample::select(pieces), 1..5);
    (prop::bool::weighted(0.2), pieces).prop_map(|(negated, pieces)| {
        let mark = if negated { "!" } else { "" };
        format!("{mark}{}", pieces.concat())
    })
}

proptest! {
    #[test]
    fn what_git_ignores_is_ignored(
        top in prop::collection::vec(rule(), 0..4),
        inner in prop::collection::vec(rule(), 0..3),
        ends in prop::sample::select(vec!["\n", "\r\n"]),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        for file in FILES {
            let path = root.join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        // As little of a repository as git takes for one.
        std::fs::create_dir_all(root.join(".git/objects")).unwrap();
        std::fs::create_dir_all(root.join(".git/refs")).unwrap();
        std::fs::write(root.join(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
        std::fs::write(root.join(".gitignore"), top.join(ends)).unwrap();
        std::fs::write(root.join("x/.gitignore"), inner.join(ends)).unwrap();
        prop_assert_eq!(featmap_says(root), git_says(root));
    }
}
