//! Seeded feature maps: the same bytes on every machine, and links that resolve.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// Numbers that only look random: splitmix64, from its published constants.
#[derive(Debug, Clone)]
pub(crate) struct Seed(pub(crate) u64);

impl Seed {
    /// The next number below `end`, which must not be 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).unwrap_or_default()
    }

    fn word(&mut self) -> &'static str {
        WORDS.get(self.below(WORDS.len())).copied().unwrap_or("map")
    }

    /// So many words as one paragraph, with some markup, wrapped at about 100 columns.
    fn prose(&mut self, words: usize, out: &mut String) {
        let mut column = 0;
        for at in 0..words {
            let word = self.word();
            let shown = match self.below(24) {
                0 => format!("`{word}_{}`", self.below(99)),
                1 => format!("**{word}**"),
                2 => format!("[{word}](https://example.com/{word})"),
                3 => format!("{word},"),
                _ => word.to_owned(),
            };
            let break_line = column + shown.len() > 99;
            if at > 0 {
                out.push(if break_line { '\n' } else { ' ' });
            }
            column = if break_line { shown.len() } else { column + shown.len() + 1 };
            out.push_str(&shown);
        }
        out.push_str(".\n\n");
    }
}

const WORDS: [&str; 40] = [
    "account", "archive", "batch", "branch", "cache", "caller", "check", "column", "command",
    "config", "cursor", "deadline", "editor", "export", "feature", "filter", "folder", "header",
    "import", "index", "invoice", "journal", "key", "label", "ledger", "limit", "member", "notice",
    "offset", "order", "payment", "policy", "queue", "record", "report", "section", "session",
    "token", "upload", "worker",
];

const SECTIONS: [&str; 6] =
    ["What it does", "Map", "How & why", "Limits", "Tests that pin it", "Open questions"];

/// One page of about `5.2 KB`: a status line and six sections with prose, a table, lists,
/// fences that hold `#` lines, HTML.
pub(crate) fn page(number: usize) -> String {
    let mut seed = Seed(number as u64 + 1);
    let mut out = format!("# Feature {number}: {} {}\n\n", seed.word(), seed.word());
    let _ = writeln!(
        out,
        "Status: built · Read when: changing the {} of a {}.\n",
        seed.word(),
        seed.word()
    );
    for (at, section) in SECTIONS.iter().enumerate() {
        let _ = writeln!(out, "## {section}\n");
        let words = 50 + seed.below(20);
        seed.prose(words, &mut out);
        match at {
            1 => table(&mut seed, &mut out),
            2 => fence(&mut seed, &mut out),
            3 => {
                for _ in 0..2 {
                    let _ = writeln!(out, "### {} {}\n", seed.word(), seed.below(100));
                    seed.prose(45, &mut out);
                }
            }
            4 => list(&mut seed, &mut out),
            _ => {
                let _ = writeln!(out, "<!-- reviewed {} -->\n", seed.below(365));
                seed.prose(30, &mut out);
            }
        }
    }
    out
}

fn table(seed: &mut Seed, out: &mut String) {
    out.push_str("| part | where | note |\n| --- | --- | --- |\n");
    for _ in 0..8 {
        let (part, file) = (seed.word(), seed.word());
        let _ = writeln!(out, "| {part} | `src/{file}.rs` | {} {} |", seed.word(), seed.word());
    }
    out.push('\n');
}

fn fence(seed: &mut Seed, out: &mut String) {
    out.push_str("```sh\n# not a heading\n");
    for _ in 0..6 {
        let _ = writeln!(out, "featmap check --{} {} ## {}", seed.word(), seed.word(), seed.word());
    }
    out.push_str("```\n\n");
}

fn list(seed: &mut Seed, out: &mut String) {
    for _ in 0..8 {
        let _ = writeln!(out, "- `tests/{}.rs`: {} {}", seed.word(), seed.word(), seed.word());
        let _ = writeln!(out, "  - {} the {}", seed.word(), seed.word());
    }
    out.push('\n');
}

/// The path of a page inside the map folder: up to 100 pages side by side, else a folder for
/// each hundred.
pub(crate) fn path(number: usize, pages: usize) -> String {
    if pages <= 100 {
        format!("feature-{number:05}.md")
    } else {
        format!("area-{:03}/feature-{number:05}.md", number / 100)
    }
}

/// Writes a project with a map of so many pages, unless it stands there already.
///
/// # Errors
/// Where a file cannot be written.
pub(crate) fn write(root: &Path, pages: usize) -> io::Result<()> {
    let done = root.join("done");
    if done.exists() {
        return Ok(());
    }
    let map = root.join("docs/features");
    fs::create_dir_all(root.join(".git"))?;
    fs::create_dir_all(&map)?;
    let mut index = "# Features\n\n| Feature | Read when |\n| --- | --- |\n".to_owned();
    for number in 0..pages {
        let inner = path(number, pages);
        let file = map.join(&inner);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(file, page(number))?;
        let _ = writeln!(index, "| [Feature {number}]({inner}) | changing feature {number} |");
    }
    fs::write(map.join("README.md"), index)?;
    fs::write(done, "")
}

/// Writes a project with one page of the given text.
///
/// # Errors
/// Where a file cannot be written.
pub(crate) fn write_one(root: &Path, text: &str) -> io::Result<()> {
    let map = root.join("docs/features");
    fs::create_dir_all(root.join(".git"))?;
    fs::create_dir_all(&map)?;
    fs::write(map.join("README.md"), "# Features\n\n- [Page](page.md)\n")?;
    fs::write(map.join("page.md"), text)
}

/// Ordinary text of at least so many bytes: pages one after the other, with sections of
/// different names, so that it is the reading that is measured and not a report.
pub(crate) fn ordinary(bytes: usize) -> String {
    let mut out = String::with_capacity(bytes + 6000);
    let mut number = 0;
    while out.len() < bytes {
        out.push_str(&page(number).replace("\n## ", &format!("\n## {number} ")));
        number += 1;
    }
    out
}
