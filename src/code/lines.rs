//! Lines that references give: whether one is past the end of its file.

use crate::code::judge::Part;
use crate::code::limits;
use crate::code::path::Wanted;
use crate::code::repository::Repository;
use crate::code::{Verdict, What};
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
    for (wanted, path) in parts.iter_mut().flat_map(lines) {
        if last_line(wanted).is_some() && !seen.contains(path) {
            seen.insert(path.clone());
            let file = repository.tracked.file(path);
            files.extend(file.filter(|file| file.kind == Kind::File));
        }
    }
    let mut counts = Lookup::new();
    let mut each = files.iter();
    repository.contents(&files, limits::COUNTED, &mut |content| {
        if let (Some(file), Some(content)) = (each.next(), content) {
            counts.insert(file.path.as_str(), String::from_utf8_lossy(content).lines().count());
        }
    })?;
    for (wanted, path) in parts.iter_mut().flat_map(lines) {
        let count = repository.tracked.file(path).and_then(|file| counts.get(file.path.as_str()));
        wanted.past_end = count.copied().filter(|count| last_line(wanted) > Some(*count));
    }
    Ok(())
}

/// The references of a part that give a line of a path that is there, with that path.
fn lines(part: &mut Part) -> impl Iterator<Item = (&mut Wanted, &String)> {
    part.references.iter_mut().filter_map(|reference| {
        match (&mut reference.what, &reference.verdict) {
            (What::Path(wanted), Verdict::Present(Some(path))) if wanted.line.is_some() => {
                Some((wanted, path))
            }
            _ => None,
        }
    })
}

/// The last line that a reference names: `:12:7` is a line and a column, `:12-20` two lines.
fn last_line(wanted: &Wanted) -> Option<usize> {
    let tail = wanted.line.as_deref()?;
    let mut numbers = tail.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let ranged = tail.contains(['-', '–']);
    let last = if ranged { numbers.next_back() } else { numbers.next() };
    last?.parse().ok()
}
