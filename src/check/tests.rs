//! What comments silence, and what `clean` means (DESIGN.md §5).

use crate::check::judge;
use crate::check::plan::Plan;
use crate::check::silence::Silence;
use crate::config::{IgnoreEntry, RuleLevel};
use crate::diagnostic::{Diagnostic, Judgement};
use crate::discover::patterns::Patterns;
use crate::map::FeatureMap;
use crate::map::testing::map_of;
use crate::rule::Context;
use crate::rules::RULES;
use crate::source::span::Span;

const PAGE: &str = "# T\n\n## A\n\nx\n";

/// Judges a map with the rules that are `off`, those selected, and ignores obeyed or not.
fn judged(files: &[(&str, &str)], off: &[&str], select: &[&str], obeyed: bool) -> Judgement {
    let sample = map_of(files);
    let level =
        |name: &&str| RuleLevel { name: (*name).to_owned(), level: None, span: Span::new(0, 0) };
    let levels: Vec<_> = off.iter().map(level).collect();
    let select: Vec<_> = select.iter().map(|name| (*name).to_owned()).collect();
    let plan = Plan::new(RULES, &levels, &select, &[]).unwrap();
    let unlisted = Patterns::new(&[], true).unwrap();
    let mut silence = Silence::new(RULES, &[], obeyed).unwrap();
    silence.read_comments(&sample.map);
    judge(RULES, &plan, &context(&sample.map, &unlisted), &mut silence)
}

fn context<'a>(map: &'a FeatureMap, unlisted: &'a Patterns) -> Context<'a> {
    Context { map, index: None, max_section_bytes: 40, max_page_bytes: 4096, unlisted, code: None }
}

fn names<'a>(findings: impl IntoIterator<Item = &'a Diagnostic>) -> Vec<String> {
    let name = |finding: &Diagnostic| format!("{} {}", finding.path, finding.rule.name);
    findings.into_iter().map(|found| name(found).replace("docs/features/", "")).collect()
}

/// What stands and what is silenced.
fn silenced(files: &[(&str, &str)]) -> (Vec<String>, Vec<String>) {
    let judgement = judged(files, &[], &[], true);
    let ignored = judgement.ignored.iter().map(|ignored| &ignored.finding);
    (names(&judgement.findings), names(ignored))
}

#[test]
fn a_comment_in_a_row_or_item_speaks_of_that_entry() {
    let comment = "<!-- featmap: ignore[unresolved-link] later -->";
    for index in [
        format!("| x | y |\n|---|---|\n| [a](no.md) | {comment} |\n| [a](no.md) [b](a.md) | |\n"),
        format!("- [a](no.md) {comment}\n- [a](no.md) [b](a.md)\n"),
        format!("- [b](a.md)\n  - [a](no.md)\n    {comment}\n- [a](no.md)\n"),
    ] {
        let (standing, ignored) = silenced(&[("README.md", &index), ("a.md", PAGE)]);
        assert_eq!(standing, ["README.md unresolved-link"], "{index}");
        assert_eq!(ignored, ["README.md unresolved-link"], "{index}");
    }
}

#[test]
fn a_comment_in_a_section_speaks_of_that_section() {
    let large = "x".repeat(60);
    let comment = "<!-- featmap: ignore[oversized-section] a table -->";
    let page = format!("# T\n\n## A\n\n{comment}\n{large}\n\n## B\n\n{large}\n");
    let (standing, ignored) = silenced(&[("README.md", "- [a](a.md)\n"), ("a.md", &page)]);
    assert_eq!(standing, ["a.md oversized-section"]);
    assert_eq!(ignored, ["a.md oversized-section"]);
}

#[test]
fn a_comment_in_the_preamble_speaks_of_the_page() {
    let comment = "<!-- featmap: ignore[unindexed-page, duplicate-section] not yet -->";
    let page = format!("# T\n{comment}\n\n## A\n\n## A\n");
    let (standing, ignored) =
        silenced(&[("README.md", "- [a](a.md)\n"), ("a.md", PAGE), ("b.md", &page)]);
    assert_eq!(standing, ["b.md oversized-section"]);
    assert_eq!(ignored, ["b.md unindexed-page", "b.md duplicate-section"]);
}

#[test]
fn a_comment_anywhere_on_a_page_without_sections_speaks_of_the_page() {
    let page = "# T\n\ntext\n\n<!-- featmap: ignore[unindexed-page] x -->\n";
    let files = [("README.md", "- [a](a.md)\n"), ("a.md", PAGE), ("b.md", page)];
    let judgement = judged(&files, &["oversized-section"], &[], true);
    assert_eq!(names(&judgement.findings), [""; 0]);
    assert!(judgement.clean, "what is silenced does not stand");
    assert_eq!(judgement.ignored[0].reason, "x");
    let judgement = judged(&files, &["oversized-section"], &[], false);
    assert_eq!(names(&judgement.findings), ["b.md unindexed-page"]);
    assert!(!judgement.clean, "ignores are not obeyed");
}

#[test]
fn a_comment_that_silences_nothing_is_told_of() {
    for comment in [
        "<!-- featmap: ignore[unindexed-page] x -->",
        "<!-- featmap: ignore[unindxed-page] x -->",
        "<!-- featmap: ignore[unindexed-page] -->",
        "<!-- featmap: ignore x -->",
        "<!-- featmap: ignore[too-complex] x -->",
    ] {
        let page = format!("# T\n{comment}\n\n## A\n");
        let files = [("README.md", "- [a](a.md)\n"), ("a.md", page.as_str())];
        let judgement = judged(&files, &["oversized-section"], &[], true);
        assert_eq!(names(&judgement.findings), ["a.md unused-ignore"], "{comment}");
        assert!(judgement.clean);
    }
    let off = "# T\n<!-- featmap: ignore[duplicate-section] x -->\n\n## A\n";
    let files = [("README.md", "- [a](a.md)\n"), ("a.md", off)];
    let judgement = judged(&files, &["oversized-section", "duplicate-section"], &[], true);
    assert_eq!(names(&judgement.findings), [""; 0], "the rule did not run");
}

#[test]
fn a_comment_about_a_rule_that_had_nothing_to_go_by_is_left_alone() {
    let page = "# T\n<!-- featmap: ignore[unindexed-page] draft -->\n\n## A\n";
    let deep = format!("{}x\n", "> ".repeat(65));
    for (index, wanted) in
        [("# M\n", "README.md empty-index"), (deep.as_str(), "README.md too-complex")]
    {
        let files = [("README.md", index), ("a.md", page)];
        let judgement = judged(&files, &["oversized-section"], &[], true);
        assert_eq!(names(&judgement.findings), [wanted]);
    }
}

#[test]
fn an_entry_about_what_was_not_judged_is_left_alone() {
    let deep = format!("{}x\n", "> ".repeat(65));
    let unused = |files: &[(&str, &str)], rule: &str, path: &str| {
        let sample = map_of(files);
        let span = Span::new(0, 0);
        let [rule, path, reason] = [rule, path, "x"].map(str::to_owned);
        let entries = [IgnoreEntry { rule, span, path, reason }];
        let plan = Plan::new(RULES, &[], &[], &[]).unwrap();
        let mut silence = Silence::new(RULES, &entries, true).unwrap();
        let unlisted = Patterns::new(&[], true).unwrap();
        judge(RULES, &plan, &context(&sample.map, &unlisted), &mut silence);
        silence.unused_entries("featmap.toml", &plan).len()
    };
    let files = [("README.md", "- [a](a.md)\n"), ("a.md", PAGE), ("b.md", deep.as_str())];
    assert_eq!(unused(&files, "duplicate-section", "b.md"), 0, "the page was not read");
    assert_eq!(unused(&files, "duplicate-section", "a.md"), 1);
    let files = [("README.md", deep.as_str()), ("a.md", PAGE)];
    assert_eq!(unused(&files, "unindexed-page", "a.md"), 0, "the index was not read");
    assert_eq!(unused(&files, "duplicate-section", "a.md"), 1);
}

#[test]
fn levels_and_selections_change_what_is_shown_and_not_what_is_clean() {
    let files = [("README.md", "- [a](a.md)\n"), ("a.md", PAGE), ("b.md", PAGE)];
    for (off, select) in [(&["unindexed-page"][..], &[][..]), (&[], &["untitled-page"][..])] {
        let judgement = judged(&files, off, select, true);
        assert_eq!(names(&judgement.findings), [""; 0]);
        assert_eq!(names(&judgement.unseen), ["b.md unindexed-page"]);
        assert!(!judgement.clean && judgement.complete);
    }
}

#[test]
fn size_and_structure_leave_a_map_clean() {
    let page = format!("# T\n\n## A\n\n{}\n\n## A\n\n```\n", "x".repeat(60));
    let judgement = judged(&[("README.md", "- [a](a.md)\n"), ("a.md", &page)], &[], &[], true);
    assert_eq!(judgement.findings.len(), 3);
    assert!(judgement.clean);
}
