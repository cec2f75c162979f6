//! Titles, status lines, encodings.

use crate::map::testing::{Sample, map_of, read, write};
use crate::source::text::Encoding;

fn title(text: &str) -> Option<(String, String)> {
    let sample = map_of(&[("a.md", text)]);
    let title = sample.content("a.md").title.clone()?;
    Some((title.name, title.span.of(text).to_owned()))
}

#[test]
fn the_title_is_the_first_h1_else_that_of_the_front_matter() {
    for (text, name, span) in [
        ("# T\n", "T", "# T"),
        ("\u{feff}# T\n", "T", "# T"),
        ("# T #\n# U\n", "T", "# T #"),
        ("T\n===\n", "T", "T\n==="),
        ("## A\n\n# T\n", "T", "# T"),
        ("---\ntitle: F\n---\n# T\n", "T", "# T"),
        ("---\ntitle: F\n---\ntext\n", "F", "title: F"),
        ("+++\nTitle = \"F\"\n+++\n", "F", "Title = \"F\""),
        ("---\ntitle: F\n---\n#\n", "F", "title: F"),
        ("<!-- # X -->\n# `T` <!-- y -->\n", "T", "# `T` <!-- y -->"),
        ("# <Feature name>\n", "<Feature name>", "# <Feature name>"),
        ("> # X\n\n# T\n", "T", "# T"),
        ("---\n# T\ntext\n\n---\n", "T", "# T"),
    ] {
        assert_eq!(title(text), Some((name.to_owned(), span.to_owned())), "{text:?}");
    }
    for text in ["", "text\n", "## A\n", "    # T\n", "```\n# T\n```\n", "- # T\n", "#T\n", "#\n"] {
        assert_eq!(title(text), None, "{text:?}");
    }
}

#[test]
fn the_trigger_is_read_from_the_status_line() {
    let text = "# T\n\n**Status:** done · **Read when:** you\nsearch · x\n\n## A\n";
    let sample = map_of(&[("a.md", text)]);
    let status = sample.content("a.md").status.clone().unwrap();
    assert_eq!(status.trigger.as_deref(), Some("you search"));
    assert_eq!(status.span.of(text).lines().count(), 2);
}

/// A map of one page of bytes.
fn bytes(bytes: &[u8]) -> Sample {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "a.md", bytes);
    read(folder)
}

#[test]
fn one_bad_page_is_read_with_marks_in_place_of_the_bad_bytes() {
    let sample = bytes(b"# T\xff\n## A\n");
    let content = sample.content("a.md");
    assert_eq!(content.encoding, Encoding::Broken { first: 3 });
    assert_eq!(content.title.as_ref().map(|title| title.name.as_str()), Some("T\u{fffd}"));
    assert!(sample.map.complete());
}

#[test]
fn a_page_in_utf16_is_not_judged() {
    let sample = bytes(b"\xff\xfe#\0 \0T\0\n\0");
    assert!(sample.content("a.md").is_utf16());
    assert!(!sample.map.complete());
}

#[test]
fn a_page_too_complex_for_the_parser_is_not_read() {
    use crate::map::WhyUnread::{TooDeep, TooManyEvents};
    let deep = format!("# T\n\n{}x\n", "> ".repeat(65));
    assert_eq!(bytes(deep.as_bytes()).map.unread[0].why, TooDeep(3));
    let wide = format!("{}\n{}\n{}", "|a".repeat(1000), "|-".repeat(1000), "x\n".repeat(500));
    let sample = bytes(wide.as_bytes());
    assert_eq!(sample.map.unread[0].why, TooManyEvents);
    assert_eq!(sample.map.pages[0].content, None);
    assert!(!sample.map.complete());
}

#[test]
fn a_page_over_the_limit_is_not_read() {
    let sample = bytes(&vec![b'x'; 4 * 1024 * 1024 + 1]);
    let why = &sample.map.unread[0].why;
    assert_eq!(*why, crate::map::WhyUnread::TooLarge(4 * 1024 * 1024 + 1));
    assert!(bytes(&vec![b'x'; 4 * 1024 * 1024]).map.complete());
}

#[test]
fn a_panic_of_the_parser_costs_one_page() {
    use crate::markdown::parse::PLANTED_PANIC;
    let panics = format!("# T\n\n{PLANTED_PANIC}\n");
    let sample = map_of(&[("a.md", &panics), ("b.md", "# B\n")]);
    assert_eq!(sample.map.unread.len(), 1);
    assert_eq!(sample.map.unread[0].why, crate::map::WhyUnread::Internal);
    assert_eq!(sample.content("b.md").sections[0].name, "B");
    assert!(!sample.map.complete());
}
