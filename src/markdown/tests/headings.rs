//! What is a heading, and what it is called.

use super::{headings, read};
use crate::markdown::block::Block;

#[test]
fn a_heading_counts_only_as_a_top_level_block() {
    for (form, text) in [
        ("fence", "```\n## A\n```\n"),
        ("fence with an info string", "```md title=\"x\"\n## A\n```\n"),
        ("longer fence with a shorter one inside", "````\n```\n## A\n````\n"),
        ("tilde fence", "~~~\n```\n## A\n~~~\n"),
        ("fence that a fence with an info string does not close", "```\n``` md\n## A\n```\n"),
        ("indented fence", "   ```\n## A\n   ```\n"),
        ("fence in a list item", "- ```\n  ## A\n  ```\n"),
        ("indented code", "    ## A\n"),
        ("indented code by a tab", "\t## A\n"),
        ("comment", "<!--\n## A\n-->\n"),
        ("comment with a blank line inside", "<!--\n\n## A\n\n-->\n"),
        ("HTML block", "<div>\n## A\n</div>\n"),
        ("HTML block that only its end tag ends", "<pre>\n\n## A\n</pre>\n"),
        ("quote", "> ## A\n"),
        ("list item", "- ## A\n"),
        ("list item with a paragraph", "- x\n\n  ## A\n"),
        ("numbered item", "1. ## A\n"),
        ("setext heading in a quote", "> A\n> ---\n"),
        ("no blank after the marker", "##A\n"),
        ("seven markers", "####### A\n"),
        ("escaped marker", "\\## A\n"),
        ("cell", "| a |\n|---|\n| ## A |\n"),
        ("front matter", "---\nx: 1\n## A\n---\n"),
    ] {
        assert!(headings(text).is_empty(), "{form}: {:?}", headings(text));
    }
}

#[test]
fn a_heading_after_what_hides_headings_counts() {
    for (form, text) in [
        ("fence", "```\n## X\n```\n## A\n"),
        ("fence closed by a longer one", "```\n## X\n`````\n## A\n"),
        ("fence closed with blanks behind", "```\nx\n```  \n## A\n"),
        ("comment on one line", "<!-- ## X -->\n## A\n"),
        ("comment that ends at its line", "<!--\n## X\n--> tail\n## A\n"),
        ("HTML block and a blank line", "<div>\n## X\n</div>\n\n## A\n"),
        ("quote", "> x\n## A\n"),
        ("list", "- x\n## A\n"),
        ("table", "| a |\n|---|\n| x |\n## A\n"),
        ("paragraph", "x\n## A\n"),
        ("indent of three", "   ## A\n"),
        ("code span over two lines", "`x\ny`\n## A\n"),
        ("backticks that open no fence", "```x`\n\n## A\n"),
    ] {
        assert_eq!(headings(text), ["2 A"], "{form}");
    }
}

#[test]
fn setext_headings_count() {
    assert_eq!(headings("A\n===\nB\n---\n"), ["1 A", "2 B"]);
    assert_eq!(headings("A\nB\n---\n"), ["2 A B"]);
    assert_eq!(headings("x\n\n---\n"), [""; 0], "a thematic break");
    assert_eq!(headings("    A\n---\n"), [""; 0], "code and a thematic break");
}

#[test]
fn names_are_text_without_markup_and_comments() {
    for (text, name) in [
        ("## A ##", "A"),
        ("## A #####", "A"),
        ("## A #b", "A #b"),
        ("## C#", "C#"),
        ("## C\\#", "C#"),
        ("## F# and C# ##", "F# and C#"),
        ("## Use `x` <!-- y -->", "Use x"),
        ("## <!-- y --> Use", "Use"),
        ("## **Bold** _it_ ~~x~~", "Bold it ~~x~~"),
        ("## [Link](a.md) and ![alt](b.png)", "Link and alt"),
        ("## Use <b>x</b>", "Use x"),
        ("## a  \t b", "a b"),
        ("## &amp; &NewLine; &#x41;", "& A"),
        ("## `a  b`", "a b"),
        ("## <Feature name>", "<Feature name>"),
        ("## <A> <!-- x --> <b>", "<A><b>"),
        ("##", "(untitled)"),
        ("## ##", "(untitled)"),
        ("## <!-- x -->", "(untitled)"),
        ("## ![](a.png)", "(untitled)"),
        ("##\tTab", "Tab"),
        ("## 機能 \u{1f680}", "機能 \u{1f680}"),
    ] {
        assert_eq!(headings(text), [format!("2 {name}")], "{text}");
    }
}

#[test]
fn duplicate_headings_are_each_kept() {
    assert_eq!(headings("## A\n## A\n### A\n"), ["2 A", "2 A", "3 A"]);
}

#[test]
fn every_line_end_ends_a_heading() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ["# A", "", "## B", "x", "", "C", "---", ""].join(end);
        assert_eq!(headings(&text), ["1 A", "2 B", "2 C"], "{end:?}");
        let text = ["```", "## X", "```", "## A", "~~~ md", "## X", "~~~", "## B"].join(end);
        assert_eq!(headings(&text), ["2 A", "2 B"], "{end:?}");
    }
}

#[test]
fn a_byte_order_mark_hides_no_heading() {
    assert_eq!(headings("\u{feff}# A\n"), ["1 A"]);
    assert_eq!(headings("\u{feff}---\ntitle: x\n---\n# A\n"), ["1 A"]);
}

#[test]
fn a_heading_spans_whole_lines() {
    for text in ["   ## A ##  \n", "## A\r\n", "## A\r", "  A\nB\n  ---\n", "## A"] {
        for before in ["", "x\n\n", "\u{feff}", "---\nx: 1\n---\n"] {
            let whole = format!("{before}{text}");
            let document = read(&whole);
            let span = document.blocks.iter().find_map(|block| match block {
                Block::Heading(heading) => Some(heading.span),
                _ => None,
            });
            assert_eq!(span.map(|span| span.of(&whole)), Some(text), "{before:?}");
        }
    }
}
