//! Classes of characters in globs: `[a-z]`, `[!0-9_]`, `[[:alpha:]]`.

use crate::discover::glob::{Fault, next};

const OPEN: Fault = "its `[` has no `]`; for the character write `\\[`";
const UNKNOWN: Fault = "what it has between `[:` and `:]` names no class of characters";

/// Bytes of which one matches, or all others.
#[derive(Debug, Clone)]
pub(super) struct Class {
    bytes: Box<[bool; 256]>,
    negative: bool,
}

impl Class {
    /// Reads a class behind its `[`, and takes its `]`.
    pub(super) fn read(rest: &mut &[u8]) -> Result<Self, Fault> {
        let negative = rest.starts_with(b"!") || rest.starts_with(b"^");
        let mut class = Self { bytes: Box::new([false; 256]), negative };
        if negative {
            next(rest);
        }
        let (mut byte, mut before, mut behind) = (next(rest).ok_or(OPEN)?, None, usize::MAX);
        loop {
            let name = if byte == b'[' { name(rest, &mut behind)? } else { None };
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
        Ok(class)
    }

    fn add(&mut self, holds: &dyn Fn(u8) -> bool) {
        for (member, byte) in self.bytes.iter_mut().zip(0..=u8::MAX) {
            *member |= holds(byte);
        }
    }

    /// Whether a byte matches; `any_case` takes a letter for its small and its large form.
    pub(super) fn holds(&self, byte: u8, any_case: bool) -> bool {
        let is_one = |byte: u8| self.bytes.get(usize::from(byte)) == Some(&true);
        let any = || is_one(byte.to_ascii_lowercase()) || is_one(byte.to_ascii_uppercase());
        (is_one(byte) || any_case && any()) != self.negative
    }
}

/// A byte of a class, or the one behind it where that is `\`.
fn character(byte: Option<u8>, rest: &mut &[u8]) -> Result<u8, Fault> {
    let byte = if byte == Some(b'\\') { next(rest) } else { byte };
    byte.ok_or(OPEN)
}

/// The name in `:alpha:]`; none where a class does not go on like that.
///
/// Keeps how many bytes stand from the next `]` on, which is looked for once, however many `[:`
/// come before it.
fn name<'a>(rest: &&'a [u8], behind: &mut usize) -> Result<Option<&'a [u8]>, Fault> {
    let Some(named) = rest.strip_prefix(b":") else { return Ok(None) };
    if *behind > named.len() {
        let end = named.iter().position(|byte| *byte == b']').ok_or(OPEN)?;
        *behind = named.len() - end;
    }
    Ok(named.get(..named.len() - *behind).and_then(|named| named.strip_suffix(b":")))
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
