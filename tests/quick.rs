//! The scanner that spares the parser most of a page, held against the parser alone.
//!
//! For millions of pages: `cargo run --profile fuzz --example fuzz -- --target quick`.

#[allow(dead_code, reason = "the bench uses all of it")]
#[path = "../examples/bench/maps.rs"]
mod maps;
#[path = "../examples/fuzz/pieces.rs"]
mod pieces;

use featmap::markdown::parse::{Detail, parse, parse_whole};
use featmap::markdown::quick::spared;

use crate::maps::Seed;

/// How many pages are compared.
const PAGES: u64 = 20_000;

#[test]
fn pages_of_pieces_say_what_they_say_to_the_parser() {
    let mut taken = 0;
    for number in 0..PAGES {
        let page = pieces::page(&mut Seed(number));
        let whole = parse_whole(&page, Detail::Page);
        assert_eq!(parse(&page, Detail::Page), whole, "page {number}: {page:?}");
        taken += u64::from(spared(&page) > 0);
    }
    // Else little was compared.
    assert!(taken > PAGES / 3, "{taken} pages were not read whole");
}

#[test]
fn ordinary_pages_are_mostly_spared() {
    for number in 0..50 {
        let page = maps::page(number);
        assert_eq!(parse(&page, Detail::Page), parse_whole(&page, Detail::Page), "page {number}");
        assert!(spared(&page) * 10 > page.len() * 9, "{} of {}", spared(&page), page.len());
    }
}
