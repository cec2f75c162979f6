//! A markdown text as blocks and links with byte ranges. The only home of pulldown-cmark.
//!
//! Parsing never fails on what a text says: odd input is kept with its span, for rules to
//! judge. It refuses only what would cost more than a page may (see [`guard`]).

pub mod anchor;
pub mod block;
pub mod directive;
pub mod front_matter;
pub mod guard;
pub mod hidden;
mod inline;
pub mod mention;
pub mod parse;
pub mod quick;

#[cfg(test)]
mod tests;
