//! The pages of the rules, `docs/rules`, are written from the code. They, the stories in
//! `tests/cmd` and the list of rules are held together here.
//!
//! `SNAPSHOTS=overwrite cargo test --test docs` writes the pages.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test may panic")]

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use featmap::check::judge;
use featmap::check::plan::Plan;
use featmap::check::silence::Silence;
use featmap::commands::rule::page;
use featmap::commands::setup::{Request, Setup};
use featmap::diagnostic::{Kind, Level, RuleInfo};
use featmap::discover::patterns::Patterns;
use featmap::harmless;
use featmap::map::{FeatureMap, Unread, WhyUnread};
use featmap::report::host::Host;
use featmap::report::{self, Checked, Format, Run, Style};
use featmap::rule::Context;
use featmap::rules::RULES;
use featmap::source::store::Sources;

use support::{Project, run};

/// Rules whose input no repository can hold on every system: their tests are in
/// `tests/unread.rs`, their examples come from a map made here.
const MADE: [&str; 3] = ["name-collision", "unreadable", "internal-error"];

/// Rules that need history: their tests are in `tests/code.rs`, their examples come from a
/// repository made here.
const PAST: [&str; 2] = ["stale-name", "unchanged-page"];

/// What a reader who has to change a page is told.
const REWRITE: &str = "run `SNAPSHOTS=overwrite cargo test --test docs` and read the difference";

fn home() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn names() -> BTreeSet<String> {
    RULES.iter().map(|rule| rule.info.name.to_owned()).collect()
}

/// The names of a folder's entries that end in `end`, without it.
fn entries(folder: &Path, end: &str) -> BTreeSet<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names = names.map(|name| name.into_string().unwrap());
    names.filter_map(|name| name.strip_suffix(end).map(str::to_owned)).collect()
}

#[test]
fn every_rule_has_its_page() {
    let folder = home().join("docs/rules");
    let mut pages = vec![("README.md".to_owned(), index())];
    for rule in RULES {
        let text = format!("{}\n## Example\n\n{}", page(rule.info), example(rule.info));
        pages.push((format!("{}.md", rule.info.name), text));
    }
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        fs::create_dir_all(&folder).unwrap();
        for (name, text) in &pages {
            fs::write(folder.join(name), text).unwrap();
        }
    }
    for (name, text) in &pages {
        let stands = fs::read_to_string(folder.join(name)).unwrap_or_default();
        assert!(stands == *text, "docs/rules/{name} is not what the code says; {REWRITE}");
    }
    let known: BTreeSet<_> = pages.into_iter().map(|(name, _)| name).collect();
    let strays: Vec<_> = entries(&folder, "").into_iter().filter(|n| !known.contains(n)).collect();
    assert!(strays.is_empty(), "docs/rules has pages of no rule, remove them: {strays:?}");
}

fn index() -> String {
    let mut text = "# Rules\n\nWhat `featmap check` reports, in the order of `featmap rule`; \
                    `featmap rule NAME` prints a page without its example. Drift means that index and pages \
                    disagree: only it makes `clean` false. Structure means that something is not what \
                    its author meant it to be. What was not read ends a run with exit status 2. Size is advice.\n\n\
                    | Rule | Level | Kind | Reports |\n| --- | --- | --- | --- |\n"
        .to_owned();
    for RuleInfo { name, level, kind, summary, .. } in RULES.iter().map(|rule| rule.info) {
        text.push_str(&format!(
            "| [{name}]({name}.md) | {level} | {} | {summary} |\n",
            kind.word()
        ));
    }
    text
}

/// The files of a rule's story and what featmap says of them.
fn example(info: &RuleInfo) -> String {
    if MADE.contains(&info.name) {
        return made(info.name);
    }
    if PAST.contains(&info.name) {
        return past(info.name);
    }
    let story = home().join(format!("tests/cmd/rule-{}.in", info.name));
    let temporary = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    copy(&story, temporary.path(), "", &mut files);
    assert!(
        !files.is_empty(),
        "the rule `{}` has no story: write tests/cmd/rule-{0}.trycmd and rule-{0}.in/docs/features",
        info.name
    );
    let arguments: &[&str] = if info.level == Level::Info { &["-v"] } else { &[] };
    let mut command = Command::new(env!("CARGO_BIN_EXE_featmap"));
    command.args(arguments).current_dir(temporary.path()).stdin(Stdio::null());
    let outcome = run(command.env_remove("FEATMAP_OUTPUT_FORMAT").env_remove("CLICOLOR_FORCE"));
    let typed = ["$ featmap"].iter().chain(arguments).copied().collect::<Vec<_>>().join(" ");
    let said = outcome.stdout.trim_end();
    assert!(said.contains(info.name) || info.kind == Kind::Size, "{}: {said}", info.name);
    files.sort();
    let files: String = files.iter().map(|(path, bytes)| shown(path, bytes)).collect();
    format!(
        "### Files\n\n{files}### Output\n\n{}\nThe exit status is {}.\n",
        fenced("console", &format!("{typed}\n{said}\n")),
        outcome.status
    )
}

/// Copies the project that a story begins with: its configuration and its map.
fn copy(from: &Path, to: &Path, path: &str, files: &mut Vec<(String, Vec<u8>)>) {
    for name in entries(from, "") {
        let top = ["docs", "featmap.toml"].contains(&name.as_str());
        if path.is_empty() && !top {
            continue;
        }
        let (from, to) = (from.join(&name), to.join(&name));
        let path = format!("{path}{name}");
        if from.is_dir() {
            fs::create_dir(&to).unwrap();
            copy(&from, &to, &format!("{path}/"), files);
        } else {
            let bytes = fs::read(&from).unwrap();
            fs::write(&to, &bytes).unwrap();
            files.push((path, bytes));
        }
    }
}

/// A file as an example shows it: its first lines, cut where they are long.
fn shown(path: &str, bytes: &[u8]) -> String {
    const LINES: usize = 16;
    const WIDTH: usize = 80;
    let text = String::from_utf8_lossy(bytes);
    let mut lines = String::new();
    for line in text.lines().take(LINES) {
        let cut = if line.chars().count() > WIDTH { "\u{2026}" } else { "" };
        let line: String = line.chars().take(WIDTH).collect();
        lines.push_str(&format!("{}{cut}\n", harmless::text(&line)));
    }
    if text.lines().count() > LINES {
        lines.push_str("\u{2026}\n");
    }
    let path = harmless::text(path);
    if lines.is_empty() {
        return format!("`{path}`, which is empty.\n\n");
    }
    let language = if path.ends_with(".toml") { "toml" } else { "markdown" };
    format!("`{path}`:\n\n{}\n", fenced(language, &lines))
}

/// Text in a fence that is longer than those in it.
fn fenced(language: &str, text: &str) -> String {
    let mut fence = "```".to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    format!("{fence}{language}\n{text}{fence}\n")
}

/// The example of a rule whose input cannot be kept.
fn made(name: &str) -> String {
    let unread = |map: &mut FeatureMap, why| {
        map.unread.push(Unread { path: "docs/features/search.md".to_owned(), why });
    };
    let (files, said) = match name {
        "name-collision" => (
            "Two pages, `docs/features/search.md` and `docs/features/Search.md`.",
            judged(|map| {
                let mut other = map.pages.first().expect("a page").clone();
                "docs/features/Search.md".clone_into(&mut other.path);
                map.pages.insert(0, other);
                map.listed.push(true);
            }),
        ),
        "unreadable" => (
            "A page, `docs/features/search.md`, that the user may not read.",
            judged(|map| {
                unread(map, WhyUnread::Unreadable("permission denied".to_owned()));
            }),
        ),
        _ => (
            "A page, `docs/features/search.md`, on which the parser fails.",
            judged(|map| unread(map, WhyUnread::Internal)),
        ),
    };
    let said = fenced("console", &format!("$ featmap\n{said}"));
    format!("### Files\n\n{files}\n\n### Output\n\n{said}")
}

/// The example of a rule that needs history: two files and a page, then a change to a file.
fn past(name: &str) -> String {
    const CODE: &str = "fn find_words() {}\nfn rank_words() {}\n";
    const PAGE: &str = "# Search\n\n## Map\n\n- `src/search.rs`: `find_words`, `rank_words`\n";
    let project = Project::clean();
    project.write("src/search.rs", CODE);
    project.write("docs/features/search.md", PAGE);
    git(&project, &["init", "-q", "--object-format=sha1"]);
    git(&project, &["add", "-A"]);
    git(&project, &["commit", "-q", "-m", "search"]);
    let (files, typed) = if name == "stale-name" {
        project.write("src/search.rs", "fn find_words() {}\n");
        git(&project, &["commit", "-q", "-a", "-m", "rank no words"]);
        (
            "A commit takes `rank_words` out of `src/search.rs`, and leaves the page as it is:",
            "check --code",
        )
    } else {
        project.write("src/search.rs", &format!("{CODE}fn more() {{}}\n"));
        (
            "A change adds a function to `src/search.rs`, and leaves the page as it is:",
            "impact --base HEAD",
        )
    };
    let arguments: Vec<&str> = typed.split(' ').collect();
    let outcome = run(&mut project.featmap(&arguments));
    let said = outcome.stdout.trim_end();
    assert!(said.contains(name), "{name}: {outcome:?}");
    let page = shown("docs/features/search.md", PAGE.as_bytes());
    let said = fenced("console", &format!("$ featmap {typed}\n{said}\n"));
    let status = outcome.status;
    format!("### Files\n\n{files}\n\n{page}### Output\n\n{said}\nThe exit status is {status}.\n")
}

fn git(project: &Project, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=T", "-c", "user.email=t@example.org"]).args(arguments);
    command.current_dir(project.root()).stdin(Stdio::null());
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(name);
    }
    for name in ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"] {
        command.env(name, "2026-03-31T12:00:00Z");
    }
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let outcome = run(&mut command);
    assert_eq!(outcome.status, 0, "git {arguments:?}: {}", outcome.stderr);
}

/// What the report says of a clean map after a change to it.
fn judged(change: impl FnOnce(&mut FeatureMap)) -> String {
    let project = Project::clean();
    let request = Request {
        current: project.root(),
        start: ".".into(),
        maps: Vec::new(),
        config: None,
        no_config: true,
    };
    let setup = Setup::new(&request).unwrap();
    let mut sources = Sources::default();
    let mut map = setup.read(setup.maps.first().unwrap(), false, &mut sources).unwrap();
    change(&mut map);
    let config = &setup.config;
    let unlisted = Patterns::new(&config.unlisted, true).unwrap();
    let context = Context {
        map: &map,
        index: None,
        max_section_bytes: config.max_section_bytes,
        max_page_bytes: config.max_page_bytes,
        unlisted: &unlisted,
        code: None,
    };
    let plan = Plan::new(RULES, &[], &[], &[]).unwrap();
    let mut silence = Silence::new(RULES, &[], true).unwrap();
    let judgement = judge(RULES, &plan, &context, &mut silence);
    let run = Run {
        maps: &[Checked { map, judgement, code: None, known: None }],
        sources: &sources,
        repository: &request.current,
        current: &request.current,
        max_section_bytes: config.max_section_bytes,
        fails: config.fail_on.0,
        host: &Host::new(|_| None),
        since: None,
        show_skips: false,
    };
    let style = Style { colour: false, width: 100, verbose: false, quiet: false };
    let (mut out, mut aside) = (Vec::new(), Vec::new());
    report::write(&run, Some(Format::Full), &style, &mut out, &mut aside).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_pages_are_a_clean_map_themselves() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_featmap"));
    command.args(["--map", "docs/rules", "--no-config", "--fail-on", "warning"]);
    let outcome = run(command.current_dir(home()).env_remove("FEATMAP_OUTPUT_FORMAT"));
    assert!(outcome.status == 0 && outcome.stdout.starts_with("clean: "), "{}", outcome.stdout);
}

#[test]
fn every_rule_has_a_story_and_every_story_a_place() {
    let folder = home().join("tests/cmd");
    let stories: BTreeSet<_> =
        [entries(&folder, ".trycmd"), entries(&folder, ".toml")].into_iter().flatten().collect();
    for name in names() {
        let has = stories.contains(&format!("rule-{name}"));
        let elsewhere = MADE.iter().chain(&PAST).any(|made| *made == name);
        assert!(
            has != elsewhere,
            "the rule `{name}` needs tests/cmd/rule-{name}.trycmd, or a test in tests/unread.rs \
             or tests/code.rs and a place in `MADE` or `PAST`, and not both"
        );
    }
    for rule in stories.iter().filter_map(|story| story.strip_prefix("rule-")) {
        assert!(names().contains(rule), "tests/cmd/rule-{rule}.trycmd is about no rule: rename it");
    }
    for inputs in entries(&folder, ".in") {
        assert!(
            stories.contains(&inputs),
            "tests/cmd/{inputs}.in belongs to no story: write tests/cmd/{inputs}.trycmd"
        );
    }
}

#[test]
fn every_rule_is_in_the_list_under_its_own_name() {
    let files = entries(&home().join("src/rules"), ".rs");
    let files: BTreeSet<_> = files.iter().map(|file| file.replace('_', "-")).collect();
    for file in files.iter().filter(|file| !["mod", "testing"].contains(&file.as_str())) {
        assert!(names().contains(file), "`{file}` is not in RULES: add it in src/rules/mod.rs");
    }
    for rule in RULES {
        let name = rule.info.name;
        assert!(files.contains(name), "the rule `{name}` must stand in a file of its own name");
        let plain = name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
        assert!(plain, "`{name}` is more than lower-case words joined by `-`");
        let summary = rule.info.summary;
        assert!(!summary.ends_with('.') && !summary.contains('\n'), "the summary of `{name}`");
    }
    assert_eq!(names().len(), RULES.len(), "two rules have one name");
}

/// Every finding in any story says what to do next, in a line of help or a change to make.
#[test]
fn every_finding_says_what_to_do() {
    let stories = entries(&home().join("tests/cmd"), ".in");
    let mut seen = BTreeSet::new();
    for story in &stories {
        let folder = home().join(format!("tests/cmd/{story}.in"));
        for project in std::iter::once(String::new()).chain(entries(&folder, "")) {
            let project = folder.join(project);
            if !project.join("docs/features").is_dir() {
                continue;
            }
            // Outside this repository, whose files and history would be the code that is meant.
            let temporary = tempfile::tempdir().unwrap();
            copy(&project, temporary.path(), "", &mut Vec::new());
            let mut command = Command::new(env!("CARGO_BIN_EXE_featmap"));
            command.args(["check", "--output-format", "json"]).arg(temporary.path());
            let outcome = run(&mut command);
            let Ok(report) = serde_json::from_str::<serde_json::Value>(&outcome.stdout) else {
                assert!(outcome.stderr.contains("error"), "{project:?}: {outcome:?}");
                continue;
            };
            for finding in report["findings"].as_array().unwrap() {
                let rule = finding["rule"].as_str().unwrap();
                let helps = finding["help"].as_array().is_some_and(|help| !help.is_empty());
                let says = helps || !finding["fix"].is_null() || rule == "divided-section";
                assert!(says, "{}: {finding:#}", project.display());
                seen.insert(rule.to_owned());
            }
        }
    }
    let missing: Vec<_> = names().into_iter().filter(|n| !seen.contains(n)).collect();
    let made: BTreeSet<_> = MADE.iter().chain(&PAST).map(|name| (*name).to_owned()).collect();
    assert_eq!(missing.into_iter().collect::<BTreeSet<_>>(), made);
}

#[test]
fn the_schema_is_that_of_the_keys() {
    let project = Project::clean();
    let outcome = run(&mut project.featmap(&["config", "schema"]));
    let schema: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    let rules: Vec<_> = RULES.iter().map(|rule| rule.info.name).collect();
    assert_eq!(schema, featmap::config::schema::schema(&rules));
    assert!(outcome.stdout.ends_with("}\n"), "a text file ends with a line end");
    let levels = schema["properties"]["rules"]["properties"].as_object().unwrap();
    assert_eq!(levels.len(), RULES.len());
}

#[test]
fn the_templates_are_printed_as_they_are_written() {
    let project = Project::clean();
    let printed = run(&mut project.featmap(&["init", "--print"]));
    assert_eq!((printed.status, printed.stderr.as_str()), (0, ""));
    fs::create_dir(project.root().join("new")).unwrap();
    let written = run(&mut project.featmap(&["init", "new"]));
    let files: Vec<_> = written.stdout.lines().filter_map(|l| l.strip_prefix("wrote ")).collect();
    assert_eq!(files.len(), 4, "{written:?}");
    let mut rest = printed.stdout.as_str();
    for file in files {
        let text = fs::read_to_string(project.root().join(file)).unwrap();
        let name = file.strip_prefix("new/").unwrap();
        let part = match name.strip_suffix(".toml") {
            None => format!("<!-- {name} -->\n{text}"),
            Some(_) => format!("# {name}\n{text}"),
        };
        rest = rest.strip_prefix(&part).expect("the files follow one another").trim_start();
    }
    assert_eq!(rest, "");
}
