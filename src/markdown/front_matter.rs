//! Front matter, cut off by its fences before parsing (DESIGN.md §4).

use crate::source::span::Span;

/// What stands between `---` or `+++` fences at a file's start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrontMatter {
    /// From the first fence to the end of the last one's line.
    pub span: Span,
    /// The value of `title`, any key case, with the line it stands on.
    pub title: Option<(String, Span)>,
}

/// Finds front matter.
///
/// Takes the text and where it begins (after a byte order mark). There is none unless the
/// first line is a fence, the next one is not blank, a closing fence follows, and some line
/// between them may hold a key: a page may well begin with a thematic break.
pub fn find(text: &str, begin: usize) -> Option<FrontMatter> {
    let mut lines = Lines { text, at: begin };
    let first = lines.next()?;
    let fence @ ("---" | "+++") = first.of(text).trim_end() else { return None };
    let mut inner: Vec<Span> = Vec::new();
    for line in lines {
        let content = line.of(text).trim_end();
        if content == fence || (fence == "---" && content == "...") {
            let mut keys = inner.iter().map(|line| line.of(text));
            if !keys.any(|line| line.contains(assignment(fence))) {
                return None;
            }
            let title = title(text, fence, &inner);
            return Some(FrontMatter { span: Span::new(begin, line.end), title });
        }
        if inner.is_empty() && content.is_empty() {
            return None;
        }
        inner.push(line);
    }
    None
}

/// What stands between a key and its value.
fn assignment(fence: &str) -> char {
    if fence == "---" { ':' } else { '=' }
}

/// The first title among the lines of front matter, with the line it stands on.
fn title(text: &str, fence: &str, lines: &[Span]) -> Option<(String, Span)> {
    lines.iter().enumerate().find_map(|(at, line)| {
        let value = title_of(line.of(text), fence)?;
        let block = matches!(value.as_str(), "|" | ">" | "|-" | ">-" | "|+" | ">+");
        let value = if block { block_scalar(text, lines.get(at + 1..)?) } else { value };
        let shown = line.of(text).trim_end().len();
        (!value.is_empty()).then(|| (value, Span::new(line.start, line.start + shown)))
    })
}

/// The value on a line `title: value` or `title = "value"`.
fn title_of(line: &str, fence: &str) -> Option<String> {
    let (key, value) = line.split_once(assignment(fence))?;
    let key = key.trim_end().trim_matches(['"', '\'']);
    if !key.eq_ignore_ascii_case("title") {
        return None;
    }
    let value = value.trim();
    if let Some(inner) = value.strip_prefix('"') {
        return Some(double_quoted(inner).trim().to_owned());
    }
    if let Some(inner) = value.strip_prefix('\'') {
        return Some(single_quoted(inner).trim().to_owned());
    }
    // A comment in YAML and TOML begins after white space.
    let value = value.split(" #").next().unwrap_or_default().trim();
    (!value.starts_with('#')).then(|| value.to_owned())
}

/// The text up to the closing `"`; `\"` and `\\` stand for the second character, other escapes are
/// left as they are.
fn double_quoted(inner: &str) -> String {
    let mut out = String::new();
    let mut characters = inner.chars();
    while let Some(c) = characters.next().filter(|c| *c != '"') {
        match (c, characters.clone().next()) {
            ('\\', Some(escaped @ ('"' | '\\'))) => {
                out.push(escaped);
                characters.next();
            }
            _ => out.push(c),
        }
    }
    out
}

/// The text up to the closing `'`; two of them stand for one.
fn single_quoted(inner: &str) -> String {
    let mut out = String::new();
    let mut rest = inner;
    while let Some((before, after)) = rest.split_once('\'') {
        out.push_str(before);
        let Some(after) = after.strip_prefix('\'') else { return out };
        out.push('\'');
        rest = after;
    }
    out.push_str(rest);
    out
}

/// The indented lines after `title: >`, joined.
fn block_scalar(text: &str, lines: &[Span]) -> String {
    let indented = lines.iter().map(|line| line.of(text));
    let indented = indented.take_while(|line| line.starts_with([' ', '\t']));
    indented.map(str::trim).collect::<Vec<_>>().join(" ")
}

/// The lines of front matter, which is no markdown; LF, CRLF and lone CR end one.
struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl Iterator for Lines<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let line = match rest.find(['\n', '\r']) {
            None => rest.len(),
            Some(end) if rest.get(end..).is_some_and(|end| end.starts_with("\r\n")) => end + 2,
            Some(end) => end + 1,
        };
        let span = Span::new(self.at, self.at + line);
        self.at = span.end;
        Some(span)
    }
}

#[cfg(test)]
mod tests {
    use super::find;

    fn title(text: &str) -> Option<String> {
        find(text, 0)?.title.map(|(title, _)| title)
    }

    #[test]
    fn titles_are_read_from_yaml_and_toml() {
        assert_eq!(
            title("---\nTitle: Application features\n---\n").as_deref(),
            Some("Application features")
        );
        assert_eq!(title("---\r\na: [\r\ntitle: \"A: b\" # c\r\n---\r\n").as_deref(), Some("A: b"));
        assert_eq!(title("---\rtitle: A # note\r---\r").as_deref(), Some("A"));
        assert_eq!(title("+++\ntitle = 'T'\n+++\n").as_deref(), Some("T"));
        assert_eq!(
            title("---\ntitle: >-\n  Two\n  lines\nx: 1\n---\n").as_deref(),
            Some("Two lines")
        );
        assert_eq!(title("---\nsubtitle: x\n---\n"), None);
    }

    #[test]
    fn quotes_inside_a_quoted_title_do_not_end_it() {
        for (value, wanted) in [
            (r#""Say \"hi\" now" # c"#, Some(r#"Say "hi" now"#)),
            (r#""a\\" b"#, Some(r"a\")),
            (r#""a\nb"#, Some(r"a\nb")),
            ("'It''s on' # c", Some("It's on")),
            ("'open", Some("open")),
            ("''", None),
            ("\"\"", None),
        ] {
            assert_eq!(title(&format!("---\ntitle: {value}\n---\n")).as_deref(), wanted, "{value}");
        }
    }

    #[test]
    fn a_thematic_break_is_no_front_matter() {
        assert!(find("---\n\n# A\n\n---\n", 0).is_none());
        assert!(find("---\n# A\ntext\n\n---\n", 0).is_none(), "no key in it");
        assert!(find("---\n---\n# A\n", 0).is_none(), "nothing in it");
        assert!(find("---\ntitle: A\n", 0).is_none(), "never closed");
        assert!(find("text\n---\na: b\n---\n", 0).is_none());
    }

    #[test]
    fn it_ends_with_its_closing_line() {
        assert_eq!(find("---\na: b\n---\n# T\n", 0).map(|found| found.span.end), Some(13));
        assert_eq!(find("---\na: b\n...", 0).map(|found| found.span.end), Some(12));
    }
}
