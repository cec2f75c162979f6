//! The entry that would list a page, in the index's own form.

use crate::map::new_row::NewRows;
use crate::map::testing::{Sample, map_of};

/// The text to insert for a page, and the line that it would follow.
fn new_row(sample: &Sample, inner: &str) -> Option<(String, String)> {
    let index = sample.map.index().unwrap();
    let page = sample.map.pages.iter().find(|page| page.inner() == inner).unwrap();
    let row = NewRows::new(&sample.map, index).for_page(page)?;
    let after = row.after.of(index.source.text.as_str());
    Some((row.text, after.to_owned()))
}

/// The index after the entry for `new.md` was added.
fn added(index: &str) -> String {
    let page = "# The | new\n\nStatus: x · Read when: you a|b\n";
    let sample =
        map_of(&[("README.md", index), ("a.md", "# A\n"), ("s/b.md", "# B\n"), ("new.md", page)]);
    let found = sample.map.index().unwrap();
    let page = sample.map.pages.iter().find(|page| page.inner() == "new.md").unwrap();
    let row = NewRows::new(&sample.map, found).for_page(page).unwrap();
    let mut index = index.to_owned();
    index.insert_str(row.at, &row.text);
    let mut files = vec![("README.md", index.as_str()), ("a.md", "# A\n"), ("s/b.md", "# B\n")];
    files.push(("new.md", "# N\n"));
    let after = map_of(&files);
    assert!(after.listed().contains(&"new.md"), "{index}");
    let entries = |sample: &Sample| sample.map.rows();
    assert_eq!(entries(&after), entries(&sample) + 1, "{index}");
    assert_eq!(after.map.index().unwrap().lost, [], "{index}");
    index
}

#[test]
fn a_row_keeps_the_order_of_the_columns() {
    assert_eq!(
        added("| Read when | Page | Owner |\n|-|-|-|\n| x | [A](a.md) | me |\n"),
        "| Read when | Page | Owner |\n|-|-|-|\n| x | [A](a.md) | me |\n\
         | you a\\|b | [The \\| new](new.md) |  |\n"
    );
    assert_eq!(
        added("| Feature | File |\n|-|-|\n| A | [`a.md`](a.md) |\n\ntext\n"),
        "| Feature | File |\n|-|-|\n| A | [`a.md`](a.md) |\n| The \\| new | [new.md](new.md) |\n\ntext\n"
    );
}

#[test]
fn an_item_keeps_indentation_and_marker() {
    assert_eq!(added("- [A](a.md)\n- x\n"), "- [A](a.md)\n- [The \\| new](new.md)\n- x\n");
    assert_eq!(added("x\n\n  * [A](a.md)\n"), "x\n\n  * [A](a.md)\n  * [The \\| new](new.md)\n");
    assert_eq!(added("1) [A](a.md)\n"), "1) [A](a.md)\n2) [The \\| new](new.md)\n");
    assert_eq!(
        added("- [A](a.md)\r\n- x\r\n"),
        "- [A](a.md)\r\n- [The \\| new](new.md)\r\n- x\r\n"
    );
}

#[test]
fn an_entry_inside_a_quote_or_a_list_stays_inside() {
    for index in [
        "> - [A](a.md)\n>   x\n",
        "- - [A](a.md)\n",
        "1. - [A](a.md)\n2. x\n",
        "- x\n\n  | h |\n  |---|\n  | [A](a.md) |\n",
        "> | h |\n> |---|\n> | [A](a.md) |\n",
        "   | h |\n   |---|\n   | [A](a.md) |\n",
        "\u{feff}- [A](a.md)\n",
        "\t- [x](s/b.md)\n\n- [A](a.md)",
    ] {
        added(index);
    }
}

#[test]
fn a_heading_goes_after_all_that_stands_below_its_neighbour() {
    assert_eq!(
        added("# T\n\n## [A](a.md)\n\ntext\n\n### More\n\n## Other\n"),
        "# T\n\n## [A](a.md)\n\ntext\n\n### More\n\n## [The \\| new](new.md)\n\n## Other\n"
    );
    assert_eq!(
        added("## [A](a.md)\n\ntext\n"),
        "## [A](a.md)\n\ntext\n\n## [The \\| new](new.md)\n\n"
    );
}

#[test]
fn a_heading_goes_before_what_is_open_to_the_end() {
    for open in ["<!-- later\n\n## Old\n", "  ```sh\nfeatmap\n", "~~~", "- x\n- ```\n  y\n"] {
        let index = format!("## [A](a.md)\n\ntext\n{open}");
        let heading = "## [The \\| new](new.md)\n\n";
        let at = index.find(open.trim_start_matches("- x\n")).unwrap();
        let (before, after) = index.split_at(at);
        assert_eq!(added(&index), format!("{before}{heading}{after}"));
    }
}

#[test]
fn the_neighbour_is_the_last_entry_of_the_same_folder() {
    let index = "- [a](a.md)\n- [s](s/b.md)\n- [u](no.md)\n";
    let files = [
        ("README.md", index),
        ("a.md", "# A\n"),
        ("s/b.md", "# B\n"),
        ("c.md", "# C\n"),
        ("s/c.md", "# C\n"),
        ("t/c.md", "# C\n"),
    ];
    let sample = map_of(&files);
    for (page, after) in
        [("c.md", "- [u](no.md)"), ("s/c.md", "- [s](s/b.md)"), ("t/c.md", "- [u](no.md)")]
    {
        let (text, neighbour) = new_row(&sample, page).unwrap();
        assert_eq!((neighbour.as_str(), text), (after, format!("- [C]({page})\n")), "{page}");
    }
}

#[test]
fn a_heading_keeps_the_level_of_its_neighbour() {
    assert_eq!(added("  ### [A](a.md)\n"), "  ### [A](a.md)\n\n### [The \\| new](new.md)\n\n");
    assert_eq!(added("[A](a.md)\n---\n"), "[A](a.md)\n---\n\n## [The \\| new](new.md)\n\n");
}
