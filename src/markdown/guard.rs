//! What keeps a hostile page from costing more than a page may (DESIGN.md §4, §11).

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use memchr::memchr2_iter;

/// Why a text was not parsed to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// A line's leading run of blanks and markers is wider than [`WIDEST_NESTING`] columns;
    /// the offset of the line.
    NestedTooDeeply(usize),
    /// The text makes more events than its size allows.
    TooManyEvents,
    /// The parser panicked.
    Panicked,
}

/// The widest leading run of a line, in columns up to its last marker. The parser is
/// quadratic in nesting depth times lines.
pub const WIDEST_NESTING: usize = 128;

/// How many events a text of so many bytes may make.
pub const fn event_budget(bytes: usize) -> usize {
    16 * bytes + 10_000
}

/// Refuses a text in which some line opens too many blocks; one linear look at the lines'
/// beginnings.
///
/// # Errors
/// [`Refusal::NestedTooDeeply`] for the first such line.
pub fn nesting(text: &str) -> Result<(), Refusal> {
    let bytes = text.as_bytes();
    let starts = memchr2_iter(b'\n', b'\r', bytes).map(|end| end + 1);
    for line in std::iter::once(0).chain(starts) {
        if leading_width(bytes, line) > WIDEST_NESTING {
            return Err(Refusal::NestedTooDeeply(line));
        }
    }
    Ok(())
}

/// The column up to the last marker of the leading run of the line that begins at `at`.
fn leading_width(bytes: &[u8], mut at: usize) -> usize {
    let (mut column, mut width) = (0, 0);
    let ends = |at: usize| matches!(bytes.get(at), None | Some(b' ' | b'\t' | b'\n' | b'\r'));
    while let Some(byte) = bytes.get(at) {
        let marker = match byte {
            b' ' => {
                column += 1;
                at += 1;
                continue;
            }
            b'\t' => {
                column += 4 - column % 4;
                at += 1;
                continue;
            }
            b'>' => 1,
            b'-' | b'+' | b'*' if ends(at + 1) => 1,
            b'0'..=b'9' => {
                let digits =
                    bytes.iter().skip(at).take_while(|byte| byte.is_ascii_digit()).take(10);
                let digits = digits.count();
                let dot = matches!(bytes.get(at + digits), Some(b'.' | b')'));
                if digits > 9 || !dot || !ends(at + digits + 1) {
                    break;
                }
                digits + 1
            }
            _ => break,
        };
        column += marker;
        at += marker;
        width = column;
    }
    width
}

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs the parser; a panic inside costs this text only and prints nothing.
///
/// # Errors
/// [`Refusal::Panicked`], or what the work itself refuses.
pub fn catching<T>(work: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !GUARDED.get() {
                usual(panic);
            }
        }));
    });
    GUARDED.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(false);
    outcome.unwrap_or(Err(Refusal::Panicked))
}

#[cfg(test)]
mod tests {
    use super::{Refusal, catching, nesting};

    #[test]
    fn deep_nesting_is_refused_at_its_line() {
        assert_eq!(nesting(&format!("a\n{}x\n", "> ".repeat(64))), Ok(()));
        assert_eq!(
            nesting(&format!("a\n{}x\n", "> ".repeat(65))),
            Err(Refusal::NestedTooDeeply(2))
        );
        assert_eq!(
            nesting(&format!("a\r{}x\r", "> ".repeat(65))),
            Err(Refusal::NestedTooDeeply(2))
        );
        assert_eq!(nesting(&">".repeat(129)), Err(Refusal::NestedTooDeeply(0)));
        assert_eq!(nesting(&"- ".repeat(65)), Err(Refusal::NestedTooDeeply(0)));
        assert_eq!(nesting(&"\t1. ".repeat(40)), Err(Refusal::NestedTooDeeply(0)));
    }

    #[test]
    fn wide_lines_that_open_nothing_are_read() {
        for line in
            [" ".repeat(400), "-".repeat(400), "1".repeat(400), format!("{}x", " ".repeat(200))]
        {
            assert_eq!(nesting(&line), Ok(()), "{line:?}");
        }
    }

    #[test]
    fn a_panic_is_an_answer() {
        assert_eq!(catching::<()>(|| panic!("planted")), Err(Refusal::Panicked));
        assert_eq!(catching(|| Ok(1)), Ok(1));
    }

    /// Runs itself once more, for what a process says of its panics is on its own stream.
    #[test]
    fn only_a_caught_panic_prints_nothing() {
        const AGAIN: &str = "FEATMAP_TEST_PANICS";
        if std::env::var_os(AGAIN).is_some() {
            assert_eq!(catching::<()>(|| panic!("inside")), Err(Refusal::Panicked));
            assert!(std::panic::catch_unwind(|| panic!("outside")).is_err());
            return;
        }
        let own = "markdown::guard::tests::only_a_caught_panic_prints_nothing";
        let mut again = std::process::Command::new(std::env::current_exe().unwrap());
        let ran = again.args(["--exact", own, "--nocapture"]).env(AGAIN, "").output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{said}");
        assert!(said.contains("outside") && !said.contains("inside"), "{said}");
    }
}
