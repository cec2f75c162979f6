//! The one list of rules, one file a rule. Adding one: docs in `CONTRIBUTING.md`.

pub mod divided_section;
pub mod duplicate_row;
pub mod duplicate_section;
pub mod empty_index;
pub mod hidden_character;
pub mod internal_error;
pub mod invalid_encoding;
pub mod line_number;
pub mod lost_row;
pub mod missing_index;
pub mod name_collision;
pub mod not_a_file;
pub mod outside_link;
pub mod oversized_section;
pub mod row_without_link;
pub mod stale_name;
pub mod stale_path;
pub mod stale_test;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
pub mod too_complex;
pub mod too_large;
pub mod unchanged_page;
pub mod unclosed_block;
pub mod unindexed_page;
pub mod unreadable;
pub mod unresolved_link;
pub mod untitled_page;
pub mod unused_ignore;

use crate::rule::Rule;

/// Every rule, in the order of DESIGN.md §5: drift, structure, unread, size;
/// then those about the code.
pub static RULES: &[Rule] = &[
    missing_index::RULE,
    empty_index::RULE,
    unindexed_page::RULE,
    unresolved_link::RULE,
    outside_link::RULE,
    untitled_page::RULE,
    lost_row::RULE,
    row_without_link::RULE,
    duplicate_row::RULE,
    duplicate_section::RULE,
    invalid_encoding::RULE,
    unclosed_block::RULE,
    hidden_character::RULE,
    name_collision::RULE,
    unused_ignore::RULE,
    not_a_file::RULE,
    too_large::RULE,
    too_complex::RULE,
    unreadable::RULE,
    internal_error::RULE,
    oversized_section::RULE,
    divided_section::RULE,
    stale_path::RULE,
    stale_name::RULE,
    stale_test::RULE,
    line_number::RULE,
    unchanged_page::RULE,
];
