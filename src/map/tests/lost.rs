//! What was meant as a row or cell and is none (DESIGN.md §5, `lost-row`).

use crate::map::lost::Loss;
use crate::map::testing::indexed;

/// Each lost row's kind, text and pages.
fn lost(index: &str) -> Vec<(char, String, Vec<String>)> {
    let sample = indexed(index, &["a.md", "b.md", "s/c.md", "s/d.md"]);
    let found = sample.map.index().unwrap();
    let row = |lost: &crate::map::lost::LostRow| {
        let kind = match lost.how {
            Loss::BeyondHeader(_) => 'a',
            Loss::AfterTable(_) => 'b',
            Loss::Delimiter { .. } => 'c',
        };
        let pages = lost.pages.iter().cloned().flatten();
        let pages = pages.map(|page| sample.map.pages[page].inner().to_owned()).collect();
        (kind, lost.span.of(index).to_owned(), pages)
    };
    found.lost.iter().map(row).collect()
}

fn row(kind: char, text: &str, pages: &[&str]) -> (char, String, Vec<String>) {
    (kind, text.to_owned(), pages.iter().map(|page| (*page).to_owned()).collect())
}

const TABLE: &str = "| x | y |\n|---|---|\n| [a](a.md) | |\n";

#[test]
fn text_past_the_last_cell_is_lost() {
    for (text, wanted) in [
        ("| [a](a.md) | x | extra |", row('a', "extra", &[])),
        ("| [a](a.md) | x | [b](b.md) | z |", row('a', "[b](b.md) | z", &["b.md"])),
        ("| [a](a.md) | x | <!-- note -->", row('a', "<!-- note -->", &[])),
        ("[a](a.md) | x | `s/c.md`", row('a', "`s/c.md`", &["s/c.md"])),
    ] {
        assert_eq!(lost(&format!("| x | y |\n|---|---|\n{text}\n")), [wanted], "{text}");
    }
}

#[test]
fn empty_cells_past_the_header_are_not_worth_a_word() {
    for text in
        ["| [a](a.md) | x | |", "| [a](a.md) | x |   ", "| [a](a.md) | x || |", "| [a](a.md)"]
    {
        assert_eq!(lost(&format!("| x | y |\n|---|---|\n{text}\n")), [], "{text}");
    }
}

#[test]
fn rows_in_a_paragraph_after_a_map_table_are_lost_one_by_one() {
    let rows = "| [b](b.md) | x |\n[d](s/) | x\n";
    let wanted =
        [row('b', "| [b](b.md) | x |", &["b.md"]), row('b', "[d](s/) | x", &["s/c.md", "s/d.md"])];
    for between in ["\n", "\n\n\n", "<!-- x -->\n", "\n<!-- x -->\n\n", "<!--\nx\n-->\n"] {
        assert_eq!(lost(&format!("{TABLE}{between}{rows}")), wanted, "{between:?}");
    }
    let crlf = format!("{TABLE}\n{rows}").replace('\n', "\r\n");
    assert_eq!(lost(&crlf), wanted);
}

#[test]
fn several_paragraphs_of_lost_rows_are_all_found() {
    let index = format!("{TABLE}\n| [b](b.md) | x |\n\n| c | y |\n\ntext\n\n| d |\n");
    assert_eq!(
        lost(&index),
        [row('b', "| [b](b.md) | x |", &["b.md"]), row('b', "| c | y |", &[])]
    );
}

#[test]
fn other_text_after_a_table_is_no_row() {
    for text in [
        "text | with a pipe\n",
        "[b](b.md) is the oldest feature.\n",
        "[u](https://u.v) | x\n",
        "`| x |`\n",
        "## Next\n\n| x |\n",
        "- item\n\n| x |\n",
        "    | x |\n",
        "```\n| x |\n```\n",
    ] {
        assert_eq!(lost(&format!("{TABLE}\n{text}")), [], "{text:?}");
    }
    assert_eq!(lost("| x |\n|---|\n| [u](u:v) |\n\n| y |\n"), [], "not a map table");
}

#[test]
fn a_table_of_one_column_loses_rows_without_pipes() {
    let index = "| x |\n|---|\n| [a](a.md) |\n\n[b](b.md)\n";
    assert_eq!(lost(index), [row('b', "[b](b.md)", &["b.md"])]);
}

#[test]
fn a_delimiter_row_of_another_length_loses_the_whole_table() {
    for (header, delimiter) in
        [("| x | y |", "|---|"), ("| x |", "|---|---|"), ("x | y", ":--|--:|---"), ("text", "-|-")]
    {
        let index = format!("{header}\n{delimiter}\n| [a](a.md) | z |\n");
        assert_eq!(lost(&index), [row('c', delimiter, &["a.md"])], "{header}");
    }
}

#[test]
fn a_rule_or_a_formula_is_no_delimiter_row() {
    for index in
        ["x\n\n---\n", "x\n---\n", "a\n| b - c |\n", "a\n|:|:|\n", "x\n- | -\n", "a\n- y\n"]
    {
        assert_eq!(lost(index), [], "{index:?}");
    }
}
