//! Lines that references give: whether one is past the end of its file.

use crate::code::judge::Part;
use crate::code::limits;
use crate::code::path::Wanted;
use crate::code::repository::Repository;
use crate::code::{Reference, Verdict, What};
use crate::error::Result;
use crate::git::files::{File, Kind};
use crate::lookup::{Lookup, Seen};

/// Tells each reference whose line is past its file's end how many lines there are; each file
/// is read once. Of one that is too large or cannot be read nothing is said.
///
/// # Errors
/// [`Error::Git`](crate::error::Error::Git), where a commit is looked at.
pub fn compare(parts: &mut [Part], repository: &Repository) -> Result<()> {
    let (mut seen, mut files) = (Seen::new(), Vec::<&File>::new());
    for part in &mut *parts {
        for reference in &mut part.references {
            let Some((wanted, path)) = with_line(reference) else { continue };
            if last_line(wanted).is_some() && !seen.contains(path) {
                seen.insert(path.clone());
                let file = repository.tracked.file(path);
                files.extend(file.filter(|file| file.kind == Kind::File));
            }
        }
    }
    let mut counts = Lookup::new();
    let mut each = files.iter();
    repository.contents(&files, limits::COUNTED, &mut |content| {
        if let (Some(file), Some(content)) = (each.next(), content) {
            counts.insert(file.path.as_str(), String::from_utf8_lossy(content).lines().count());
        }
    })?;
    for part in parts {
        for reference in &mut part.references {
            let Some((wanted, path)) = with_line(reference) else { continue };
            let file = repository.tracked.file(path);
            let count = file.and_then(|file| counts.get(file.path.as_str()));
            wanted.past_end = count.copied().filter(|count| last_line(wanted) > Some(*count));
        }
    }
    Ok(())
}

/// The path that a reference gives a line of and that is there: as it names it, and where it
/// stands.
fn with_line(reference: &mut Reference) -> Option<(&mut Wanted, &String)> {
    match (&mut reference.what, &reference.verdict) {
        (What::Path(wanted), Verdict::Present(Some(path))) if wanted.line.is_some() => {
            Some((wanted, path))
        }
        _ => None,
    }
}

/// The last line that a reference names: `:12:7` is a line and a column, `:12-20` two lines.
fn last_line(wanted: &Wanted) -> Option<usize> {
    let tail = wanted.line.as_deref()?;
    let ranged = tail.contains(['-', '–']);
    let mut last = None;
    for number in tail.split(|c: char| !c.is_ascii_digit()) {
        if !number.is_empty() && (ranged || last.is_none()) {
            last = Some(number);
        }
    }
    last?.parse().ok()
}
