//! Maps in git: what it ignores, what it tracks, where its folder ends a search.

mod support;

use std::fs;
use std::process::Command;

use support::{Outcome, Project, run};

/// Runs git in the project, by no configuration but the repository's own.
fn git(project: &Project, arguments: &[&str]) {
    let mut command = Command::new("git");
    command
        .args(["-c", "user.name=a", "-c", "user.email=a@example.org"])
        .args(arguments)
        .current_dir(project.root())
        .env("GIT_CONFIG_GLOBAL", project.root().join("none"))
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env_remove("GIT_DIR")
        .env_remove("GIT_INDEX_FILE");
    let outcome = run(&mut command);
    assert_eq!(outcome.status, 0, "git {arguments:?}: {outcome:?}");
}

/// A clean map whose files git tracks.
fn tracked() -> Project {
    let project = Project::clean();
    git(&project, &["init", "--quiet"]);
    git(&project, &["add", "."]);
    project
}

fn concise(project: &Project, arguments: &[&str]) -> Outcome {
    run(project.featmap(&["--output-format", "concise"]).args(arguments))
}

#[test]
fn an_untracked_draft_blocks_no_commit() {
    let project = tracked();
    project.write("docs/features/draft.md", "No title yet.\n");
    assert_eq!(concise(&project, &[]).status, 1);
    let outcome = concise(&project, &["--tracked"]);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (0, ""));
    git(&project, &["add", "docs/features/draft.md"]);
    assert_eq!(concise(&project, &["--tracked"]).status, 1, "staged, it counts");
}

#[test]
fn a_link_to_an_untracked_page_names_the_command() {
    let project = tracked();
    let index = "# Features\n\n- [Search](search.md)\n- [Sync](sync.md)\n";
    project.write("docs/features/README.md", index);
    project.write("docs/features/sync.md", "# Sync\n");
    assert_eq!(concise(&project, &[]).status, 0);
    let outcome = run(&mut project.featmap(&["--tracked"]));
    assert_eq!(
        outcome.stdout,
        "\
error[unresolved-link]: the link names a file that git does not track: `docs/features/sync.md`
 --> docs/features/README.md:4:10
  |
4 | - [Sync](sync.md)
  |          ^^^^^^^ not tracked by git
  |
  = help: `git add docs/features/sync.md` from the repository root

`featmap rule unresolved-link` explains that rule
not clean: 1 error; 2 entries, 1 page, 1 section checked; 1 file that git does not track left out
"
    );
    assert_eq!(outcome.status, 1);
}

#[test]
fn an_index_that_git_does_not_know_is_to_be_added() {
    let project = tracked();
    git(&project, &["rm", "--quiet", "--cached", "docs/features/README.md"]);
    let outcome = run(&mut project.featmap(&["--tracked"]));
    let help = "help: `git add docs/features/README.md` from the repository root\n";
    assert!(outcome.stdout.starts_with("error[missing-index]"), "{outcome:?}");
    assert!(outcome.stdout.contains(help), "{outcome:?}");
    project.write(".gitignore", "README.md\n");
    let outcome = run(&mut project.featmap(&[]));
    let help =
        "help: take the file out of the ignore rules, then `git add docs/features/README.md`";
    assert!(outcome.stdout.contains(help), "{outcome:?}");
}

#[test]
fn a_refusal_of_git_comes_with_its_remedy() {
    let project = tracked();
    let mut featmap = project.featmap(&["--tracked"]);
    // Makes git take the repository for somebody else's, where no configuration allows it.
    featmap.env("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1");
    featmap.env("GIT_CONFIG_GLOBAL", project.root().join("none"));
    let outcome = run(featmap.env("GIT_CONFIG_NOSYSTEM", "1"));
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
    let remedy = "; git proposes: git config --global --add safe.directory ";
    assert!(outcome.stderr.starts_with("error: git could not tell which files it tracks: "));
    assert!(outcome.stderr.contains(remedy), "{}", outcome.stderr);
}

#[test]
fn what_git_ignores_is_no_page_and_no_target() {
    let project = tracked();
    project.write(".gitignore", "*.draft.md\n/docs/features/old/\n");
    project.write("docs/features/.gitignore", "!kept.draft.md\n");
    project.write(".git/info/exclude", "own.md\n");
    project.write(
        "docs/features/README.md",
        "# Features\n\n- [Search](search.md)\n- [New](new.draft.md)\n",
    );
    for page in ["new.draft.md", "kept.draft.md", "old/page.md", "own.md"] {
        project.write(&format!("docs/features/{page}"), "# A page\n");
    }
    let outcome = run(&mut project.featmap(&[]));
    assert_eq!(
        outcome.stdout,
        "\
error[unresolved-link]: the link names a file that git ignores: `docs/features/new.draft.md`
 --> docs/features/README.md:4:9
  |
4 | - [New](new.draft.md)
  |         ^^^^^^^^^^^^ ignored by git
  |
  = help: take the file out of the ignore rules, then `git add docs/features/new.draft.md` from the repository root; or remove the entry

error[unindexed-page]: no entry of the index lists `docs/features/kept.draft.md`
 --> docs/features/kept.draft.md:1:1
  |
1 | # A page
  | ^^^^^^^^ not in docs/features/README.md
  |
 --> docs/features/README.md:4:1
  |
4 | - [New](new.draft.md)
  | --------------------- the list item could follow this one
  |
help: add this list item to `docs/features/README.md`
  |
5 + - [A page](kept.draft.md)
  |

`featmap rule unresolved-link` explains that rule
not clean: 2 errors; 2 entries, 2 pages, 2 sections checked
"
    );
    assert_eq!(outcome.status, 1);
}

#[test]
fn ignore_rules_above_the_repository_do_not_count() {
    let project = tracked();
    fs::write(project.root().join("../.gitignore"), "*.md\n").unwrap();
    let outcome = concise(&project, &[]);
    assert_eq!(outcome.status, 0);
    assert!(outcome.stderr.contains("1 page, 1 section checked"), "{outcome:?}");
}

#[test]
fn a_page_that_a_sparse_checkout_leaves_out_is_not_missing() {
    let project = tracked();
    git(&project, &["commit", "--quiet", "--message", "Begin"]);
    git(&project, &["update-index", "--skip-worktree", "docs/features/search.md"]);
    fs::remove_file(project.map("search.md")).unwrap();
    let outcome = concise(&project, &["--tracked"]);
    assert_eq!(
        outcome.stdout,
        "docs/features/search.md: error[unreadable]: `docs/features/search.md` was not read: it is \
         not checked out (sparse checkout)\n"
    );
    assert_eq!(outcome.status, 2);
    let outcome = concise(&project, &[]);
    assert!(outcome.stdout.contains("error[unresolved-link]"), "unasked, git is not asked");
}

#[test]
fn what_a_sparse_checkout_leaves_out_is_still_linked() {
    let project = tracked();
    let index = "# Features\n\n- [Sub](sub/)\n- [One](sub/one.md)\n";
    project.write("docs/features/README.md", index);
    project.write("docs/features/sub/one.md", "# One\n");
    git(&project, &["add", "."]);
    git(&project, &["commit", "--quiet", "--message", "Begin"]);
    let patterns = ["/*", "!/docs/features/sub/"];
    git(&project, &[&["sparse-checkout", "set", "--no-cone"], &patterns[..]].concat());
    assert!(!project.map("sub").exists());
    let outcome = run(&mut project.featmap(&["--tracked"]));
    assert_eq!(outcome.status, 2);
    for part in [
        "error[unindexed-page]: no entry of the index lists `docs/features/search.md`\n",
        "error[unreadable]: `docs/features/sub/one.md` was not read: it is not checked out",
        "help: check it out: `git sparse-checkout add docs/features/sub` from the repository root",
        "not complete: 2 errors; 2 entries",
    ] {
        assert!(outcome.stdout.contains(part), "{part}\n{}", outcome.stdout);
    }
    git(&project, &["sparse-checkout", "add", "docs/features/sub"]);
    assert!(project.map("sub/one.md").exists(), "the command of the help");
}

#[test]
fn a_git_file_ends_the_search_as_a_git_folder_does() {
    let project = Project::clean();
    project.write("tree/.git", "gitdir: elsewhere\n");
    project.write("tree/src/main.rs", "");
    let outcome = run(&mut project.featmap(&["tree/src"]));
    let tree = project.root().join("tree");
    let line = format!(
        "error: no feature map from `{}` up to `{}`; `featmap init` writes one\n",
        tree.join("src").display(),
        tree.display()
    );
    assert_eq!((outcome.status, outcome.stderr), (2, line));
    let outcome = run(&mut project.featmap(&["init", "tree/src"]));
    assert!(outcome.stdout.starts_with("wrote tree/src/docs/features/README.md\n"), "{outcome:?}");
}

#[test]
fn paths_of_machine_formats_begin_at_the_repository_root() {
    let project = Project::clean();
    project.write("../.git/HEAD", "");
    project.write("docs/features/sync.md", "# Sync\n");
    let outcome = run(project.featmap(&["--output-format", "json"]).arg("docs"));
    assert!(outcome.stdout.contains("\"root\": \"project\""), "{outcome:?}");
    assert!(outcome.stdout.contains("\"path\": \"project/docs/features/sync.md\""), "{outcome:?}");
    let outcome = concise(&project, &["docs"]);
    assert!(outcome.stdout.starts_with("docs/features/sync.md:1:1: "), "{outcome:?}");
}

#[test]
fn without_git_tracked_files_are_not_guessed_at() {
    let project = Project::clean();
    let outcome = concise(&project, &["--tracked"]);
    assert!(
        outcome.stderr.starts_with("error: git could not tell which files it tracks: "),
        "{outcome:?}"
    );
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
    let mut command = project.featmap(&["--tracked"]);
    let outcome = run(command.env("PATH", project.root()));
    assert!(outcome.stderr.contains("it could not be started"), "{outcome:?}");
    assert_eq!(outcome.status, 2);
}

#[test]
fn a_hook_of_a_linked_work_tree_judges_its_own_files() {
    let project = tracked();
    git(&project, &["commit", "-qm", "map"]);
    let tree = project.root().join("../linked");
    git(&project, &["worktree", "add", "-q", tree.to_str().unwrap()]);
    fs::remove_file(tree.join("docs/features/search.md")).unwrap();
    // What git sets for a hook there.
    let mut command = project.featmap(&["--tracked", "--output-format", "concise"]);
    command.current_dir(&tree).env("GIT_DIR", project.root().join(".git/worktrees/linked"));
    let outcome = run(&mut command);
    assert_eq!(outcome.status, 1, "{outcome:?}");
    assert!(outcome.stdout.contains("unresolved-link"), "{outcome:?}");
}

/// Where no thread is to be had, a question to git fails in words and without a panic.
#[cfg(target_os = "linux")]
#[test]
fn a_thread_that_is_not_granted_is_a_failure_of_git() {
    let project = tracked();
    let mut command = project.featmap(&["--tracked"]);
    // No address space has room for such a stack.
    let outcome = run(command.env("RUST_MIN_STACK", (1_u64 << 60).to_string()));
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("no thread could be started"), "{outcome:?}");
    assert!(!outcome.stderr.contains("panicked"), "{outcome:?}");
}
