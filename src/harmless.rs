//! Foreign text made fit to print; every print goes through here.
//!
//! What comes from a file, a name, the configuration or the system may hold
//! characters that a terminal obeys, or words that a CI runner obeys: a runner
//! takes `::command::` after any white space at a line's start, and
//! `##[command]` anywhere in a line (DESIGN.md §8).

use std::borrow::Cow;

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

/// Foreign text inside one line of ours.
///
/// Takes any text; gives it with each control, separator, bidi, zero-width and tag
/// character as `\u{...}`, and `##[` as `##\[`. The result holds no line end.
pub fn text(foreign: &str) -> Cow<'_, str> {
    if !foreign.chars().any(is_foreign) && !foreign.contains("##[") {
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
    Cow::Owned(out.replace("##[", "##\\["))
}

/// A file's own text for a terminal: as [`text`], but line ends, tabs and `##[` are left.
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
/// `##[`, and a renderer may begin a line with `::`. Colour is kept.
pub fn lines(ours: &str) -> Cow<'_, str> {
    let opens = |line: &str| line.trim_start().starts_with("::");
    if !ours.contains("##[") && !ours.split('\n').any(opens) {
        return Cow::Borrowed(ours);
    }
    let mut out = String::with_capacity(ours.len() + 16);
    for line in ours.split_inclusive('\n') {
        if opens(line) {
            let (blank, rest) = line.split_at(line.len() - line.trim_start().len());
            out.push_str(blank);
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
    Cow::Owned(out.replace("##[", "##\\["))
}

#[cfg(test)]
mod tests {
    use super::{lines, path, payload, text};

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
        assert_eq!(path("::error::x.md"), "./::error::x.md");
        assert_eq!(
            lines("a##[b\n  ::stop::\n ::: p.md:1\n"),
            "a##\\[b\n  ./::stop::\n --> p.md:1\n"
        );
    }
}
