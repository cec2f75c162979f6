//! What the rules report of whole maps, and what they leave alone (DESIGN.md §5).

mod drift;
mod structure;

/// A page without faults.
const PAGE: &str = "# T\n\n## A\n\nx\n";
