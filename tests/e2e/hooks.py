"""The hooks in both runners, over commits that edit, delete, move and draft pages.

A trial of the source hook builds featmap each time, so it is tried on one commit and, once
installed, run on all six; with FEATMAP_E2E=full it is tried on all six too.
"""

import os
import shutil

from common import E2E, FEATMAP, REPOSITORY, check, fresh, git, map_files, page, repository, run, write

RUNNERS = ("pre-commit", "prek")
FULL = os.environ.get("FEATMAP_E2E") == "full"


def edit(folder):
    """A page is edited."""
    write(folder, {"docs/features/a.md": page("a", "Other text.")})
    git(folder, "add", "--all")
    return folder


def delete(folder):
    """A page is deleted, and nothing else happens."""
    git(folder, "rm", "--quiet", "docs/features/b.md")
    return folder


def move(folder):
    """A page is moved out of the map."""
    git(folder, "mv", "docs/features/b.md", "docs/b.md")
    return folder


def draft(folder):
    """A page is edited while a draft that git does not know lies beside it."""
    edit(folder)
    write(folder, {"docs/features/draft.md": page("draft")})
    return folder


def below(folder):
    """The commit is made from a subfolder."""
    return edit(folder) / "docs/features"


def worktree(folder):
    """The commit is made in a work tree, whose .git is a file."""
    other = fresh(f"{folder.name}-worktree")
    shutil.rmtree(other)
    git(folder, "worktree", "add", "--quiet", "-b", "side", str(other))
    return edit(other)


LOST = "unresolved-link"
COMMITS = {edit: None, delete: LOST, move: LOST, draft: None, below: None, worktree: None}


def try_hook(runner, hook, commit, **variables):
    """Lays a repository down, makes a commit ready and tries a hook of ours on it."""
    folder = commit(repository(f"{runner}-{hook}-{commit.__name__}", map_files()))
    status, said = run([runner, "try-repo", REPOSITORY, hook, "--verbose"], folder, **variables)
    judge(runner, hook, "trial", commit, status, said)


def installed_hook(runner, hook, commit, **variables):
    """The same with the hook as a repository configures it."""
    files = {**map_files(), ".pre-commit-config.yaml": configuration(hook)}
    folder = commit(repository(f"{runner}-{hook}-{commit.__name__}", files))
    status, said = run([runner, "run", "--verbose"], folder, **variables)
    judge(runner, hook, "installed", commit, status, said)


def configuration(hook):
    """What a user writes."""
    return f"repos:\n  - repo: {REPOSITORY}\n    rev: v1\n    hooks:\n      - id: {hook}\n"


def judge(runner, hook, how, commit, status, said):
    """Whether a commit passed or failed as it must."""
    name = f"{runner} {hook} {how} {commit.__name__}"
    finding = COMMITS[commit]
    if finding is None:
        check(status == 0 and "clean: 2 entries, 2 pages" in said, f"{name} passes:\n{said}")
    else:
        check(status == 1 and finding in said and "b.md" in said, f"{name} fails:\n{said}")
    print(f"  {name:45} {finding or 'passes'}", flush=True)


def wheel():
    """Builds the wheel; gives the folder that holds it."""
    folder = E2E / "wheels"
    shutil.rmtree(folder, ignore_errors=True)
    arguments = ["maturin", "build", "--profile", "dev", "--locked", "--quiet", "--out", folder]
    status, said = run(arguments, REPOSITORY / "packaging/python", CARGO_TARGET_DIR=str(E2E / "wheel-target"))
    check(status == 0, f"the wheel is built:\n{said}")
    names = [file.name for file in folder.iterdir()]
    check(len(names) == 1 and names[0].startswith("featmap-"), f"one wheel: {names}")
    return folder


def real_commit(runner, wheels):
    """The wheel hook as a user has it: installed, and run by `git commit`."""
    folder = repository(f"{runner}-commit", map_files())
    write(folder, {".pre-commit-config.yaml": configuration("featmap")})
    git(folder, "add", "--all")
    status, said = run([runner, "install"], folder)
    check(status == 0, said)
    git_commit = ["git", "commit", "--message", "Next"]
    status, said = run(git_commit, folder, **wheels)
    check(status == 0, f"{runner}: a commit without drift lands:\n{said}")
    delete(folder)
    status, said = run(git_commit, folder, **wheels)
    check(status == 1 and LOST in said, f"{runner}: a deletion does not land:\n{said}")
    print(f"  {f'{runner} featmap, by git commit':45} lands, and is stopped, as it must", flush=True)


def main():
    """Every hook, in both runners."""
    os.environ["PRE_COMMIT_HOME"] = str(fresh("pre-commit-home"))
    os.environ["PREK_HOME"] = str(fresh("prek-home"))
    folder = str(wheel())
    wheels = {"PIP_FIND_LINKS": folder, "UV_FIND_LINKS": folder}
    system = {"PATH": f"{os.path.dirname(FEATMAP)}:{os.environ['PATH']}"}
    source = {"CARGO_TARGET_DIR": str(E2E / "source-target")}
    for runner in RUNNERS:
        for commit in COMMITS:
            try_hook(runner, "featmap-system", commit, **system)
            installed_hook(runner, "featmap-src", commit, **source)
        for commit in COMMITS if FULL else (delete,):
            try_hook(runner, "featmap-src", commit, **source)
        for commit in (edit, delete):
            try_hook(runner, "featmap", commit, **wheels)
        real_commit(runner, wheels)


main()
