//! Foreign text made fit to print; every print goes through here.
//!
//! What comes from a file, a name, the configuration or the system may hold
//! characters that a terminal obeys, or words that a CI runner obeys: a runner
//! takes `::command::` after any white space at a line's start, and
//! `##[command]` anywhere in a line (DESIGN.md §8); that of Azure Pipelines
//! takes `##vso[command]`.

mod command;
mod output;

use std::borrow::Cow;
use std::ffi::OsStr;

pub use command::Command;
pub use output::{Output, Stream};

/// Characters that a reader does not see but a terminal or a language model does: bidi
/// controls, zero-width and tag characters.
pub fn is_hidden(c: char) -> bool {
    matches!(c,
        '\u{061c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// Whether a character is printed as `\u{...}`.
pub fn is_foreign(c: char) -> bool {
    c.is_control()
        || is_hidden(c)
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{e0080}'..='\u{e0fff}')
}

/// Before a `[`, what begins a command of a runner anywhere in a line.
const BEFORE_BRACKET: [&str; 2] = ["##", "##vso"];

/// Whether a `[` that follows a text would begin a command.
pub fn opens_command(before: &str) -> bool {
    BEFORE_BRACKET.iter().any(|begin| before.ends_with(begin))
}

/// Whether a command begins somewhere in a text.
fn holds_command(text: &str) -> bool {
    text.match_indices('[').any(|(at, _)| text.get(..at).is_some_and(opens_command))
}

/// A text in which a `\` stands before each `[` that would begin a command.
fn without_commands(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len() + 16), text);
    while let Some((before, behind)) = rest.split_once('[') {
        out.push_str(before);
        out.push_str(if opens_command(before) { "\\[" } else { "[" });
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// Foreign text inside one line of ours.
///
/// Takes any text; gives it with each control, separator, bidi, zero-width and tag
/// character as `\u{...}`, and `##[` and `##vso[` with a `\` before the bracket. The result
/// holds no line end.
pub fn text(foreign: &str) -> Cow<'_, str> {
    // Most text is plain ASCII, and bytes are looked at much faster than characters.
    let plain = || foreign.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if (plain() || !foreign.chars().any(is_foreign)) && !holds_command(foreign) {
        return Cow::Borrowed(foreign);
    }
    let mut out = String::with_capacity(foreign.len() + 16);
    for c in foreign.chars() {
        if is_foreign(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(without_commands(&out))
}

/// A file's own text for a terminal: as [`text`], but line ends, tabs and commands are left.
pub fn payload(foreign: &str) -> Cow<'_, str> {
    let mut characters = foreign.chars().peekable();
    let mut out = String::with_capacity(foreign.len());
    while let Some(c) = characters.next() {
        let kept = matches!(c, '\n' | '\t') || (c == '\r' && characters.peek() == Some(&'\n'));
        if !kept && is_foreign(c) {
            out.extend(c.escape_unicode());
        } else {
            out.push(c);
        }
    }
    if out.len() == foreign.len() { Cow::Borrowed(foreign) } else { Cow::Owned(out) }
}

/// A path that may begin a line of ours: as [`text`], with `./` before a leading `::`.
pub fn path(foreign: &str) -> Cow<'_, str> {
    let shown = text(foreign);
    if shown.trim_start().starts_with("::") {
        Cow::Owned(format!("./{}", shown.trim_start()))
    } else {
        shown
    }
}

/// Finished lines of ours, just before they are written.
///
/// Foreign text has been through [`text`] before; two harmless pieces may still join into
/// a command, and a renderer may begin a line with `::`. A carriage return, which ends a line for
/// a runner, is shown too. Colour is kept.
pub fn lines(ours: &str) -> Cow<'_, str> {
    let opens = |line: &str| unstyled(line).starts_with("::");
    if !holds_command(ours) && !ours.contains('\r') && !ours.split('\n').any(opens) {
        return Cow::Borrowed(ours);
    }
    let mut out = String::with_capacity(ours.len() + 16);
    for line in ours.split_inclusive('\n') {
        let rest = unstyled(line);
        if rest.starts_with("::") {
            out.push_str(line.strip_suffix(rest).unwrap_or_default());
            // The renderer's mark for a second file is `:::`, as wide as its `-->`.
            if let Some(place) = rest.strip_prefix("::: ") {
                out.push_str("--> ");
                out.push_str(place);
            } else {
                out.push_str("./");
                out.push_str(rest);
            }
        } else {
            out.push_str(line);
        }
    }
    Cow::Owned(without_commands(&out.replace('\r', "\\u{d}")))
}

/// A line without the white space and the colours that it begins with.
fn unstyled(line: &str) -> &str {
    let mut rest = line.trim_start();
    while let Some((_, after)) =
        rest.strip_prefix("\u{1b}[").and_then(|style| style.split_once('m'))
    {
        rest = after.trim_start();
    }
    rest
}

/// A word as a shell takes it: bare where it may be, else in single quotes. What no line of
/// ours may hold (control and hidden characters, commands), and bytes that are no text, stand as
/// escapes in `$'...'`.
pub fn shell_word(word: &OsStr) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./:@%+,".contains(c);
    match word.to_str() {
        Some(text) if !text.is_empty() && text.chars().all(plain) => text.to_owned(),
        Some(text) if !text.contains(is_foreign) && !holds_command(text) => {
            format!("'{}'", text.replace('\'', r"'\''"))
        }
        _ => shell_escapes(word.as_encoded_bytes()),
    }
}

fn shell_escapes(bytes: &[u8]) -> String {
    let mut out = String::from("$'");
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\'' | '\\' => out.extend(['\\', c]),
                '[' => out.push_str("\\x5b"),
                c if is_foreign(c) => hex(c.encode_utf8(&mut [0; 4]).as_bytes(), &mut out),
                c => out.push(c),
            }
        }
        hex(chunk.invalid(), &mut out);
    }
    out.push('\'');
    out
}

fn hex(bytes: &[u8], out: &mut String) {
    for byte in bytes {
        out.push_str(&format!("\\x{byte:02x}"));
    }
}

#[cfg(test)]
mod tests {
    use super::{is_foreign, is_hidden, lines, path, payload, shell_word, text};
    use std::ffi::OsStr;

    #[test]
    fn every_character_that_acts_is_known() {
        let controls = ['\0'..='\u{1f}', '\u{7f}'..='\u{9f}'];
        let separators = ['\u{2028}'..='\u{2029}', '\u{e0080}'..='\u{e0fff}'];
        let hidden = [
            '\u{61c}'..='\u{61c}',
            '\u{180e}'..='\u{180e}',
            '\u{200b}'..='\u{200f}',
            '\u{202a}'..='\u{202e}',
            '\u{2060}'..='\u{206f}',
            '\u{feff}'..='\u{feff}',
            '\u{e0000}'..='\u{e007f}',
        ];
        for c in '\0'..=char::MAX {
            let is_in = |list: &[std::ops::RangeInclusive<char>]| {
                list.iter().any(|range| range.contains(&c))
            };
            assert_eq!(is_hidden(c), is_in(&hidden), "{c:?}");
            let foreign = is_in(&hidden) || is_in(&controls) || is_in(&separators);
            assert_eq!(is_foreign(c), foreign, "{c:?}");
        }
    }

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(text("a `plain` heading: 日本語 é"), std::borrow::Cow::Borrowed(_)));
    }

    #[test]
    fn controls_and_hidden_characters_are_shown() {
        assert_eq!(
            text("a\u{1b}[2J\r\nb\u{85}\u{202e}\u{200b}\u{e0041}\u{2028}"),
            "a\\u{1b}[2J\\u{d}\\u{a}b\\u{85}\\u{202e}\\u{200b}\\u{e0041}\\u{2028}"
        );
    }

    #[test]
    fn a_files_own_text_keeps_its_lines() {
        assert_eq!(payload("a\tb\r\nc\rd\u{1b}[2J\n"), "a\tb\r\nc\\u{d}d\\u{1b}[2J\n");
        assert!(matches!(payload("plain\n"), std::borrow::Cow::Borrowed(_)));
    }

    #[test]
    fn runner_commands_are_broken() {
        assert_eq!(text("x ##[add-mask]e"), "x ##\\[add-mask]e");
        assert_eq!(text("[##vso[a]##[b]#[ vso["), "[##vso\\[a]##\\[b]#[ vso[");
        assert_eq!(lines("##vso[a]\n[b]\n"), "##vso\\[a]\n[b]\n");
        assert_eq!(path("::error::x.md"), "./::error::x.md");
        assert_eq!(
            lines("a##[b\n  ::stop::\n ::: p.md:1\n"),
            "a##\\[b\n  ./::stop::\n --> p.md:1\n"
        );
        assert_eq!(lines("\u{1b}[1m \u{1b}[94m::: x"), "\u{1b}[1m \u{1b}[94m--> x");
    }

    #[test]
    fn words_are_quoted_for_a_shell() {
        for (word, shown) in [
            ("overlays/glow.md", "overlays/glow.md"),
            ("機能.md", "機能.md"),
            ("", "''"),
            ("a b.md", "'a b.md'"),
            ("$HOME `id`.md", "'$HOME `id`.md'"),
            ("it's.md", r"'it'\''s.md'"),
            ("a\nb'\u{1b}.md", r"$'a\x0ab\'\x1b.md'"),
            ("\u{202e}x", r"$'\xe2\x80\xaex'"),
            ("##[x].md", r"$'##\x5bx].md'"),
        ] {
            assert_eq!(shell_word(OsStr::new(word)), shown);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_shell_reads_every_word_back() {
        use std::os::unix::ffi::OsStrExt as _;
        let words: [&[u8]; 5] = [b"a b", b"-x'$(id)`\"", b"a\nb\x1b\\", b"\xff.md", b"!#~=*?[]"];
        for word in words {
            let script = format!("printf %s {}", shell_word(OsStr::from_bytes(word)));
            let Ok(run) = std::process::Command::new("bash").arg("-c").arg(script).output() else {
                return;
            };
            assert_eq!(run.stdout, word);
        }
    }
}
