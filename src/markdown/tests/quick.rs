//! What the scanner must not misread. Each text was, or would be, read wrongly without one of
//! its guards.

use crate::markdown::parse::{Detail, parse, parse_whole};
use crate::markdown::quick::spared;

/// Fails unless a page after this preamble and heading says what it says to the parser.
fn same(rest: &str) {
    for before in ["# T\n\n## A\n\n", "x\n\n## A\n", "", "## A\r\n\r\n"] {
        let text = format!("{before}{rest}");
        assert_eq!(parse(&text, Detail::Page), parse_whole(&text, Detail::Page), "{text:?}");
    }
}

#[test]
fn headings_of_the_top_level_are_found_where_they_are_certain() {
    for rest in [
        "a\n## B\n",
        "- a\n## B\n- b\n",
        "> a\n## B",
        "- ```\n## B\n```\n## C\n",
        "1. a\n\n    ```\n## B\n    ```\n## C\n",
        "-\n\n## B\n",
        "- - a\n\n  -\n\n## B\n",
        "- > - a\n  >\n  > -\n\n## B\n\nx\n",
        "| a |\n|---|\n| b |\n## B\n",
        "[a\n## B\n]: c\n",
        "[a]: b\n'\n## B\n'\n",
        "###### F\n####### G\n#H\n##\tI\n##\n## \n",
        "## A ##\n## B #\n## C#\n## D \\#\n## a  b\t c \t\n",
        "## `c` x\n## *a*\n## a & b\n## a &amp; b\n## a\\\n## <a> b\n## <!-- c --> d\n",
        "## \u{a0}é\u{3000}機能\n",
    ] {
        same(rest);
    }
}

#[test]
fn other_headings_are_left_to_the_parser() {
    for rest in [
        "a\n===\n",
        "a\n---\n",
        "a\n-\n",
        "a\n  = \n",
        "> a\n> - \n\na\n",
        "> a\n===\n",
        "===\n\na\n",
        "a\n\n---\n",
        " ## B\n",
        "   ## B\n",
        "    ## B\n",
        "\t## B\n",
        "- a\n\n  ## B\n",
        "- ## B\n",
        "> ## B\n",
        "> t\n\t> # x\n",
    ] {
        same(rest);
    }
}

#[test]
fn fences_are_followed_to_their_end() {
    for rest in [
        "```\n## B\n```\n## C\n",
        "````\n```\n## B\n`````\n## C\n",
        "```\n~~~\n## B\n```\n## C\n",
        "```\n    ```\n## B\n   ```  \n## C\n",
        "```\n```\t\n## B\n```\n## C\n",
        "```\n``` x\n## B\n```\n## C\n",
        "``` a`b\n## B\n",
        "~~~ a`b\n## B\n~~~\n",
        "``\n## B\n",
        "```\n## B\n",
        "```",
        " ```\n ## B\n ```\n## C\n",
        " ```\n## B\n ```\n## C\n",
        "- a\n  ```\n  ## b\n  ```\n## C\n",
        "- a\n  ```\n ```\n## C\n",
        "- a\n  ```\nb\n  ```\n## C\n",
        "- ```\n  a\n  ```\n  # b\n  ```\n",
        "- a\n  ```\n  b\n",
        "- a\n   ~~~\n   b\n     ~~~\n   ~~~\n",
        "- ```\n  b\n",
        "> ```\n> b",
        "1. a\n\n\t```\n\tb\n",
    ] {
        same(rest);
    }
}

#[test]
fn html_is_followed_to_its_end() {
    for rest in [
        "<!-- a\n## B\n--> c\n## C\n",
        "<!-- a\n## B\n",
        "a\n<!-->\n## B\n",
        "<!--->\n## B\n",
        " <!-- a\n## B\n-->\n## C\n",
        "- <!-- a\n## B\n",
        "- <!-- a\n  b\n",
        "- <div>\n  ```\n\n  <!-- a\n  ```\n",
        "- </div> \n  ``` \n\n  ``` \n",
        "<div>\n## B\n\n## C\n",
        "<div>\n```\n\n## B\n```\n",
        "<div>\n<!-- a\n\n## B\n-->\n",
        "a\n<div>\n## B\n",
        "<a id='x'></a>\n## B\n",
        "a\n<a id='x'></a>\n## B\n",
        "</b>\n  \t\n## B\n",
        "<https://a.b>\n## B\n",
        "<pre>\n\n## B\n</pre>\n## C\n",
        "  <SCRIPT>\n\n## B\n</script>\n",
        "<style\n\n## B\n",
        "<textarea>\n\n## B\n",
        "<?\n\n## B\n?>\n",
        "<!X\n\n## B\n>\n",
        "<![CDATA[\n\n## B\n]]>\n",
    ] {
        same(rest);
    }
}

#[test]
fn what_counts_besides_headings_is_seen() {
    for rest in [
        "<!-- featmap: ignore[lost-row] x -->\n",
        "a <!-- featmap: off -->\n",
        "[a](b\u{202e}.md)\n",
        "[a](b&zwj;.md)\n",
        "[a](b&#x202e;.md)\n",
        "## a\u{200b}b\n",
        "## a&lrm;b\n",
        "## [r]\n\n[r]: c.md\n",
        "## a\u{b}\n\u{c}\n##\u{b}b\n",
        "a\u{0}\n## \u{0}\n",
        "Status: x\n",
    ] {
        same(rest);
    }
    same("Status: x\\\n## B\n");
    same("Status: [r]\n## B\n\n[r]: c.md\n");
    same("Status: x\n### B\n\nStatus: y\n");
}

#[test]
fn no_page_that_is_refused_is_taken() {
    for rows in ["a\n", "  a\n"] {
        let table =
            |indent: &str| format!("{indent}{}\n{indent}{}\n", "|a".repeat(40), "|-".repeat(40));
        same(&format!("{}{}", table(""), rows.repeat(9_000)));
        // The first fence closes the item's: what follows is no code.
        let hidden = format!("- ```\n  ```\n{}{}  ```\n\n", table("  "), "  a\n".repeat(9_000));
        same(&hidden);
    }
    let wide = format!("## A\n\n{}\n{}\n{}", "|a".repeat(40), "|-".repeat(40), "a\n".repeat(9_000));
    assert!(parse(&wide, Detail::Page).is_err(), "the table is refused");
    assert_eq!(parse_whole(&wide, Detail::Page), parse(&wide, Detail::Page));
}

#[test]
fn most_of_an_ordinary_page_is_spared() {
    let page =
        "# T\n\nStatus: x\n\n## `A`\n\n- a\n  - b\n\n```\n# c\n```\n\n## B & C\n\n| a |\n|-|\n";
    assert_eq!(spared(page), page.len() - "# T\n\nStatus: x\n\n## `A`\n".len());
    assert_eq!(spared("# T\n\na\n"), 0);
    let section = "## A\n\na\n---\n";
    assert_eq!(spared(&format!("{section}## B\n")), "## B\n".len());
}
