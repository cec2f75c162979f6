//! Pages that are too large, too deep, too wide, too many, or no text at all.

use std::time::{Duration, Instant};

use featmap::markdown::parse::{Detail, parse};

use crate::maps::Seed;
use crate::pages::{FAMILIES, random};
use crate::project::Project;

const MIB: usize = 1024 * 1024;

#[test]
fn a_page_of_4_mib_is_read_and_one_byte_more_is_too_large() {
    let text = crate::maps::ordinary(4 * MIB);
    let ran = Project::of_page(&text.as_bytes()[..4 * MIB]).check();
    assert_eq!((ran.status, ran.count("too-large")), (0, 0), "{}", ran.err);
    let ran = Project::of_page(&text.as_bytes()[..=4 * MIB]).check();
    assert_eq!((ran.status, ran.count("too-large")), (2, 1));
}

#[test]
fn one_line_of_4_mib_is_read() {
    let mut text = "# Title\n\n".to_owned();
    text.push_str(&"word ".repeat((4 * MIB - text.len()) / 5));
    assert_eq!(Project::of_page(text).check().status, 0);
}

#[test]
fn every_family_is_parsed_or_refused() {
    for family in FAMILIES {
        let text = (family.make)(16 * 1024);
        // A refusal is an answer; a panic or an endless loop is none.
        let begin = Instant::now();
        let _ = parse(&text, Detail::Index);
        let _ = parse(&text, Detail::Page);
        assert!(begin.elapsed() < Duration::from_secs(5), "{}", family.name);
    }
}

#[test]
fn random_patterns_are_parsed_or_refused() {
    for number in 0..200 {
        let text = random(&mut Seed(number), 2048);
        let _ = parse(&text, Detail::Index);
    }
}

#[test]
fn deep_nesting_is_too_complex_and_not_parsed() {
    let indented: Vec<_> = (0..700).map(|level| format!("{}- a", "  ".repeat(level))).collect();
    let indented = indented.join("\n");
    for text in ["> ".repeat(10_000), "- ".repeat(10_000), "1. ".repeat(10_000), indented] {
        let ran = Project::of_page(format!("# T\n\n{text}")).check();
        assert_eq!((ran.status, ran.count("too-complex")), (2, 1), "{text:.20}");
    }
}

#[test]
fn a_wide_table_is_too_complex() {
    let columns = 156;
    let rows = "a\n".repeat(2000);
    let text = format!("# T\n\n{}|\n{}|\n{rows}", "|a".repeat(columns), "|-".repeat(columns));
    let ran = Project::of_page(text).check();
    assert_eq!((ran.status, ran.count("too-complex")), (2, 1));
}

#[test]
fn a_small_stack_is_enough() {
    let parsed = std::thread::Builder::new().stack_size(256 * 1024).spawn(|| {
        for opener in ["> ", "* ", "[", "![", "*a", "<b>", "- a\n", "`"] {
            let _ = parse(&opener.repeat(20_000), Detail::Index);
        }
    });
    parsed.unwrap().join().unwrap();
}

#[test]
fn what_is_no_text_is_named() {
    let ran = Project::of_page(b"# T\n\nbad \xff byte\n").check();
    assert_eq!(ran.count("invalid-encoding"), 1);
    for text in [&b"\xff\xfe#\0 \0T\0"[..], &b"\xfe\xff\0#\0 \0T"[..], &b"#\0 \0T\0i\0t\0"[..]] {
        let ran = Project::of_page(text).check();
        assert_eq!((ran.status, ran.count("invalid-encoding")), (2, 1), "UTF-16 is not judged");
    }
    let ran = Project::of_page(b"# T\0\n\n## \0\n").check();
    assert_eq!(ran.status, 0, "NUL is a character: {}", ran.out);
}

#[test]
fn four_forms_of_line_ends_give_the_same_findings() {
    let text = "# T\n\n## A\n\na\n\n## A\n";
    let findings = |text: String| {
        let ran = Project::of_page(text).run(&["check", "--output-format", "concise"]);
        ran.out
    };
    let usual = findings(text.to_owned());
    assert!(usual.contains(":7:1: warning[duplicate-section]"), "{usual}");
    for form in [text.replace('\n', "\r\n"), text.replace('\n', "\r"), format!("\u{feff}{text}")] {
        assert_eq!(findings(form.clone()), usual, "{form:?}");
    }
}

#[test]
fn a_heading_as_long_as_a_page_is_shown_in_part() {
    let long = "# # ".repeat(40_000);
    for text in [format!("## {long}\n"), format!("# T\n\n## A\n\n### {long}\n\n### b\n")] {
        let ran = Project::of_page(text).run(&["check"]);
        assert!(ran.out.contains("size: sections over"), "{:.300}", ran.out);
    }
}

#[test]
fn findings_of_a_page_with_a_byte_order_mark_are_in_order() {
    let project = Project::of_page("# A\n");
    project.page("b.md", "\u{feff}```");
    let ran = project.run(&["check", "--output-format", "concise"]);
    let rules = ["unclosed-block", "unindexed-page", "untitled-page"];
    let places = rules.map(|rule| ran.out.find(&format!("[{rule}]")));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{}", ran.out);
}

#[test]
fn a_name_that_repeats_is_one_finding() {
    let ran = Project::of_page(format!("# T\n\n{}", "## A\n\n## B\n\n".repeat(3000))).check();
    assert_eq!(ran.count("duplicate-section"), 2, "{:.2000}", ran.out);
    assert!(ran.out.contains("the page has 3,000 sections `A`"));
}

/// How long a check of an index takes, the least of three.
fn time_of(index: &str, pages: usize) -> Duration {
    let project = Project::new();
    for number in 0..pages {
        project.page(format!("p{number}.md"), "# T\n");
    }
    project.page("README.md", index);
    (0..3).map(|_| project.run(&["check", "--output-format", "concise", "-q"]).time).min().unwrap()
}

/// An index of so many parts, and pages of so many.
#[test]
fn our_own_work_grows_with_the_parts() {
    let broken_row = |n: usize| format!("| [a]({n}.md) | b |\n");
    let table = |rows: usize| {
        let rows: String = (0..rows).map(broken_row).collect();
        format!("# F\n\n| a | b |\n| - | - |\n{rows}")
    };
    let items = |n: usize| format!("# F\n\n{}", "- [a](p0.md)\n".repeat(n));
    let one_row = |n: usize| format!("# F\n\n| a |\n| - |\n| {} |\n", "[a](p0.md) ".repeat(n));
    let headings = |n: usize| format!("# F\n\n[a](p0.md)\n\n{}", "## [a](p0.md)\n\n".repeat(n));
    let comments =
        |n: usize| format!("# F\n\n{}", "<!-- featmap: ignore[lost-row] x -->\n\n".repeat(n));
    let lost = |n: usize| format!("{}\n{}", table(2), "| [a](p0.md) | b |\n".repeat(n));
    let beyond = |n: usize| format!("{}{}", table(2), "| [a](p0.md) | b | p1.md |\n".repeat(n));
    let makers: [(&str, &dyn Fn(usize) -> String); 7] = [
        ("broken rows", &table),
        ("items", &items),
        ("links in a row", &one_row),
        ("headings", &headings),
        ("comments", &comments),
        ("lost rows", &lost),
        ("text beyond the header", &beyond),
    ];
    for (name, make) in makers {
        let (once, four) = (time_of(&make(1000), 3), time_of(&make(4000), 3));
        let allowed = once * 8 + Duration::from_millis(100);
        assert!(four < allowed, "{name}: {once:?} for 1,000, {four:?} for 4,000");
    }
}

#[test]
fn configurations_made_to_blow_up_are_refused() {
    let deep = format!("exclude = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    let large = format!("# {}\n", "a".repeat(2 * MIB));
    let unknown = "maps = \"/\"\n".to_owned();
    for text in [deep, large, unknown] {
        let project = Project::of_page("# T\n");
        std::fs::write(project.root().join("featmap.toml"), &text).unwrap();
        let ran = project.check();
        assert_eq!(ran.status, 2, "{text:.30}");
        assert!(ran.err.len() < 4000 && ran.time < Duration::from_secs(10), "{:?}", ran.time);
    }
    let project = Project::of_page("# T\n");
    let globs = format!("exclude = [\"{}\"]", "{a,b}".repeat(2000));
    std::fs::write(project.root().join("featmap.toml"), globs).unwrap();
    assert!(project.check().time < Duration::from_secs(20));
}
