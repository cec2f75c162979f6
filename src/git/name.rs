//! A file name as text.

use std::borrow::Cow;

/// A file name or a decoded link target as text.
///
/// Takes bytes of the system's encoding; bytes that are not UTF-8, and those of U+FFFD itself,
/// become U+FFFD and two hexadecimal digits each, so that two names never fall together.
pub fn name_of(bytes: &[u8]) -> String {
    text_of(bytes).into_owned()
}

/// [`name_of`], which is the bytes themselves where they are text.
pub fn text_of(bytes: &[u8]) -> Cow<'_, str> {
    const OWN: &str = "\u{fffd}ef\u{fffd}bf\u{fffd}bd";
    if let Ok(name) = str::from_utf8(bytes)
        && !name.contains('\u{fffd}')
    {
        return Cow::Borrowed(name);
    }
    let mut name = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        name.push_str(&chunk.valid().replace('\u{fffd}', OWN));
        for byte in chunk.invalid() {
            name.push_str(&format!("\u{fffd}{byte:02x}"));
        }
    }
    Cow::Owned(name)
}
