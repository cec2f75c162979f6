//! What a finding is known by from run to run: rule, page and subject, never a line.

use crate::diagnostic::Diagnostic;
use crate::lookup::Lookup;
use crate::source::hash::{OFFSET, fnv1a};

/// Hands out fingerprints; findings alike in rule, page and subject are counted apart.
#[derive(Debug, Default)]
pub struct Fingerprints {
    seen: Lookup<u64, u64>,
}

impl Fingerprints {
    /// The fingerprint of the next finding: 16 hexadecimal digits.
    pub fn next(&mut self, finding: &Diagnostic) -> String {
        let parts = [finding.rule.name, &finding.path, &finding.subject];
        let hash =
            parts.iter().fold(OFFSET, |hash, part| fnv1a(fnv1a(hash, part.as_bytes()), &[0]));
        let count = self.seen.or_insert_with(hash, || 0);
        *count += 1;
        let hash = if *count == 1 { hash } else { fnv1a(hash, &count.to_le_bytes()) };
        format!("{hash:016x}")
    }
}
