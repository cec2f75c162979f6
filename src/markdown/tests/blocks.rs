//! Paragraphs, list items, front matter, comments, the status line.

use super::read;
use crate::markdown::block::{Block, Item, Paragraph};
use crate::markdown::directive::Order;

fn items(text: &str) -> Vec<Item> {
    let item = |block| if let Block::Item(item) = block { Some(item) } else { None };
    read(text).blocks.into_iter().filter_map(item).collect()
}

fn paragraphs(text: &str) -> Vec<Paragraph> {
    let paragraph =
        |block| if let Block::Paragraph(paragraph) = block { Some(paragraph) } else { None };
    read(text).blocks.into_iter().filter_map(paragraph).collect()
}

/// Each item's own text and the destinations in it.
fn owned(text: &str) -> Vec<(String, String)> {
    let links = |item: &Item| -> Vec<String> {
        item.links.iter().map(|link| link.destination.clone()).collect()
    };
    let item = |item: Item| (item.span.of(text).to_owned(), links(&item).join(" "));
    items(text).into_iter().map(item).collect()
}

fn pair(text: &str, links: &str) -> (String, String) {
    (text.to_owned(), links.to_owned())
}

#[test]
fn an_item_owns_its_text_and_not_that_of_nested_items() {
    let text = "- a [a](a)\n  - b [b](b)\n    1. c [c](c)\n- d\n";
    assert_eq!(
        owned(text),
        [
            pair("- a [a](a)", "a"),
            pair("- b [b](b)", "b"),
            pair("1. c [c](c)", "c"),
            pair("- d", "")
        ]
    );
}

#[test]
fn loose_and_tight_items_own_the_same_links() {
    for text in [
        "- [a](a)\n- [b](b)\n",
        "- [a](a)\n\n- [b](b)\n",
        "* [a](a)\n* [b](b)",
        "1. [a](a)\n2) [b](b)\n",
        "- [a](a)\r\n- [b](b)\r\n",
        "> - [a](a)\n> - [b](b)\n",
        "- [ ] [a](a)\n- [x] [b](b)\n",
        "- # [a](a)\n- > [b](b)\n",
    ] {
        let links: Vec<_> = owned(text).into_iter().map(|(_, links)| links).collect();
        assert_eq!(links, ["a", "b"], "{text:?}");
    }
}

#[test]
fn an_item_owns_all_its_paragraphs_and_what_follows_a_nested_list() {
    let text = "- [a](a)\n\n  [b](b)\n\n  - [c](c)\n\n  [d](d)\n";
    let links: Vec<_> = owned(text).into_iter().map(|(_, links)| links).collect();
    assert_eq!(links, ["a b d", "c"]);
    assert_eq!(owned(text)[0].0, "- [a](a)\n\n  [b](b)");
}

#[test]
fn an_item_without_text_owns_nothing() {
    assert_eq!(owned("- \n- - [a](a)\n"), [pair("-", ""), pair("-", ""), pair("- [a](a)", "a")]);
}

#[test]
fn code_and_tables_in_an_item_are_not_its_own_links() {
    let text = "- x\n\n  ```\n  [a](a)\n  ```\n\n  | h |\n  |---|\n  | [b](b) |\n\n  [c](c)\n";
    assert_eq!(owned(text)[0].1, "c");
}

#[test]
fn paragraphs_have_their_lines() {
    let lines = |text: &str| -> Vec<String> {
        let lines = paragraphs(text).remove(0).lines;
        lines.iter().map(|line| line.of(text).to_owned()).collect()
    };
    for text in ["a\nb\nc\n", "a\r\nb\r\nc", "a\rb\rc\r", "a  \nb\\\nc"] {
        assert_eq!(lines(text), ["a", "b", "c"], "{text:?}");
    }
    assert_eq!(lines("a [x\ny](z) b\n"), ["a [x", "y](z) b"]);
}

#[test]
fn front_matter_is_cut_off_before_parsing() {
    for (text, title) in [
        ("---\ntitle: T\n---\n## A\n", Some("T")),
        ("---\r\nTITLE: T\r\n---\r\n## A\r\n", Some("T")),
        ("---\rtitle: T\r---\r## A\r", Some("T")),
        ("+++\ntitle = \"T\"\n+++\n## A\n", Some("T")),
        ("\u{feff}---\ntitle: 'T'\n---\n## A\n", Some("T")),
        ("---\ntitle: T\n...\n## A\n", Some("T")),
        ("---  \nx: {[\n\ntitle:   T  # note\n---  \n## A\n", Some("T")),
        ("---\nother: 1\n---\n## A\n", None),
    ] {
        let document = read(text);
        let front_matter = document.front_matter.as_ref().unwrap();
        assert_eq!(front_matter.title.as_ref().map(|(title, _)| title.as_str()), title, "{text:?}");
        let [Block::Heading(heading)] = document.blocks.as_slice() else {
            panic!("{text:?}: {:?}", document.blocks);
        };
        assert_eq!(heading.span.start, front_matter.span.end, "{text:?}");
    }
}

#[test]
fn the_status_line_is_read_over_markup_and_wraps() {
    for (text, trigger) in [
        ("# T\n\nStatus: done. Read when: you search.\n", Some("you search.")),
        ("# T\n\n**Status:** done\n**Read when:** you\nsearch\n", Some("you search")),
        ("# T\n\nstatus: x · read WHEN: you search · Owner: me\n", Some("you search")),
        ("# T\n\nStatus: x · Read when: you `search` [it](a.md)\n", Some("you search it")),
        ("# T\n\n*Status: done*\n", None),
        ("# T\n\nStatus: x Read when:\n", None),
        ("# T\n\nIntro.\n\nStatus: x · Read when: a\n", Some("a")),
        ("Status: x · Read when: a\n\n# T\n", Some("a")),
        ("Status: x · Read when: a\n", Some("a")),
        ("# T\n\ntext\n\n### Sub\n\nStatus: x · Read when: a\n", Some("a")),
        ("# T\r\n\r\nStatus: x ·\r\nRead when: a\r\n· b\r\n", Some("a")),
        ("# T\n\nStatus: 機能 · Read when: İ a\n", Some("İ a")),
    ] {
        let status = read(text).status;
        assert!(status.is_some(), "{text:?}");
        assert_eq!(status.unwrap().trigger.as_deref(), trigger, "{text:?}");
    }
}

#[test]
fn other_paragraphs_are_no_status_line() {
    for text in [
        "# T\n\n## A\n\nStatus: x\n",
        "# T\n\n# Second\n\nStatus: x\n",
        "# T\n\nThe Status: x\n",
        "# T\n\n- Status: x\n",
        "# T\n\n    Status: x\n",
        "# T\n\n<!-- Status: x -->\n",
        "# Status: x\n",
        "# T\n\nStatus\n",
    ] {
        assert_eq!(read(text).status, None, "{text:?}");
    }
}

#[test]
fn the_first_status_line_counts() {
    let text = "# T\n\nStatus: a · Read when: one\n\nStatus: b · Read when: two\n";
    assert_eq!(read(text).status.unwrap().trigger.as_deref(), Some("one"));
}

#[test]
fn comments_for_featmap_are_read_where_markdown_has_comments() {
    let comment = "<!-- featmap: ignore[a] why -->";
    for (text, count) in [
        (format!("{comment}\n"), 1),
        (format!("text {comment}\n"), 1),
        (format!("- item {comment}\n"), 1),
        (format!("| a |\n|---|\n| x {comment} |\n"), 1),
        (format!("## A {comment}\n"), 1),
        (format!("> {comment}\n"), 1),
        (format!("<div>\n{comment}\n</div>\n"), 1),
        (format!("{comment} {comment}\n"), 2),
        ("<!-- featmap:\nignore[a]\nwhy\n-->\n".to_owned(), 1),
        ("text <!-- featmap:\nignore[a] why --> text\n".to_owned(), 1),
        (format!("`{comment}`\n"), 0),
        (format!("```\n{comment}\n```\n"), 0),
        (format!("    {comment}\n"), 0),
        (format!("\\{comment}\n"), 0),
        ("<!-- other -->\n".to_owned(), 0),
    ] {
        let found = read(&text).directives;
        assert_eq!(found.len(), count, "{text:?}");
        for directive in found {
            let written = directive.span.of(&text);
            assert!(written.starts_with("<!-- featmap:") && written.ends_with("-->"), "{written}");
            let order = Order::Ignore { rules: vec!["a".to_owned()], reason: "why".to_owned() };
            assert_eq!(directive.order, order, "{text:?}");
        }
    }
}
