//! JSON text that no terminal and no runner takes for its own (DESIGN.md §8).

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

use crate::harmless::is_foreign;

/// A value as indented JSON with a final line end. Foreign characters are escaped, and the
/// bracket of `##[` is `\u005b`.
pub fn to_text(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    // Writing plain structs into memory cannot fail.
    let written = write(value, &mut bytes);
    debug_assert!(written.is_ok(), "plain data is always JSON");
    String::from_utf8(bytes).unwrap_or_default()
}

/// As [`to_text`], written as it is made.
///
/// # Errors
/// What the stream says.
pub(super) fn write(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let formatter = Harmless { pretty: PrettyFormatter::new() };
    value.serialize(&mut Serializer::with_formatter(&mut *out, formatter))?;
    out.write_all(b"\n")
}

/// A list whose elements are made as it is written, one at a time: a run may have 200,000
/// findings. The function is called once a writing, and begins anew.
pub(super) struct Each<F>(pub(super) F);

impl<F, I> Serialize for Each<F>
where
    F: Fn() -> I,
    I: IntoIterator<Item: Serialize>,
{
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}

struct Harmless {
    pretty: PrettyFormatter<'static>,
}

impl Formatter for Harmless {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let (mut hashes, mut written) = (0, 0);
        for (at, c) in fragment.char_indices() {
            if is_foreign(c) || (c == '[' && hashes >= 2) {
                writer.write_all(fragment.get(written..at).unwrap_or_default().as_bytes())?;
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
                written = at + c.len_utf8();
            }
            hashes = if c == '#' { hashes + 1 } else { 0 };
        }
        writer.write_all(fragment.get(written..).unwrap_or_default().as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.pretty.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.pretty.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::to_text;

    #[test]
    fn foreign_text_is_escaped_and_reads_back() {
        let text = "a##[b]###[ # [\u{202e}\u{e0041}\u{85}\n\"é";
        let json = to_text(&[text]);
        assert!(json.contains(r"a##\u005bb]###\u005b # [\u202e\udb40\udc41\u0085\n\"), "{json}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&json).unwrap(), [text]);
    }
}
