//! File names as text: comparable, printable, and never mixed up.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::io::ErrorKind;
use std::path::{Component, Path};

use unicode_normalization::char::is_combining_mark;
use unicode_normalization::{UnicodeNormalization as _, is_nfc};

pub use crate::git::name::{name_of, text_of};

/// [`name_of`] for a name as the system hands it out.
pub fn os_name(name: &OsStr) -> Cow<'_, str> {
    text_of(name.as_encoded_bytes())
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
            Component::ParentDir => Cow::Borrowed(".."),
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

/// The parts of a relative path as git prints them: the system's bytes, with `/`.
pub fn git_path(inner: &Path) -> Vec<u8> {
    let parts: Vec<_> = inner.iter().map(OsStr::as_encoded_bytes).collect();
    parts.join(&b'/')
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
    if has_nfc(name) { name.to_owned() } else { name.nfc().collect() }
}

/// [`nfc`] of a name, which is the name itself where it has that form.
pub fn in_nfc(name: &str) -> Cow<'_, str> {
    if has_nfc(name) { Cow::Borrowed(name) } else { Cow::Owned(nfc(name)) }
}

/// [`nfc`] of a name that is given away.
pub fn into_nfc(name: String) -> String {
    if has_nfc(&name) { name } else { name.nfc().collect() }
}

/// Whether a name is in Unicode form NFC.
pub fn has_nfc(name: &str) -> bool {
    name.is_ascii() || is_nfc(name)
}

/// Whether a character is a letter or digit of any script, or a mark on one.
pub fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || is_combining_mark(c)
}

/// How many letters tell two words apart, exchanged neighbours counted once.
pub fn distance(one: &str, other: &str) -> usize {
    strsim::damerau_levenshtein(one, other)
}

/// How alike two names are, from 0 to 1: a slip in a long one counts for less.
pub fn likeness(one: &str, other: &str) -> f64 {
    strsim::normalized_damerau_levenshtein(one, other)
}

/// What stands at a path, links not followed; none where nothing does.
///
/// # Errors
/// The system's reason why nobody knows: that is not the same as nothing.
pub fn standing_at(path: &Path) -> std::io::Result<Option<std::fs::Metadata>> {
    match std::fs::symlink_metadata(path) {
        Ok(kind) => Ok(Some(kind)),
        Err(error) => match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Ok(None),
            _ => Err(error),
        },
    }
}

/// Whether a name ends in `.md` or `.markdown`, in any letter case.
pub fn is_markdown(name: &str) -> bool {
    // Compared from the end: most names are asked.
    let ends = |extension: &str| {
        let begin = name.len().checked_sub(extension.len());
        let end = begin.and_then(|begin| name.as_bytes().get(begin..));
        end.is_some_and(|end| end.eq_ignore_ascii_case(extension.as_bytes()))
    };
    ends(".md") || ends(".markdown")
}

#[cfg(test)]
mod tests {
    use super::{is_letter, is_markdown, name_of, nfc, relative, slashed};
    use std::path::Path;

    #[test]
    fn names_that_are_not_utf8_stay_apart() {
        assert_eq!(name_of(b"a\xff\xfe.md"), "a\u{fffd}ff\u{fffd}fe.md");
        assert_ne!(name_of(b"\xff.md"), name_of(b"\xfe.md"));
        assert_ne!(name_of(b"\xff.md"), name_of("\u{fffd}ff.md".as_bytes()));
        assert_ne!(name_of(b"\xefbfbd"), name_of("\u{fffd}".as_bytes()));
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
        assert!("cafe\u{301}9हि".chars().all(is_letter) && !"→.\u{200b}".chars().any(is_letter));
    }

    #[test]
    fn markdown_is_known_by_its_extension() {
        assert!(is_markdown("a/b.MD") && is_markdown("x.Markdown"));
        assert!(!is_markdown("a.mdx") && !is_markdown("md") && !is_markdown("a.md/b"));
        assert!(is_markdown(".md"));
    }
}
