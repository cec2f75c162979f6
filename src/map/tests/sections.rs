//! What a section is, byte for byte (DESIGN.md §4.2).

use crate::map::page::{Content, Section};
use crate::markdown::parse::{Detail, parse};
use crate::source::text::Text;

/// The text of a page with what stands in it.
fn page(text: &str) -> Content {
    let text = Text::new(text.as_bytes().to_vec());
    let document = parse(text.as_str(), Detail::Page).unwrap();
    Content::new(&text, &document, "page.md")
}

/// Each section's name with its text up to where it is counted.
fn counted(text: &str) -> Vec<(String, String)> {
    let counted = |section: &Section| {
        let start = section.span.start;
        let bytes = text.get(start..start + section.bytes).unwrap();
        (section.name.clone(), bytes.to_owned())
    };
    page(text).sections.iter().map(counted).collect()
}

fn pair(name: &str, text: &str) -> (String, String) {
    (name.to_owned(), text.to_owned())
}

#[test]
fn bytes_run_to_the_line_end_before_the_next_heading() {
    for (text, first, last) in [
        ("# T\n## A\nx\n## B\ny\n", "## A\nx", "## B\ny\n"),
        ("# T\n## A\nx\n\n## B\ny", "## A\nx\n", "## B\ny"),
        ("# T\r\n## A\r\nx\r\n\r\n## B\r\ny\r\n", "## A\r\nx\r\n", "## B\r\ny\r\n"),
        ("# T\r## A\rx\r## B\ry\r", "## A\rx", "## B\ry\r"),
        ("# T\n## A\n## B\n", "## A", "## B\n"),
        ("# T\n\nA\n---\nx\n\nB\n---\n", "A\n---\nx\n", "B\n---\n"),
        ("# T\n  ## A\n  ## B\n", "  ## A", "  ## B\n"),
    ] {
        assert_eq!(counted(text), [pair("A", first), pair("B", last)], "{text:?}");
    }
}

#[test]
fn a_section_starts_at_each_h2_and_at_each_further_h1() {
    let names = |text: &str| -> Vec<String> {
        page(text).sections.into_iter().map(|section| section.name).collect()
    };
    assert_eq!(names("# T\n## A\n### S\n# Second\n#### x\n## B\n"), ["A", "Second", "B"]);
    assert_eq!(names("## A\n# T\n## B\n"), ["A", "B"], "the title may stand late");
    assert_eq!(names("---\ntitle: F\n---\n# T\n## A\n"), ["A"], "a heading is before front matter");
    assert_eq!(names("# T\n## \n## A\n"), ["(untitled)", "A"]);
    assert_eq!(names("# T\n### S\n"), ["T"], "a subsection needs a section");
}

#[test]
fn text_before_a_late_title_belongs_to_the_section_it_stands_in() {
    let text = "## A\nx\n# T\ny\n## B\n";
    let content = page(text);
    assert_eq!(content.title.as_ref().map(|title| title.name.as_str()), Some("T"));
    assert_eq!(counted(text), [pair("A", "## A\nx\n# T\ny"), pair("B", "## B\n")]);
    assert_eq!(content.preamble.bytes, 0);
}

#[test]
fn subsections_and_lead_divide_a_section() {
    let text = "# T\n## A\nlead\n\n### S1\nx\n#### deeper\ny\n### S2\nz\n## B\n";
    let section = page(text).sections.remove(0);
    let subsections: Vec<_> = section
        .subsections
        .iter()
        .map(|sub| {
            (sub.name.as_str(), text.get(sub.span.start..sub.span.start + sub.bytes).unwrap())
        })
        .collect();
    assert_eq!(subsections, [("S1", "### S1\nx\n#### deeper\ny"), ("S2", "### S2\nz")]);
    assert_eq!(section.lead, "## A\nlead\n".len());
    assert_eq!(section.chunks(), 2, "the lead is no chunk");
    let last = page(text).sections.remove(1);
    assert_eq!((last.chunks(), last.lead, last.bytes), (1, 5, 5));
}

#[test]
fn the_last_subsection_of_the_file_has_its_last_line_end() {
    let section = page("## A\n### S\nx\n").sections.remove(0);
    assert_eq!(section.subsections[0].bytes, "### S\nx\n".len());
    assert_eq!(section.lead, "## A".len());
}

#[test]
fn addressable_asks_that_every_chunk_and_the_lead_fit() {
    let section = |lead: usize, subs: &[usize]| {
        let mut text = format!("## A\n{}\n", "x".repeat(lead));
        for bytes in subs {
            text.push_str(&format!("### S\n{}\n", "y".repeat(*bytes)));
        }
        page(&text).sections.remove(0)
    };
    assert!(section(10, &[20, 30]).addressable(40));
    assert!(!section(10, &[20, 50]).addressable(40), "a chunk is too large");
    assert!(!section(50, &[20, 20]).addressable(40), "the lead is too large");
    assert!(!section(50, &[]).addressable(40), "it is its own chunk");
    assert_eq!(section(0, &[9, 8, 9]).largest_chunk().bytes, 16, "the file's last line end counts");
}

#[test]
fn a_page_without_sections_is_one_named_after_itself() {
    for (text, name, body, heading) in [
        ("# T\n\nx\n", "T", "\nx\n", "# T"),
        ("intro\n# T\nx\n", "T", "x\n", "# T"),
        ("---\ntitle: F\n---\nx\n", "F", "x\n", "title: F"),
        ("---\ntitle: F\n---\n# T\nx\n", "T", "x\n", "# T"),
        ("---\nother: F\n---\nx\n", "page.md", "x\n", "---"),
        ("x\ny\n", "page.md", "x\ny\n", "x"),
        ("\u{feff}x\n", "page.md", "x\n", "x"),
        ("# T", "T", "", "# T"),
        ("", "page.md", "", ""),
        ("#\nx\n", "page.md", "x\n", "#"),
    ] {
        let content = page(text);
        assert!(content.undivided);
        assert_eq!(counted(text), [pair(name, body)], "{text:?}");
        assert_eq!(content.sections[0].heading.of(text), heading, "{text:?}");
    }
}

#[test]
fn the_preamble_is_counted_without_front_matter() {
    for (text, bytes) in [
        ("# T\n\nStatus: x\n\n## A\n", "# T\n\nStatus: x\n".len()),
        ("---\na: b\n---\n# T\n## A\n", "# T".len()),
        ("---\na: b\n---\n## A\n", 0),
        ("## A\n", 0),
        ("# T\nx\n", "# T".len()),
    ] {
        assert_eq!(page(text).preamble.bytes, bytes, "{text:?}");
    }
}

#[test]
fn sizes_are_those_of_the_file_where_its_encoding_is_broken() {
    let bytes = b"# T\n## A\n\xff\xff\xe2\x82\n## B\n\xff\n".to_vec();
    let text = Text::new(bytes.clone());
    let document = parse(text.as_str(), Detail::Page).unwrap();
    let content = Content::new(&text, &document, "page.md");
    let sizes: Vec<_> = content.sections.iter().map(|section| section.bytes).collect();
    assert_eq!(sizes, [9, 7]);
    assert_eq!(content.size, bytes.len());
}

#[test]
fn a_repeated_section_has_the_anchor_that_leads_to_it() {
    let anchors = |text: &str| -> Vec<Option<String>> {
        page(text)
            .sections
            .into_iter()
            .map(|section| section.repeat.map(|repeat| repeat.anchor))
            .collect()
    };
    let some = |anchor: &str| Some(anchor.to_owned());
    assert_eq!(anchors("# T\n## A\n## B\n## A\n"), [None, None, some("a-1")]);
    assert_eq!(anchors("# A\n## A\n### A\n## A\n"), [None, some("a-3")], "all levels count");
    assert_eq!(anchors("##\n##\n"), [None, None], "no name, no repeat");
}
