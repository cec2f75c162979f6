//! `<!-- featmap: ignore[rule] reason -->` comments, read from parser events only.

use crate::source::span::Span;

/// A comment addressed to featmap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directive {
    /// The comment.
    pub span: Span,
    /// What it says.
    pub order: Order,
}

/// The most characters that are kept of a rule's name: none is so long.
const LONGEST_RULE: usize = 100;

/// The most characters that are kept of a reason.
const LONGEST_REASON: usize = 500;

/// What a [`Directive`] says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Silence these rules; the reason is never empty.
    Ignore {
        /// Rule names as written; cut after 100 characters.
        rules: Vec<String>,
        /// Why; cut after 500 characters.
        reason: String,
    },
    /// It cannot be followed; what is wrong, as the end of a sentence that begins with
    /// `the comment`.
    Malformed(String),
}

/// The comments for featmap inside the text of one HTML event.
///
/// Takes the event's text and where it stands.
pub fn find(html: &str, at: usize) -> Vec<Directive> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(open) = html.get(from..).and_then(|rest| rest.find("<!--")) {
        let open = from + open;
        let inner = open + 4;
        let Some(length) = html.get(inner..).and_then(|rest| rest.find("-->")) else {
            break;
        };
        from = inner + length + 3;
        let content = html.get(inner..inner + length).unwrap_or_default().trim();
        if let Some(words) = content.strip_prefix("featmap:") {
            let span = Span::new(open, from).moved(at);
            found.push(Directive { span, order: read(words.trim()) });
        }
    }
    found
}

fn read(words: &str) -> Order {
    let Some(rest) = words.strip_prefix("ignore") else {
        return Order::Malformed("says something other than `ignore[rule] reason`".to_owned());
    };
    let Some((rules, reason)) =
        rest.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']'))
    else {
        return Order::Malformed("names no rule: write `ignore[rule] reason`".to_owned());
    };
    let named = rules.split(',').map(str::trim).filter(|rule| !rule.is_empty());
    let rules: Vec<String> = named.map(|rule| rule.chars().take(LONGEST_RULE).collect()).collect();
    let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    // It is repeated with each finding that it silences.
    let reason = reason.chars().take(LONGEST_REASON).collect::<String>();
    if rules.is_empty() {
        Order::Malformed("names no rule: write `ignore[rule] reason`".to_owned())
    } else if reason.is_empty() {
        Order::Malformed("gives no reason: write one after `]`".to_owned())
    } else {
        Order::Ignore { rules, reason }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_REASON, LONGEST_RULE, Order, find};

    #[test]
    fn what_is_repeated_with_each_finding_is_cut() {
        let long = "a".repeat(10_000);
        let found = find(&format!("<!-- featmap: ignore[{long}] {long} -->"), 0);
        let Order::Ignore { rules, reason } = &found.first().unwrap().order else {
            panic!("{found:?}")
        };
        let lengths = (rules.first().unwrap().len(), reason.len());
        assert_eq!(lengths, (LONGEST_RULE, LONGEST_REASON));
    }

    #[test]
    fn rules_and_reason_are_read() {
        let html = "<!-- x --> <!-- featmap: ignore[a-b, c] not\nyet --> <!-- y -->";
        let found = find(html, 10);
        assert_eq!(found.len(), 1);
        let found = found.first().unwrap();
        let comment = html.get(found.span.start - 10..found.span.end - 10);
        assert_eq!(comment, Some("<!-- featmap: ignore[a-b, c] not\nyet -->"));
        let rules = vec!["a-b".to_owned(), "c".to_owned()];
        assert_eq!(found.order, Order::Ignore { rules, reason: "not yet".to_owned() });
    }

    #[test]
    fn what_cannot_be_followed_says_why() {
        for comment in ["ignore[] x", "ignore[a]", "ignore a x", "off", ""] {
            let found = find(&format!("<!-- featmap: {comment} -->"), 0);
            assert!(matches!(found.first().unwrap().order, Order::Malformed(_)), "{comment}");
        }
        assert!(find("<!-- featmapper: ignore[a] x -->", 0).is_empty());
        assert!(find("<!-- featmap: ignore[a] never closed", 0).is_empty());
    }
}
