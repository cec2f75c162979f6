//! Pages that make markdown readers slow: one family each, at any size.

use crate::maps::Seed;

/// A family of hostile pages.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Family {
    /// What it is called in tables.
    pub(crate) name: &'static str,
    /// A page of about so many bytes.
    pub(crate) make: fn(usize) -> String,
}

/// So many bytes of a text said again and again.
fn again(text: &str, bytes: usize) -> String {
    text.repeat(bytes / text.len().max(1))
}

/// Deep nesting as far as the guard lets it, then lines that every level has to look at.
fn under(opener: &str, line: &str, bytes: usize) -> String {
    let mut page = opener.repeat(128 / opener.len());
    page.push_str("a\n");
    let rest = bytes.saturating_sub(page.len());
    page.push_str(&again(line, rest));
    page
}

/// The families, each a way to make some reader slow.
pub(crate) const FAMILIES: [Family; 45] = [
    Family { name: "[", make: |n| again("[", n) },
    Family { name: "![", make: |n| again("![", n) },
    Family { name: "[a](", make: |n| again("[a](", n) },
    Family { name: "](", make: |n| again("](", n) },
    Family { name: "[a](<b", make: |n| again("[a](<b", n) },
    Family { name: "[[[[a]]]]", make: |n| again("[[[[a]]]]", n) },
    Family { name: "[a][b] [c]: d", make: |n| again("[a][b]\n\n[c]: d\n\n", n) },
    Family { name: "links", make: |n| again("[a](b.md) ", n) },
    Family { name: "links by lines", make: |n| again("[a](b.md)\n", n) },
    Family { name: "reference definitions", make: numbered_definitions },
    Family { name: "*", make: |n| again("*a ", n) },
    Family { name: "**a*", make: |n| again("**a*", n) },
    Family { name: "_a__b", make: |n| again("_a__b ", n) },
    Family { name: "*a_ ", make: |n| again("*a_ ", n) },
    Family { name: "backticks of growing length", make: growing_backticks },
    Family { name: "a `", make: |n| again("a `b ``", n) },
    Family { name: "<", make: |n| again("<", n) },
    Family { name: "<a ", make: |n| again("<a b='", n) },
    Family { name: "<!--", make: |n| again("a <!-- ", n) },
    Family { name: "<!-- lines", make: |n| again("<!-- a\n", n) },
    Family { name: "<?", make: |n| again("a <?", n) },
    Family { name: "<![CDATA[", make: |n| again("a <![CDATA[", n) },
    Family { name: "&", make: |n| again("&amp;&#x;&", n) },
    Family { name: "\\", make: |n| again("\\\\a\\", n) },
    Family { name: "unclosed fences", make: |n| again("```\na\n~~~\n", n) },
    Family { name: "fences of growing length", make: growing_fences },
    Family { name: "headings", make: |n| again("## a\n", n) },
    Family { name: "headings ###", make: |n| again("### a\n", n) },
    Family { name: "one heading", make: |n| format!("# T\n\n## {}\n", again("a ## ", n)) },
    Family { name: "setext", make: |n| again("a\n==\n", n) },
    Family { name: "list items", make: |n| again("- a\n", n) },
    Family { name: "list items nested twice", make: |n| again("- a\n  - b\n", n) },
    Family { name: "ordered items", make: |n| again("1. a\n", n) },
    Family { name: "blank lines", make: |n| again("\n", n) },
    Family { name: "one line", make: |n| again("word ", n) },
    Family { name: "table rows", make: |n| format!("|a|b|\n|-|-|\n{}", again("|c|d|\n", n)) },
    Family { name: "wide table", make: wide_table },
    Family { name: "many tables", make: |n| again("|a|\n|-|\n|b|\n\n", n) },
    Family { name: "front matter never closed", make: |n| format!("---\n{}", again(">\n", n)) },
    Family { name: "ignore comments", make: |n| again("<!-- featmap: ignore[x] y -->\n\n", n) },
    Family { name: "quotes, lazy lines", make: |n| under("> ", "a\n", n) },
    Family { name: "lists, lazy lines", make: |n| under("- ", "a\n", n) },
    Family { name: "lists, then a fence", make: |n| under("- ", "```\n\n", n) },
    Family { name: "lists, blank lines in a fence", make: fence_in_lists },
    Family { name: "quotes, table lines", make: |n| under("> ", "a|b\n", n) },
];

fn numbered_definitions(bytes: usize) -> String {
    let mut page = String::with_capacity(bytes);
    let mut number = 0;
    while page.len() < bytes {
        page.push_str(&format!("[a{number}]: b\n\n[a{number}]\n\n"));
        number += 1;
    }
    page
}

fn growing(mark: &str, gap: &str, bytes: usize) -> String {
    let mut page = String::with_capacity(bytes);
    let mut length = 1;
    while page.len() < bytes {
        page.push_str(&mark.repeat(length));
        page.push_str(gap);
        length += 1;
    }
    page
}

fn growing_backticks(bytes: usize) -> String {
    growing("`", " ", bytes)
}

fn growing_fences(bytes: usize) -> String {
    growing("`", "\n", bytes)
}

fn wide_table(bytes: usize) -> String {
    let columns = 150;
    let mut page = format!("{}\n{}\n", "|a".repeat(columns), "|-".repeat(columns));
    let rest = bytes.saturating_sub(page.len());
    page.push_str(&again("|b|\n", rest));
    page
}

fn fence_in_lists(bytes: usize) -> String {
    let mut page = "- ".repeat(63);
    page.push_str("```\n");
    let rest = bytes.saturating_sub(page.len());
    page.push_str(&again("\n", rest));
    page
}

const PIECES: [&str; 40] = [
    "[", "]", "(", ")", "<", ">", "!", "*", "**", "_", "`", "```", "~~~", "\n", "\n\n", " ", "\t",
    "# ", "## ", "- ", "1. ", "> ", "|", "|-|", "---", "===", "<!--", "-->", "<a>", "&amp;", "\\",
    "a", "é", "[a]: b", "](c)", "\r\n", "    ", "+ ", "#", ":",
];

/// A page of about so many bytes that says a random pattern of up to 8 pieces again and again.
pub(crate) fn random(seed: &mut Seed, bytes: usize) -> String {
    let pieces = 1 + seed.below(8);
    let pattern: String = (0..pieces).map(|_| piece(seed)).collect();
    again(&pattern, bytes)
}

/// One piece of markdown that opens, closes or joins something.
pub(crate) fn piece(seed: &mut Seed) -> &'static str {
    PIECES.get(seed.below(PIECES.len())).copied().unwrap_or("a")
}
