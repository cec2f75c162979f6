//! A base: the findings that a map had before are counted, not shown.

use std::collections::BTreeSet;

use crate::report::fingerprint::Fingerprints;
use crate::report::{Checked, Known};

/// What the findings of a map are known by.
pub fn fingerprints(checked: &Checked) -> BTreeSet<String> {
    let mut prints = Fingerprints::default();
    let mut all = BTreeSet::new();
    for finding in &checked.judgement.findings {
        all.insert(prints.next(finding));
    }
    all
}

/// Takes the findings out that each map had before.
///
/// Takes their fingerprints, in the maps' order (none for a map that was not there), and the
/// revision they are of, as it was named.
pub fn keep_new(maps: &mut [Checked], before: Vec<BTreeSet<String>>, revision: &str) {
    let mut before = before.into_iter();
    for checked in maps {
        let known = before.next().unwrap_or_default();
        let count = checked.judgement.findings.len();
        let mut prints = Fingerprints::default();
        checked.judgement.findings.retain(|finding| !known.contains(&prints.next(finding)));
        let count = count - checked.judgement.findings.len();
        checked.known = Some(Known { revision: revision.to_owned(), count });
    }
}
