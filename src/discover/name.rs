//! File names as text: comparable, printable, and never mixed up.

use std::ffi::OsStr;
use std::path::{Component, Path};

use unicode_normalization::{UnicodeNormalization as _, is_nfc};

pub use crate::git::name::name_of;

/// [`name_of`] for a name as the system hands it out.
pub fn os_name(name: &OsStr) -> String {
    name_of(name.as_encoded_bytes())
}

/// The parts of a path joined by `/`, without `.`; the path as the reports print it.
pub fn slashed(path: &Path) -> String {
    let mut out = String::new();
    for part in path.components() {
        let name = match part {
            Component::CurDir => continue,
            Component::RootDir => {
                out.push('/');
                continue;
            }
            Component::ParentDir => "..".to_owned(),
            Component::Normal(name) => os_name(name),
            Component::Prefix(prefix) => os_name(prefix.as_os_str()),
        };
        if !out.is_empty() && !out.ends_with('/') {
            out.push('/');
        }
        out.push_str(&name);
    }
    out
}

/// The way from one folder to a path, both absolute or both relative to one folder, with `/`.
pub fn relative(from: &Path, to: &Path) -> String {
    let (from, to): (Vec<_>, Vec<_>) = (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    if common == 0 {
        return slashed(&to.iter().collect::<std::path::PathBuf>());
    }
    let up = from.iter().skip(common).map(|_| Component::ParentDir);
    slashed(&up.chain(to.iter().skip(common).copied()).collect::<std::path::PathBuf>())
}

/// A name in Unicode form NFC: how names and links are compared (DESIGN.md §4.3).
pub fn nfc(name: &str) -> String {
    if is_nfc(name) { name.to_owned() } else { name.nfc().collect() }
}

/// Whether a name ends in `.md` or `.markdown`, in any letter case.
pub fn is_markdown(name: &str) -> bool {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.rsplit_once('.').is_some_and(|(_, extension)| {
        extension.eq_ignore_ascii_case("md") || extension.eq_ignore_ascii_case("markdown")
    })
}

#[cfg(test)]
mod tests {
    use super::{is_markdown, name_of, nfc, relative, slashed};
    use std::path::Path;

    #[test]
    fn names_that_are_not_utf8_stay_apart() {
        assert_eq!(name_of(b"a\xff\xfe.md"), "a\u{fffd}ff\u{fffd}fe.md");
        assert_ne!(name_of(b"\xff.md"), name_of(b"\xfe.md"));
    }

    #[test]
    fn paths_are_printed_with_slashes() {
        assert_eq!(slashed(Path::new("./a/b/../c.md")), "a/b/../c.md");
        assert_eq!(relative(Path::new("/r/x/y"), Path::new("/r/docs/a.md")), "../../docs/a.md");
        assert_eq!(relative(Path::new("/r"), Path::new("/r/docs")), "docs");
    }

    #[test]
    fn composed_and_decomposed_letters_compare_equal() {
        assert_eq!(nfc("cafe\u{301}.md"), nfc("caf\u{e9}.md"));
    }

    #[test]
    fn markdown_is_known_by_its_extension() {
        assert!(is_markdown("a/b.MD") && is_markdown("x.Markdown"));
        assert!(!is_markdown("a.mdx") && !is_markdown("md") && !is_markdown("a.md/b"));
        assert!(is_markdown(".md"));
    }
}
