//! What must hold of every parsed text.

use featmap::map::page::Content;
use featmap::markdown::block::{Block, Document, Link};
use featmap::source::span::Span;
use featmap::source::text::Text;

/// Fails unless a span lies in a text, on borders of characters.
pub(crate) fn fits(span: Span, text: &str, what: &str) {
    assert!(text.get(span.start..span.end).is_some(), "{what} {span:?} does not fit {text:?}");
}

fn links_fit(links: &[Link], text: &str) {
    for link in links {
        fits(link.span, text, "link");
        fits(link.target_span(), text, "destination");
        if let Some(span) = link.destination_span {
            assert_eq!(span.of(text), link.destination, "a destination stands verbatim");
            assert!(link.span.start <= span.start && span.end <= link.span.end);
        }
        if let Some(definition) = link.definition {
            fits(definition, text, "definition");
        }
    }
}

/// Fails unless every span of a document fits its text, and blocks stand in order.
pub(crate) fn document(document: &Document, text: &str) {
    for block in &document.blocks {
        match block {
            Block::Heading(heading) => {
                fits(heading.span, text, "heading");
                links_fit(&heading.links, text);
                assert!(!heading.name.is_empty(), "a heading has a name");
            }
            Block::Paragraph(paragraph) => {
                fits(paragraph.span, text, "paragraph");
                links_fit(&paragraph.links, text);
                for line in &paragraph.lines {
                    fits(*line, text, "line");
                }
            }
            Block::Table(table) => {
                fits(table.span, text, "table");
                for row in &table.rows {
                    fits(row.span, text, "row");
                    assert_eq!(row.cells.len(), table.header.len(), "cells of a row in {text:?}");
                    for cell in &row.cells {
                        fits(cell.span, text, "cell");
                        links_fit(&cell.links, text);
                    }
                }
            }
            Block::Item(item) => {
                fits(item.span, text, "item");
                links_fit(&item.links, text);
            }
            Block::Html(span) | Block::Other(span) => fits(*span, text, "block"),
        }
    }
    for directive in &document.directives {
        fits(directive.span, text, "comment");
        assert!(directive.span.of(text).starts_with("<!--"), "a comment begins as one");
    }
    for hidden in &document.hidden {
        fits(hidden.span, text, "hidden character");
    }
    if let Some(unclosed) = document.unclosed {
        fits(unclosed.first_line, text, "unclosed block");
    }
}

/// Fails unless preamble and sections are the whole text, and each section's parts lie in it.
pub(crate) fn content(content: &Content, text: &Text) {
    let body = text.as_str();
    let mut end = content.preamble.span.end;
    assert_eq!(content.preamble.span.start, 0, "the preamble begins the file");
    for section in &content.sections {
        assert_eq!(section.span.start, end, "sections follow each other in {body:?}");
        end = section.span.end;
        fits(section.span, body, "section");
        fits(section.heading, body, "section heading");
        assert!(section.bytes <= text.bytes(section.span), "a section is no larger than its span");
        let mut inner = section.span.start;
        for subsection in &section.subsections {
            fits(subsection.span, body, "subsection");
            assert!(subsection.span.start >= inner && subsection.span.end <= section.span.end);
            inner = subsection.span.end;
        }
        if !section.subsections.is_empty() {
            assert_eq!(inner, section.span.end, "the last subsection ends its section");
        }
    }
    assert_eq!(end, body.len(), "preamble and sections are the file: {body:?}");
    assert!(!content.sections.is_empty(), "there is always a section");
}
