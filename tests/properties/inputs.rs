//! What the files of a hostile repository may hold.

use std::collections::BTreeMap;

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;

/// Pieces of markdown that open, close or confuse something.
const TOKENS: &[&str] = &[
    "\n",
    "\n\n",
    "    ",
    "\t",
    " ",
    "# ",
    "## ",
    "### ",
    "#### ",
    "## A\n",
    "# T\n",
    "###\n",
    " ##\n",
    "C#",
    "===\n",
    "---\n",
    "+++\n",
    "...\n",
    "title: T\n",
    "title = \"T\"\n",
    "```",
    "````\n",
    "~~~ md\n",
    "<!--",
    "-->",
    "<!-- featmap: ignore[unindexed-page] why -->",
    "<!-- featmap: ignore[oversized-section,",
    "]",
    "<div>\n",
    "</div>",
    "<pre>",
    "<?",
    "<![CDATA[",
    "> ",
    "- ",
    "* ",
    "1. ",
    "2) ",
    "- [ ] ",
    "| ",
    " | ",
    "|\n",
    "|---|---|\n",
    "| x | y |\n|---|---|\n",
    "|-|\n",
    "\\|",
    "[a](a.md)",
    "[b](sub/b.md#x)",
    "[u](https://u.v)",
    "[p](../../p.md)",
    "[s](sub/)",
    "[A](A.md)",
    "[n](no.md \"t\")",
    "[e]()",
    "[é](<e\u{301} x.md>)",
    "[r][r]",
    "[r]",
    "\n\n[r]: a.md\n",
    "![i](i.png)",
    "<me@a.b>",
    "[",
    "](",
    ")",
    "`",
    "``",
    "**",
    "_",
    "&NewLine;",
    "&#x202e;",
    "\\",
    "\\\n",
    "  \n",
    "Status: done",
    "**Status:** x · Read when: y",
    " · ",
    "\u{feff}",
    "\u{200b}",
    "\u{200d}",
    "\u{200f}",
    "\u{0}",
    "\u{1b}[31m",
    "\u{2028}",
    "::error::x\n",
    "##[error]x",
    "機能",
    "\u{1f469}\u{200d}\u{1f4bb}",
    "İ",
    "word",
];

/// Hostile markdown; with the line ends given.
pub(crate) fn markdown(most: usize) -> impl Strategy<Value = String> {
    vec(select(TOKENS), 0..most).prop_map(|tokens| tokens.concat())
}

fn line_ends() -> impl Strategy<Value = &'static str> {
    select(&["\n", "\r\n", "\r"][..])
}

/// What a file may hold: markdown with any line ends, broken markdown, anything.
pub(crate) fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let text = (markdown(60), line_ends()).prop_map(|(text, end)| text.replace('\n', end));
    let broken = (markdown(40), vec(any::<u8>(), 0..4), any::<prop::sample::Index>());
    let broken = broken.prop_map(|(text, bad, at)| {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len() + 1);
        bytes.splice(at..at, bad);
        bytes
    });
    prop_oneof![6 => text.prop_map(String::into_bytes), 3 => broken, 1 => vec(any::<u8>(), 0..200)]
}

/// File names that lead somewhere, or that somebody might mistake.
const NAMES: &[&str] = &[
    "README.md",
    "index.md",
    "_index.md",
    "a.md",
    "b.MD",
    "c.markdown",
    "no.md.txt",
    "e\u{301} x.md",
    "_draft.md",
    "a-template.md",
    ".hidden.md",
    "i.png",
    "a b#c%.md",
    "::error::x.md",
    "##[x].md",
    "\u{202e}d.md",
    "x\ny.md",
    "-x.md",
    "sub/README.md",
    "sub/b.md",
    "sub/deep/index.md",
    "sub/deep/c.md",
    ".gitignore",
    "sub/.gitignore",
    "folder.md/x.md",
    "/featmap.toml",
    "/.gitignore",
    "/docs/p.md",
];

/// Names that are one file where letter case does not count.
const COLLIDING: &[&str] = &["A.md", "readme.md", "Sub/b.md", "\u{e9} x.md"];

fn names() -> Vec<&'static str> {
    let colliding = if cfg!(target_os = "linux") { COLLIDING } else { &[] };
    NAMES.iter().chain(colliding).copied().collect()
}

/// What a configuration may hold: mostly something that can be read.
const SETTINGS: &[&str] = &[
    "map = \"docs/features\"\n",
    "map = [\"docs/*\"]\n",
    "index = \"a.md\"\n",
    "max-section-bytes = 10\n",
    "max-page-bytes = 40\n",
    "exclude = [\"sub/\", \"*.MD\"]\n",
    "unlisted = [\"b*\"]\n",
    "fail-on = \"never\"\n",
    "[rules]\nunindexed-page = \"off\"\n",
    "[[ignore]]\nrule = \"untitled-page\"\npath = \"**\"\nreason = \"x\"\n",
    "unknown = 1\n",
    "\u{0}",
];

/// What an item of a plain index may hold.
const LISTED: &[&str] = &["[a](a.md)", "[s](sub/README.md)", "[b](b.MD)", "[d](sub/deep/)", "x"];

pub(crate) fn files() -> impl Strategy<Value = BTreeMap<&'static str, Vec<u8>>> {
    let names = names();
    let listing = vec(select(LISTED), 1..5)
        .prop_map(|links| format!("- {}\n", links.join("\n- ")).into_bytes());
    let text = prop_oneof![3 => bytes(), 1 => listing];
    let settings = vec(select(SETTINGS), 0..2).prop_map(|lines| lines.concat().into_bytes());
    let files = btree_map(select(names), text, 1..9);
    (files, settings).prop_map(|(mut files, settings)| {
        if let Some(file) = files.get_mut("/featmap.toml") {
            *file = settings;
        }
        files
    })
}
