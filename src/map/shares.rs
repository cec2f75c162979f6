//! The pages that wait for a thread, while the walk still finds more.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use crate::map::page::Page;

/// Pages that one thread reads.
#[derive(Debug, Default)]
pub(super) struct Share {
    /// The number of the first.
    pub(super) begin: usize,
    /// Nothing is read of them yet; and where they stand, unless their paths say it.
    pub(super) pages: Vec<(Page, Option<PathBuf>)>,
}

/// The shares that no thread has taken yet.
#[derive(Debug, Default)]
pub(super) struct Shares {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Waiting {
    /// The first is handed out first: who takes shares sees pages in their order.
    shares: VecDeque<Share>,
    /// Whether more may come.
    open: bool,
}

/// Until it is dropped, more shares may come: in a panic too, for which nobody shall wait.
pub(super) struct Open<'a>(&'a Shares);

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.0.waiting().open = false;
        self.0.changed.notify_all();
    }
}

impl Shares {
    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens the list: who asks for a share waits for it.
    pub(super) fn open(&self) -> Open<'_> {
        self.waiting().open = true;
        Open(self)
    }

    /// Adds a share; gives the one that comes behind it.
    pub(super) fn add(&self, share: Share) -> Share {
        let begin = share.begin + share.pages.len();
        self.waiting().shares.push_back(share);
        self.changed.notify_one();
        Share { begin, pages: Vec::new() }
    }

    /// The next share, once there is one; none where no more will come.
    pub(super) fn next(&self) -> Option<Share> {
        let mut waiting = self.waiting();
        loop {
            match waiting.shares.pop_front() {
                None if waiting.open => {
                    let woken = self.changed.wait(waiting);
                    waiting = woken.unwrap_or_else(PoisonError::into_inner);
                }
                share => return share,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Page, Share, Shares};
    use crate::map::layout::Layout;

    fn share() -> Share {
        let layout = Layout::new(Path::new("/"), Path::new("/"), Path::new("/"));
        let page = |path| (Page::new(&layout, path), None);
        Share { begin: 0, pages: vec![page("a.md"), page("b.md")] }
    }

    #[test]
    fn who_asks_waits_until_a_share_is_there_or_none_can_come() {
        let shares = Shares::default();
        let begins = std::thread::scope(|scope| {
            let open = shares.open();
            let taken = scope.spawn(|| std::iter::from_fn(|| shares.next()).collect::<Vec<_>>());
            let next = shares.add(share());
            assert_eq!((next.begin, next.pages.len()), (2, 0));
            shares.add(Share { begin: 2, ..share() });
            drop(open);
            taken.join().unwrap().iter().map(|share| share.begin).collect::<Vec<_>>()
        });
        assert_eq!(begins, [0, 2], "in their order");
    }

    #[test]
    fn nobody_waits_for_who_panicked() {
        let shares = Shares::default();
        let fill = || {
            let _open = shares.open();
            panic!("on the way");
        };
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(fill)).is_err());
        assert!(shares.next().is_none());
    }
}
