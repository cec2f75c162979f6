"""Reports as their readers take them: schemas, GitHub's markdown, a terminal, full disks."""

import html.parser
import json
import os
import pathlib
import shutil
import subprocess

import cmarkgfm
import pyte
import xmlschema
from cmarkgfm.cmark import Options

from common import E2E, FEATMAP, HERE, check, fresh, map_files, page, repository, run

NPM = E2E / "tools/npm/node_modules"
SARIF = NPM / "@microsoft/sarif-multitool-linux"
LOST = "| Lost | [lost](lost.md) |\n"
HOSTILE = "::error::x ##[add-mask]e &NewLine;::add-mask::e [l](javascript:1) [m](1) <img src=x> \x1b[2J\u202e a@e.test"


def maps():
    """Maps of every kind, by name."""
    long = page("a", "word " * 800) + "\n## Two\n\n" + "word " * 900
    return {
        "clean": map_files(),
        "drift": {**map_files(rows=LOST * 3 + "| A | [a](a.md) |\n"), "docs/features/x.md": "text\n"},
        "sizes": {**map_files(), "docs/features/a.md": long},
        "unread": {**map_files(), "featmap.toml": "max-page-bytes = 50\n"},
        "several": {
            **map_files("one/docs/features", LOST),
            **map_files("two/docs/features", LOST),
            "featmap.toml": 'map = ["one/docs/features", "two/docs/features"]\n',
        },
        "hostile": {
            **map_files(rows=f"| {HOSTILE} | [{HOSTILE}](<{HOSTILE}>) |\n"),
            "docs/features/a b:c,[d](e)%0A.md": f"# {HOSTILE}\n\n## {HOSTILE}\n\n## {HOSTILE}\n",
        },
        "no-index": {"docs/features/a.md": page("a")},
    }


def report(folder, *arguments):
    """Runs featmap; gives exit status and stdout."""
    done = subprocess.run([FEATMAP, "check", *arguments], cwd=folder, capture_output=True, check=False)
    return done.returncode, done.stdout


def schemas():
    """Each format by the schema and the tools of those who read it."""
    out = fresh("schemas")
    files = {name: [] for name in ("sarif", "gitlab", "rdjson", "junit")}
    for name, tree in maps().items():
        folder = repository(f"report-{name}", tree)
        for kind, written in files.items():
            file = out / f"{name}.{kind}"
            report(folder, "--report", f"{kind}={file}")
            check(file.exists(), f"{file} is written")
            written.append(file)
    everything = {"docs/features/README.md": "# M\n\n" + "".join(f"- [x](l-{n}.md)\n" for n in range(30_000))}
    folder = repository("report-many", {**everything, "docs/features/a.md": page("a")})
    many = out / "many.sarif"
    report(folder, "--report", f"sarif={many}")
    with open(many, encoding="utf-8") as file:
        log = json.load(file)["runs"][0]
    check(len(log["results"]) == 25_000, len(log["results"]))
    note = log["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
    check(note == "5,001 further findings are not in this file.", note)
    tool = ["check-jsonschema", "--schemafile"]
    held(tool + [SARIF / "sarif-2.1.0.json", *files["sarif"]])
    held(tool + [HERE / "schemas/gitlab-code-quality.schema.json", *files["gitlab"]])
    for file in files["rdjson"]:
        held([NPM / ".bin/rdformat-validator", "--strict", "--no-extra-fields", file])
    schema = xmlschema.XMLSchema(HERE / "schemas/junit.xsd")
    for file in files["junit"]:
        schema.validate(str(file))
    for file in files["sarif"]:
        status, said = run([SARIF / "Sarif.Multitool", "validate", "--rule-kind", "Sarif;Ghas", file], out)
        wrong = [line for line in said.splitlines() if ": error " in line or ": warning " in line]
        check(status == 0 and wrong == [], "\n".join(wrong) or said)
    bad = out / "bad.sarif"
    bad.write_text(files["sarif"][1].read_text().replace('"startLine": ', '"startLine": -'))
    _, said = run([SARIF / "Sarif.Multitool", "validate", "--rule-kind", "Sarif;Ghas", bad], out)
    check(": error " in said, f"the multitool sees what is wrong: {said}")
    print("  schemas and multitool", flush=True)


def held(arguments):
    """A tool that must be content."""
    status, said = run(arguments, E2E)
    check(status == 0, f"{arguments}:\n{said}")


class Page(html.parser.HTMLParser):
    """What a rendered summary is made of."""

    def __init__(self):
        super().__init__()
        self.tags = {}
        self.links = []
        self.heads = []

    def handle_starttag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        attributes = dict(attrs)
        if tag == "a":
            self.links.append(attributes.pop("href", None))
        attributes.pop("align", None)
        check(not attributes, f"<{tag}> has {attributes}")

    def handle_data(self, data):
        if self.get_starttag_text() in ("<h3>", "<h4>") and data.strip():
            self.heads.append(data)


RENDERED = {"h3", "h4", "p", "table", "thead", "tbody", "tr", "th", "td", "code", "a", "br"}
FILES = "https://github.test/a/b/blob/0f/"
OURS = (
    "https://github.com/featmap/featmap/blob/main/docs/rules/",
    f"{FILES}docs/features/",
    f"{FILES}featmap.toml#L",
)


def summaries(corpus):
    """Summaries by GitHub's own parser: no link, picture, heading or script from a file."""
    count = 0
    for file in sorted(corpus.glob("*.md")):
        text = file.read_bytes().decode("utf-8")
        # Raw HTML is kept, so that what a page smuggled in would be seen.
        rendered = cmarkgfm.github_flavored_markdown_to_html(text, Options.CMARK_OPT_UNSAFE)
        page_ = Page()
        page_.feed(rendered)
        others = set(page_.tags) - RENDERED
        check(not others, f"{file} holds {others}:\n{text}")
        foreign = [link for link in page_.links if not (link or "").startswith(OURS)]
        check(not foreign, f"{file} links {foreign}:\n{text}")
        check(page_.tags["h3"] == 1 and page_.tags["h4"] == 1, f"{file} has other headings")
        rows = sum(line.startswith("| ") for line in text.splitlines()) - 4
        check(page_.tags["tr"] - 2 == rows, f"{file}: {page_.tags['tr'] - 2} rows, not {rows}")
        cells = page_.tags["td"]
        check(cells == 4 * rows, f"{file}: {cells} cells in {rows} rows")
        count += 1
    check(count >= 300, f"{count} summaries")
    print(f"  {count} summaries by GitHub's parser", flush=True)


class Terminal(pyte.Screen):
    """A terminal that only a well-behaved program may write to."""

    watched = False

    def __init__(self):
        super().__init__(200, 50)
        self.watched = True

    def refuse(name):
        def refused(self, *arguments, **more):
            if self.watched:
                raise SystemExit(f"e2e: the terminal was told to {name}")
            getattr(pyte.Screen, name)(self, *arguments, **more)

        return refused

    for name in (
        "set_title", "set_icon_name", "cursor_up", "cursor_back", "cursor_forward",
        "cursor_up1", "cursor_position", "cursor_to_column", "cursor_to_line",
        "erase_in_display", "erase_in_line", "erase_characters", "delete_lines", "insert_lines",
        "delete_characters", "insert_characters", "backspace", "reverse_index",
        "save_cursor", "restore_cursor", "define_charset", "shift_in", "shift_out", "bell",
        "report_device_attributes", "report_device_status", "alignment_display", "set_margins",
    ):
        locals()[name] = refuse(name)


def terminal(corpus):
    """What a terminal sees: colours and text, no title, no cursor that moves back."""
    count = 0
    for file in sorted(corpus.glob("*.ansi")):
        screen = Terminal()
        stream = pyte.Stream(screen)
        # A terminal begins a new line at its start; the program sends the line feed alone.
        stream.feed(file.read_bytes().decode("utf-8").replace("\n", "\r\n"))
        check(screen.title == "" and screen.icon_name == "", f"{file} set a title")
        count += 1
    for bad in ("\x1b]0;t\x07", "\x1b[2J", "\x1b[1A", "\x9b1A", "\b"):
        try:
            pyte.Stream(Terminal()).feed(bad)
        except SystemExit:
            continue
        check(False, f"the terminal does not notice {bad!r}")
    print(f"  {count} reports on a terminal", flush=True)


def corpus():
    """Reports on hostile trees, kept by the test that makes them."""
    folder = fresh("corpus")
    variables = {"FEATMAP_KEEP": str(folder), "FEATMAP_CASES": "300"}
    root = pathlib.Path(HERE).parents[1]
    arguments = ["cargo", "test", "--locked", "--quiet", "--test", "injection", "no_report"]
    status, said = run(arguments, root, **variables)
    check(status == 0, said)
    return folder


def unwritable():
    """A report that cannot be written: exit status 2, the main output whole, no half file."""
    rows = "".join(f"| x | [x](lost-{number}.md) |\n" for number in range(3000))
    folder = repository("unwritable", {**map_files(rows=rows), "fixed.json": "old\n"})
    _, whole = report(folder, "--output-format", "concise")
    disk = folder / "disk"
    disk.mkdir()
    mount = f"mount -t tmpfs -o size=64k tmpfs '{disk}'"
    check_ = f"'{FEATMAP}' check --output-format concise --report json=disk/a.json"
    listing = "status=$?; ls -A disk >&2; exit $status"
    # A disk of one's own needs root.
    enter = ["unshare", "--mount"] if os.geteuid() == 0 else ["sudo", "-n", "unshare", "--mount"]
    done = subprocess.run(
        [*enter, "sh", "-c", f"{mount} && {check_}; {listing}"], cwd=folder, capture_output=True, check=False
    )
    said = done.stderr.decode()
    check(done.returncode == 2 and done.stdout == whole, f"a full disk: {done.returncode} {said}")
    check("No space left on device" in said and ".tmp" not in said, said)
    check(said.strip().splitlines()[-1].startswith("error: "), f"the full disk holds no file: {said}")
    (folder / "fixed.json").chmod(0o444)
    for target, reason in (("none/a.json", "No such file"), ("fixed.json", "read-only"), ("docs", "no regular file")):
        before = sorted(os.listdir(folder))
        done = subprocess.run(
            [FEATMAP, "check", "--output-format", "concise", "--report", f"json={target}"],
            cwd=folder, capture_output=True, check=False,
        )
        said = done.stderr.decode()
        check(done.returncode == 2 and done.stdout == whole and reason in said, f"{target}: {said}")
        check(sorted(os.listdir(folder)) == before, f"{target}: files are left")
    check((folder / "fixed.json").read_text() == "old\n", "a read-only file is as it was")
    print("  files that cannot be written", flush=True)


def forty():
    """Forty findings: errors first, ten of a level, the last one says how many are left."""
    rows = "| A | [a](a.md) |\n" * 15 + "".join(f"| x | [x](lost-{n}.md) |\n" for n in range(25))
    folder = repository("forty", map_files(rows=rows))
    _, said = report(folder, "--output-format", "github")
    lines = said.decode().splitlines()
    check([line.split(" ")[0] for line in lines] == ["::error"] * 10 + ["::warning"] * 10, lines)
    check("and 15 more errors" in lines[9] and "and 5 more warnings" in lines[19], lines)
    print("  forty findings", flush=True)


def main():
    """Every reader."""
    shutil.rmtree(E2E / "scratch/corpus", ignore_errors=True)
    schemas()
    forty()
    unwritable()
    kept = corpus()
    summaries(kept)
    terminal(kept)


main()
