"""The action end to end: consumer repositories run it with `act`, outside any container."""

import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import tarfile

from common import E2E, FEATMAP, REPOSITORY, check, fresh, git, map_files, page, repository, run, write

WORKFLOW = """
on: pull_request
jobs:
  docs:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: acme/featmap@v1
        id: featmap
        continue-on-error: {go_on}
{inputs}
      - if: always()
        env:
          OUTPUTS: ${{{{ toJSON(steps.featmap.outputs) }}}}
          OUTCOME: ${{{{ steps.featmap.outcome }}}}
        run: |
          echo "$OUTPUTS" > "$SEEN/outputs.json"
          echo "$OUTCOME" > "$SEEN/outcome"
          cp "$(sed -n 's/.*"report": "\\(.*\\)".*/\\1/p' "$SEEN/outputs.json")" "$SEEN/report.json" || true
          cp -r . "$SEEN/tree"
{further}
"""


ANNOTATIONS = ("error", "warning", "notice")


class Seen:
    """What a scenario showed."""

    def __init__(self, folder, status, lines):
        def read(name):
            file = folder / name
            return file.read_text(encoding="utf-8") if file.exists() else ""

        self.folder = folder
        self.status = status
        self.outputs = json.loads(read("outputs.json") or "{}")
        self.outcome = read("outcome").strip()
        summaries = [line for line in lines if line.get("command") == "summary"]
        self.summary = summaries[0]["content"] if summaries else ""
        self.report = json.loads(read("report.json") or "{}")
        self.commands = [line for line in lines if line.get("command")]
        self.said = "".join(line.get("msg", "") for line in lines)

    def annotations(self):
        """The annotations, as act read them."""
        return [line for line in self.commands if line["command"] in ANNOTATIONS]

    def foreign(self):
        """Commands that featmap did not mean. act shows outputs and summary as commands too."""

        def file(line):
            if line["command"] == "summary":
                return True
            known = {name: ("", value) for name, value in self.outputs.items()}
            return line["command"] == "set-output" and line["arg"] in known.get(line["name"], ("",))

        others = [line for line in self.commands if line["command"] not in ANNOTATIONS]
        return [line for line in others if not file(line)]


def act(
    name, files, inputs=None, further="", go_on=False, action=REPOSITORY, binary=FEATMAP, prepare=None, base=None
):
    """Runs a workflow over files, for a pull request to a branch; gives what it showed."""
    lines = "".join(f"          {key}: {json.dumps(value)}\n" for key, value in (inputs or {}).items())
    workflow = WORKFLOW.format(
        inputs=f"        with:\n{lines}" if lines else "", further=further, go_on=str(go_on).lower()
    )
    folder = repository(f"action-{name}", {**files, ".github/workflows/ci.yml": workflow})
    if prepare:
        prepare(folder)
    seen = fresh(f"seen-{name}")
    event = seen / "event.json"
    event.write_text(json.dumps({"pull_request": {"base": {"ref": base}}} if base else {}))
    arguments = ["act", "pull_request", "-e", event, "-P", "ubuntu-latest=-self-hosted"]
    arguments += ["--container-daemon-socket", "-", "--json", "--env", f"SEEN={seen}"]
    arguments += ["--local-repository", f"acme/featmap@v1={action}"]
    if binary:
        arguments += ["--env", f"FEATMAP_BINARY={binary}"]
    for key in os.environ:
        if key.startswith("CARGO_") or key == "FEATMAP_ARCHIVES":
            arguments += ["--env", f"{key}={os.environ[key]}"]
    status, said = run(arguments, folder)
    lines = []
    for line in said.splitlines():
        try:
            lines.append(json.loads(line))
        except ValueError:
            continue
    check(lines and (seen / "outputs.json").exists(), f"{name} ran:\n{said}")
    print(f"  {name}", flush=True)
    return Seen(seen, status, lines)


LOST = "| Lost | [lost](lost.md) |\n"


def clean():
    seen = act("clean", map_files())
    check(seen.status == 0 and seen.outcome == "success", seen.said)
    outputs = seen.outputs
    check(outputs["clean"] == "true" and outputs["findings"] == "0", outputs)
    check(outputs["exit-code"] == "0" and re.fullmatch(r"\d+\.\d+\.\d+", outputs["version"]), outputs)
    check(seen.report["clean"] is True and seen.report["pages"] == 2, "the report is handed on")
    check(seen.summary.startswith("### featmap: clean\n"), seen.summary)
    check(seen.annotations() == [], seen.annotations())


def drifted():
    seen = act("drifted", map_files(rows=LOST))
    check(seen.status == 1 and seen.outcome == "failure", seen.said)
    check(seen.outputs["exit-code"] == "1" and seen.outputs["findings"] == "1", seen.outputs)
    check(seen.outputs["clean"] == "false", seen.outputs)
    [error] = seen.annotations()
    place = error["kvPairs"]
    check(error["command"] == "error" and place["file"] == "docs/features/README.md", error)
    check(place["line"] == "7" and place["col"] == "17", error)
    check("there is no `docs/features/lost.md`" in error["arg"], error)
    check("unresolved-link" in seen.summary and seen.summary.count("| error |") == 1, seen.summary)
    check("7 | | Lost | [lost](lost.md) |" in seen.said, "the full text is in the log")


def unreadable():
    files = {**map_files(), "featmap.toml": "max-page-bytes = 20\n"}
    seen = act("unreadable", files)
    check(seen.status == 1 and seen.outputs["exit-code"] == "2", seen.outputs)
    check(seen.outputs["clean"] == "false" and "not complete" in seen.summary, seen.summary)


def no_map():
    seen = act("no-map", {"README.md": "# Nothing here\n"})
    check(seen.outcome == "failure" and seen.outputs["exit-code"] == "2", seen.outputs)
    check(seen.outputs["clean"] == "false" and not seen.outputs.get("findings"), seen.outputs)
    check("could not be done" in seen.summary and len(seen.annotations()) == 1, seen.summary)
    seen = act("no-map-allowed", {"README.md": "# Nothing here\n"}, {"args": "--allow-missing"})
    check(seen.outcome == "success" and seen.outputs["exit-code"] == "0", seen.outputs)


def subfolder():
    seen = act("subfolder", map_files("packages/x/docs/features", LOST), {"path": "packages/x"})
    [error] = seen.annotations()
    check(error["kvPairs"]["file"] == "packages/x/docs/features/README.md", error)


def spaces():
    files = {
        **map_files("my project/feature map", LOST),
        "my project/feat map.toml": 'map = "feature map"\n',
        "my out/.keep": "",
    }
    inputs = {
        "path": "my project",
        "config": "my project/feat map.toml",
        "sarif-file": "my out/f m.sarif",
        "args": "--select\nunresolved-link\n--max-section-bytes=99",
    }
    seen = act("spaces", files, inputs)
    [error] = seen.annotations()
    check(error["kvPairs"]["file"] == "my project/feature map/README.md", error)
    sarif = json.loads((seen.folder / "tree/my out/f m.sarif").read_text())
    [result] = sarif["runs"][0]["results"]
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    check(uri == "my%20project/feature%20map/README.md", uri)


def bad_inputs():
    wrong = {
        "annotations": "maybe",
        "summary": "1",
        "install-only": "yes",
        "fail-on": "all",
        "impact": "perhaps",
        "version": "latest",
    }
    for name, value in wrong.items():
        seen = act(f"bad-{name}", map_files(), {name: value}, go_on=True)
        check(seen.outcome == "failure" and seen.outputs["exit-code"] == "2", seen.outputs)
        [error] = seen.annotations()
        check(f"the input {name} must be" in error["arg"], error)
    for inputs in ({"args": "--no-such-flag"}, {"path": "nowhere"}, {"config": "nowhere.toml"}):
        seen = act("bad-value", map_files(), inputs, go_on=True)
        check(seen.outcome == "failure" and seen.outputs["exit-code"] == "2", seen.outputs)


def injection():
    evil = [
        '$(touch "$SEEN/owned")',
        '"; touch "$SEEN/owned"; "',
        "`touch $SEEN/owned`",
        "x\n::set-output name=clean::true\n::add-mask::e",
        "--config=$(touch $SEEN/owned)",
        "${{ env.SEEN }} && touch owned",
        "x%0A::error::forged",
    ]
    names = ("path", "config", "args", "fail-on", "annotations", "summary", "impact", "sarif-file", "version", "install-only")
    for number, value in enumerate(evil):
        inputs = {names[(number + step * 4) % len(names)]: value for step in range(2)}
        inputs["args"] = value
        seen = act(f"injection-{number}", map_files(), inputs, go_on=True)
        check(not (seen.folder / "owned").exists(), f"{value} was run")
        check(seen.outputs.get("clean") != "true" or seen.report.get("clean") is True, seen.outputs)
        foreign = seen.foreign()
        check(foreign == [], foreign)
        forged = [line for line in seen.annotations() if line["arg"].startswith("forged")]
        check(forged == [], forged)


def goes_on():
    seen = act("continue-on-error", map_files(rows=LOST), go_on=True)
    check(seen.status == 0 and seen.outcome == "failure", seen.said)
    check(seen.outputs["exit-code"] == "1", seen.outputs)
    seen = act("fail-on-never", map_files(rows=LOST), {"fail-on": "never"})
    check(seen.outcome == "success" and seen.outputs["exit-code"] == "0", seen.outputs)
    check(seen.outputs["clean"] == "false" and seen.outputs["findings"] == "1", seen.outputs)


def change(removed, changed):
    """What a pull request does: it removes files and changes others."""

    def prepare(folder):
        git(folder, "branch", "target")
        git(folder, "rm", "--quiet", *removed)
        write(folder, dict.fromkeys(changed, "fn other() {}\n"))
        git(folder, "commit", "--quiet", "--all", "--message", "Change")

    return prepare


def impact():
    """Check and impact annotate together: a place once, and of a kind no more than ten."""
    gone = [f"src/gone{number}.rs" for number in range(5)]
    files = {name: "fn one() {}\n" for name in (*gone, "src/kept.rs")}
    files["featmap.toml"] = "[code]\n"
    inputs = {"impact": "true"}

    def told(name, of_a, lost):
        rows = "".join(f"| x | [x](lost-{number}.md) |\n" for number in range(lost))
        pages = {**map_files(rows=rows), "docs/features/b.md": page("B", "It is `src/kept.rs`.")}
        pages["docs/features/a.md"] = page("A", "\n".join(f"- `{path}`" for path in of_a))
        prepare = change(gone, ["src/kept.rs"])
        return act(name, {**files, **pages}, inputs, go_on=True, base="target", prepare=prepare)

    seen = told("impact", gone[:2], 1)
    said = [(line["command"], line["kvPairs"]["title"].split()[-1]) for line in seen.annotations()]
    errors = [("error", "unresolved-link"), ("error", "stale-path"), ("error", "stale-path")]
    check(said == [*errors, ("notice", "unchanged-page")], said)
    check("removed it" in seen.annotations()[1]["arg"], "what check says of a place is what stands")
    check("featmap: pages made untrue" in seen.summary and "unresolved-link" in seen.summary, seen.summary)
    check(seen.outputs["exit-code"] == "1" and seen.outputs["clean"] == "false", seen.outputs)
    seen = told("impact-many", gone, 8)
    said = [line["command"] for line in seen.annotations()]
    check(said == ["error"] * 10 + ["notice"], said)
    check("and 3 more errors" in seen.annotations()[9]["arg"], seen.annotations()[9])
    check(all(f"gone{number}" in seen.summary for number in range(5)), "the summary has them all")
    seen = act("impact-no-target", map_files(), inputs)
    check(seen.outcome == "success" and "no change to look at" in seen.said, seen.said)


def quiet():
    inputs = {"annotations": "false", "summary": "false"}
    seen = act("no-annotations", map_files(rows=LOST), inputs)
    check(seen.annotations() == [] and seen.summary == "", seen.summary)
    check(seen.outputs["exit-code"] == "1", seen.outputs)


def many():
    rows = "".join(f"| x | [x](lost-{number}.md) |\n" for number in range(10_000))
    seen = act("many", map_files(rows=rows))
    check(seen.outputs["findings"] == "10000" and seen.outputs["exit-code"] == "1", seen.outputs)
    check(len(seen.annotations()) == 10, len(seen.annotations()))
    check("and 9,990 more errors" in seen.annotations()[-1]["arg"], seen.annotations()[-1])
    size = len(seen.summary.encode())
    check(500_000 < size < 1024 * 1024, size)
    check("more findings; the log shows them all" in seen.summary, "the summary says what it leaves out")


HOSTILE = (
    "::error::x",
    "a ##[add-mask]e",
    "x\n::add-mask::e",
    "x\r::stop-commands::t",
    "&NewLine;::add-mask::e",
    "x%0A::add-mask::e",
    "x,line=1::y",
    "\x1b]0;t\x07\x1b[2J",
    "<img src=x onerror=y>",
    "[l](http://e.test) @user www.e.test",
)


def hostile_names():
    files = map_files()
    rows = ""
    for number, text in enumerate(HOSTILE):
        name = text.replace("/", "_")
        files[f"docs/features/{name}.md"] = f"# {text}\n\n## {text}\n\n## {text}\n"
        rows += f"| {text} | [{text}](<{text}>) |\n| {number} | [{number}](lost-{number}.md) |\n"
    files["docs/features/README.md"] += rows
    seen = act("hostile-names", files, go_on=True)
    check(seen.outputs["clean"] == "false" and seen.outputs["exit-code"] in ("1", "2"), seen.outputs)
    foreign = seen.foreign()
    check(foreign == [], foreign)
    ours = [line for line in seen.annotations() if line["kvPairs"].get("title", "").startswith("featmap: ")]
    check(len(ours) == len(seen.annotations()) and 10 <= len(ours) <= 21, len(ours))
    check(set(seen.outputs) == {"version", "exit-code", "clean", "findings", "report"}, seen.outputs)


def plant(folder, log):
    """Fills a tree with what careless tools start; gives what plants must stay untouched."""
    shell = f'#!/bin/sh\necho "$0" >> {log}\n'
    python = f"open({str(log)!r}, 'a').write(__file__ + chr(10))\n"
    write(
        folder,
        {
            "pip.py": python,
            "sitecustomize.py": python,
            "usercustomize.py": python,
            "json.py": python,
            ".cargo/config.toml": '[build]\nrustc-wrapper = "./cargo"\n[alias]\ninstall = "run"\n',
            "rust-toolchain.toml": f'[toolchain]\npath = "{folder}/toolchain"\n',
            ".npmrc": "script-shell=./npm\n",
            ".curlrc": "output = owned\n",
            ".bashrc": shell,
            ".bash_profile": shell,
            ".profile": shell,
            "action/run.sh": shell,
            "featmap.toml": "",
        },
    )
    tools = "cargo rustc rustup git curl wget tar awk sed cut cat cp mktemp sha256sum uname python3 pip npm featmap bash sh"
    for tool in tools.split():
        for place in ("", "toolchain/bin/", "action/", "node_modules/.bin/"):
            file = folder / f"{place}{tool}"
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(shell)
            file.chmod(file.stat().st_mode | stat.S_IXUSR)
    git(folder, "config", "core.fsmonitor", f"{folder}/git")
    git(folder, "config", "core.hooksPath", str(folder))


def hostile_tree():
    """Installs from source and checks tracked files, over a tree full of traps."""
    log = E2E / "scratch" / "canaries"
    log.unlink(missing_ok=True)
    seen = act(
        "hostile-tree",
        map_files(),
        {"args": "--tracked"},
        binary=None,
        prepare=lambda folder: plant(folder, log),
    )
    check(seen.outcome == "success" and seen.outputs["clean"] == "true", seen.said)
    check(not log.exists(), f"started from the tree: {log.exists() and log.read_text()}")
    # The traps do spring on who is careless.
    folder = E2E / "scratch/action-hostile-tree"
    for careless in (["cargo", "--version"], ["git", "status"], ["python3", "-m", "pip", "--version"]):
        log.unlink(missing_ok=True)
        subprocess.run(careless, cwd=folder, capture_output=True, check=False)
        check(log.exists(), f"{careless} springs a trap")
    log.unlink(missing_ok=True)


def linked_report():
    """A tree in which the report's name is a link out of it."""
    victim = fresh("victim") / "file"
    victim.write_text("old\n")

    def link(folder):
        (folder / "featmap.sarif").symlink_to(victim)
        (folder / "out").symlink_to(victim.parent)

    for name, file in (("link", "featmap.sarif"), ("folder-link", "out/file")):
        seen = act(f"report-{name}", map_files(), {"sarif-file": file}, go_on=True, prepare=link)
        check(seen.outcome == "failure" and seen.outputs["exit-code"] == "2", seen.outputs)
        check("leads through a link" in seen.said or "it is a link" in seen.said, seen.said)
        check(victim.read_text() == "old\n", "what a link names is as it was")


TARGET = "x86_64-unknown-linux-musl" if os.uname().machine == "x86_64" else "aarch64-unknown-linux-musl"


def archives():
    """Release archives: taken where the table knows them, refused else."""
    version = subprocess.run([FEATMAP, "--version"], capture_output=True, text=True, check=True)
    version = version.stdout.split()[1]
    folder = fresh("archives")
    name = f"featmap-{TARGET}"
    archive = folder / f"{name}.tar.gz"
    with tarfile.open(archive, "w:gz") as file:
        file.add(FEATMAP, f"{name}/featmap")
    right = hashlib.sha256(archive.read_bytes()).hexdigest()

    def action(label, table):
        copy = fresh(f"action-copy-{label}")
        shutil.copytree(REPOSITORY, copy, dirs_exist_ok=True)
        with open(copy / "action/checksums.txt", "a", encoding="utf-8") as file:
            file.write(table)
        return copy

    files = {**map_files()}
    prepare = {"binary": None, "go_on": True}
    os.environ["FEATMAP_ARCHIVES"] = str(folder)
    known = action("known", f"{right}  {version}  {name}.tar.gz\n{right}  9.9.9  {name}.tar.gz\n")
    seen = archive_run("archive", files, known, {}, **prepare)
    check(seen.outcome == "success" and seen.outputs["clean"] == "true", seen.said)
    seen = archive_run("archive-other-version", files, known, {"version": "v9.9.9"}, **prepare)
    check(seen.outcome == "success", seen.said)
    seen = archive_run("archive-unknown-version", files, known, {"version": "9.9.8"}, **prepare)
    check(seen.outcome == "failure" and "does not know that version" in seen.said, seen.said)
    wrong = action("wrong", f"{'0' * 64}  {version}  {name}.tar.gz\n")
    seen = archive_run("archive-wrong", files, wrong, {}, **prepare)
    check(seen.outcome == "failure" and "not the one that was released" in seen.said, seen.said)
    other = action("other", f"{right}  {version}  featmap-other.tar.gz\n")
    seen = archive_run("archive-unknown", files, other, {}, **prepare)
    check(seen.outcome == "failure" and "has no checksum" in seen.said, seen.said)
    del os.environ["FEATMAP_ARCHIVES"]


def archive_run(name, files, action, inputs, **more):
    """A run that takes an archive from a folder, in place of the network."""
    return act(name, files, inputs, action=action, **more)


def install_only():
    further = '      - run: featmap --version > "$SEEN/version"\n'
    seen = act("install-only", map_files(rows=LOST), {"install-only": "true"}, further)
    check(seen.status == 0 and seen.outputs["exit-code"] == "0", seen.said)
    said = (seen.folder / "version").read_text()
    check(said == f"featmap {seen.outputs['version']}\n", said)
    check("clean" not in seen.outputs or not seen.outputs["clean"], seen.outputs)


def main():
    """Every scenario."""
    shutil.rmtree(E2E / "act-home", ignore_errors=True)
    os.environ["XDG_CACHE_HOME"] = str(E2E / "act-home")
    os.environ["CARGO_TARGET_DIR"] = str(E2E / "source-target")
    scenarios = (
        clean, drifted, unreadable, no_map, subfolder, spaces, bad_inputs, injection, goes_on,
        quiet, many, impact, hostile_names, install_only, linked_report, archives, hostile_tree,
    )
    for scenario in scenarios:
        scenario()


main()
