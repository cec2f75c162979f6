//! Classes of characters in globs: `[a-z]`, `[!0-9_]`, `[[:alpha:]]`.

use crate::discover::glob::{Fault, next};

const OPEN: Fault = "its `[` has no `]`; for the character write `\\[`";
const UNKNOWN: Fault = "what it has between `[:` and `:]` names no class of characters";

/// Bytes of which one matches.
#[derive(Debug, Clone)]
pub(super) struct Class(Box<[bool; 256]>);

impl Class {
    /// Reads a class behind its `[`, and takes its `]`.
    pub(super) fn read(rest: &mut &[u8]) -> Result<Self, Fault> {
        let mut class = Self(Box::new([false; 256]));
        let negative = rest.starts_with(b"!") || rest.starts_with(b"^");
        if negative {
            next(rest);
        }
        let (mut byte, mut before) = (next(rest).ok_or(OPEN)?, None);
        loop {
            let name = if byte == b'[' { name(rest)? } else { None };
            match (byte, before, name) {
                (b'-', Some(begin), _) if !rest.starts_with(b"]") => {
                    let end = character(next(rest), rest)?;
                    class.add(&|byte| (begin..=end).contains(&byte));
                    before = None;
                }
                (_, _, Some(name)) => {
                    class.add(&named(name).ok_or(UNKNOWN)?);
                    *rest = rest.get(name.len() + 3..).unwrap_or_default();
                    before = None;
                }
                _ => {
                    let one = character(Some(byte), rest)?;
                    class.add(&|byte| byte == one);
                    before = Some(one);
                }
            }
            // A `]` that stands first is one of the characters.
            byte = next(rest).ok_or(OPEN)?;
            if byte == b']' {
                break;
            }
        }
        for member in class.0.iter_mut() {
            *member ^= negative;
        }
        Ok(class)
    }

    fn add(&mut self, holds: &dyn Fn(u8) -> bool) {
        for (member, byte) in self.0.iter_mut().zip(0..=u8::MAX) {
            *member |= holds(byte);
        }
    }

    /// Whether a byte is one of them.
    pub(super) fn holds(&self, byte: u8) -> bool {
        self.0.get(usize::from(byte)) == Some(&true)
    }
}

/// A byte of a class, or the one behind it where that is `\`.
fn character(byte: Option<u8>, rest: &mut &[u8]) -> Result<u8, Fault> {
    let byte = if byte == Some(b'\\') { next(rest) } else { byte };
    byte.ok_or(OPEN)
}

/// The name in `:alpha:]`; none where a class does not go on like that.
fn name<'a>(rest: &&'a [u8]) -> Result<Option<&'a [u8]>, Fault> {
    let Some(named) = rest.strip_prefix(b":") else { return Ok(None) };
    let end = named.iter().position(|byte| *byte == b']').ok_or(OPEN)?;
    Ok(named.get(..end).and_then(|named| named.strip_suffix(b":")))
}

/// What the name of a class stands for.
fn named(name: &[u8]) -> Option<fn(u8) -> bool> {
    Some(match name {
        b"alnum" => |byte| byte.is_ascii_alphanumeric(),
        b"alpha" => |byte| byte.is_ascii_alphabetic(),
        b"blank" => |byte| matches!(byte, b' ' | b'\t'),
        b"cntrl" => |byte| byte.is_ascii_control(),
        b"digit" => |byte| byte.is_ascii_digit(),
        b"graph" => |byte| byte.is_ascii_graphic(),
        b"lower" => |byte| byte.is_ascii_lowercase(),
        b"print" => |byte| byte.is_ascii_graphic() || byte == b' ',
        b"punct" => |byte| byte.is_ascii_punctuation(),
        b"space" => |byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'),
        b"upper" => |byte| byte.is_ascii_uppercase(),
        b"xdigit" => |byte| byte.is_ascii_hexdigit(),
        _ => return None,
    })
}
