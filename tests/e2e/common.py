"""What the end-to-end tests share: folders, repositories, running programs."""

import os
import pathlib
import shutil
import subprocess

E2E = pathlib.Path(os.environ["E2E"])
HERE = pathlib.Path(os.environ["HERE"])
FEATMAP = os.environ["FEATMAP"]
REPOSITORY = E2E / "repository"

AUTHOR = {
    f"GIT_{who}_{what}": value
    for who in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "e2e"), ("EMAIL", "e2e@example.test"))
}


def check(held, what):
    """Stops the tests where something does not hold."""
    if not held:
        raise SystemExit(f"e2e: this does not hold: {what}")


def fresh(name):
    """An empty folder of that name."""
    folder = E2E / "scratch" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def write(folder, files):
    """Writes files, by their path."""
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def run(arguments, folder, **variables):
    """Runs a program; gives exit status and both streams as one text."""
    environment = {**os.environ, **AUTHOR, **variables}
    done = subprocess.run(
        [str(argument) for argument in arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=600,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")


def git(folder, *arguments):
    """Runs git, which must succeed."""
    status, said = run(["git", *arguments], folder)
    check(status == 0, f"git {arguments}: {said}")
    return said


def page(title, text="Text."):
    """A page of a map."""
    return f"# {title}\n\nStatus: stable · Read when: {title}\n\n## What it does\n\n{text}\n"


def map_files(folder="docs/features", rows="", pages=("a", "b")):
    """A map with an index and pages, without drift but for further rows."""
    listed = "".join(f"| {name} | [{name}]({name}.md) |\n" for name in pages)
    index = f"# Map\n\n| Feature | Page |\n| --- | --- |\n{listed}{rows}"
    files = {f"{folder}/{name}.md": page(name) for name in pages}
    return {f"{folder}/README.md": index, **files}


def repository(name, files):
    """A repository with one commit of these files."""
    folder = fresh(name)
    write(folder, files)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "First")
    return folder
