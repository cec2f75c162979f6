//! Index and pages that disagree.

use super::PAGE;
use crate::rules::testing::{found, remedy};

#[test]
fn a_map_that_agrees_has_no_finding() {
    let index = "# Map\n\n| Feature | Read when |\n|---|---|\n| [A](a.md) | x |\n| [B](s/b.md#a) | |\n\n\
                 See [the code](../../src) and [docs](https://docs.rs), <me@a.b>.\n\n\
                 | key | meaning |\n|---|---|\n| [x](https://a.b) | y |\n";
    assert_eq!(found(&[("README.md", index), ("a.md", PAGE), ("s/b.md", PAGE)]), [""; 0]);
}

#[test]
fn a_page_that_no_entry_lists_is_reported_at_its_title() {
    let files = [("README.md", "- [a](a.md)\n"), ("a.md", PAGE), ("b.md", "x\n\n# B\n")];
    assert_eq!(found(&files), ["b.md unindexed-page: # B"]);
    let untitled = [("README.md", "- [a](a.md)\n"), ("a.md", PAGE), ("b.md", "## B\n")];
    assert_eq!(found(&untitled), ["b.md unindexed-page: ", "b.md untitled-page: ## B"]);
}

#[test]
fn drafts_and_templates_need_no_entry() {
    for name in ["_b.md", "_old/b.md", "s/_b.md", "Template.md", "x-template.md", "s/X_Template.MD"]
    {
        let files = [("README.md", "- [a](a.md)\n"), ("a.md", PAGE), (name, PAGE)];
        assert_eq!(found(&files), [""; 0], "{name}");
    }
    for name in ["templates.md", "template-x.md", "a_.md"] {
        let files = [("README.md", "- [a](a.md)\n"), ("a.md", PAGE), (name, PAGE)];
        assert_eq!(found(&files).len(), 1, "{name}");
    }
    let linked = [("README.md", "- [t](_t.md)\n"), ("_t.md", "no title\n")];
    assert_eq!(found(&linked), ["_t.md untitled-page: no title"], "a page like the others");
}

#[test]
fn an_index_without_entries_is_one_finding() {
    for (index, at) in [
        ("# Map\n\nSee [a](a.md).\n", "# Map"),
        ("---\ntitle: Map\n---\n\nnothing\n", "title: Map"),
        ("nothing\nmore\n", "nothing"),
        ("", ""),
    ] {
        let files = [("README.md", index), ("a.md", PAGE), ("b.md", PAGE)];
        assert_eq!(found(&files), [format!("README.md empty-index: {at}")]);
    }
    assert_eq!(found(&[("README.md", "# Map\n")]), [""; 0], "there is no page to list");
}

#[test]
fn an_index_that_names_pages_without_links_is_told_how() {
    for index in ["# M\n\n- `b.md`\n", "# M\n\n| b.md |\n|---|\n", "# M\n\n- **b.md** text\n"] {
        let remedy = remedy("empty-index", &[("README.md", index), ("s/b.md", PAGE)]);
        assert!(remedy.starts_with("make them links in a row or list item"), "{remedy}");
        assert!(remedy.contains("`[b.md](s/b.md)`"), "{remedy}");
    }
    let prose = "# M\n\nSee `b.md`.\n";
    let help = remedy("empty-index", &[("README.md", prose), ("b.md", PAGE)]);
    let item = help.rsplit('`').find(|part| part.starts_with("- ")).unwrap();
    let followed = format!("{prose}\n{item}\n");
    assert_eq!(found(&[("README.md", followed.as_str()), ("b.md", PAGE)]), [""; 0]);
    let remedy = remedy("empty-index", &[("README.md", "# M\n"), ("b.md", PAGE)]);
    assert!(remedy.starts_with("add a row"), "{remedy}");
}

#[test]
fn pages_without_an_index_are_one_finding() {
    assert_eq!(
        found(&[("a.md", PAGE), ("b.md", "x\n")]),
        [". missing-index", "b.md untitled-page: x"]
    );
}

#[test]
fn a_link_that_names_no_file_is_reported_at_its_destination() {
    let index =
        "| x |\n|---|\n| [a](a.md) [n](no.md \"t\") |\n\n- [n](s/no.md#x)\n\n## [n](<no no.md>)\n";
    assert_eq!(
        found(&[("README.md", index), ("a.md", PAGE)]),
        [
            "README.md unresolved-link: no.md",
            "README.md unresolved-link: s/no.md#x",
            "README.md unresolved-link: no no.md",
        ]
    );
    let reference = "- [a](a.md)\n- [n][r]\n\n[r]: no.md\n";
    assert_eq!(
        found(&[("README.md", reference), ("a.md", PAGE)]),
        ["README.md unresolved-link: [n][r]"]
    );
}

#[test]
fn an_entry_that_names_one_missing_file_twice_has_one_finding() {
    let index = "- [a](a.md) [n](no.md) [n](no.md#x) [m](./no.md)\n- [n](no.md)\n";
    let unresolved = "README.md unresolved-link: no.md";
    assert_eq!(found(&[("README.md", index), ("a.md", PAGE)]), [unresolved, unresolved]);
}

#[test]
fn links_of_a_sub_index_must_resolve_and_its_rows_are_not_judged() {
    let sub = "# S\n\n| x |\n|---|\n| [b](b.md) |\n| [b](b.md) |\n| [u](u:v) |\n| none |\n| [n](no.md) |\n";
    let files = [("README.md", "- [s](s/README.md)\n"), ("s/README.md", sub), ("s/b.md", PAGE)];
    assert_eq!(found(&files), ["s/README.md unresolved-link: no.md"]);
}

#[test]
fn a_link_that_differs_in_letter_case_is_the_only_finding() {
    let files =
        [("README.md", "- [a](Alpha.md)\n- [b](b.md)\n"), ("alpha.md", PAGE), ("b.md", PAGE)];
    assert_eq!(found(&files), ["README.md unresolved-link: Alpha.md"]);
    assert_eq!(remedy("unresolved-link", &files), "alpha.md");
    let folder = [("README.md", "- [s](Sub/#x)\n"), ("sub/a.md", PAGE), ("sub/t/b.md", PAGE)];
    assert_eq!(found(&folder), ["README.md unresolved-link: Sub/#x"]);
    assert_eq!(remedy("unresolved-link", &folder), "sub/#x");
}

#[test]
fn a_folder_above_the_page_is_named_from_there() {
    for (link, wanted) in [
        ("../../S/t/", "./"),
        ("../../S/t#x", ".#x"),
        ("./../../S/t/", "./"),
        ("../../S/", "../"),
        ("../../S", ".."),
        ("../../S/a.md", "../a.md"),
        ("/docs/features/S/", "/docs/features/s/"),
    ] {
        let sub = format!("# T\n\n- [b](b.md)\n- [x]({link})\n");
        let files = [
            ("README.md", "- [s](s/a.md)\n- [t](s/t/README.md)\n"),
            ("s/a.md", PAGE),
            ("s/t/README.md", &*sub),
            ("s/t/b.md", PAGE),
        ];
        assert_eq!(found(&files), [format!("s/t/README.md unresolved-link: {link}")]);
        assert_eq!(remedy("unresolved-link", &files), wanted, "{link}");
    }
}

#[test]
fn the_file_that_was_meant_is_named_only_when_it_is_the_only_one() {
    let none = "correct the destination, or remove the entry";
    for (link, pages, wanted) in [
        ("A%20b.md#x", &["a b.md"][..], "a%20b.md#x"),
        ("./SUB/b.md?x", &["sub/b.md"], "./sub/b.md?x"),
        ("/docs/features/A.md", &["a.md"], "/docs/features/a.md"),
        ("b.md", &["s/b.md"], "s/b.md"),
        ("b.md", &["s/b.md", "t/b.md"], none),
        ("s\\b.md", &["s/b.md"], "s/b.md"),
        ("alpha", &["alpha.md"], "alpha.md"),
        ("serach.md", &["search.md"], "search.md"),
        ("searc.md", &["search.md", "sear.md"], none),
        ("old.md", &["entirely-new.md"], "entirely-new.md"),
        ("old.md", &["entirely-new.md", "another-one.md"], none),
        ("old.md", &["_template.md"], none),
        ("old.md", &["entirely-new.md", "_template.md"], "entirely-new.md"),
        ("sub/README.md", &["search.md", "sear.md"], none),
    ] {
        let index = format!("- [x]({link})\n- [a](listed.md)\n");
        let mut files = vec![("README.md", index.as_str()), ("listed.md", PAGE)];
        files.extend(pages.iter().map(|page| (*page, PAGE)));
        assert_eq!(remedy("unresolved-link", &files), wanted, "{link} {pages:?}");
    }
}

#[test]
fn a_file_that_git_ignores_is_to_be_added() {
    let files = [("/.gitignore", "d.md\n"), ("README.md", "- [d](d.md)\n"), ("d.md", PAGE)];
    assert_eq!(found(&files), ["README.md unresolved-link: d.md"]);
    assert!(remedy("unresolved-link", &files).contains("git add docs/features/d.md"));
}

#[test]
fn only_a_rows_page_link_can_be_outside() {
    let row = |cells: &str| {
        let index = format!("| x | y |\n|---|---|\n| [a](a.md) | |\n| {cells} |\n");
        found(&[("README.md", &index), ("a.md", PAGE), ("b.md", PAGE), ("p.png", "")])
    };
    let unindexed = "b.md unindexed-page: # T";
    for (cells, destination) in [
        ("[u](https://u.v/x.md) | ", "https://u.v/x.md"),
        ("[u](../other.md) | ", "../other.md"),
        ("[u](//u.v) | ", "//u.v"),
        ("<https://u.v> | ", "<https://u.v>"),
        ("[u](mailto:a@b.c) | [v](u:v)", "mailto:a@b.c"),
    ] {
        let outside = format!("README.md outside-link: {destination}");
        assert_eq!(row(cells), [outside.as_str(), unindexed], "{cells}");
    }
    for cells in ["[u](u:v) [b](b.md) | ", "[u](u:v) | [b](b.md)", "[b](b.md) | [u](u:v)"] {
        assert_eq!(row(cells), [""; 0], "{cells}");
    }
    for cells in ["[x](#x) | [u](u:v)", "[p](p.png) | [u](u:v)", "[i](README.md) | "] {
        assert_eq!(row(cells), [unindexed], "{cells}");
    }
    let lists = "- [u](u:v)\n- [u](../x.md) [a](a.md)\n\n## [u](../x.md) and [a](a.md)\n";
    assert_eq!(found(&[("README.md", lists), ("a.md", PAGE)]), [""; 0]);
}

#[test]
fn the_help_names_the_row_to_paste_or_the_lost_row() {
    let files = [("README.md", "| x |\n|---|\n| [A](a.md) |\n"), ("a.md", PAGE), ("b.md", "# B\n")];
    assert_eq!(remedy("unindexed-page", &files), "| [B](b.md) |\n");
    let lost = "| x |\n|---|\n| [A](a.md) |\n\n| [B](b.md) |\n";
    let files = [("README.md", lost), ("a.md", PAGE), ("b.md", "# B\n")];
    assert_eq!(remedy("unindexed-page", &files), "see the `lost-row` finding of that line");
}

#[test]
fn a_command_to_paste_holds_a_name_as_one_word() {
    let files = [
        ("README.md", "- [a](a.md)\n- [b](<b;$(id) c.md>)\n"),
        ("a.md", PAGE),
        ("b;$(id) c.md", PAGE),
        ("/.gitignore", "b*\n"),
    ];
    let help = remedy("unresolved-link", &files);
    assert!(help.contains("`git add 'docs/features/b;$(id) c.md'`"), "{help}");
}

/// What is pasted is judged like the rest.
#[test]
fn a_fix_brings_no_finding_of_its_own() {
    if !cfg!(target_os = "linux") {
        return;
    }
    for name in ["R&copy;.md", "a&amp;b.md", "a\u{202e}b.md"] {
        let (page, index) = ("# Pay\u{202e}ment\n\n## A\n", "- [a](a.md)\n");
        let files = [("README.md", index), ("a.md", PAGE), (name, page)];
        let row = remedy("unindexed-page", &files);
        let index = format!("{index}{row}");
        let files = [("README.md", index.as_str()), ("a.md", PAGE), (name, page)];
        let mut left = found(&files);
        left.retain(|line| line.starts_with("README.md") || line.contains("unindexed-page"));
        assert_eq!(left, [""; 0], "{index}");
        assert!(!row.contains('\u{202e}'), "{row:?}");
    }
}
