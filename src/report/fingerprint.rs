//! What a finding is known by from run to run: rule, page and subject, never a line.

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;

/// Hands out fingerprints; findings alike in rule, page and subject are counted apart.
#[derive(Debug, Default)]
pub struct Fingerprints {
    seen: BTreeMap<u64, u64>,
}

impl Fingerprints {
    /// The fingerprint of the next finding: 16 hexadecimal digits.
    pub fn next(&mut self, finding: &Diagnostic) -> String {
        let parts = [finding.rule.name, &finding.path, &finding.subject];
        let hash =
            parts.iter().fold(OFFSET, |hash, part| fnv1a(fnv1a(hash, part.as_bytes()), &[0]));
        let count = self.seen.entry(hash).or_default();
        *count += 1;
        let hash = if *count == 1 { hash } else { fnv1a(hash, &count.to_le_bytes()) };
        format!("{hash:016x}")
    }
}

const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// FNV-1a, 64 bits, going on from a hash.
fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::{OFFSET, fnv1a};

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(OFFSET, b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(OFFSET, b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(OFFSET, b"foobar"), 0x8594_4171_f739_67e8);
    }
}
