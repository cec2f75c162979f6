//! Link destinations that mean to leave the map or the repository.

use crate::project::Project;

/// Destinations that leave the repository or are no path: never opened, never a page.
const OUTSIDE: [&str; 18] = [
    "../../../canary.md",
    "../../../../../../../../etc/passwd",
    "..%2f..%2f..%2fcanary.md",
    "%2e%2e/%2e%2e/%2e%2e/canary.md",
    "%2e%2e%2f%2e%2e%2f%2e%2e%2fcanary.md",
    "a/../../../../canary.md",
    "file:///etc/passwd",
    "C:/canary.md",
    "c:%5ccanary.md",
    "//host/share/canary.md",
    "//docs/features/gone.md",
    "file:///docs/features/gone.md",
    "https://example.com/canary.md",
    "javascript:alert(1)",
    "data:text/plain,canary",
    "/../canary.md",
    "/%2e%2e/canary.md",
    "./../../../canary.md",
];

/// Destinations that stay inside and name nothing.
const MISSING: [&str; 8] = [
    "%00.md",
    "page.md%00",
    "page%252emd",
    "a%5c..%5c..%5ccanary.md",
    "%ff.md",
    "page.md/",
    "%2fpage.md%2f..%2fx.md",
    "PAGE.md",
];

fn project() -> Project {
    let project = Project::new();
    project.page("page.md", "# Page\n");
    let above = project.root().parent().unwrap();
    std::fs::write(above.join("canary.md"), "# CANARY-TEXT\n").unwrap();
    project
}

#[test]
fn destinations_out_of_the_repository_are_outside() {
    for destination in OUTSIDE {
        let project = project();
        project.page(
            "README.md",
            format!(
                "# F\n\n| a | b |\n| - | - |\n| [p](page.md) | x |\n| [x]({destination}) | y |\n"
            ),
        );
        let ran = project.check();
        let counts = (ran.status, ran.count("outside-link"), ran.count("unresolved-link"));
        assert_eq!(counts, (1, 1, 0), "{destination}: {}", ran.out);
        assert!(!ran.out.contains("CANARY-TEXT"), "{destination}");
    }
}

#[test]
fn destinations_that_name_nothing_are_unresolved() {
    for destination in MISSING {
        let project = project();
        project.index(&["page.md", destination]);
        let ran = project.check();
        if destination.starts_with("%2f") {
            // Decoded once, it begins at the repository root and leaves the map folder.
            assert_eq!((ran.status, ran.count("unresolved-link")), (0, 0), "{}", ran.out);
        } else {
            let counts = (ran.status, ran.count("unresolved-link"));
            assert_eq!(counts, (1, 1), "{destination}: {}", ran.out);
        }
    }
}

#[test]
fn a_page_is_decoded_once() {
    let project = project();
    project.page("a%20b.md", "# Percent\n");
    project.index(&["page.md", "a%2520b.md"]);
    let ran = project.check();
    assert_eq!((ran.status, ran.count("unindexed-page")), (0, 0), "{}", ran.out);
}

#[test]
fn a_configuration_cannot_name_a_map_outside() {
    for map in ["..", "/etc", "../..", "/", "docs/../..", "docs/../../.."] {
        let project = project();
        let text = format!("map = \"{map}\"\n");
        std::fs::write(project.root().join("featmap.toml"), text).unwrap();
        let ran = project.check();
        assert_eq!(ran.status, 2, "{map}: {}{}", ran.out, ran.err);
        assert!(!ran.out.contains("CANARY-TEXT"), "{map}");
    }
}

#[test]
fn ignores_are_counted_and_a_gate_can_refuse_them() {
    let project = project();
    project.index(&["gone.md"]);
    let text = "exclude = []\n[[ignore]]\nrule = \"unresolved-link\"\npath = \"**\"\nreason = \"x\"\n\
                [[ignore]]\nrule = \"unindexed-page\"\npath = \"**\"\nreason = \"x\"\n";
    std::fs::write(project.root().join("featmap.toml"), text).unwrap();
    let ran = project.run(&["check"]);
    assert_eq!(ran.status, 0, "{}", ran.out);
    assert!(ran.out.contains("2 ignored"), "{}", ran.out);
    for flag in ["--no-config", "--no-ignores"] {
        assert_eq!(project.run(&["check", flag]).status, 1, "{flag}");
    }
}

#[test]
fn what_was_not_read_cannot_be_silenced() {
    let text = "[[ignore]]\nrule = \"too-large\"\npath = \"**\"\nreason = \"x\"\n";
    let lowered = "[rules]\ntoo-complex = \"off\"\n";
    for text in [text, lowered] {
        for page in [">".repeat(500), "# T\n".to_owned()] {
            let project = Project::of_page(page);
            std::fs::write(project.root().join("featmap.toml"), text).unwrap();
            let ran = project.check();
            assert_eq!(ran.status, 2);
            assert!(ran.err.contains("cannot be silenced"), "{}", ran.err);
        }
    }
    let comment = format!("<!-- featmap: ignore[too-complex] x -->\n\n{}", ">".repeat(500));
    let ran = Project::of_page(comment).run(&["check", "--fail-on", "never"]);
    assert_eq!(ran.status, 2);
}

/// A rule that may be silenced speaks of a page in UTF-16 too, which was not judged.
#[test]
fn a_page_in_utf_16_cannot_be_silenced() {
    let project = Project::of_page(b"\xff\xfe#\0 \0T\0");
    for text in [
        "[[ignore]]\nrule = \"invalid-encoding\"\npath = \"**\"\nreason = \"x\"\n",
        "[rules]\ninvalid-encoding = \"off\"\n",
        "[rules]\ninvalid-encoding = \"info\"\n",
        "",
    ] {
        std::fs::write(project.root().join("featmap.toml"), text).unwrap();
        for flags in [
            &[][..],
            &["--select", "lost-row"],
            &["--ignore", "invalid-encoding"],
            &["--fail-on", "never"],
        ] {
            let arguments = [&["check", "--output-format", "json"][..], flags].concat();
            let ran = project.run(&arguments);
            let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
            let findings = json["findings"].as_array().unwrap();
            let found = findings.iter().filter(|finding| finding["rule"] == "invalid-encoding");
            let found = (ran.status, found.count());
            assert_eq!(found, (2, 1), "{text} {flags:?}: {}{}", ran.out, ran.err);
        }
    }
}
