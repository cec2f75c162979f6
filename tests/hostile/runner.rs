//! What a CI runner would obey of an output: its reading rules, restated.
//!
//! A runner splits stdout and stderr at LF, CRLF and CR. A line that begins, after any white
//! space, with `::name` and has a second `::` is a command; so is `##[name]` anywhere in a
//! line that was not obeyed so. Names count in any letter case.

/// The commands that a runner knows.
const COMMANDS: [&str; 16] = [
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
    "command",
];

/// The names of the commands in an output, in order.
pub(crate) fn obeyed(output: &str) -> Vec<String> {
    output.split(['\n', '\r']).filter_map(|line| colons(line).or_else(|| hashes(line))).collect()
}

fn colons(line: &str) -> Option<String> {
    let (head, _) = line.trim_start().strip_prefix("::")?.split_once("::")?;
    known(head.split(' ').next().unwrap_or_default())
}

fn hashes(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("##[")?;
    let (head, _) = rest.split_once(']')?;
    known(head.split([' ', ';']).next().unwrap_or_default())
}

fn known(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    COMMANDS.contains(&name.as_str()).then_some(name)
}

/// The characters of an output that a terminal or a reader's eye would take for more than
/// text; line ends and, where asked for, colour are none.
pub(crate) fn acting(output: &str) -> Vec<char> {
    let acts = |c: &char| {
        (c.is_control() && *c != '\n')
            || matches!(c,
                '\u{061c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}')
    };
    output.chars().filter(acts).collect()
}

#[test]
fn the_rules_find_what_a_runner_obeys() {
    let output = "a\n \u{85}::Add-Mask::x\rb ##[error]y\n::error file=a,line=1::m\n:: x\n##[nope]";
    assert_eq!(obeyed(output), ["add-mask", "error", "error"]);
    assert_eq!(acting("a\u{1b}[1m\r\n\u{202e}"), ['\u{1b}', '\r', '\u{202e}']);
}
