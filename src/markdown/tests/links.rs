//! Links: where they lead, and where the destination stands.

use super::{links, read};
use crate::markdown::block::UnclosedKind;

/// The destinations in a text.
fn destinations(text: &str) -> Vec<String> {
    links(text).into_iter().map(|link| link.destination).collect()
}

#[test]
fn destinations_are_read_without_their_markup() {
    for (text, destination) in [
        ("[a](a.md)", "a.md"),
        ("[a]( a.md )", "a.md"),
        ("[a](a.md \"title\")", "a.md"),
        ("[a](a.md 'title')", "a.md"),
        ("[a](a.md (title))", "a.md"),
        ("[a](<a b.md>)", "a b.md"),
        ("[a](<a b.md> \"t\")", "a b.md"),
        ("[a](a%20b.md)", "a%20b.md"),
        ("[a](a\\(1\\).md)", "a(1).md"),
        ("[a](a(1).md)", "a(1).md"),
        ("[a](a&amp;b.md)", "a&b.md"),
        ("[a]()", ""),
        ("[a](<>)", ""),
        ("[](a.md)", "a.md"),
        ("[`a`](a.md)", "a.md"),
        ("[**a**](a.md)", "a.md"),
        ("[![x](x.png)](a.md)", "a.md"),
        ("**[a](a.md)**", "a.md"),
        ("[a [b]](a.md)", "a.md"),
        ("[a\nb](a.md)", "a.md"),
        ("<https://a.b/c>", "https://a.b/c"),
        ("<me@a.b>", "mailto:me@a.b"),
    ] {
        assert_eq!(destinations(text), [destination], "{text}");
    }
}

#[test]
fn reference_links_have_their_definition() {
    for text in ["[a][r]", "[r][]", "[r]", "[R]"] {
        let whole = format!("{text}\n\n[r]: a.md \"title\"\n");
        let found = links(&whole);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].destination, "a.md");
        assert_eq!(found[0].destination_span, None);
        // The parser leaves the empty brackets out.
        assert_eq!(found[0].target_span().of(&whole), text.trim_end_matches("[]"));
        let definition = found[0].definition.map(|span| span.of(&whole));
        assert!(definition.is_some_and(|text| text.starts_with("[r]: a.md")), "{definition:?}");
    }
    assert_eq!(destinations("[a][none]\n\n[r]: a.md\n"), [""; 0], "no definition");
    let whole = "---\nx: 1\n---\n[r]\n\n[r]: a.md\n";
    let definition = links(whole)[0].definition.map(|span| span.of(whole));
    assert_eq!(definition, Some("[r]: a.md"), "after front matter");
}

#[test]
fn what_only_looks_like_a_link_is_none() {
    for text in [
        "`[a](a.md)`",
        "\\[a](a.md)",
        "[a] (a.md)",
        "[a](a b.md)",
        "![a](a.png)",
        "![x [a](a.md)](b.png)",
        "<!-- [a](a.md) -->",
        "<a href=\"a.md\">a</a>",
        "    [a](a.md)",
        "```\n[a](a.md)\n```",
        "https://a.b/a.md",
        "[[a.md]]",
        "x[^1]\n\n[^1]: Planned",
    ] {
        assert_eq!(destinations(text), [""; 0], "{text}");
    }
}

#[test]
fn the_destination_is_pointed_at_where_it_stands() {
    for (text, place) in [
        ("[a](a.md)", Some(4)),
        ("[a.md](a.md)", Some(7)),
        ("[`a.md`](  a.md \"a.md\")", Some(11)),
        ("[a](<a b.md>)", Some(5)),
        ("[x](])", Some(4)),
        ("[a](a&amp;b.md)", None),
        ("[a](a\\_b.md)", None),
        ("[a](\\_b.md)", None),
        ("[a](&#98;b.md \"bb.md\")", None),
        ("[a](a&amp;)", None),
        ("[a](\n  a.md\n)", Some(7)),
        ("[a](<a&gt;b.md> \"a>b.md\")", None),
        ("[a]()", None),
        ("<https://a.b>", None),
    ] {
        let found = links(text);
        assert_eq!(found[0].destination_span.map(|span| span.start), place, "{text}");
        let shown = found[0].target_span().of(text);
        let wanted = if place.is_some() { found[0].destination.as_str() } else { text };
        assert_eq!(shown, wanted);
    }
}

#[test]
fn links_stand_in_document_order() {
    let text = "[a](a.md) [b](b.md)\n\n- [c](c.md)\n  - [d](d.md)\n- [e](e.md)\n\n## [f](f.md)\n";
    assert_eq!(destinations(text), ["a.md", "b.md", "c.md", "d.md", "e.md", "f.md"]);
}

#[test]
fn hidden_characters_are_found_in_headings_and_targets() {
    let places =
        |text: &str| -> Vec<&str> { read(text).hidden.iter().map(|hidden| hidden.place).collect() };
    assert_eq!(places("## Pay\u{200b}ment\n"), ["heading"]);
    assert_eq!(places("x [a](a\u{202e}.md)\n"), ["link target"]);
    assert_eq!(places("- [a](a\u{202e}.md)\n"), ["link target"]);
    assert_eq!(places("| [a](a&#x202e;.md) |\n|---|\n"), ["link target"], "a header cell");
    assert_eq!(places("---\ntitle: a\u{200b}\n---\n"), ["title"]);
    assert_eq!(places("text\u{200b} ![a](b\u{200b}.png) `x\u{200b}`\n"), [""; 0]);
}

#[test]
fn fences_and_comments_that_are_open_to_the_end_are_found() {
    let open = |text: &str| {
        let document = read(text);
        document.unclosed.map(|found| (found.first_line.of(text).to_owned(), found.what))
    };
    let fence = |line: &str| Some((line.to_owned(), UnclosedKind::Fence));
    for text in ["```", "```\n", "```\nx", "```\nx\n\n\n", "```\r\nx\r\n", "```\nx\n``\n"] {
        assert_eq!(open(text), fence("```"), "{text:?}");
    }
    assert_eq!(open("x\n\n~~~ md\n```\n"), fence("~~~ md"));
    assert_eq!(open("````\n```\n"), fence("````"));
    assert_eq!(open("- ```\n  x\n"), fence("```"), "in a list item at the end");
    for text in ["> ```\n> ", "> ```\n>\n> x\n>\n", "> > ```\n> >"] {
        assert_eq!(open(text), fence("```"), "{text:?}");
    }
    let comment = Some(("<!-- x".to_owned(), UnclosedKind::Comment));
    assert_eq!(open("<!-- x\n\n## A\n"), comment);
    for text in [
        "",
        "```\n```",
        "```\n```\n\n",
        "```\nx\n```",
        "```\r\nx\r\n```\r\n",
        "```\n\n```\n",
        "~~~\n~~~~~",
        "- ```\n  x\n  ```\n",
        "- ```\n  x\n\ntext\n",
        "> ```\n> x\n\ntext\n",
        "> ```\n> ```\n",
        "> ```\n> x\n> ```\n>",
        "    ```\n",
        "<!-- x -->",
        "<!-- x\n-->\n",
        "<!-- x\n--> tail",
        "text <!-- x",
        "<div>\n",
    ] {
        assert_eq!(open(text), None, "{text:?}");
    }
}
