//! GitHub's runner, as far as it obeys what a step prints; restated from its rules, sharing no
//! line with the code under test.

use std::collections::BTreeMap;

/// A command that the runner would obey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub name: String,
    pub properties: BTreeMap<String, String>,
    pub data: String,
}

const REGISTERED: [&str; 15] = [
    "stop-commands",
    "set-env",
    "set-output",
    "save-state",
    "add-mask",
    "add-path",
    "add-matcher",
    "remove-matcher",
    "debug",
    "warning",
    "error",
    "notice",
    "group",
    "endgroup",
    "echo",
];

/// The commands in a stream, in order.
pub fn commands(stream: &str) -> Vec<Command> {
    let mut found = Vec::new();
    let mut stopped: Option<String> = None;
    for line in stream.replace("\r\n", "\n").split(['\n', '\r']) {
        if !line.contains("##[") && !line.contains("::") {
            continue;
        }
        if let Some(token) = &stopped {
            let resumed = split_v2(line).or_else(|| split_v1(line));
            if resumed.is_some_and(|(name, ..)| name == *token) {
                stopped = None;
            }
            continue;
        }
        let Some(command) = v2(line).or_else(|| v1(line)) else {
            continue;
        };
        if command.name == "stop-commands" {
            stopped = Some(command.data.clone());
        }
        found.push(command);
    }
    found
}

/// `::name properties::data` at the line's start, white space aside.
fn split_v2(line: &str) -> Option<(String, String, String)> {
    let rest = line.trim_start().strip_prefix("::")?;
    let (head, data) = rest.split_once("::")?;
    let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
    Some((name.to_lowercase(), properties.to_owned(), data.to_owned()))
}

/// `##[name properties]data` anywhere in the line.
fn split_v1(line: &str) -> Option<(String, String, String)> {
    let (_, rest) = line.split_once("##[")?;
    let (head, data) = rest.split_once(']')?;
    let (name, properties) = head.split_once(' ').unwrap_or((head, ""));
    Some((name.to_lowercase(), properties.to_owned(), data.to_owned()))
}

fn v2(line: &str) -> Option<Command> {
    let (name, properties, data) = split_v2(line)?;
    let decode = |text: &str| {
        let text = text.replace("%0D", "\r").replace("%0A", "\n");
        text.replace("%3A", ":").replace("%2C", ",").replace("%25", "%")
    };
    let data = data.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
    command(name, pairs(&properties, ',', decode), data)
}

fn v1(line: &str) -> Option<Command> {
    let (name, properties, data) = split_v1(line)?;
    let decode = |text: &str| {
        let text = text.replace("%3B", ";").replace("%0D", "\r").replace("%0A", "\n");
        text.replace("%5D", "]").replace("%25", "%")
    };
    command(name, pairs(&properties, ';', decode), decode(&data))
}

fn pairs(text: &str, between: char, decode: impl Fn(&str) -> String) -> BTreeMap<String, String> {
    let parts = text.split(between).filter_map(|part| part.trim().split_once('='));
    parts.map(|(key, value)| (key.to_owned(), decode(value))).collect()
}

fn command(name: String, properties: BTreeMap<String, String>, data: String) -> Option<Command> {
    REGISTERED.contains(&name.as_str()).then_some(Command { name, properties, data })
}

#[test]
fn the_runner_obeys_both_forms() {
    let names = |text: &str| -> Vec<String> {
        commands(text).into_iter().map(|command| command.name).collect()
    };
    assert_eq!(
        names("::error::x\n  \u{a0}::Notice file=a::y\r::add-mask::z"),
        ["error", "notice", "add-mask"]
    );
    assert_eq!(names("a ##[add-mask]e"), ["add-mask"]);
    assert!(names("x ::error::y\n::what::z\n## [error]\n:: error::z").is_empty());
    assert_eq!(
        names("::stop-commands::t\n::error::x\n::t::\n::warning::y"),
        ["stop-commands", "warning"]
    );
}

#[test]
fn the_runner_decodes_in_its_order() {
    let [command] = &commands("::error file=a%2Cb%3Ac%250A,line=3,::%25x%0Ay::z ##[q]")[..] else {
        panic!("one command");
    };
    assert_eq!(command.properties["file"], "a,b:c%0A");
    assert_eq!(command.properties["line"], "3");
    assert_eq!(command.data, "%x\ny::z ##[q]");
}
