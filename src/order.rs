//! Sorts for what is put in order a few times a run.
//!
//! The standard library compiles a whole sort, some 5 KB, for each kind of element: in `sort`
//! and its like, and in `collect` into a set or a map, which sorts first. Here one sort serves
//! all; a set or a map is filled one by one.

use std::cmp::Ordering;

/// Sorts; equals stay in their order.
pub fn sort<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let places = sorted(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    arrange(places, &mut |a, b| items.swap(a, b));
}

/// Sorts by a key; equals stay in their order.
pub fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort(items, |a, b| key(a).cmp(&key(b)));
}

/// Sorted, each once: a set that can be looked through by halves.
pub fn distinct<T: Ord>(mut all: Vec<T>) -> Vec<T> {
    sort(&mut all, Ord::cmp);
    all.dedup();
    all
}

/// For each place the one whose element belongs there; none at all where all are in order.
fn sorted(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    // Much comes sorted.
    if (1..count).all(|at| compare(at - 1, at).is_le()) {
        return Vec::new();
    }
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

/// Brings each element to its place, along the rings of those that stand in each other's.
fn arrange(mut places: Vec<usize>, swap: &mut dyn FnMut(usize, usize)) {
    for begin in 0..places.len() {
        let mut at = begin;
        while let Some(place) = places.get_mut(at) {
            let from = std::mem::replace(place, at);
            if from == begin {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::collection::vec;
    use proptest::prelude::any;

    use super::{distinct, sort, sort_by_key};

    proptest::proptest! {
        #[test]
        fn all_is_as_the_standard_library_has_it(items in vec((0..9u8, any::<u8>()), 0..80)) {
            let (mut own, mut keyed, mut standard) = (items.clone(), items.clone(), items.clone());
            sort(&mut own, |a, b| a.0.cmp(&b.0));
            sort_by_key(&mut keyed, |item| item.0);
            standard.sort_by_key(|item| item.0);
            assert_eq!((&own, &keyed), (&standard, &standard));
            let set: BTreeSet<_> = items.iter().copied().collect();
            assert_eq!(distinct(items), set.into_iter().collect::<Vec<_>>());
        }
    }
}
