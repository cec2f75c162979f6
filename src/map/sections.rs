//! A page cut at its headings, with the sizes as the original counts them (DESIGN.md §4.2).

use crate::lookup::Lookup;
use crate::map::page::{Repeat, Section, Subsection};
use crate::markdown::anchor::Anchors;
use crate::markdown::block::Heading;
use crate::source::span::Span;
use crate::source::text::Text;

/// The sections of a page: one at each H2, and at each H1 that is not the title.
pub(super) fn cut(text: &Text, headings: &[&Heading], title: Option<&Heading>) -> Vec<Section> {
    let body = text.as_str();
    let is_title = |heading: &Heading| title.is_some_and(|title| title.span == heading.span);
    let mut starts: Vec<usize> = Vec::new();
    for (at, heading) in headings.iter().enumerate() {
        if heading.level == 2 || (heading.level == 1 && !is_title(heading)) {
            starts.push(at);
        }
    }
    let mut sections = Vec::with_capacity(starts.len());
    for (number, at) in starts.iter().copied().enumerate() {
        let Some(heading) = headings.get(at) else {
            continue;
        };
        let next = starts.get(number + 1).and_then(|next| headings.get(*next));
        let span = Span::new(heading.span.start, next.map_or(body.len(), |next| next.span.start));
        let mut inner: Vec<&Heading> = Vec::new();
        for heading in headings.get(at + 1..).unwrap_or_default() {
            if heading.span.start >= span.end {
                break;
            }
            if heading.level == 3 {
                inner.push(heading);
            }
        }
        let end = if next.is_some() { without_line_end(body, span) } else { span.end };
        let subsections = subsections(text, &inner, span, end);
        let lead = subsections.first().map_or(Span::new(span.start, end), |first| {
            Span::new(span.start, without_line_end(body, Span::new(span.start, first.span.start)))
        });
        sections.push(Section {
            name: heading.name.clone(),
            heading: shown(body, heading.span),
            span,
            bytes: text.bytes(Span::new(span.start, end)),
            lead: text.bytes(lead),
            repeat: None,
            subsections,
        });
    }
    name_repeats(&mut sections, headings);
    sections
}

/// Gives each section whose name an earlier one has its anchor, which counts the headings of
/// all levels.
fn name_repeats(sections: &mut [Section], headings: &[&Heading]) {
    let mut first: Lookup<&str, Span> = Lookup::new();
    let mut repeats: Vec<(&mut Section, Span)> = Vec::new();
    // Sections stand in the order of their headings.
    let mut rest = headings.iter();
    for section in sections {
        let Some(heading) = rest.find(|heading| heading.span.start == section.span.start) else {
            break;
        };
        if heading.unnamed {
            continue;
        }
        match first.get(heading.name.as_str()) {
            Some(first) => repeats.push((section, *first)),
            None => {
                first.insert(&heading.name, section.heading);
            }
        }
    }
    if repeats.is_empty() {
        return;
    }
    let mut anchors = Anchors::default();
    let mut repeats = repeats.into_iter().peekable();
    for heading in headings {
        let anchor = anchors.next(&heading.name);
        let here = |(section, _): &(&mut Section, Span)| section.span.start == heading.span.start;
        if let Some((section, first)) = repeats.next_if(here) {
            section.repeat = Some(Box::new(Repeat { anchor, first }));
        }
    }
}

/// The subsections of a section that spans `section` and whose counted text ends at `end`.
fn subsections(text: &Text, headings: &[&Heading], section: Span, end: usize) -> Box<[Subsection]> {
    let body = text.as_str();
    let mut subsections = Vec::with_capacity(headings.len());
    for (number, heading) in headings.iter().enumerate() {
        let next = headings.get(number + 1).map(|next| next.span.start);
        let span = Span::new(heading.span.start, next.unwrap_or(section.end));
        let end = if next.is_some() { without_line_end(body, span) } else { end };
        subsections.push(Subsection {
            name: heading.name.clone(),
            heading: shown(body, heading.span),
            span,
            bytes: text.bytes(Span::new(span.start, end)),
        });
    }
    subsections.into()
}

/// The one section of a page without section headings; it runs to the end of the file.
pub(super) fn whole(text: &Text, name: &str, heading: Span, begin: usize) -> Section {
    let span = Span::new(begin, text.as_str().len());
    let bytes = text.bytes(span);
    let (name, subsections) = (name.to_owned(), Box::default());
    Section { name, heading, span, bytes, lead: bytes, repeat: None, subsections }
}

/// A span's size in the file, without the line end at its end.
pub(super) fn size(text: &Text, span: Span) -> usize {
    let end = if span.end == text.as_str().len() {
        span.end
    } else {
        without_line_end(text.as_str(), span)
    };
    text.bytes(Span::new(span.start, end))
}

/// A heading without its line end and the blanks before it.
pub(super) fn shown(body: &str, heading: Span) -> Span {
    Span::new(heading.start, heading.start + heading.of(body).trim_end().len())
}

/// The end of a span without its last line end.
fn without_line_end(body: &str, span: Span) -> usize {
    let text = span.of(body);
    let end = text.strip_suffix("\r\n").or_else(|| text.strip_suffix(['\n', '\r']));
    span.start + end.unwrap_or(text).len()
}
