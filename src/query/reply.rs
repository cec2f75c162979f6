//! An answer cut to a budget: header, window, and the footer that says how to get the rest.

use crate::diagnostic::{counted, grouped};
use crate::query::answer::{Answer, Kind};
use crate::query::calls::{Calls, code};
use crate::query::window;
use crate::source::hash::{OFFSET, fnv1a};

/// Which part of an answer is wanted, and how much may be printed.
#[derive(Debug, Clone, Default)]
pub struct Part {
    /// Where to begin, in bytes of the answer.
    pub offset: usize,
    /// The answer's hash as an earlier reply gave it.
    pub rev: Option<String>,
    /// The most bytes of the reply; none: no cap.
    pub budget: Option<usize>,
}

/// A reply.
#[derive(Debug, Clone)]
pub struct Reply {
    /// The answer it is a part of.
    pub answer: Answer,
    /// The reply as printed: header, window, footer.
    pub text: String,
    /// Where the window stands in the text; none where there is none.
    pub window: Option<std::ops::Range<usize>>,
    /// Where the next reply begins, in bytes of the answer; none at its end.
    pub next_offset: Option<usize>,
    /// The hash of the whole answer.
    pub rev: Option<String>,
}

impl Reply {
    /// The window of the answer alone.
    pub fn body(&self) -> Option<&str> {
        self.text.get(self.window.clone()?)
    }
}

/// What the footer names: the line of something that was left out, by its rank, and the call that gets all
/// that the list has no room for.
pub struct Footer<'a> {
    /// The line that names one of `omitted`.
    pub line: &'a dyn Fn(usize) -> String,
    /// The call that gets all of them.
    pub all: String,
}

impl std::fmt::Debug for Footer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Footer").field("all", &self.all).finish_non_exhaustive()
    }
}

/// The hash of an answer: 8 hexadecimal digits of FNV-1a over its whole text.
pub fn rev(body: &str) -> String {
    let hash = fnv1a(OFFSET, body.as_bytes());
    format!("{:08x}", (hash >> 32) ^ (hash & 0xffff_ffff))
}

/// Cuts an answer to a part.
pub fn reply(answer: Answer, part: &Part, calls: &Calls, footer: &Footer<'_>) -> Reply {
    let rev = rev(&answer.body);
    if part.rev.as_ref().is_some_and(|wanted| *wanted != rev) {
        return outcome(answer, Kind::Stale, "The map changed, start again", rev, calls);
    }
    let size = answer.body.len();
    if part.offset > 0 && part.offset >= size {
        let (offset, size) = (grouped(part.offset), counted(size, "byte"));
        let header =
            format!("Nothing is at offset {offset}: the answer has {size}; from its start");
        return outcome(answer, Kind::BadOffset, &header, rev, calls);
    }
    let start = window::at_character(&answer.body, part.offset);
    let cutter = Cutter { answer: &answer, start, calls, footer, rev: &rev };
    let Cut { text, window, end } = cutter.cut(part.budget);
    let next_offset = (end < size).then_some(end);
    Reply { answer, text, window: Some(window), next_offset, rev: Some(rev) }
}

/// A reply that says why there is no window.
fn outcome(answer: Answer, kind: Kind, header: &str, rev: String, calls: &Calls) -> Reply {
    let text = format!("{header}: {}\n", code(&calls.again()));
    let Answer { page, section, sub, .. } = answer;
    let answer = Answer { page, section, sub, ..Answer::new(kind, String::new(), String::new()) };
    Reply { answer, text, window: None, next_offset: None, rev: Some(rev) }
}

/// A window with its header and footer.
struct Cut {
    text: String,
    window: std::ops::Range<usize>,
    end: usize,
}

struct Cutter<'a> {
    answer: &'a Answer,
    start: usize,
    calls: &'a Calls,
    footer: &'a Footer<'a>,
    rev: &'a str,
}

/// How much the footer says of what was left out.
#[derive(Clone, Copy)]
enum Say {
    /// All that fits in so many bytes.
    Within(usize),
    /// How much there is, and one call.
    Sum,
}

impl Cutter<'_> {
    fn cut(&self, budget: Option<usize>) -> Cut {
        let size = self.answer.body.len();
        let Some(budget) = budget else {
            return self.join(size, &self.rest(Say::Within(usize::MAX)));
        };
        for say in [Say::Within(budget / 3), Say::Sum] {
            let rest = self.rest(say);
            let whole = self.join(size, &rest);
            if whole.text.len() <= budget {
                return whole;
            }
            // The longest line that says where to go on; the real one is no longer.
            let most = self.join(self.start, &format!("{}{rest}", self.go_on(size))).text.len();
            let room = budget.saturating_sub(most + "\n".len());
            let end = window::end(&self.answer.body, self.start, room);
            if let Some(end) = end.filter(|end| *end > self.start) {
                return self.join(end, &format!("{}{rest}", self.go_on(end)));
            }
        }
        self.over(budget)
    }

    /// One line with what must not be cut, though it is more than the budget.
    fn over(&self, budget: usize) -> Cut {
        let end = window::line_end(&self.answer.body, self.start);
        let left_out = if self.answer.omitted.is_empty() {
            ""
        } else {
            ", and what else was left out is not named"
        };
        let said =
            format!("This reply is over the budget of {}{left_out}.\n", counted(budget, "byte"));
        let go_on = if end < self.answer.body.len() { self.go_on(end) } else { String::new() };
        self.join(end, &format!("{go_on}{said}"))
    }

    /// Header, window and footer as one text.
    fn join(&self, end: usize, footer: &str) -> Cut {
        let window = self.answer.body.get(self.start..end).unwrap_or_default();
        let mut text = format!("{}\n\n", self.answer.header);
        let begin = text.len();
        text.push_str(window);
        let window = begin..text.len();
        if !text.ends_with('\n') {
            text.push('\n');
        }
        if !footer.is_empty() {
            // After a blank line the rule does not make a heading of the line before.
            let blank = text.ends_with("\n\n");
            text.push_str(if blank { "---\n" } else { "\n---\n" });
            text.push_str(footer);
        }
        Cut { text, window, end }
    }

    /// The line that says where to go on.
    fn go_on(&self, next: usize) -> String {
        let (size, call) = (grouped(self.answer.body.len()), self.calls.go_on(next, self.rev));
        format!("Left off at {} of {size} bytes; go on: {}\n", grouped(next), code(&call))
    }

    /// What the footer says beside.
    fn rest(&self, say: Say) -> String {
        let mut out = String::new();
        if !self.answer.omitted.is_empty() {
            out.push_str(NOT_RETURNED);
            out.push_str(&self.omitted(say));
        }
        let room = match say {
            Say::Within(most) => most,
            Say::Sum => 0,
        };
        for line in &self.answer.next {
            if out.len() + line.len() < room {
                out.push_str(line);
                out.push('\n');
            }
        }
        out
    }

    /// The lines of what was left out, the last of them for those that have none.
    ///
    /// A list of more than a few must not cost what the reply saves: beyond its first line it
    /// takes no more than a small part of the answer.
    fn omitted(&self, say: Say) -> String {
        let omitted = &self.answer.omitted;
        let mut bytes: usize = omitted.iter().map(|omitted| omitted.bytes).sum();
        let sum = |from: usize, bytes: usize| match omitted.len() - from {
            0 => String::new(),
            more => {
                let (more, bytes) = (grouped(more), counted(bytes, "byte"));
                format!("- and {more} more, {bytes}: {}\n", code(&self.footer.all))
            }
        };
        let Say::Within(most) = say else {
            return sum(0, bytes);
        };
        let most = most.saturating_sub(NOT_RETURNED.len());
        let short = omitted.len() <= A_FEW;
        let enough = if short { most } else { self.answer.body.len() / LIST_SHARE };
        let mut lines = String::new();
        for (at, left_out) in omitted.iter().enumerate() {
            let line = (self.footer.line)(left_out.rank);
            let rest = bytes - left_out.bytes;
            let with = lines.len() + line.len() + sum(at + 1, rest).len();
            if with > most || (at > 0 && with > enough) {
                lines.push_str(&sum(at, bytes));
                return lines;
            }
            lines.push_str(&line);
            bytes = rest;
        }
        lines
    }
}

/// What stands before the list of what was left out.
const NOT_RETURNED: &str = "Not returned:\n";

/// So many sections that were left out are always named one by one, where the budget allows.
const A_FEW: usize = 5;

/// Of more, those are named that take this part of the answer's size.
const LIST_SHARE: usize = 24;
