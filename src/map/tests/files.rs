//! Which files are pages, and which is the index (DESIGN.md §2, §3).

use crate::map::page::Page;
use crate::map::testing::map_of;

fn pages(names: &[&str]) -> (Option<String>, Vec<String>) {
    let files: Vec<_> = names.iter().map(|name| (*name, "# T\n")).collect();
    let sample = map_of(&files);
    let pages = sample.map.pages.iter().map(|page| page.inner().to_owned()).collect();
    (sample.index().map(str::to_owned), pages)
}

#[test]
fn every_markdown_file_below_the_map_folder_is_a_page() {
    let names =
        ["README.md", "b.MD", "a.markdown", "s/t/x.md", ".hidden/h.md", "_t.md", "x.mdx", "y.txt"];
    let (index, found) = pages(&names);
    assert_eq!(index.as_deref(), Some("README.md"));
    assert_eq!(found, [".hidden/h.md", "_t.md", "a.markdown", "b.MD", "s/t/x.md"]);
}

#[test]
fn git_and_what_it_ignores_hold_no_pages() {
    let names = ["README.md", ".git/x.md", "s/.git/y.md", "a.md"];
    assert_eq!(pages(&names).1, ["a.md"]);
    let sample = map_of(&[
        ("/.gitignore", "/docs/features/out/\n"),
        (".gitignore", "*.tmp.md\n!keep.tmp.md\n"),
        ("out/a.md", ""),
        ("b.tmp.md", ""),
        ("keep.tmp.md", ""),
        ("s/.gitignore", "c.md\n"),
        ("s/c.md", ""),
        ("c.md", ""),
    ]);
    let found: Vec<_> = sample.map.pages.iter().map(Page::inner).collect();
    assert_eq!(found, ["c.md", "keep.tmp.md"]);
}

#[test]
fn the_index_is_the_first_of_its_names() {
    for (names, wanted) in [
        (&["README.md", "index.md"][..], Some("README.md")),
        (&["Readme.md", "index.md"], Some("Readme.md")),
        (&["INDEX.md", "_index.md"], Some("INDEX.md")),
        (&["_index.md", "FEATURE_INDEX.md"], Some("_index.md")),
        (&["feature_index.md", "feature-index.md"], Some("feature_index.md")),
        (&["Feature-Index.MD", "a.md"], Some("Feature-Index.MD")),
        (&["a.md", "s/README.md"], None),
        (&["README.markdown"], None),
    ] {
        assert_eq!(pages(names).0.as_deref(), wanted, "{names:?}");
    }
}

#[test]
fn pages_are_sorted_by_path() {
    let names = ["b.md", "a/z.md", "a.md", "a-b.md", "B.md", "é.md"];
    assert_eq!(pages(&names).1, ["B.md", "a-b.md", "a.md", "a/z.md", "b.md", "é.md"]);
}
