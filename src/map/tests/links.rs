//! Where links lead (DESIGN.md §4.3).

use crate::map::testing::{Sample, indexed, map_of};

/// Where a destination in the index leads.
fn target(sample: &Sample, destination: &str) -> String {
    let resolver = crate::map::link::Resolver {
        layout: &sample.map.layout,
        names: &sample.map.names,
        pages: &sample.map.pages,
    };
    sample.target(&resolver.resolve("docs/features/README.md", destination))
}

#[test]
fn destinations_are_resolved_as_a_browser_does() {
    let pages = ["a.md", "a b.md", "a#b.md", "100%.md", "sub/c.md", "sub/d.md", "é.md"];
    let sample = indexed("", &pages);
    for (destination, wanted) in [
        ("a.md", "a.md"),
        ("./a.md", "a.md"),
        ("././/a.md", "a.md"),
        ("a.md#part", "a.md"),
        ("a.md?plain=1", "a.md"),
        ("a.md?x#y?z", "a.md"),
        ("a%20b.md", "a b.md"),
        ("a b.md", "a b.md"),
        ("a%23b.md", "a#b.md"),
        ("100%25.md", "100%.md"),
        ("100%.md", "100%.md"),
        ("sub/c.md", "sub/c.md"),
        ("sub%2Fc.md", "sub/c.md"),
        ("sub/../a.md", "a.md"),
        ("../features/a.md", "a.md"),
        ("../../docs/features/sub/d.md", "sub/d.md"),
        ("/docs/features/a.md", "a.md"),
        ("/docs/../docs/features/a.md", "a.md"),
        ("%C3%A9.md", "é.md"),
        ("e\u{301}.md", "é.md"),
        ("A.md", "!A.md"),
        ("a.MD", "!a.MD"),
        ("Sub/c.md", "!Sub/c.md"),
        ("no.md", "!no.md"),
        ("no", "!no"),
        ("a", "!a"),
        ("a.md/", "!a.md"),
        ("sub\\c.md", "!sub\\c.md"),
        ("no/", "!no"),
        ("../a.md", "^"),
        ("../..", "^"),
        ("../../../../x.md", "^"),
        ("/a.md", "^"),
        ("/", "^"),
        ("../features2/a.md", "^"),
        ("https://a.b/a.md", "^"),
        ("//a.b/a.md", "^"),
        ("mailto:a@b.c", "^"),
        ("tel:1", "^"),
        ("C:\\x.md", "^"),
        ("c:/x.md", "^"),
        ("git+ssh://a.b", "^"),
        ("", "-"),
        ("#part", "-"),
        ("?x=1", "-"),
        ("README.md", "-"),
        ("README.md#part", "-"),
        (".", "-"),
        ("./", "-"),
        ("../features", "-"),
        ("/docs/features/", "-"),
    ] {
        assert_eq!(target(&sample, destination), wanted, "{destination}");
    }
}

#[test]
fn names_are_compared_in_one_unicode_form() {
    let sample = indexed("", &["e\u{301}/e\u{301}.md", "u.md"]);
    assert_eq!(target(&sample, "\u{e9}/\u{e9}.md"), "e\u{301}/e\u{301}.md");
    assert_eq!(target(&sample, "%C3%A9/"), "(e\u{301}/e\u{301}.md)");
}

#[test]
fn a_map_folder_in_another_unicode_form_holds_its_own_links() {
    use crate::map::link::Resolver;
    let sample = indexed("", &["a.md"]);
    let root = sample.map.layout.repository.clone();
    let layout = crate::map::layout::Layout::new(&root, &root, &root.join("e\u{301}"));
    let resolver = Resolver { layout: &layout, names: &sample.map.names, pages: &sample.map.pages };
    let target = |destination| sample.target(&resolver.resolve("e\u{301}/README.md", destination));
    for destination in ["a.md", "../\u{e9}/a.md", "/e%CC%81/a.md", "../e\u{301}/./a.md"] {
        assert_eq!(target(destination), "a.md", "{destination}");
    }
    assert_eq!(target("../e/a.md"), "^");
}

#[test]
fn a_link_to_a_folder_lists_every_page_below_it() {
    let pages = ["s.md", "s-x.md", "s/a.md", "s/t/b.md", "s0/c.md", "S/d.md"];
    let files: Vec<_> = pages.iter().map(|page| (*page, "# T\n")).collect();
    let sample = map_of(&[&files[..], &[("README.md", ""), ("img/p.png", "")]].concat());
    for destination in ["s", "s/", "./s/", "s/t/..", "/docs/features/s"] {
        assert_eq!(target(&sample, destination), "(s/a.md,s/t/b.md)", "{destination}");
    }
    assert_eq!(target(&sample, "s/t"), "(s/t/b.md)");
    assert_eq!(target(&sample, "img"), "-", "a folder without pages");
}

#[test]
fn listed_files_that_are_no_pages_resolve_and_list_nothing() {
    let sample = map_of(&[("README.md", ""), ("p.png", ""), ("x/data.json", ""), ("Makefile", "")]);
    for destination in ["p.png", "x/data.json", "Makefile", "p.png#x"] {
        assert_eq!(target(&sample, destination), "-", "{destination}");
    }
    assert_eq!(target(&sample, "P.png"), "!P.png");
    assert_eq!(target(&sample, "q.png"), "!q.png");
}

#[test]
fn a_file_that_git_ignores_is_not_there_for_others() {
    let sample = map_of(&[
        ("/.gitignore", "draft.md\nprivate/\n*.tmp\n"),
        ("/.git/info/exclude", "mine.md\n"),
        ("README.md", "- [d](draft.md)\n"),
        ("draft.md", "# D\n"),
        ("mine.md", "# M\n"),
        ("private/x.md", "# X\n"),
        ("a.tmp", ""),
        ("b.md", "# B\n"),
    ]);
    for (destination, wanted) in [
        ("draft.md", "?draft.md"),
        ("mine.md", "?mine.md"),
        ("private/x.md", "?private/x.md"),
        ("a.tmp", "?a.tmp"),
        ("private/", "-"),
        ("b.md", "b.md"),
    ] {
        assert_eq!(target(&sample, destination), wanted, "{destination}");
    }
    assert_eq!(sample.map.pages.len(), 1);
}

#[test]
fn a_name_that_differs_in_letter_case_is_listed_all_the_same() {
    let sample = indexed("- [a](A.md)\n- [c](SUB/c.md)\n", &["a.md", "sub/c.md", "d.md"]);
    assert_eq!(sample.entries(), ["item !A.md", "item !SUB/c.md"]);
    assert_eq!(sample.listed(), ["a.md", "sub/c.md"]);
}

#[test]
fn a_map_folder_that_is_the_repository_root_has_no_outside_but_above() {
    use crate::map::link::Resolver;
    let sample = indexed("", &["a.md"]);
    let root = sample.map.layout.map.clone();
    let layout = crate::map::layout::Layout::new(&root, &root, &root);
    let resolver = Resolver { layout: &layout, names: &sample.map.names, pages: &sample.map.pages };
    let target = |destination| sample.target(&resolver.resolve("README.md", destination));
    assert_eq!(target("a.md"), "a.md");
    assert_eq!(target("/a.md"), "a.md");
    assert_eq!(target("/"), "-");
    assert_eq!(target("../a.md"), "^");
    assert_eq!(target("no.md"), "!no.md");
}
