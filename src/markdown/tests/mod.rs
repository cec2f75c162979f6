//! The forms of DESIGN.md §4, read through the one parser.

mod blocks;
mod headings;
mod links;
mod quick;
mod tables;

use crate::markdown::block::{Block, Document, Link};
use crate::markdown::parse::{Detail, parse};

/// A text as an index is parsed.
fn read(text: &str) -> Document {
    parse(text, Detail::Index).unwrap()
}

/// The headings of a text, each as its level and its name.
fn headings(text: &str) -> Vec<String> {
    let heading = |block: &Block| match block {
        Block::Heading(heading) => Some(format!("{} {}", heading.level, heading.name)),
        _ => None,
    };
    read(text).blocks.iter().filter_map(heading).collect()
}

/// The links of every block, in document order.
fn links(text: &str) -> Vec<Link> {
    let of_block = |block: Block| match block {
        Block::Heading(heading) => heading.links,
        Block::Paragraph(paragraph) => paragraph.links,
        Block::Item(item) => item.links,
        Block::Table(table) => {
            let cells = table.rows.into_iter().flat_map(|row| row.cells);
            cells.flat_map(|cell| cell.links).collect()
        }
        Block::Html(_) | Block::Other(_) => Vec::new(),
    };
    read(text).blocks.into_iter().flat_map(of_block).collect()
}
