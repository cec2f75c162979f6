//! JSON text that no terminal and no runner takes for its own (DESIGN.md §8).

use std::borrow::Cow;
use std::io::{self, Write};

use crate::harmless::{is_foreign, opens_command};

/// A value of JSON, made to be written once.
#[expect(missing_debug_implementations, reason = "a list may be made only as it is written")]
pub enum Json<'a> {
    /// Nothing there.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Number(usize),
    /// Text.
    Text(Cow<'a, str>),
    /// A list.
    List(Vec<Self>),
    /// A list whose elements are made as it is written, one at a time: a run may have 200,000
    /// findings.
    Each(Maker<'a>),
    /// An object.
    Object(Object<'a>),
}

type Maker<'a> = Box<dyn FnOnce(&mut List<'_>) -> io::Result<()> + 'a>;

/// The fields of an object, in the order in which they are written.
#[derive(Default)]
#[expect(missing_debug_implementations, reason = "as of a value")]
pub struct Object<'a>(Vec<(&'a str, Json<'a>)>);

impl<'a> Object<'a> {
    /// With one more field.
    #[must_use]
    pub fn with(mut self, key: &'a str, value: impl Into<Json<'a>>) -> Self {
        self.0.push((key, value.into()));
        self
    }

    /// With one more field, if there is a value.
    #[must_use]
    pub fn with_any(self, key: &'a str, value: Option<impl Into<Json<'a>>>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }
}

impl<'a> Json<'a> {
    /// A list whose elements are made as it is written.
    pub fn each(make: impl FnOnce(&mut List<'_>) -> io::Result<()> + 'a) -> Self {
        Self::Each(Box::new(make))
    }

    /// A list of texts.
    pub fn texts(texts: &'a [String]) -> Self {
        let mut list = Vec::with_capacity(texts.len());
        for text in texts {
            list.push(text.into());
        }
        Self::List(list)
    }
}

impl From<bool> for Json<'_> {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<usize> for Json<'_> {
    fn from(number: usize) -> Self {
        Self::Number(number)
    }
}

impl<'a> From<&'a str> for Json<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'a> From<&'a String> for Json<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Json<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<Vec<Self>> for Json<'_> {
    fn from(list: Vec<Self>) -> Self {
        Self::List(list)
    }
}

impl<'a> From<Object<'a>> for Json<'a> {
    fn from(object: Object<'a>) -> Self {
        Self::Object(object)
    }
}

impl<T: Into<Self>> From<Option<T>> for Json<'_> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// A value as indented JSON with a final line end. Foreign characters are escaped, and the
/// bracket of `##[` and `##vso[` is `\u005b`.
pub fn to_text(value: Json<'_>) -> String {
    let mut bytes = Vec::new();
    let written = write(value, &mut bytes);
    debug_assert!(written.is_ok(), "writing into memory cannot fail");
    String::from_utf8(bytes).unwrap_or_default()
}

/// As [`to_text`], written as it is made.
///
/// # Errors
/// What the stream says.
pub(super) fn write(value: Json<'_>, out: &mut dyn Write) -> io::Result<()> {
    put(value, 0, out)?;
    out.write_all(b"\n")
}

/// A list or an object on its way out, one element a line.
#[expect(missing_debug_implementations, reason = "a stream is nothing to look at")]
pub struct List<'a> {
    out: &'a mut dyn Write,
    depth: usize,
    empty: bool,
}

impl<'a> List<'a> {
    fn open(bracket: &str, depth: usize, out: &'a mut dyn Write) -> io::Result<Self> {
        out.write_all(bracket.as_bytes())?;
        Ok(Self { out, depth, empty: true })
    }

    /// Writes one more element.
    ///
    /// # Errors
    /// What the stream says.
    pub fn add(&mut self, value: Json<'_>) -> io::Result<()> {
        self.next()?;
        put(value, self.depth + 1, self.out)
    }

    fn next(&mut self) -> io::Result<()> {
        self.out.write_all(if self.empty { b"\n" } else { b",\n" })?;
        self.empty = false;
        self.indent(self.depth + 1)
    }

    fn close(mut self, bracket: &str) -> io::Result<()> {
        if !self.empty {
            self.out.write_all(b"\n")?;
            self.indent(self.depth)?;
        }
        self.out.write_all(bracket.as_bytes())
    }

    fn indent(&mut self, depth: usize) -> io::Result<()> {
        for _ in 0..depth {
            self.out.write_all(b"  ")?;
        }
        Ok(())
    }
}

fn put(value: Json<'_>, depth: usize, out: &mut dyn Write) -> io::Result<()> {
    match value {
        Json::Null => out.write_all(b"null"),
        Json::Bool(true) => out.write_all(b"true"),
        Json::Bool(false) => out.write_all(b"false"),
        Json::Number(number) => write!(out, "{number}"),
        Json::Text(text) => quoted(&text, out),
        Json::List(values) => {
            let mut list = List::open("[", depth, out)?;
            for value in values {
                list.add(value)?;
            }
            list.close("]")
        }
        Json::Each(make) => {
            let mut list = List::open("[", depth, out)?;
            make(&mut list)?;
            list.close("]")
        }
        Json::Object(Object(fields)) => {
            let mut list = List::open("{", depth, out)?;
            for (key, value) in fields {
                list.next()?;
                quoted(key, list.out)?;
                list.out.write_all(b": ")?;
                put(value, depth + 1, list.out)?;
            }
            list.close("}")
        }
    }
}

/// A text in quotation marks.
fn quoted(text: &str, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(b"\"")?;
    let mut written = 0;
    for (at, c) in text.char_indices() {
        let short = match c {
            '"' => "\\\"",
            '\\' => "\\\\",
            '\n' => "\\n",
            '\r' => "\\r",
            '\t' => "\\t",
            '\u{8}' => "\\b",
            '\u{c}' => "\\f",
            '[' if text.get(..at).is_some_and(opens_command) => "",
            c if is_foreign(c) => "",
            _ => continue,
        };
        out.write_all(text.get(written..at).unwrap_or_default().as_bytes())?;
        out.write_all(short.as_bytes())?;
        if short.is_empty() {
            for unit in c.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
        }
        written = at + c.len_utf8();
    }
    out.write_all(text.get(written..).unwrap_or_default().as_bytes())?;
    out.write_all(b"\"")
}

#[cfg(test)]
mod tests {
    use super::{Json, Object, to_text};

    #[test]
    fn foreign_text_is_escaped_and_reads_back() {
        let text = "a##[b]###[ ##vso[c] # [\u{202e}\u{e0041}\u{85}\n\"é";
        let json = to_text(text.into());
        assert!(
            json.contains(r"a##\u005bb]###\u005b ##vso\u005bc] # [\u202e\udb40\udc41\u0085\n\"),
            "{json}"
        );
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }

    #[test]
    fn every_character_reads_back() {
        let text: String = ('\0'..='\u{ff}').chain(['#', '#', '\\', '#', '[']).collect();
        let json = to_text(text.as_str().into());
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        assert!(json.starts_with(r#""\u0000\u0001"#) && json.contains(r"\b\t\n\u000b\f\r"));
    }

    proptest::proptest! {
        #[test]
        fn any_text_reads_back(key in ".{0,6}", text in "(#|\\[|\\PC|.){0,40}") {
            let object = Object::default().with(&key, vec![text.as_str().into()]);
            let json = to_text(object.into());
            let read: serde_json::Value = serde_json::from_str(&json).unwrap();
            proptest::prop_assert_eq!(read, serde_json::json!({ key: [text] }));
            proptest::prop_assert!(!json.contains("##["));
        }
    }

    #[test]
    fn values_are_indented() {
        let list = Json::each(|list| {
            list.add(1.into())?;
            list.add(Vec::new().into())
        });
        let object = Object::default()
            .with("none", None::<bool>)
            .with_any("left out", None::<bool>)
            .with("list", list)
            .with("empty", Object::default());
        let text = to_text(object.into());
        let wanted = serde_json::json!({"none": null, "list": [1, []], "empty": {}});
        assert_eq!(serde_json::from_str::<serde_json::Value>(&text).unwrap(), wanted);
        assert!(
            text.ends_with("  \"list\": [\n    1,\n    []\n  ],\n  \"empty\": {}\n}\n"),
            "{text}"
        );
    }
}
