//! Pages of pieces that a fast reader of markdown may misread.

use crate::maps::{self, Seed};

/// What stands before a line's content: blanks and the marks of containers.
const BEFORE: [&str; 30] = [
    "", "", "", "", "", "", " ", "  ", "   ", "    ", "     ", "\t", " \t", "  \t", "> ", ">",
    "> > ", "- ", "-   ", "-\t", "* ", "+ ", "1. ", "2) ", "10. ", "  - ", "    - ", ">  ", "- > ",
    "> - ",
];

/// What keeps lines in one item, or nearly.
const ITEM: [&str; 6] = ["- ", "  ", "  ", "  ", "   ", " "];

/// What opens and closes blocks that go on over lines.
const BLOCKS: [&str; 14] = [
    "", "text", "```", "```", "~~~", "<!--", "-->", "<div>", "<b>", "---", "===", "| a |", "|-|",
    "- a",
];

/// What a line may say.
const CONTENT: [&str; 112] = [
    "",
    "",
    "",
    "",
    "text",
    "text",
    "## A",
    "## B",
    "## A",
    "# T",
    "### C",
    "#### D",
    "####### x",
    "#x",
    "#",
    "##",
    "## ",
    "##\tt",
    "## A ##",
    "## A #",
    "## A \\#",
    "## C#",
    "## # x",
    "## a  b ",
    "## `c`",
    "## `a",
    "## *a* b_c_",
    "## [a](b.md)",
    "## [r]",
    "## ![a](b)",
    "## <a> x",
    "## <b",
    "## a <!-- c --> b",
    "## <!--",
    "## a & b",
    "## a &amp; b",
    "## a &",
    "## x\\",
    "## \\`a",
    "## é",
    "===",
    "=",
    "---",
    "-",
    "--",
    "- - -",
    "***",
    "* * *",
    "___",
    "==- ",
    "--- ",
    "-- -",
    ">",
    "> -",
    "```",
    "````",
    "```sh",
    "``` a`b",
    "``",
    "~~~",
    "~~~ `",
    "~~~~",
    "``` ",
    "```\t",
    "<!--",
    "-->",
    "<!-- a -->",
    "<!-->",
    "<!--->",
    "<!-- a --> b",
    "a <!-- b",
    "<!-- ```",
    "--> ## A",
    "<div>",
    "</div>",
    "<a id='x'></a>",
    "<b",
    "<br/> x",
    "<https://a.b>",
    "</pre>",
    "<i a='",
    "'>",
    "<x>",
    "| a |",
    "| a | b |",
    "|-|",
    "|---|---|",
    "|--",
    "---|---",
    ":-",
    "-|",
    "a|b",
    "|",
    "[r]",
    "[a",
    "[a](b.md)",
    "*a*",
    "`a",
    "b`",
    "a\\",
    "Status: x",
    "**Status:** a · Read when: b",
    "1.",
    "## *a*",
    "## _a_",
    "## a\\.b",
    "## a~b^c",
    "## !a|b",
    "##\u{b}x",
    "##\u{c}",
    "===\u{b}",
    "## a\u{a0}",
];

/// What makes a fast reader leave a page to the parser, or ought to.
const RARE: [&str; 34] = [
    "<pre>",
    "<PRE",
    "<script>",
    "<style",
    "</script>",
    "<textarea>",
    "<?",
    "?>",
    "<!A",
    "<![CDATA[",
    "]]>",
    ">",
    "[r]: c.md",
    "[r]:",
    "[a]: <b",
    "'t",
    "[a\n## x]: b",
    "[&#x202e;](a.md)",
    "[a](b&zwj;.md)",
    "[a](b\u{202e}.md)",
    "## a\u{200b}b",
    "&amp;",
    "&lrm;",
    "a && b; c",
    "<!-- featmap: ignore[lost-row] x -->",
    "|a|a|a|a|a|a|a|a|a|a|a|a|",
    "|-|-|-|-|-|-|-|-|-|-|-|-|",
    "a\u{b}",
    "\u{c}",
    "\u{0}",
    "é — 機能 👩",
    "---\ntitle: T\n---",
    "+++\na = 1\n+++",
    "\u{feff}",
];

/// How a line ends.
const ENDS: [&str; 8] = ["\n", "\n", "\n", "\n", "\n\n", " \n", "\t\n", "  \n"];

fn one(seed: &mut Seed, of: &[&'static str]) -> &'static str {
    of.get(seed.below(of.len())).copied().unwrap_or("a")
}

/// A page: of lines from a few pieces that are repeated, so that they meet, or an ordinary page
/// with such lines put into it.
pub(crate) fn page(seed: &mut Seed) -> String {
    let pieces = if seed.below(3) == 0 { &BLOCKS[..] } else { &CONTENT[..] };
    let few: Vec<&str> = (0..2 + seed.below(8)).map(|_| piece(seed, pieces)).collect();
    let mut befores: Vec<&str> = (0..=seed.below(4)).map(|_| one(seed, &BEFORE)).collect();
    if seed.below(4) == 0 {
        befores.clear();
        befores.extend(ITEM);
    }
    let mut text = String::new();
    if seed.below(8) > 0 {
        text.push_str(one(seed, &["# T\n\n", "# T\n\nStatus: x\n\n", "## A\n", "# T\n", "x\n"]));
    }
    let ordinary = seed.below(16) == 0;
    if ordinary {
        text.extend(maps::page(seed.below(50)).chars().take(1800));
    }
    for _ in 0..=seed.below(14) {
        let line = match seed.below(6) {
            0 => "## A\n".to_owned(),
            1 => line(seed, &BEFORE, &CONTENT),
            _ => line(seed, &befores, &few),
        };
        let breaks = || text.match_indices('\n').map(|(at, _)| at + 1);
        let at = if ordinary { breaks().nth(seed.below(breaks().count().max(1))) } else { None };
        text.insert_str(at.unwrap_or(text.len()), &line);
    }
    if seed.below(4) == 0 {
        text.truncate(text.trim_end().len());
    }
    match seed.below(24) {
        0 => text.replace('\n', "\r\n"),
        1 => text.replacen('\n', "\r\n", 3),
        2 => text.replacen('\n', "\r", 2),
        _ => text,
    }
}

fn line(seed: &mut Seed, befores: &[&'static str], contents: &[&'static str]) -> String {
    format!("{}{}{}", one(seed, befores), one(seed, contents), one(seed, &ENDS))
}

fn piece(seed: &mut Seed, pieces: &[&'static str]) -> &'static str {
    if seed.below(24) == 0 { one(seed, &RARE) } else { one(seed, pieces) }
}
