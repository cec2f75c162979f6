//! The link resolver, held against a slow one.

use std::cell::RefCell;

use featmap::discover::name::{name_of, nfc};
use featmap::map::link::{Destination, Resolver, Target};
use featmap::map::names::Known;

use crate::maps::Seed;
use crate::memory::{self, Memory, hundred};

/// Names that may stand in a map; some are one in Unicode form NFC, or but for letter case.
const NAMES: [&str; 32] = [
    "README.md",
    "a.md",
    "A.md",
    "a b.md",
    "a%20b.md",
    "%61.md",
    "%.md",
    "a#b.md",
    "a?b.md",
    "a\\b.md",
    "a\nb.md",
    "C:.md",
    "..md",
    "...md",
    ".a.md",
    "x.txt",
    "i.png",
    "\u{e9}.md",
    "e\u{301}.md",
    "e\u{301}/b.md",
    "\u{1f980}.md",
    "\u{130}.md",
    "\u{200b}.md",
    "\u{fffd}ff.md",
    "d/README.md",
    "d/b.md",
    "d/e/c.md",
    "d/...",
    "d.md/x.txt",
    "d b/c.md",
    "docs/features/a.md",
    "..a/b.md",
];

/// Where a map may stand.
const FOLDERS: [&str; 7] =
    ["docs/features", "docs/features", "", "d", "e\u{301}/\u{e9}", "a b/%66", "docs/features/d"];

/// What a destination may be made of.
const PIECES: [&str; 48] = [
    "..",
    "..",
    "../",
    "/..",
    ".",
    "./",
    "/",
    "/",
    "//",
    "\\",
    "..\\",
    "%2e",
    "%2E",
    "%2e%2e",
    "%2f",
    "%2F",
    "%5c",
    "%00",
    "\0",
    "%",
    "%%",
    "%z",
    "%4",
    "%25",
    "%ff",
    "%C3%A9",
    "%c3",
    "e%CC%81",
    "\u{e9}",
    "e\u{301}",
    "C:",
    "c:/",
    "file:",
    "http://a/",
    "x",
    "a.md",
    "A.md",
    "d",
    "b.md",
    "README.md",
    "docs",
    "features",
    "#",
    "?",
    ":",
    " ",
    "\u{202e}",
    "\u{1f980}",
];

thread_local! {
    static MAP: RefCell<Option<(u64, Memory)>> = const { RefCell::new(None) };
}

/// A destination leads where its text says: inside the root and to a listed name, or nowhere.
pub(crate) fn links(seed: &mut Seed) {
    let own = hundred(seed.0);
    MAP.with_borrow_mut(|kept| {
        if kept.as_ref().is_none_or(|(number, _)| *number != own) {
            *kept = map(&mut Seed(own)).map(|map| (own, map));
        }
        if let Some((_, memory)) = kept {
            for _ in 0..4 {
                one(seed, memory);
            }
        }
    });
}

fn map(seed: &mut Seed) -> Option<Memory> {
    let folder = pick(seed, &FOLDERS);
    let mut files = Vec::new();
    for name in NAMES {
        if seed.below(3) > 0 {
            files.push((name.to_owned(), String::new()));
        }
    }
    memory::read(folder, &files, None)
}

fn pick(seed: &mut Seed, of: &[&'static str]) -> &'static str {
    of.get(seed.below(of.len())).copied().unwrap_or_default()
}

fn one(seed: &mut Seed, memory: &Memory) {
    let map = &memory.map;
    let resolver = Resolver { layout: &map.layout, names: &map.names, pages: &map.pages };
    let from = map.layout.outer(pick(seed, &NAMES));
    let page = map.pages.get(seed.below(map.pages.len().max(1))).filter(|_| seed.below(2) == 0);
    let destination = match page {
        Some(page) => spelled(seed, &from, &page.path),
        None => (0..seed.below(9)).map(|_| pick(seed, &PIECES)).collect(),
    };
    let found = resolver.resolve(&from, &destination);
    let shown = format!("{destination:?} in {from:?} of {:?}: {found:?}", map.layout.folder);
    assert_eq!(found, resolver.resolve(&from, &destination), "the same twice: {shown}");
    assert_eq!(found, slow(resolver, &from, &destination), "{shown}");
    if let Some(page) = page {
        let leads = |number: usize| map.pages.get(number).is_some_and(|to| same(to, page));
        assert!(matches!(found, Target::Page(number) if leads(number)), "{page:?}: {shown}");
    }
    let inside = Destination::new(&destination).inside(&from);
    if let Some(inside) = &inside {
        let part_is_name = |part: &str| !matches!(part, "" | "." | "..");
        assert!(inside.is_empty() || inside.split('/').all(part_is_name), "{inside:?}: {shown}");
        let again = format!("/{}", encoded(seed, inside));
        // A byte that is no UTF-8 is shown by digits, and an accent after it joins the last.
        if !inside.contains(char::REPLACEMENT_CHARACTER) {
            assert_eq!(Destination::new(&again).inside(&from).as_ref(), Some(inside), "{shown}");
        }
    }
    match found {
        Target::Page(_) | Target::Folder(_) | Target::Unknown(..) | Target::Unread => {
            assert!(inside.is_some(), "a listed name lies inside the root: {shown}");
        }
        Target::Missing(path) => assert_eq!(
            inside.as_deref(),
            Some(nfc(&map.layout.outer(&path)).as_str()),
            "it is missing inside the map"
        ),
        Target::Outside | Target::Nothing => {}
    }
}

/// Two pages whose paths are one in Unicode form NFC cannot be told apart by a link.
fn same(one: &featmap::map::page::Page, other: &featmap::map::page::Page) -> bool {
    nfc(one.inner()) == nfc(other.inner())
}

/// One of the many ways to write the way from a file to another.
fn spelled(seed: &mut Seed, from: &str, to: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    if seed.below(3) == 0 {
        parts.push(String::new());
    } else {
        parts.extend(from.split('/').skip(1).map(|_| "..".to_owned()));
    }
    for part in to.split('/') {
        match seed.below(8) {
            0 => parts.push(pick(seed, &[".", "", "%2e", "q/..", "q/%2E."]).to_owned()),
            1 if !parts.is_empty() => parts.push(String::new()),
            _ => {}
        }
        parts.push(encoded(seed, part));
    }
    // What begins with `//` names a host, and what begins with `x:` a scheme.
    let path = match parts.join("/") {
        path if path.starts_with('/') => format!("/{}", path.trim_start_matches('/')),
        path if path.split('/').next().is_some_and(|first| first.contains(':')) => {
            format!("./{path}")
        }
        path => path,
    };
    let tail = pick(seed, &["", "", "#x", "?q", "?q#x?y", "#%00", "##"]);
    format!("{path}{tail}")
}

/// A text with what must be encoded so, and some of the rest.
fn encoded(seed: &mut Seed, text: &str) -> String {
    let mut out = String::new();
    for byte in name_bytes(text) {
        match byte {
            b'/' => out.push('/'),
            b'a'..=b'z' | b'.' | b'A'..=b'Z' if seed.below(6) > 0 => out.push(char::from(byte)),
            _ if seed.below(2) == 0 => out.push_str(&format!("%{byte:02x}")),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// The bytes of a name that may hold a byte which is no UTF-8, shown as `U+FFFD` and two digits.
fn name_bytes(name: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let digits = after.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        if let (char::REPLACEMENT_CHARACTER, Some(byte)) = (c, digits) {
            bytes.push(byte);
            rest = after.get(2..).unwrap_or_default();
        } else {
            bytes.extend(c.encode_utf8(&mut [0; 4]).bytes());
            rest = after;
        }
    }
    bytes
}

/// Where a destination leads, part by part.
fn slow(resolver: Resolver<'_>, from: &str, destination: &str) -> Target {
    let path = destination.split('#').next().unwrap_or_default();
    let path = path.split('?').next().unwrap_or_default();
    if path.is_empty() {
        return Target::Nothing;
    }
    if is_url(path) {
        return Target::Outside;
    }
    let decoded = nfc(&name_of(&decode(path)));
    let from = nfc(from);
    let mut parts: Vec<&str> = Vec::new();
    if !decoded.starts_with('/') {
        parts.extend(from.split('/'));
        parts.pop();
    }
    for part in decoded.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.pop().is_none() => return Target::Outside,
            ".." => {}
            part => parts.push(part),
        }
    }
    let folder = nfc(&resolver.layout.folder);
    let folder: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    if parts == folder {
        return Target::Nothing;
    }
    if !parts.starts_with(&folder) {
        return Target::Outside;
    }
    let inner = parts.split_off(folder.len()).join("/");
    let known = resolver.names.get(&inner);
    if known == Some(Known::Folder) {
        let prefix = format!("{inner}/");
        let below = |page: &featmap::map::page::Page| nfc(page.inner()).starts_with(&prefix);
        let first = resolver.pages.iter().position(below);
        let count = resolver.pages.iter().filter(|page| below(page)).count();
        return first.map_or(Target::Nothing, |first| Target::Folder(first..first + count));
    }
    match known {
        Some(_) if decoded.ends_with('/') => Target::Missing(inner),
        Some(Known::Page(page)) => Target::Page(page),
        Some(_) => Target::Nothing,
        None => Target::Missing(inner),
    }
}

/// Whether a path begins with a scheme or a host.
fn is_url(path: &str) -> bool {
    let Some((scheme, _)) = path.split_once(':') else { return path.starts_with("//") };
    let mut letters = scheme.chars();
    let begins = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
    (begins && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.')))
        || path.starts_with("//")
}

/// A text with `%xx` as bytes, once.
fn decode(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).and_then(|byte| char::from(*byte).to_digit(16));
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(byte) = bytes.get(at) {
        if let (b'%', Some(high), Some(low)) = (byte, digit(at + 1), digit(at + 2)) {
            out.extend(u8::try_from(high * 16 + low));
            at += 3;
        } else {
            out.push(*byte);
            at += 1;
        }
    }
    out
}
