//! Which file a passage gives for a name: only shapes that are claims count.

use crate::markdown::mention::{Mention, Passage, What};

/// For each mention, the mention of the path that the text gives for it.
///
/// Takes which mentions are paths, and whether the section lists places. Claims are
/// `` `Foo` in `src/a.rs` `` and `` `Foo` (`src/a.rs`) `` anywhere, and
/// `` `src/a.rs`: `Foo`, `Bar` `` and `` `src/a.rs` (`Foo`, `Bar`) `` where places are listed.
pub fn homes(passage: &Passage, is_path: &[bool], lists: bool) -> Vec<Option<usize>> {
    let mentions = &passage.mentions;
    let mut homes = vec![None; mentions.len()];
    let mut list: Option<usize> = None;
    let mut last: Option<usize> = None;
    for (at, mention) in mentions.iter().enumerate() {
        let between = last.map(|last| text_between(passage, last, at));
        let path = is_path.get(at).copied().unwrap_or_default();
        if path {
            if let (Some(between), Some(last)) = (between, last)
                && is_path.get(last) == Some(&false)
                && homes.get(last) == Some(&None)
                && names_home(between, passage, mention)
                && let Some(home) = homes.get_mut(last)
            {
                *home = Some(at);
            }
            list = lists.then_some(at);
        } else {
            let goes_on = match (between, list, last) {
                (Some(between), Some(list), Some(last)) if list == last => opens(between),
                (Some(between), Some(_), Some(_)) => joins(between),
                _ => false,
            };
            if !goes_on {
                list = None;
            }
            if let Some(home) = homes.get_mut(at) {
                *home = list;
            }
        }
        // A link stands after what is in its label, and says nothing of its own.
        if matches!(mention.what, What::Code { .. }) || path {
            last = Some(at);
        }
    }
    homes
}

fn text_between(passage: &Passage, from: usize, to: usize) -> &str {
    let from = passage.mentions.get(from).map_or(0, |mention| mention.to);
    let to = passage.mentions.get(to).map_or(0, |mention| mention.from);
    passage.text.get(from..to).unwrap_or_default()
}

/// The words after a name that give its file.
fn names_home(between: &str, passage: &Passage, path: &Mention) -> bool {
    let after = passage.text.get(path.to..).unwrap_or_default();
    match between {
        " in " | " in the file " | " (in " => true,
        " (" => after.starts_with(')'),
        _ => false,
    }
}

/// The punctuation that begins a list of names after a path.
fn opens(between: &str) -> bool {
    matches!(between.trim(), ":" | "(" | "—" | "–" | "-")
        && !between.is_empty()
        && (between.trim() != "-" || between.starts_with(' '))
}

/// What parts two names of one list.
fn joins(between: &str) -> bool {
    matches!(between.trim(), "," | ", and" | "and" | "&" | ";" | "+")
}

#[cfg(test)]
mod tests {
    use super::homes;
    use crate::markdown::mention::What;
    use crate::markdown::parse::{Detail, parse};

    /// Pairs of name and path for the first passage of a text.
    fn pairs(text: &str, lists: bool) -> Vec<(String, String)> {
        let document = parse(text, Detail::Code).unwrap();
        let passage = document.mentions.passages.first().unwrap();
        let words: Vec<&str> = passage
            .mentions
            .iter()
            .map(|mention| match &mention.what {
                What::Code { text, .. } => text.as_str(),
                What::Link { destination } => destination,
            })
            .collect();
        let paths: Vec<bool> = words.iter().map(|word| word.contains('/')).collect();
        let found = homes(passage, &paths, lists);
        let pair = |(at, home): (usize, &Option<usize>)| {
            home.map(|home| (words[at].to_owned(), words[home].to_owned()))
        };
        found.iter().enumerate().filter_map(pair).collect()
    }

    fn names(text: &str, lists: bool) -> Vec<String> {
        pairs(text, lists).into_iter().map(|(name, path)| format!("{name} {path}")).collect()
    }

    #[test]
    fn lists_of_names_belong_to_the_path_before_them() {
        let text = "- `a/b.rs`: `Foo`, `Bar` and `Baz`; `c/d.rs` (`Qux`): more `Other`";
        assert_eq!(names(text, true), ["Foo a/b.rs", "Bar a/b.rs", "Baz a/b.rs", "Qux c/d.rs"]);
        assert!(names(text, false).is_empty(), "only where places are listed");
    }

    #[test]
    fn prose_claims_only_by_in() {
        assert_eq!(names("The `Foo` in `a/b.rs` calls `Bar`.", false), ["Foo a/b.rs"]);
        assert_eq!(names("`Foo` (`a/b.rs`)", false), ["Foo a/b.rs"]);
        assert_eq!(names("`a/b.rs`: `Foo` calls `Bar`", true), ["Foo a/b.rs"]);
        assert!(names("`a/b.rs` reads what `Foo` wrote", true).is_empty());
        assert!(names("`Foo` and `a/b.rs`", true).is_empty());
        assert!(names("`Foo` (see `a/b.rs` too)", true).is_empty());
    }
}
