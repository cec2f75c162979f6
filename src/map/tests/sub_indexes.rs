//! Sub-indexes: pages whose entries list further pages (DESIGN.md §4.3).

use crate::map::testing::map_of;

const T: &str = "# T\n";

#[test]
fn a_sub_index_that_an_entry_links_by_name_lists_further_pages() {
    for name in ["README.md", "readme.md", "index.md", "INDEX.MD", "_index.md"] {
        let sub = format!("s/{name}");
        let index = format!("- [s]({sub})\n");
        let sample = map_of(&[
            ("README.md", &index),
            (&sub, "# S\n\n- [a](a.md)\n- [up](../b.md)\n"),
            ("s/a.md", T),
            ("b.md", T),
            ("c.md", T),
        ]);
        assert_eq!(sample.map.sub_indexes.len(), 1, "{name}");
        let mut wanted = ["b.md", "s/a.md", &sub];
        wanted.sort_unstable();
        assert_eq!(sample.listed(), wanted, "{name}");
    }
}

#[test]
fn other_pages_list_nothing() {
    for (index, sub) in [
        ("- [s](s/overview.md)\n", "s/overview.md"),
        ("- [s](index.md)\n", "index.md"),
        ("[s](s/README.md)\n\n- [b](b.md)\n", "s/README.md"),
    ] {
        let sample = map_of(&[
            ("README.md", index),
            (sub, "# S\n\n- [a](a.md)\n- [a](s/a.md)\n"),
            ("s/a.md", T),
            ("b.md", T),
        ]);
        assert!(!sample.listed().contains(&"s/a.md"), "{index}");
        assert!(sample.map.sub_indexes.is_empty(), "{index}");
    }
}

#[test]
fn a_folder_link_makes_no_sub_index() {
    let sample = map_of(&[
        ("README.md", "- [s](s/)\n"),
        ("s/README.md", "# S\n\n- [no](no.md)\n- [b](../b.md)\n"),
        ("b.md", T),
    ]);
    assert_eq!(sample.listed(), ["s/README.md"]);
    assert!(sample.map.sub_indexes.is_empty());
}

#[test]
fn a_sub_index_linked_in_another_letter_case_lists_its_pages_too() {
    let sub = "# S\n\n- [a](a.md)\n";
    let sample =
        map_of(&[("README.md", "- [s](s/Readme.md)\n"), ("s/README.md", sub), ("s/a.md", T)]);
    assert_eq!(sample.listed(), ["s/README.md", "s/a.md"]);
}

#[test]
fn cycles_are_cut() {
    let sample = map_of(&[
        ("README.md", "- [s](s/README.md)\n"),
        (
            "s/README.md",
            "# S\n\n- [t](t/README.md)\n- [index](../README.md)\n- [self](README.md)\n",
        ),
        ("s/t/README.md", "# T\n\n- [s](../README.md)\n- [a](a.md)\n"),
        ("s/t/a.md", T),
    ]);
    let reached: Vec<_> =
        sample.map.sub_indexes.iter().map(|sub| sample.map.pages[sub.page].inner()).collect();
    assert_eq!(reached, ["s/README.md", "s/t/README.md"]);
    assert_eq!(sample.listed(), ["s/README.md", "s/t/README.md", "s/t/a.md"]);
}
