//! What `featmap which` is asked for: a word of the command line as pages may have it.

use std::path::{Path, PathBuf};

use crate::code::path::{is_file_name, line_tail};
use crate::code::repository::Repository;
use crate::discover::maps::clean;
use crate::discover::name::slashed;
use crate::error::{Error, Result};

/// What a word may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// Paths from the repository root, and names; the likeliest first.
    forms: Vec<String>,
    /// What to call it where none of them is named anywhere.
    plain: String,
}

impl Asked {
    /// A path from the repository root.
    pub fn path(path: String) -> Self {
        Self { forms: vec![path.clone()], plain: path }
    }

    /// Reads a word. Takes the folder that paths are relative to, absolute; those that lead
    /// nowhere from there may be from the repository root.
    ///
    /// A word may be a place as compilers print it: `src/a.rs:3:5`, `src/a.ts(3,5)`. What stands
    /// in the work tree, or what git tracks, is meant where there is such a thing.
    ///
    /// # Errors
    /// [`Error::Usage`] for a word without content, for a path out of the repository, and for
    /// the repository itself.
    pub fn read(word: &str, current: &Path, repository: &Repository) -> Result<Self> {
        let word = word.trim();
        if word.is_empty() {
            let message = "an empty word names nothing; give a path or a name";
            return Err(Error::Usage(message.to_owned()));
        }
        let place = without_place(word);
        let reader = Reader { current, repository };
        for text in [word, place] {
            if let Some(found) = reader.there(text)? {
                return Ok(Self::path(found));
            }
        }
        let path = Path::new(place);
        if path.is_absolute() || place.starts_with('.') && place.contains(['/', '\\']) {
            return Ok(Self::path(reader.below_current(place)?));
        }
        let mut forms = Vec::new();
        if place.contains('/') || is_file_name(place) {
            forms.extend(reader.below_current(place).ok());
        }
        for form in [slashed(path), place.to_owned(), word.to_owned()] {
            if !form.is_empty() && !forms.contains(&form) {
                forms.push(form);
            }
        }
        Ok(Self { forms, plain: place.to_owned() })
    }

    /// What the word may mean, the likeliest first.
    pub fn forms(&self) -> &[String] {
        &self.forms
    }

    /// What to call it where no page names it: the word itself, but for a place behind it.
    pub fn plain(&self) -> &str {
        &self.plain
    }
}

struct Reader<'a> {
    current: &'a Path,
    repository: &'a Repository,
}

impl Reader<'_> {
    /// What stands at a path from the current folder, else from the root.
    fn there(&self, text: &str) -> Result<Option<String>> {
        let root = self.repository.root();
        for base in [self.current, root] {
            let path = base.join(text);
            let Some(inner) = self.inside(&path) else { continue };
            let tracked = self.repository.tracked.exact(&inner).map(|found| found.path);
            let on_disk = || path.symlink_metadata().is_ok().then(|| inner.clone());
            if let Some(found) = tracked.or_else(on_disk) {
                if found.is_empty() {
                    return Err(Error::Usage(format!(
                        "`{text}` is the whole repository, of which every page speaks; name a \
                         file or folder in it, or a name"
                    )));
                }
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// A path from the current folder, whatever stands there.
    fn below_current(&self, text: &str) -> Result<String> {
        let inner = self.inside(&self.current.join(text)).filter(|inner| !inner.is_empty());
        inner.ok_or_else(|| {
            Error::Usage(format!(
                "`{text}` lies outside the repository `{}`; name a path in it",
                self.repository.root().display()
            ))
        })
    }

    /// The way from the root to a path; none where it leads out.
    fn inside(&self, path: &Path) -> Option<String> {
        let root = self.repository.root();
        let path = clean(path);
        if let Ok(inner) = path.strip_prefix(root) {
            return Some(slashed(inner));
        }
        // The way to the repository may be written through a link.
        let path = real(&path)?;
        let root = root.canonicalize().ok()?;
        path.strip_prefix(root).ok().map(slashed)
    }
}

/// A path with the links in its folders followed, as far as they are there.
fn real(path: &Path) -> Option<PathBuf> {
    let (folder, real) = path.ancestors().skip(1).find_map(|folder| {
        let real = folder.canonicalize().ok()?;
        Some((folder, real))
    })?;
    Some(real.join(path.strip_prefix(folder).ok()?))
}

/// Cuts a place in a file off: `:3`, `:3:5`, `:3-9`, `#L3`, `(3,5)`, also with a colon behind.
fn without_place(word: &str) -> &str {
    let word = word.strip_suffix(':').filter(|word| !word.ends_with(':')).unwrap_or(word);
    let numbers = |text: &str| {
        text.split(',').all(|part| {
            let part = part.trim();
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit())
        })
    };
    let bracket = word.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
    if let Some((path, inside)) = bracket
        && numbers(inside)
        && is_file_name(path)
    {
        return path;
    }
    line_tail(word).0
}

#[cfg(test)]
mod tests {
    use super::without_place;

    #[test]
    fn places_are_cut_off_and_names_are_not() {
        for (word, wanted) in [
            ("src/a.rs:3", "src/a.rs"),
            ("src/a.rs:3:5", "src/a.rs"),
            ("src/a.rs:3:5:", "src/a.rs"),
            ("src/a.rs:3-9", "src/a.rs"),
            ("src/a.rs#L3", "src/a.rs"),
            ("src/a.ts(3,5)", "src/a.ts"),
            ("src/a.ts(3, 5):", "src/a.ts"),
            ("Makefile:3", "Makefile"),
            ("Cls::method", "Cls::method"),
            ("call(3)", "call(3)"),
            ("x::", "x::"),
            (":3", ":3"),
        ] {
            assert_eq!(without_place(word), wanted, "{word}");
        }
    }
}
