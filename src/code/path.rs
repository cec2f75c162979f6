//! Whether a code span is a path, and which.

use crate::code::name::{is_shaped, is_word};
use crate::code::skip::Skip;
use crate::discover::name::is_letter;

/// A path as a page names it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Wanted {
    /// The path: without `./`, line tail and trailing `/`. It may hold `..` and wildcards.
    pub path: String,
    /// Whether it is written as a folder.
    pub folder: bool,
    /// Whether it holds wildcards.
    pub glob: bool,
    /// The line tail, `:12` or `#L12`.
    pub line: Option<String>,
    /// Whether it is a file name without a folder.
    pub bare: bool,
    /// How many lines the file has, where the line tail is past its end.
    pub past_end: Option<usize>,
    /// Whether it is a link's destination, which is relative to its page alone.
    pub link: bool,
    /// Whether the path stands in the span as it is, so that another can take its place.
    pub verbatim: bool,
}

/// A span that looks like a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    /// The paths, several where `{a,b}` says so.
    pub paths: Vec<Wanted>,
    /// A name in the file, written after it: `src/a.rs::parse`.
    pub symbol: Option<String>,
}

/// At most so many paths come from one span with braces.
const MOST_ALTERNATIVES: usize = 32;

/// First parts of media types.
const MEDIA: [&str; 9] =
    ["application", "audio", "font", "image", "message", "model", "multipart", "text", "video"];

/// Reads a code span; none where it is no path at all.
///
/// # Errors
/// [`Skip`] where it looks like one and cannot be judged.
pub fn read(span: &str) -> Option<Result<Read, Skip>> {
    let text = span.trim();
    if !text.contains('/') || text.contains(char::is_whitespace) || text.starts_with("//") {
        return None;
    }
    Some(read_path(text))
}

/// No path of a file is longer, in bytes.
pub const LONGEST: usize = 1024;

fn read_path(text: &str) -> Result<Read, Skip> {
    if text.len() > LONGEST {
        return Err(Skip::OtherCharacters);
    }
    if text.contains("://") {
        return Err(Skip::Url);
    }
    if text.starts_with(['/', '~', '$', '-', '@']) || drive(text) {
        return Err(Skip::Outside);
    }
    if text.contains(['<', '>', '…', '$']) || text.contains("...") || repeated_capitals(text) {
        return Err(Skip::Placeholder);
    }
    let (rest, line) = line_tail(text);
    let (rest, symbol) = symbol_tail(rest);
    let alternatives = braces(rest)?;
    let verbatim = alternatives.len() == 1;
    let mut paths = Vec::with_capacity(alternatives.len());
    for path in alternatives {
        let mut bare = path.as_str();
        while let Some(inner) = bare.strip_prefix("./") {
            bare = inner;
        }
        let folder = bare.ends_with('/');
        let bare = bare.trim_end_matches('/');
        let glob = bare.contains(['*', '?', '[']);
        let fits = |c: char| is_letter(c) || "_.@+/-".contains(c) || glob && "*?[]!".contains(c);
        if bare.is_empty() || bare.contains("//") || !bare.chars().all(fits) {
            return Err(Skip::OtherCharacters);
        }
        paths.push(Wanted {
            path: bare.to_owned(),
            folder,
            glob,
            line: line.map(str::to_owned),
            bare: false,
            past_end: None,
            link: false,
            verbatim,
        });
    }
    Ok(Read { paths, symbol: symbol.map(str::to_owned) })
}

/// Whether a token with no `/` is the name of a file.
pub fn is_file_name(text: &str) -> bool {
    const KNOWN: &str = " rs ts tsx js jsx mjs cjs mts cts py pyi go java kt kts rb php c h cc cpp \
        cxx hpp cs fs swift scala clj ex exs erl hs lua pl r dart zig nim vue svelte astro md mdx \
        markdown rst adoc txt json json5 jsonc jsonl ndjson toml yaml yml xml html htm css scss \
        sass less styl sql sh bash zsh fish ps1 bat cmd lock cfg conf config ini env properties \
        plist png svg jpg jpeg gif webp ico bmp pdf zip tar gz tgz xz zst csv tsv log proto \
        graphql gql gradle db sqlite sqlite3 wasm dll so dylib exe bin map snap tf tfvars hcl nix \
        service timer desktop dockerfile prisma patch diff pem key crt ttf otf woff woff2 mp3 mp4 \
        wav ogg glsl vert frag wgsl hlsl ipynb parquet ejs hbs tmpl tpl j2 jinja liquid razor cshtml \
        csproj sln xcodeproj pbxproj storyboard xib ";
    let (line_free, _) = line_tail(text);
    let Some((stem, extension)) = line_free.rsplit_once('.') else { return false };
    let named = stem.is_empty() || !stem.contains(char::is_whitespace);
    let lower = format!(" {} ", extension.to_ascii_lowercase());
    named && !extension.is_empty() && KNOWN.contains(&lower)
}

/// The name of a source file that says enough to be looked for without its folder: an
/// underscore or an inner capital in its stem. `config.toml` and `state.json` are many files,
/// at run time too.
pub fn telling_file_name(text: &str) -> Option<Wanted> {
    const SOURCES: [&str; 28] = [
        "rs", "ts", "tsx", "js", "jsx", "mjs", "cjs", "py", "go", "java", "kt", "rb", "php", "c",
        "h", "cc", "cpp", "hpp", "cs", "swift", "scala", "ex", "hs", "lua", "dart", "zig", "vue",
        "svelte",
    ];
    let (name, line) = line_tail(text);
    let (stem, extension) = name.rsplit_once('.')?;
    let telling = stem.len() >= 5 && is_shaped(stem);
    let plain = stem.chars().all(|c| is_word(c) || c == '.' || c == '-');
    (telling && plain && SOURCES.contains(&extension)).then(|| Wanted {
        path: name.to_owned(),
        folder: false,
        glob: false,
        line: line.map(str::to_owned),
        bare: true,
        past_end: None,
        link: false,
        verbatim: true,
    })
}

/// Whether the last part of a path ends as files do.
pub fn has_extension(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.trim_matches('.').is_empty()
            && (1..=10).contains(&extension.len())
            && extension.starts_with(|c: char| c.is_ascii_alphabetic())
            && extension.chars().all(|c| c.is_ascii_alphanumeric())
    })
}

/// Whether a path of two parts is a media type.
pub fn is_media_type(path: &str) -> bool {
    path.split_once('/').is_some_and(|(first, rest)| MEDIA.contains(&first) && !rest.contains('/'))
}

/// Whether a path begins like the address of a site.
pub fn is_host(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    let inner = first.trim_start_matches('.');
    inner.contains('.') && inner.len() == first.len() && !first.ends_with('.')
}

/// `C:\` and the like.
fn drive(text: &str) -> bool {
    let mut chars = text.chars();
    let letter = chars.next().is_some_and(|c| c.is_ascii_alphabetic());
    letter && chars.next() == Some(':') && matches!(chars.next(), Some('/' | '\\'))
}

/// `NNNN`, `YYYY-MM-DD`: a capital that stands there three times in a row.
fn repeated_capitals(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.windows(3).any(|run| {
        run.first().is_some_and(u8::is_ascii_uppercase)
            && run.iter().all(|byte| Some(byte) == run.first())
    })
}

/// Cuts `:12`, `:12-20`, `:12:7`, `#L12`, `#L12-L20` off.
pub fn line_tail(text: &str) -> (&str, Option<&str>) {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((path, tail)) = text.rsplit_once('#')
        && let Some(lines) = tail.strip_prefix('L')
        && lines.split('-').all(|line| digits(line.trim_start_matches('L')))
    {
        return (path, text.get(path.len()..));
    }
    let tail = text.rsplit('/').next().unwrap_or(text);
    let Some((name, lines)) = tail.split_once(':') else { return (text, None) };
    if name.is_empty() || !lines.split([':', '-', '–']).all(digits) {
        return (text, None);
    }
    let cut = text.len() - tail.len() + name.len();
    (text.get(..cut).unwrap_or(text), text.get(cut..))
}

/// Cuts `::parse`, `#parse` and `:parse` off a file's path.
fn symbol_tail(text: &str) -> (&str, Option<&str>) {
    let (folder, name) = text.rsplit_once('/').unwrap_or(("", text));
    let Some(at) = name.find([':', '#']) else { return (text, None) };
    let (file, tail) = name.split_at_checked(at).unwrap_or((name, ""));
    let symbol = tail.trim_start_matches([':', '#']);
    let fits = |c: char| is_letter(c) || "_:.()$[]-".contains(c);
    if !has_extension(file) || symbol.is_empty() || !symbol.chars().all(fits) {
        return (text, None);
    }
    let end = if folder.is_empty() { at } else { folder.len() + 1 + at };
    (text.get(..end).unwrap_or(text), Some(symbol))
}

/// The alternatives that `{a,b}` stands for.
fn braces(text: &str) -> Result<Vec<String>, Skip> {
    let mut done = Vec::new();
    let mut open = vec![text.to_owned()];
    while let Some(path) = open.pop() {
        let Some(begin) = path.find('{') else {
            if path.contains('}') {
                return Err(Skip::Placeholder);
            }
            done.push(path);
            continue;
        };
        let (before, rest) = path.split_at_checked(begin).unwrap_or((&path, ""));
        let inner = rest.strip_prefix('{').unwrap_or(rest);
        let Some((words, after)) = inner.split_once('}') else { return Err(Skip::Placeholder) };
        if !words.contains(',') || words.contains('{') {
            return Err(Skip::Placeholder);
        }
        for word in words.split(',').rev() {
            open.push(format!("{before}{}{after}", word.trim()));
        }
        if open.len() + done.len() > MOST_ALTERNATIVES {
            return Err(Skip::Glob);
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::{
        has_extension, is_file_name, is_host, is_media_type, line_tail, read, telling_file_name,
    };
    use crate::code::skip::Skip;

    fn paths(text: &str) -> Vec<String> {
        match read(text) {
            Some(Ok(found)) => found.paths.into_iter().map(|wanted| wanted.path).collect(),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn tails_and_dots_are_cut_off() {
        for text in [
            "src/a.rs",
            "./src/a.rs",
            "src/a.rs:12",
            "src/a.rs:12-20",
            "src/a.rs:12:7",
            "src/a.rs#L9",
            "src/a.rs#L9-L12",
            "src/a.rs::foo",
            "src/a.rs#foo",
            "src/a.rs:foo()",
        ] {
            assert_eq!(paths(text), ["src/a.rs"], "{text}");
        }
        assert_eq!(paths("src/mcp/"), ["src/mcp"]);
        for path in ["src/größe.rs", "src/gro\u{308}ße.rs", "文件/a.rs"] {
            assert_eq!(paths(path), [path]);
        }
        assert_eq!(line_tail("src/a.rs:12-20").1, Some(":12-20"));
        let read = read("tests/a.py::TestX::test_y").unwrap().unwrap();
        assert_eq!(read.symbol.as_deref(), Some("TestX::test_y"));
    }

    #[test]
    fn braces_are_written_out() {
        assert_eq!(paths("src/{a,b}.rs"), ["src/a.rs", "src/b.rs"]);
        assert_eq!(paths("{a,b}/{c,d}"), ["a/c", "a/d", "b/c", "b/d"]);
        assert_eq!(read("users/{id}/x"), Some(Err(Skip::Placeholder)));
    }

    #[test]
    fn what_stands_for_very_many_paths_is_no_path() {
        let pairs = |count: usize| format!("src{}/x.rs", "/{a,b}".repeat(count));
        assert_eq!(paths(&pairs(5)).len(), 32);
        assert_eq!(read(&pairs(6)), Some(Err(Skip::Glob)));
        assert_eq!(read(&pairs(100)), Some(Err(Skip::Glob)));
        let long = format!("src/{}.rs", "a".repeat(1017));
        assert_eq!(paths(&long), std::slice::from_ref(&long));
        assert_eq!(read(&format!("src/a{long}")), Some(Err(Skip::OtherCharacters)));
    }

    #[test]
    fn what_is_no_path_of_this_repository_has_its_reason() {
        for (text, reason) in [
            ("https://a.b/c", Skip::Url),
            ("/api/users", Skip::Outside),
            ("~/.config/x", Skip::Outside),
            ("$HOME/x", Skip::Outside),
            ("-I/usr", Skip::Outside),
            ("@scope/pkg", Skip::Outside),
            ("C:/x/y", Skip::Outside),
            ("src/<name>.rs", Skip::Placeholder),
            ("src/.../x.rs", Skip::Placeholder),
            ("docs/adr/NNNN-title.md", Skip::Placeholder),
            ("log/YYYY-MM-DD.txt", Skip::Placeholder),
            ("users/:id", Skip::OtherCharacters),
            ("main:src/a.rs", Skip::OtherCharacters),
            ("src/a→b.rs", Skip::OtherCharacters),
            ("src/a\u{200b}.rs", Skip::OtherCharacters),
            ("a//b", Skip::OtherCharacters),
        ] {
            assert_eq!(read(text), Some(Err(reason)), "{text}");
        }
        assert_eq!(read("plain"), None);
        assert_eq!(read("a / b"), None);
    }

    #[test]
    fn bare_names_must_tell_enough() {
        for name in ["PrdList.tsx", "enrich_features_graph.py"] {
            assert!(telling_file_name(name).is_some(), "{name}");
        }
        for name in ["config.py", "state.json", "main.rs", "docker_compose.yml", "a b_c.rs"] {
            assert!(telling_file_name(name).is_none(), "{name}");
        }
    }

    #[test]
    fn shapes_are_told_apart() {
        assert!(is_media_type("application/json") && !is_media_type("text/a/b"));
        assert!(is_host("github.com/a/b") && !is_host(".github/workflows") && !is_host("src/a.b"));
        assert!(has_extension("a/b.rs") && !has_extension("a/b") && !has_extension("a/.github"));
        assert!(!has_extension("v1/2.0"));
        assert!(is_file_name("config.toml") && is_file_name("PrdList.tsx"));
        assert!(!is_file_name("GAME_CONFIG.vehiclesSpawn") && !is_file_name("parse"));
    }
}
