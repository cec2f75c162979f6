//! Lines of our own in an answer, and blocks put under each other.

use crate::harmless;

/// Foreign text as a part of one line of ours.
pub(super) fn own(foreign: &str) -> String {
    harmless::text(foreign).into_owned()
}

/// A path at the start of a line of ours.
pub(super) fn first(path: &str) -> String {
    harmless::path(path).into_owned()
}

/// Foreign text as a table's cell.
pub(super) fn cell(foreign: &str) -> String {
    own(foreign).replace('\\', "\\\\").replace('|', "\\|")
}

/// An answer's body while it is put together.
#[derive(Debug, Default)]
pub(super) struct Body {
    text: String,
}

impl Body {
    /// Adds a file's own text as it is.
    pub(super) fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Adds a line of ours.
    pub(super) fn line(&mut self, line: &str) {
        self.end_line();
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Sees to it that what follows begins after a blank line.
    pub(super) fn gap(&mut self) {
        self.end_line();
        let blank = ["\n\n", "\r\n\r\n", "\r\r"].iter().any(|end| self.text.ends_with(end));
        if !self.text.is_empty() && !blank {
            self.text.push('\n');
        }
    }

    fn end_line(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(['\n', '\r']) {
            self.text.push('\n');
        }
    }

    /// The body, ending as its last piece ends.
    pub(super) fn done(self) -> String {
        self.text
    }
}
