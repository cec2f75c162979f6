//! Text and trees that try to speak to whoever reads a report.

use std::fs;
use std::path::Path;

use proptest::prelude::{Strategy, prop};

/// Pieces that a terminal, a runner, a summary or a log viewer takes for its own.
const TOKENS: &[&str] = &[
    "%",
    "%0A",
    "%0D",
    "%25",
    "%3A",
    "\r",
    "\n",
    "\r\n",
    "\u{85}",
    "\u{2028}",
    "\u{b}",
    "\t",
    "::",
    ":",
    "##[",
    "##",
    "[",
    "]",
    ",",
    ";",
    "=",
    "::error::",
    "::add-mask::e",
    "##[add-mask]e",
    "::stop-commands::x",
    "::set-output name=a::b",
    "##[group]",
    "##vso[task.setvariable variable=a]b",
    "##vso",
    "\n::warning::x",
    "\r##[error]y",
    "&NewLine;::add-mask::e",
    "&#10;",
    "&#x0D;",
    "&colon;&colon;",
    "\u{1b}[2J",
    "\u{1b}]0;title\u{7}",
    "\u{1b}]8;;http://e.test\u{1b}\\",
    "\u{9b}1A",
    "\u{8}",
    "\u{7f}",
    "\u{202e}",
    "\u{2066}",
    "\u{200b}",
    "\u{feff}",
    "\u{e0041}",
    "\u{a0}",
    "\u{fffe}",
    "<img src=x onerror=y>",
    "<script>z</script>",
    "<!--",
    "-->",
    "[l](http://e.test)",
    "![i](http://e.test/i)",
    "www.e.test",
    "http://e.test",
    "a@e.test",
    "@user",
    "#1",
    "\n# h\n",
    "|",
    "\\|",
    "`",
    "```",
    "\\",
    "\"",
    "'",
    "&",
    "<",
    ">",
    "]]>",
    "*",
    "_",
    "a",
    "b",
    " ",
    "é",
    "日",
    "error",
    "x.md",
    "featmap: ignore[unindexed-page] ",
    "(",
    ")",
    "\u{0}",
    "$(id)",
    "${{ x }}",
];

/// Some of the pieces, one after the other.
pub fn text() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(TOKENS), 1..7).prop_map(|parts| parts.concat())
}

/// What a hostile tree is made of.
#[derive(Debug, Clone)]
pub struct Tree {
    pub names: Vec<String>,
    pub title: String,
    pub heading: String,
    pub label: String,
    pub target: String,
    pub reason: String,
}

pub fn tree() -> impl Strategy<Value = Tree> {
    let names = prop::collection::vec(text(), 1..3);
    (names, text(), text(), text(), text(), text()).prop_map(
        |(names, title, heading, label, target, reason)| Tree {
            names,
            title,
            heading,
            label,
            target,
            reason,
        },
    )
}

/// A text as a name that the system takes.
pub fn file_name(text: &str) -> String {
    let name: String = text.chars().filter(|c| !matches!(c, '/' | '\0')).take(60).collect();
    if matches!(name.as_str(), "" | "." | "..") { "x".to_owned() } else { name }
}

/// Lays a tree down as a repository with a map that has every kind of drift.
pub fn lay(tree: &Tree, root: &Path) {
    let map = root.join("docs/features");
    fs::create_dir_all(&map).unwrap();
    fs::create_dir(root.join(".git")).unwrap();
    let Tree { names, title, heading, label, target, reason } = tree;
    let mut index = format!(
        "# {title}\n\n| Feature | Page |\n| --- | --- |\n| {label} | [{label}](<{target}>) |\n\
         | a | [x]({target}) | [lost]({target}) |\n| b | [y](gone.md) <!-- featmap: \
         ignore[{reason}] {reason} --> |\n| c | [z](../../{target}) |\n\n- [{label}](<{target}.md>)\n"
    );
    for name in names {
        let name = format!("{}.md", file_name(name));
        let page = format!(
            "# {title}\n\nStatus: {title} · Read when: {reason}\n\n## {heading}\n\n{}\n\n\
             ## {heading}\n\n```{label}\n{reason}\n",
            "word ".repeat(500)
        );
        fs::write(map.join(&name), page).unwrap();
        index.push_str(&format!("- [{label}](<{name}#{heading}>)\n"));
    }
    // What TOML does not take as it is, JSON escapes; DEL aside.
    let quoted =
        serde_json::to_string(&format!("why {reason}")).unwrap().replace('\u{7f}', "\\u007F");
    let toml = format!("[[ignore]]\nrule = \"empty-index\"\npath = \"*\"\nreason = {quoted}\n");
    fs::write(root.join("featmap.toml"), toml).unwrap();
    fs::write(map.join("untitled.md"), format!("{title}\n")).unwrap();
    fs::write(map.join("README.md"), index).unwrap();
}
