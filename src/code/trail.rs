//! Where a path went, rename by rename: all removals in the order of time, so that a rename is
//! followed forward only.

use crate::git::history::Commit;
use crate::order;
use crate::source::hash::{OFFSET, fnv1a};

/// Who removed which path, the latest first. A path is kept as its hash: of a long history all
/// removals are remembered.
#[derive(Debug, Default)]
pub struct Trail {
    commits: Vec<Commit>,
    /// The hash of each removed path, and the number of what removed it.
    removals: Vec<(u64, usize)>,
}

impl Trail {
    /// Takes a removal, the latest come first; none for a commit that is still to be made.
    ///
    /// Gives the number of what removed it, for [`Trail::commit`]; the later, the smaller.
    pub fn removal(&mut self, commit: Option<&Commit>, path: &str) -> usize {
        if let Some(commit) = commit
            && self.commits.last().is_none_or(|last| last.id != commit.id)
        {
            self.commits.push(commit.clone());
        }
        let number = self.commits.len();
        self.removals.push((fnv1a(OFFSET, path.as_bytes()), number));
        number
    }

    /// Has to be called after the last removal.
    pub fn end(&mut self) {
        order::sort(&mut self.removals, Ord::cmp);
    }

    /// The commit of a number; none for the one that is still to be made.
    pub fn commit(&self, number: usize) -> Option<&Commit> {
        self.commits.get(number.checked_sub(1)?)
    }

    /// The first removal of a path that is later than that of a number.
    pub fn later(&self, path: &str, number: usize) -> Option<usize> {
        let hash = fnv1a(OFFSET, path.as_bytes());
        let end = self.removals.partition_point(|removal| *removal < (hash, number));
        let (found, later) = self.removals.get(end.checked_sub(1)?)?;
        (*found == hash).then_some(*later)
    }
}

#[cfg(test)]
mod tests {
    use super::Trail;
    use crate::git::history::Commit;

    #[test]
    fn a_path_is_followed_forward_only() {
        let commit = |id: &str| Commit { id: id.to_owned(), date: String::new() };
        let mut trail = Trail::default();
        assert_eq!(trail.removal(None, "d"), 0);
        assert_eq!(trail.removal(Some(&commit("3")), "b"), 1);
        assert_eq!(trail.removal(Some(&commit("2")), "b"), 2);
        assert_eq!(trail.removal(Some(&commit("2")), "c"), 2);
        assert_eq!(trail.removal(Some(&commit("1")), "a"), 3);
        trail.end();
        assert_eq!((trail.later("b", 3), trail.later("b", 2)), (Some(2), Some(1)));
        assert_eq!((trail.later("b", 1), trail.later("a", 3)), (None, None));
        assert_eq!((trail.later("d", 3), trail.later("c", 1)), (Some(0), None));
        assert_eq!(trail.commit(3).map(|commit| commit.id.as_str()), Some("1"));
        assert_eq!(trail.commit(0), None);
    }
}
