//! What took the place of something that a text names.

use crate::code::skip::Skip;
use crate::code::{What, guard, name, path};
use crate::markdown::mention::{self, Passage};

/// What a text says took a mention's place. It may be nothing that can be looked for: then
/// the text is believed.
pub fn successor(
    passage: &Passage,
    at: usize,
    read: &[Option<Result<path::Read, Skip>>],
) -> Option<Result<What, Skip>> {
    let between = |at: usize| {
        let (from, to) = (passage.mentions.get(at)?.to, passage.mentions.get(at + 1)?.from);
        passage.text.get(from..to)
    };
    let here = between(at).filter(|between| guard::leads_on(between))?;
    let arrow = |at: Option<usize>| at.and_then(between).is_some_and(guard::is_arrow);
    // `a` → `b` → `c` is the way that something goes.
    if guard::is_arrow(here) && (arrow(at.checked_sub(1)) || arrow(Some(at + 1))) {
        return None;
    }
    let mention::What::Code { text, .. } = &passage.mentions.get(at + 1)?.what else {
        return None;
    };
    let what = match read.get(at + 1)? {
        Some(Ok(read)) => read.paths.first().cloned().map(What::Path),
        Some(Err(_)) if guard::is_arrow(here) => return None,
        Some(Err(_)) => None,
        None if path::is_file_name(text) => path::telling_file_name(text).map(What::Path),
        None => name::word(text)
            .map(|word| What::Name(name::Wanted { word, edges: name::Edges::Word, home: None })),
    };
    // From a path to a name, or back, is no renaming.
    let same = matches!(what, Some(What::Path(_))) == matches!(read.get(at), Some(Some(_)));
    if what.is_some() && !same && guard::is_arrow(here) {
        return None;
    }
    Some(what.ok_or(Skip::Removed))
}
