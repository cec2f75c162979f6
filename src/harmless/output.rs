//! What is written, and the only ways to write it.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use crate::harmless::{Command, lines};

/// What is about to be printed. Streams and report files are given this or a [`Stream`], so
/// that no print goes around [`lines`]; a test reads the sources for that.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output(String);

impl Output {
    /// Finished lines of ours.
    pub fn text(ours: impl Into<String>) -> Self {
        let ours = ours.into();
        match lines(&ours) {
            Cow::Owned(changed) => Self(changed),
            Cow::Borrowed(_) => Self(ours),
        }
    }

    /// The reply of a query: what it quotes are the file's own bytes, which its reader asked
    /// for (DESIGN.md §6). A terminal is given [`payload`](crate::harmless::payload) instead.
    pub fn reply(reply: String) -> Self {
        Self(reply)
    }

    /// Writes all of it.
    ///
    /// # Errors
    /// What the stream says.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.0.as_bytes())?;
        out.flush()
    }
}

/// Bytes that are gathered before they are written.
const GATHERED: usize = 64 * 1024;

/// A report on its way out. It is written as it is made, for it may be larger than all else
/// that a run keeps; each line goes through [`lines`] once it is whole, so that what two
/// pieces join to is judged as one.
pub struct Stream<'a> {
    out: &'a mut dyn Write,
    pending: Vec<u8>,
    /// How many of the pending bytes are whole lines.
    whole: usize,
}

impl<'a> Stream<'a> {
    /// A stream that ends in another.
    pub fn new(out: &'a mut dyn Write) -> Self {
        Self { out, pending: Vec::new(), whole: 0 }
    }

    /// Adds text of ours.
    ///
    /// # Errors
    /// What the stream behind it says.
    pub fn add(&mut self, ours: &str) -> io::Result<()> {
        self.write_all(ours.as_bytes())
    }

    /// Adds a line that a runner shall obey.
    ///
    /// # Errors
    /// What the stream behind it says.
    pub fn command(&mut self, command: &Command) -> io::Result<()> {
        if self.whole < self.pending.len() {
            self.add("\n")?;
        }
        self.pass_on(self.pending.len())?;
        self.out.write_all(format!("{}\n", command.0).as_bytes())
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// What the stream behind it says.
    pub fn finish(mut self) -> io::Result<()> {
        self.pass_on(self.pending.len())?;
        self.out.flush()
    }

    fn pass_on(&mut self, end: usize) -> io::Result<()> {
        let rest = self.pending.split_off(end);
        let ready = std::mem::replace(&mut self.pending, rest);
        self.whole = 0;
        // Only text is written here; a fault of ours would be shown, not lost.
        self.out.write_all(lines(&String::from_utf8_lossy(&ready)).as_bytes())
    }
}

impl Write for Stream<'_> {
    fn write(&mut self, ours: &[u8]) -> io::Result<usize> {
        if let Some(end) = ours.iter().rposition(|byte| *byte == b'\n') {
            self.whole = self.pending.len() + end + 1;
        }
        self.pending.extend_from_slice(ours);
        if self.whole > 0 && self.pending.len() >= GATHERED {
            self.pass_on(self.whole)?;
        }
        Ok(ours.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on(self.whole)?;
        self.out.flush()
    }
}

impl fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("pending", &self.pending.len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::{GATHERED, Stream};
    use crate::harmless::Command;

    fn written(write: impl FnOnce(&mut Stream<'_>)) -> String {
        let mut out = Vec::new();
        let mut stream = Stream::new(&mut out);
        write(&mut stream);
        stream.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn what_joins_is_judged_as_one() {
        let text = written(|stream| {
            for piece in ["a ##", "[b]\n \u{a0}", "::stop\r::\n"] {
                stream.add(piece).unwrap();
            }
        });
        assert_eq!(text, "a ##\\[b]\n \u{a0}./::stop\\u{d}::\n");
    }

    #[test]
    fn a_line_is_judged_whole_wherever_the_stream_is_full() {
        let long = "é".repeat(GATHERED);
        let full = format!("{long}##");
        for pieces in [[&long, "##", "[b]\n"], [&full, "[b]", "\n"]] {
            let text = written(|stream| {
                for piece in ["x\n"].into_iter().chain(pieces).chain(["::stop::", "\n"]) {
                    stream.add(piece).unwrap();
                }
            });
            assert!(text == format!("x\n{long}##\\[b]\n./::stop::\n"));
        }
    }

    #[test]
    fn a_command_begins_a_line() {
        let command = Command::new("error", &[], "a");
        let text = written(|stream| {
            stream.add("b").unwrap();
            stream.command(&command).unwrap();
            stream.add("::error::c\n").unwrap();
        });
        assert_eq!(text, "b\n::error::a\n./::error::c\n");
    }
}
