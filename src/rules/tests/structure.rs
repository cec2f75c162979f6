//! Structure, sizes, and what was not read.

use super::PAGE;
use crate::diagnostic::grouped;
use crate::map::testing::map_of;
use crate::map::{MOST_PAGES, Unread, WhyUnread};
use crate::rules::testing::{diagnostics, found, remedy};

fn index(text: &str) -> Vec<String> {
    found(&[("README.md", text), ("a.md", PAGE)])
}

#[test]
fn a_row_that_links_no_page_is_told_of() {
    let table = "| x | y |\n|---|---|\n| [a](a.md) | |\n";
    for (row, at) in [
        ("| Planned | z |", "Planned"),
        ("| | z |", "| | z |"),
        ("| Planned | [u](u:v) |", "Planned"),
        ("| ![i](i.png) | |", "![i](i.png)"),
    ] {
        let found = index(&format!("{table}{row}\n"));
        assert_eq!(found, [format!("README.md row-without-link: {at}")], "{row}");
    }
    assert_eq!(index(&format!("{table}| Planned | [a](a.md#x) |\n")), [""; 0]);
    assert_eq!(index("- [a](a.md)\n- Planned\n"), [""; 0], "rows only");
}

#[test]
fn two_rows_for_one_page_and_fragment_are_told_of() {
    let row = |link: &str| {
        index(&format!("| x |\n|---|\n| [a](a.md#x) |\n\n| x |\n|---|\n| [a]({link}) |\n"))
    };
    assert_eq!(row("./a.md#x"), ["README.md duplicate-row: ./a.md#x"]);
    assert_eq!(row("a.md?y#x"), ["README.md duplicate-row: a.md?y#x"]);
    assert_eq!(row("a.md#y"), [""; 0]);
    assert_eq!(row("a.md"), [""; 0]);
    assert_eq!(index("- [a](a.md)\n- [a](a.md)\n"), [""; 0], "rows only");
    let column = "| x | y |\n|---|---|\n| [a](a.md) | |\n| [no](no.md) | [a](a.md) |\n";
    assert_eq!(index(column), ["README.md unresolved-link: no.md"], "no page link");
    let planned = "| x | y |\n|---|---|\n| [a](a.md) | |\n| Planned | after [a](a.md) |\n";
    assert_eq!(index(planned), [""; 0], "a reference in another cell");
}

#[test]
fn what_is_lost_in_the_index_is_told_of_with_its_place() {
    let table = "| x | y |\n|---|---|\n| [a](a.md) | |\n";
    assert_eq!(index(&format!("{table}| b | c | d |\n"))[1..], ["README.md lost-row: d"]);
    assert_eq!(index(&format!("{table}\n| b | c |\n")), ["README.md lost-row: | b | c |"]);
    assert_eq!(
        index(&format!("{table}\n| x | y |\n|---|\n| b | c |\n")),
        ["README.md lost-row: |---|"]
    );
    assert_eq!(index("- [a](a.md)\n\n| x |\n|---|\n| b | c |\n"), ["README.md lost-row: c"]);
}

#[test]
fn a_repeated_section_is_told_of_with_its_anchor() {
    let page = "# T\n## A\n### A\n## A\n## a\n## (untitled)\n##\n";
    let files = [("README.md", "- [a](a.md)\n"), ("a.md", page)];
    assert_eq!(found(&files), ["a.md duplicate-section: ## A"]);
    let sample = map_of(&files);
    assert_eq!(diagnostics(&sample)[0].label, "reached as `#a-2` only");
}

#[test]
fn a_heading_may_be_called_as_one_without_text_is() {
    let page = "# (untitled)\n##\n## (untitled)\n## (untitled)\n";
    let files = [("README.md", "- [a](a.md)\n"), ("a.md", page)];
    assert_eq!(found(&files), ["a.md duplicate-section: ## (untitled)"]);
    let findings = diagnostics(&map_of(&files));
    assert_eq!(findings[0].labels[0].span.start, "# (untitled)\n##\n".len(), "the first by name");
    assert_eq!(
        found(&[("README.md", "- [a](a.md)\n"), ("a.md", "#\n")]),
        ["a.md untitled-page: #"]
    );
}

#[test]
fn the_help_for_an_untitled_page_leaves_its_front_matter_whole() {
    let help =
        |page: &str| remedy("untitled-page", &[("README.md", "- [a](a.md)\n"), ("a.md", page)]);
    assert!(help("text\n").starts_with("begin the page"));
    assert!(help("---\nx: 1\n---\ntext\n").contains("right below the front matter"));
}

#[test]
fn pages_that_are_one_file_elsewhere_are_told_of() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let files = [("README.md", "- [a](a.md) [a](A.md)\n"), ("a.md", PAGE), ("A.md", PAGE)];
    assert_eq!(found(&files), ["a.md name-collision"]);
}

#[test]
fn blocks_that_are_open_to_the_end_are_told_of() {
    let page = "# T\n\n```sh\n## A\n";
    let files = [("README.md", "- [a](a.md)\n\n<!-- x\n"), ("a.md", page)];
    assert_eq!(found(&files), ["README.md unclosed-block: <!-- x", "a.md unclosed-block: ```sh"]);
}

#[test]
fn sections_that_do_not_fit_are_told_of() {
    let text = |bytes: usize| "x".repeat(bytes);
    let page = |page: &str| found(&[("README.md", "- [a](a.md)\n"), ("a.md", page)]);
    assert_eq!(page(&format!("# T\n## A\n{}", text(2043))), [""; 0], "the limit fits");
    assert_eq!(page(&format!("# T\n## A\n{}", text(2044))), ["a.md oversized-section: ## A"]);
    let chunks = format!("# T\n## A\n### B\n{}\n### C\n{}\n", text(1500), text(1500));
    assert_eq!(page(&chunks), ["a.md divided-section: ## A"]);
    let lead = format!("# T\n## A\n{}\n### B\n", text(3000));
    assert_eq!(page(&lead), ["a.md oversized-section: ## A"]);
    let preamble = format!("# T\n\n{}\n\n## A\n", text(3000));
    assert_eq!(page(&preamble), ["a.md oversized-section: # T"]);
    let front_matter = format!("---\nx: {}\n---\n# T\n## A\n", text(3000));
    assert_eq!(page(&front_matter), [""; 0], "front matter is no text");
    let undivided = format!("# T\n{}", text(3000));
    assert_eq!(page(&undivided), ["a.md oversized-section: # T"]);
}

#[test]
fn a_page_that_is_not_utf8_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    crate::map::testing::write(folder.path(), "README.md", b"- [a](a.md) [b](b.md)\n");
    crate::map::testing::write(folder.path(), "a.md", b"# T\n\n\xe9\n");
    crate::map::testing::write(folder.path(), "b.md", b"\xff\xfe\n\0");
    let findings = diagnostics(&crate::map::testing::read(folder));
    let shown: Vec<_> = findings
        .iter()
        .map(|finding| {
            (finding.path.as_str(), finding.rule.name, finding.span.map(|span| span.start))
        })
        .collect();
    assert_eq!(
        shown,
        [
            ("docs/features/a.md", "invalid-encoding", Some(5)),
            ("docs/features/b.md", "invalid-encoding", None),
        ]
    );
}

#[test]
fn a_page_that_was_not_read_has_no_other_finding() {
    let deep = format!("{}x\n", "> ".repeat(65));
    let files = [("README.md", "- [a](a.md)\n"), ("a.md", PAGE), ("b.md", deep.as_str())];
    assert_eq!(found(&files), ["b.md too-complex"]);
    assert!(remedy("too-complex", &files).contains("nest less deeply"));
}

#[test]
fn the_help_for_a_large_section_names_headings_that_divide_it() {
    let large = "x".repeat(3000);
    let help =
        |page: &str| remedy("oversized-section", &[("README.md", "- [a](a.md)\n"), ("a.md", page)]);
    assert!(help(&format!("# T\n\n## A\n\n{large}\n")).contains("with `###` headings"));
    assert!(help(&format!("# T\n\n### A\n\n{large}\n")).contains("with `##` headings"));
}

#[test]
fn pages_that_a_map_has_too_many_are_one_finding() {
    let mut sample = map_of(&[("README.md", "- [a](a.md)\n"), ("a.md", PAGE)]);
    let path = "docs/features/b.md".to_owned();
    sample.map.unread.push(Unread { path, why: WhyUnread::TooMany(1234) });
    let findings = diagnostics(&sample);
    let [finding] = findings.as_slice() else { panic!("{findings:#?}") };
    assert_eq!(
        finding.message,
        "`docs/features/b.md` was not read, nor 1,234 pages behind it: a map has 50,000 pages at \
         most"
    );
    assert!(finding.rule.name == "too-large" && finding.rule.why.contains(&grouped(MOST_PAGES)));
}
