//! What a table says of what stands in it: by its head, and by an answer beside.

use crate::code::guard::words::{LEADS_ON, PAIRS, PAST};
use crate::code::guard::{WINDOW, near, says_removed};
use crate::code::skip::Skip;
use crate::lookup::Seen;

/// For each column of a table, whether the head says that it holds what was: "Old name", and
/// "Before" beside "After".
pub fn columns(head: &[String]) -> Vec<Option<Skip>> {
    let (mut names, mut firsts) = (Vec::with_capacity(head.len()), Seen::<String>::new());
    for cell in head {
        let name = cell.trim().to_lowercase();
        firsts.insert(first(&name).to_owned());
        names.push(name);
    }
    let mut columns = Vec::with_capacity(head.len());
    for own in &names {
        // "Replaced by" is the head of what is there.
        let leads_on = own.rsplit(' ').next().is_some_and(|word| LEADS_ON.contains(&word));
        let begin = first(own);
        let is_past = says_removed(own) && !leads_on
            || PAST.contains(&begin)
            || PAIRS.iter().any(|(before, after)| begin == *before && firsts.contains(*after));
        columns.push(is_past.then_some(Skip::Removed));
    }
    columns
}

fn first(name: &str) -> &str {
    name.split(' ').next().unwrap_or_default()
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
