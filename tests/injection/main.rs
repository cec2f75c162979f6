//! No text of a repository can speak to a runner or a terminal, in any format, on any stream
//! (DESIGN.md §8, §11). `FEATMAP_CASES=20000 cargo test --release --test injection` is the
//! long run.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    missing_docs,
    unreachable_pub,
    reason = "a test"
)]

mod hostile;
mod runner;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command as Process, Output};

use featmap::commands::check::{Options, check};
use featmap::commands::setup::Request;
use featmap::report::host::Host;
use featmap::report::{Format, Style};
use proptest::prelude::{ProptestConfig, proptest};
use proptest::test_runner::TestCaseError;
use serde_json::Value;

use runner::{Command, commands};

fn config() -> ProptestConfig {
    let cases = std::env::var("FEATMAP_CASES").ok().and_then(|text| text.parse().ok());
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases.unwrap_or(1000))
    }
}

/// A tree's reports: stdout and stderr by format; `None` is the format of a runner.
fn reports(root: &Path) -> BTreeMap<&'static str, (String, String)> {
    let formats = Format::ALL.into_iter().map(Some).chain([None]);
    formats
        .map(|format| (format.map_or("actions", Format::word), report(root, format, false)))
        .collect()
}

fn report(root: &Path, format: Option<Format>, colour: bool) -> (String, String) {
    let variables = |name: &str| match name {
        "GITHUB_ACTIONS" => Some("true".into()),
        "GITHUB_WORKSPACE" => Some(root.into()),
        "GITHUB_SERVER_URL" => Some("https://github.test".into()),
        "GITHUB_REPOSITORY" => Some("a/b".into()),
        "GITHUB_SHA" => Some("0f".into()),
        _ => None,
    };
    let request = Request {
        current: root.to_path_buf(),
        start: ".".into(),
        maps: Vec::new(),
        config: None,
        no_config: false,
    };
    let style = Style { colour, width: 100, verbose: true, quiet: false };
    let mut options = Options { code: true, show_skips: true, ..Options::new(request, style) };
    options.common.format = format;
    options.common.host = Host::new(variables);
    let (mut out, mut aside) = (Vec::new(), Vec::new());
    check(&options, &mut out, &mut aside).unwrap().written.unwrap();
    (String::from_utf8(out).unwrap(), String::from_utf8(aside).unwrap())
}

/// Foreign text as every format shows it; restated from DESIGN.md §8.
fn shown(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let code = u32::from(c);
        let foreign = code < 0x20
            || (0x7f..0xa0).contains(&code)
            || [0x61c, 0x180e, 0xfeff, 0x2028, 0x2029].contains(&code)
            || (0x200b..=0x200f).contains(&code)
            || (0x202a..=0x202e).contains(&code)
            || (0x2060..=0x206f).contains(&code)
            || (0xe_0000..=0xe_0fff).contains(&code);
        if foreign { out.push_str(&format!("\\u{{{code:x}}}")) } else { out.push(c) }
    }
    out.replace("##[", "##\\[").replace("##vso[", "##vso\\[")
}

fn cut(text: &str, most: usize) -> String {
    let kept: String = text.chars().take(most).collect();
    if kept.len() < text.len() { format!("{kept}…") } else { kept }
}

fn str_of<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// The annotations that a JSON report calls for.
fn meant(root: &Path, json: &Value) -> Vec<Command> {
    let findings = json["findings"].as_array().unwrap();
    let single = |level: &'static str| {
        let of_level =
            move |finding: &&Value| finding["level"] == level && finding["kind"] != "size";
        findings.iter().filter(of_level).map(move |finding| annotation(root, finding, level))
    };
    single("error").chain(single("warning")).collect()
}

/// Where a finding begins and ends, line ends at its end left out; counted here anew.
fn span(root: &Path, finding: &Value) -> Option<[(usize, usize); 2]> {
    let text = fs::read_to_string(root.join(str_of(finding, "path"))).ok()?;
    let byte = |key: &str| usize::try_from(finding[key]["byte"].as_u64()?).ok();
    let (start, end) = (byte("start")?, byte("end")?);
    let marked = text.get(start..end).unwrap().trim_end_matches(['\n', '\r']).len();
    let place = |at: usize| {
        let before = text.get(..at).unwrap().replace("\r\n", "\n\n").replace('\r', "\n");
        // A CRLF before counts once.
        let line = text.get(..at).unwrap().replace("\r\n", "\n").replace('\r', "\n");
        let column = before.rsplit('\n').next().unwrap();
        let column = column.chars().count()
            - usize::from(before.starts_with('\u{feff}') && !before.contains('\n'));
        (line.matches('\n').count() + 1, column + 1)
    };
    Some([place(start), place(start + marked)])
}

fn annotation(root: &Path, finding: &Value, level: &str) -> Command {
    let path = str_of(finding, "path");
    let mut properties = BTreeMap::new();
    let mut set = |key: &str, value: String| properties.insert(key.to_owned(), value);
    // A line end in a name comes back as it is, what else a reader would not see as it is shown.
    let lines: Vec<String> = path
        .split('\n')
        .map(|line| line.split('\r').map(shown).collect::<Vec<_>>().join("\r"))
        .collect();
    set("file", lines.join("\n"));
    set("title", format!("featmap: {}", str_of(finding, "rule")));
    let place = match span(root, finding) {
        None => {
            set("line", "1".to_owned());
            path.to_owned()
        }
        Some([from, to]) => {
            set("line", from.0.to_string());
            set("endLine", to.0.to_string());
            if from.0 == to.0 {
                set("col", from.1.to_string());
                set("endColumn", (to.1 - 1).max(from.1).to_string());
            }
            format!("{path}:{}:{}", from.0, from.1)
        }
    };
    let mut data = cut(&format!("{}: {}", shown(&place), shown(str_of(finding, "message"))), 2000);
    for help in helps(finding) {
        data.push_str(&format!("\nhelp: {}", cut(&help, 500)));
    }
    Command { name: level.to_owned(), properties, data }
}

/// What a finding advises, as every format shows it: its help, then what its fix does.
fn helps(finding: &Value) -> Vec<String> {
    let help = finding["help"].as_array().unwrap().iter();
    let mut helps: Vec<_> = help.map(|help| shown(help.as_str().unwrap())).collect();
    if let Some(fix) = finding["fix"].as_object() {
        let edits = fix["edits"].as_array().unwrap();
        let inserted = edits.iter().filter(|edit| edit["start"]["byte"] == edit["end"]["byte"]);
        let inserted: Vec<&str> = inserted.map(|edit| str_of(edit, "text").trim()).collect();
        let with =
            if inserted.is_empty() { String::new() } else { format!(": {}", inserted.join(" ")) };
        helps.push(shown(&format!("{}{with}", fix["message"].as_str().unwrap())));
    }
    helps
}

/// The size notice aside, which speaks of all sizes at once.
fn without_sizes(commands: Vec<Command>) -> Vec<Command> {
    let sizes = |command: &Command| {
        command.name == "notice" && command.properties["title"] == "featmap: size"
    };
    let count = commands.len();
    let rest: Vec<Command> = commands.into_iter().filter(|command| !sizes(command)).collect();
    assert!(count - rest.len() <= 1, "one notice for all sizes");
    rest
}

/// The commands are the first ten of each level, the tenth with what is left.
fn as_meant(found: &[Command], meant: &[Command]) {
    let mut expected: Vec<Command> = Vec::new();
    for level in ["error", "warning"] {
        let of_level: Vec<&Command> =
            meant.iter().filter(|command| command.name == level).collect();
        expected.extend(of_level.iter().take(10).map(|command| (*command).clone()));
        if of_level.len() > 10 {
            let tenth = expected.last_mut().unwrap();
            let sent = found.iter().filter(|command| command.name == level).nth(9).unwrap();
            let rest = sent.data.strip_prefix(&tenth.data).unwrap();
            assert!(
                rest.starts_with(&format!("\nand {} more {level}", of_level.len() - 10)),
                "{rest}"
            );
            tenth.data.clone_from(&sent.data);
        }
    }
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
    assert_eq!(found.len(), expected.len());
}

fn no_control(format: &str, stream: &str) {
    let bad = stream.chars().find(|c| *c != '\n' && shown(&c.to_string()) != c.to_string());
    assert_eq!(bad, None, "{format}: a character that acts\n{stream}");
    assert!(!stream.contains("##["), "{format}\n{stream}");
    // Azure Pipelines takes these anywhere in a line.
    assert!(!stream.contains("##vso["), "{format}\n{stream}");
}

/// Keeps the reports where a folder is named: other readers look at them too.
fn keep(tree: &hostile::Tree, root: &Path, markdown: &str) {
    let Some(folder) = std::env::var_os("FEATMAP_KEEP") else {
        return;
    };
    let number = fs::read_dir(&folder).unwrap().count();
    let file = |end: &str| Path::new(&folder).join(format!("{number:05}{end}"));
    fs::write(file(".md"), markdown).unwrap();
    let full = report(root, Some(Format::Full), true);
    fs::write(file(".ansi"), format!("{}{}", full.0, full.1)).unwrap();
    fs::write(file(".txt"), format!("{tree:?}")).unwrap();
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn no_report_speaks_for_a_page(tree in hostile::tree()) {
        let folder = tempfile::tempdir().map_err(|error| TestCaseError::reject(error.to_string()))?;
        let root = folder.path().canonicalize().unwrap();
        hostile::lay(&tree, &root);
        let reports = reports(&root);
        let json: Value = serde_json::from_str(&reports["json"].0).unwrap();
        let meant = meant(&root, &json);
        assert!(meant.len() > 1, "the tree has findings");
        for (format, (out, aside)) in &reports {
            no_control(format, out);
            no_control(format, aside);
            assert_eq!(commands(aside), [], "{format}, stderr");
            let found = without_sizes(commands(out));
            match *format {
                "github" | "actions" => as_meant(&found, &meant),
                _ => assert_eq!(found, [], "{format}"),
            }
        }
        same_findings(&json, &reports);
        keep(&tree, &root, &reports["markdown"].0);
    }

    #[test]
    fn no_error_speaks_for_its_cause(text in hostile::text(), kind in 0..4_usize) {
        let folder = tempfile::tempdir().map_err(|error| TestCaseError::reject(error.to_string()))?;
        let root = folder.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("docs/features")).unwrap();
        fs::create_dir(root.join(".git")).unwrap();
        fs::write(root.join("docs/features/README.md"), "# Map\n").unwrap();
        fs::write(root.join("docs/features/a.md"), "# A\n").unwrap();
        // The system's arguments hold no NUL.
        let argument = text.replace('\0', "");
        let quoted = serde_json::to_string(&text).unwrap().replace('\u{7f}', "\\u007F");
        let toml = match kind {
            0 => format!("{quoted} = 1\n"),
            1 => format!("fail-on = {quoted}\n"),
            2 => format!("[[ignore]]\nrule = {quoted}\npath = \"*\"\nreason = \"x\"\n"),
            _ => text,
        };
        fs::write(root.join("featmap.toml"), toml).unwrap();
        silent(&root, &["check"], &[]);
        fs::remove_file(root.join("featmap.toml")).unwrap();
        let unwritable = format!("json=none/{argument}");
        match kind {
            0 => {
                silent(&root, &["check", "--select", &argument], &[]);
                silent(&root, &["check", "--", &argument], &[]);
            }
            1 => {
                silent(&root, &["check", "--map", &argument], &[]);
                silent(&root, &["check", "--config", &argument], &[]);
            }
            2 => {
                silent(&root, &["check", "--report", &argument], &[]);
                silent(&root, &["check", "--report", &unwritable], &[]);
            }
            _ => {
                silent(&root, &["rule", "--", &argument], &[]);
                silent(&root, &["check"], &[("FEATMAP_OUTPUT_FORMAT", &argument)]);
            }
        }
    }
}

/// Runs the program; whatever it says, nothing of it acts.
fn silent(root: &Path, arguments: &[&str], variables: &[(&str, &str)]) {
    let said: Output = Process::new(env!("CARGO_BIN_EXE_featmap"))
        .args(arguments)
        .current_dir(root)
        .env_remove("GITHUB_ACTIONS")
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    for stream in [said.stdout, said.stderr] {
        let stream = String::from_utf8(stream).unwrap();
        no_control(&arguments.join(" "), &stream);
        assert_eq!(commands(&stream), [], "{arguments:?}");
    }
}

/// The formats that programs read hold what the JSON report holds.
fn same_findings(json: &Value, reports: &BTreeMap<&'static str, (String, String)>) {
    let findings = json["findings"].as_array().unwrap();
    let gitlab: Value = serde_json::from_str(&reports["gitlab"].0).unwrap();
    let rdjson: Value = serde_json::from_str(&reports["rdjson"].0).unwrap();
    let sarif: Value = serde_json::from_str(&reports["sarif"].0).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), findings.len());
    for (number, finding) in findings.iter().enumerate() {
        let (path, mut message) = (str_of(finding, "path"), shown(str_of(finding, "message")));
        for help in helps(finding) {
            message.push_str(&format!("; help: {help}"));
        }
        let issue = &gitlab[number];
        assert_eq!(issue["location"]["path"], path);
        assert_eq!(str_of(issue, "description"), message);
        assert_eq!(issue["fingerprint"], finding["fingerprint"]);
        let item = &rdjson["diagnostics"][number];
        assert_eq!(item["location"]["path"], path);
        assert_eq!(str_of(item, "message"), message);
        let print = &finding["fingerprint"];
        let result =
            results.iter().find(|result| result["partialFingerprints"]["featmap/v1"] == *print);
        let result = result.expect("each finding is a result");
        let place = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        let decoded = percent_encoding::percent_decode_str(place.as_str().unwrap());
        assert_eq!(decoded.decode_utf8().unwrap(), path);
        let text = result["message"]["text"].as_str().unwrap();
        let plain = text.replace("\\\\", "\u{0}");
        let bare = plain.replace("\\[", "").replace("\\]", "");
        assert!(!bare.contains(['[', ']']), "a link could form: {text}");
    }
}
