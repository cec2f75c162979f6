//! What an entry is, and which of a row's links is its page link (DESIGN.md §4.3).

use crate::map::testing::{indexed, map_of};

/// The entries of an index with the pages `a.md`, `b.md`, `c.md` and a picture.
fn entries(index: &str) -> Vec<String> {
    let pages = ["a.md", "b.md", "c.md"].map(|page| (page, "# T\n"));
    let mut files = pages.to_vec();
    files.extend([("README.md", index), ("p.png", ""), ("notes.txt", "")]);
    map_of(&files).entries()
}

fn table(rows: &[&str]) -> Vec<String> {
    entries(&format!("| x | y | z |\n|---|---|---|\n{}\n", rows.join("\n")))
}

#[test]
fn the_link_column_holds_most_of_the_links_into_the_map() {
    assert_eq!(
        table(&["| [a](a.md) | [b](b.md) | |", "| [u](u:v) | [c](c.md) | |"]),
        ["row a.md b.md*", "row ^ c.md*"]
    );
    assert_eq!(
        table(&["| [a](a.md) | [b](b.md) | |", "| [u](u:v) | [u](u:w) | |"]),
        ["row a.md* b.md", "row ^* ^"],
        "a tie: the first column"
    );
    assert_eq!(
        table(&["| [u](u:v) | [b](b.md) | |", "| [u](u:v) | [n](no.md) | |"]),
        ["row ^ b.md*", "row ^ !no.md*"],
        "only links into the map count, broken ones too"
    );
}

#[test]
fn the_page_link_is_the_first_into_the_map_in_that_column_else_in_another_cell() {
    let column = "| | [a](a.md) [b](b.md) | |";
    assert_eq!(table(&[column, "| | [u](u:v) [c](c.md) | |"])[1], "row ^ c.md*");
    assert_eq!(table(&[column, "| | [u](u:v) | [c](c.md) |"])[1], "row ^ c.md*");
    assert_eq!(table(&[column, "| [c](c.md) | [u](u:v) | |"])[1], "row c.md* ^");
    assert_eq!(table(&[column, "| [u](u:v) | [v](u:w) [w](u:x) | |"])[1], "row ^ ^* ^");
    assert_eq!(table(&[column, "| [u](u:v) | none | |"])[1], "row ^", "no link in the column");
    assert_eq!(table(&[column, "| none | | |"])[1], "row");
    assert_eq!(table(&[column, "| | [p](p.png) | |"])[1], "row -*");
}

#[test]
fn a_table_that_links_nothing_in_the_map_is_not_the_maps() {
    for rows in [
        "| key | [u](https://a.b) | |",
        "| [code](../../src/a.rs) | | |",
        "| [p](p.png) | [n](notes.txt) | |",
        "| [top](#x) | [index](README.md) | [](<>) |",
        "| `[a](a.md)` | ![a](a.md) | a.md |",
    ] {
        assert_eq!(table(&[rows]), [""; 0], "{rows}");
    }
    assert_eq!(entries("| [a](a.md) |\n|---|\n| x |\n"), [""; 0], "a header is no row");
}

#[test]
fn each_table_is_judged_on_its_own() {
    let index = "| x |\n|---|\n| [a](a.md) |\n\ntext\n\n| x |\n|---|\n| [u](u:v) |\n\n\
                 - x\n\n  | y |\n  |---|\n  | [b](b.md) |\n\n> | y |\n> |---|\n> | [c](c.md) |\n";
    assert_eq!(entries(index), ["row a.md*", "row b.md*", "row c.md*"]);
}

#[test]
fn rows_without_outer_pipes_and_with_escaped_ones_are_rows() {
    let index = "x | y\n--|--\na \\| b | [a](a.md)\n[b](b.md)\n";
    assert_eq!(entries(index), ["row a.md*", "row b.md*"]);
}

#[test]
fn list_items_with_a_link_into_the_map_are_entries() {
    let index = "- [a](a.md)\n  - [b](b.md) and [u](u:v)\n    - [u](u:v)\n- none\n- [c](no.md)\n";
    assert_eq!(entries(index), ["item a.md", "item b.md ^", "item !no.md"]);
}

#[test]
fn an_item_is_an_entry_by_its_own_text_only() {
    assert_eq!(entries("- x\n  - [a](a.md)\n"), ["item a.md"]);
    assert_eq!(
        entries("- [u](u:v)\n\n  - [a](a.md)\n\n  [b](b.md)\n"),
        ["item ^ b.md", "item a.md"]
    );
}

#[test]
fn headings_with_a_link_into_the_map_are_entries() {
    let index = "# [T](README.md)\n\n## [a](a.md)\n\n[b](b.md)\n---\n\n### [u](u:v)\n";
    assert_eq!(entries(index), ["heading a.md", "heading b.md"]);
}

#[test]
fn links_in_prose_code_comments_and_images_list_nothing() {
    let index = "See [a](a.md).\n\n> [a](a.md)\n\n```\n- [a](a.md)\n```\n\n    - [a](a.md)\n\n\
                 <!-- - [a](a.md) -->\n\n- `[a](a.md)`\n- ![a](a.md)\n- <!-- [a](a.md) -->\n\
                 - <a href=\"a.md\">a</a>\n";
    assert_eq!(entries(index), [""; 0]);
}

#[test]
fn every_link_into_the_map_in_an_entry_lists_its_page() {
    let index = "| x | y |\n|---|---|\n| [a](a.md) [b](b.md) | [c](c.md) |\n";
    assert_eq!(
        indexed(index, &["a.md", "b.md", "c.md", "d.md"]).listed(),
        ["a.md", "b.md", "c.md"]
    );
}

#[test]
fn rows_counts_the_entries_of_the_index() {
    let index = "- [a](a.md) [b](b.md)\n- [sub](sub/README.md)\n";
    let sample = map_of(&[
        ("README.md", index),
        ("a.md", "# A\n"),
        ("b.md", "# B\n"),
        ("sub/README.md", "# S\n\n- [c](c.md)\n"),
        ("sub/c.md", "# C\n"),
    ]);
    assert_eq!((sample.map.rows(), sample.listed().len()), (2, 4));
}
