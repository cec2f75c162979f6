//! Tables: header, rows, cells.

use super::read;
use crate::markdown::block::{Block, Table};

/// The only table of a text.
fn table(text: &str) -> Table {
    let mut tables = read(text).blocks.into_iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    let table = tables.next().unwrap();
    assert!(tables.next().is_none());
    table
}

/// What stands in the cells of the body.
fn cells(text: &str) -> Vec<Vec<String>> {
    let rows = table(text).rows.into_iter();
    let cell = |span: crate::source::span::Span| span.of(text).trim().to_owned();
    rows.map(|row| row.cells.iter().map(|found| cell(found.span)).collect()).collect()
}

#[test]
fn cells_are_what_stands_between_pipes() {
    for (form, text) in [
        ("pipes all round", "| h | i |\n|---|---|\n| a | b |\n"),
        ("no outer pipes", "h | i\n--|--\na | b\n"),
        ("only a leading pipe", "| h | i\n|---|---\n| a | b\n"),
        ("only a trailing pipe", "h | i |\n---|---|\na | b |\n"),
        ("alignment", "| h | i |\n|:--|:-:|\n| a | b |\n"),
        ("one dash", "|h|i|\n|-|-|\n|a|b|\n"),
        ("indent of three", "   | h | i |\n   |---|---|\n   | a | b |\n"),
        ("after a paragraph's line", "text\n| h | i |\n|---|---|\n| a | b |\n"),
        ("CRLF", "| h | i |\r\n|---|---|\r\n| a | b |\r\n"),
        ("lone CR", "| h | i |\r|---|---|\r| a | b |\r"),
        ("no line end", "| h | i |\n|---|---|\n| a | b |"),
        ("trailing blanks", "| h | i |  \n|---|---|  \n| a | b |  \n"),
        ("in a quote", "> | h | i |\n> |---|---|\n> | a | b |\n"),
        ("in a list item", "- x\n\n  | h | i |\n  |---|---|\n  | a | b |\n"),
        ("header only once", "| h | i |\n|---|---|\n| a | b |\n\ntext\n"),
    ] {
        assert_eq!(cells(text), [["a", "b"]], "{form}");
        assert_eq!(table(text).header, ["h", "i"], "{form}");
    }
}

#[test]
fn escaped_pipes_stay_in_their_cell() {
    let text = "| h | i |\n|---|---|\n| a \\| b | `c\\|d` |\n";
    assert_eq!(cells(text), [["a \\| b", "`c\\|d`"]]);
    assert_eq!(cells("| h | i |\n|---|---|\n| `a|b` |\n"), [["`a", "b`"]], "code splits too");
}

#[test]
fn missing_cells_are_empty_and_cells_past_the_header_are_none() {
    let text = "| h | i |\n|---|---|\n| a |\n| a | b | c |\n| | b |\n";
    assert_eq!(cells(text), [["a", ""], ["a", "b"], ["", "b"]]);
    for row in table(text).rows {
        for cell in row.cells {
            assert!(row.span.start <= cell.span.start && cell.span.end <= row.span.end);
        }
    }
}

#[test]
fn a_row_spans_its_line_without_the_line_end() {
    let text = "| h |\r\n|---|\r\n| a |  \r\nb\r\n";
    let rows = table(text).rows;
    let rows: Vec<_> = rows.iter().map(|row| row.span.of(text)).collect();
    assert_eq!(rows, ["| a |", "b"]);
}

#[test]
fn links_belong_to_their_cells() {
    let text = "| h | i |\n|---|---|\n| [a](a.md) x [b](b.md) | [c](c.md) |\n";
    let links = |at: usize| -> Vec<String> {
        let cell = table(text).rows.remove(0).cells.remove(at);
        cell.links.into_iter().map(|link| link.destination).collect()
    };
    assert_eq!(links(0), ["a.md", "b.md"]);
    assert_eq!(links(1), ["c.md"]);
    assert_eq!(table("| [a](a.md) |\n|---|\n| x |\n").rows[0].cells[0].links, []);
}

#[test]
fn a_header_cell_is_its_text() {
    let text = "| **Read when** | `x` <!-- y --> | [l](l.md) |\n|-|-|-|\n";
    assert_eq!(table(text).header, ["Read when", "x", "l"]);
}

#[test]
fn a_delimiter_row_of_another_length_makes_no_table() {
    for text in ["| a | b |\n|---|\n", "| a |\n|---|---|\n", "| a | b |\n|---|--x|\n"] {
        let blocks = read(text).blocks;
        assert!(matches!(blocks.as_slice(), [Block::Paragraph(_)]), "{text:?} {blocks:?}");
    }
}
