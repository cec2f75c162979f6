//! What a table says of what stands in it: by its head, and by an answer beside.

use crate::code::guard::words::{LEADS_ON, PAIRS, PAST};
use crate::code::guard::{WINDOW, near, says_removed};
use crate::code::skip::Skip;
use crate::order::distinct;

/// For each column of a table, whether the head says that it holds what was: "Old name", and
/// "Before" beside "After".
pub fn columns(head: &[String]) -> Vec<Option<Skip>> {
    let names: Vec<String> = head.iter().map(|cell| cell.trim().to_lowercase()).collect();
    let first = |name: &str| name.split(' ').next().unwrap_or_default().to_owned();
    let firsts: Vec<String> = distinct(names.iter().map(|name| first(name)));
    let has = |name: &str| firsts.binary_search_by(|own| own.as_str().cmp(name)).is_ok();
    let is_past = |own: &String| {
        // "Replaced by" is the head of what is there.
        let leads_on = own.rsplit(' ').next().is_some_and(|word| LEADS_ON.contains(&word));
        let begin = first(own);
        let pair = || PAIRS.iter().find(|(before, _)| begin == *before);
        says_removed(own) && !leads_on
            || PAST.contains(&begin.as_str())
            || pair().is_some_and(|(_, after)| has(after))
    };
    names.iter().map(|own| is_past(own).then_some(Skip::Removed)).collect()
}

/// Whether the head of a table asks something: "Exists?".
pub fn asks(head: &[String]) -> bool {
    head.iter().any(|cell| cell.trim_end().ends_with('?'))
}

/// Whether a row of a table that asks says no.
///
/// Takes the row's text, and where the reference ends in it.
pub fn says_no(text: &str, to: usize) -> Option<Skip> {
    // The answer stands near: a row may hold very many references.
    let (near, _, to) = near(text, to, to, WINDOW);
    let after = near.get(to..).unwrap_or_default();
    let no = |cell: &str| cell.trim().eq_ignore_ascii_case("no");
    after.split('|').any(no).then_some(Skip::Removed)
}

#[cfg(test)]
mod tests {
    use super::{asks, columns, says_no};
    use crate::code::skip::Skip;

    #[test]
    fn the_head_of_a_table_tells_which_column_is_past() {
        let past = |head: &str| {
            let cells: Vec<String> = head.split('|').map(|cell| cell.trim().to_owned()).collect();
            let verdicts = columns(&cells);
            (0..cells.len()).filter(|at| verdicts[*at].is_some()).collect::<Vec<_>>()
        };
        for head in ["Old name | New name", "Before | After", "Old path | New path", "Was | Now"] {
            assert_eq!(past(head), [0], "{head}");
        }
        assert_eq!(past("New | Old"), [1]);
        assert_eq!(past("Removed file | Why"), [0]);
        for head in [
            "From | File",
            "Before each | File",
            "Name | File",
            "When | Before",
            "File | Replaced by",
        ] {
            assert!(past(head).is_empty(), "{head}");
        }
    }

    #[test]
    fn a_row_may_answer_no() {
        assert_eq!(says_no("src/a.rs | No | x", 8), Some(Skip::Removed));
        assert_eq!(says_no("src/a.rs | Yes | x", 8), None);
        assert!(asks(&["File".to_owned(), "Exists?".to_owned()]) && !asks(&["File".to_owned()]));
    }
}
