//! References from pages: code spans, links out of the map, commands.

use std::rc::Rc;

use crate::code::attribute::homes;
use crate::code::doubt::Doubt;
use crate::code::scope::{self, Scopes};
use crate::code::settings::Settings;
use crate::code::skip::Skip;
use crate::code::successor::successor;
use crate::code::{Reference, Role, Verdict, What, command, guard, name, path};
use crate::lookup::Seen;
use crate::map::FeatureMap;
use crate::map::link::{Destination, Target};
use crate::map::page::{Content, Page};
use crate::markdown::block::Document;
use crate::markdown::mention::{self, Mention, Passage};
use crate::markdown::parse::{Detail, parse};
use crate::order::{self, distinct};
use crate::source::span::Span;
use crate::source::store::Sources;

/// Which names are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// Those that can be judged: they have the shape of code.
    Shaped,
    /// Every word in a code span, to be looked up.
    All,
}

/// Reads the references of a map's pages and of its index's entries, by page and place.
///
/// A page that changed since it was read, or that cannot be parsed, gives none: the check
/// itself says so. Takes which names are wanted.
pub fn references(
    map: &FeatureMap,
    settings: &Settings,
    sources: &Sources,
    names: Names,
) -> Vec<Reference> {
    let mut found = Vec::new();
    if let Some(index) = map.index() {
        let (mut entries, mut judged) = (Vec::<Span>::new(), Vec::<Span>::new());
        for entry in &index.entries {
            entries.push(entry.span);
            if let Some(link) = entry.page_link().filter(|link| link.target == Target::Outside) {
                judged.push(link.link.target_span());
            }
        }
        let judged = distinct(judged);
        page(map, (&index.page, true), (settings, names), sources, &mut found, &|span| {
            let before = entries.partition_point(|entry| entry.start <= span.start);
            let entry = before.checked_sub(1).and_then(|last| entries.get(last));
            entry.is_some_and(|entry| entry.holds(span.start))
                && judged.binary_search(&span).is_err()
        });
    }
    for (one, listed) in map.pages.iter().zip(&map.listed) {
        page(map, (one, *listed), (settings, names), sources, &mut found, &|_| true);
    }
    found
}

fn page(
    map: &FeatureMap,
    (page, listed): (&Page, bool),
    (settings, names): (&Settings, Names),
    sources: &Sources,
    found: &mut Vec<Reference>,
    in_scope: &dyn Fn(Span) -> bool,
) {
    let Some(content) = page.content.as_ref().filter(|content| !content.is_utf16()) else { return };
    let Some(source) = sources.get(&page.path) else { return };
    let text = source.text.as_str();
    let Ok(document) = parse(text, Detail::Code) else { return };
    let excluded = settings.exclude.names_file(page.inner()).then_some(Skip::ExcludedPage);
    let mut reader = Reader {
        map,
        page,
        listed,
        path: page.path.as_str().into(),
        content,
        settings,
        names,
        text,
        guard: excluded,
        scopes: Scopes::new(&document, &page.path),
        samples: samples(&document),
        past: Vec::new(),
        asks: Vec::new(),
        found: Vec::new(),
    };
    for head in &document.mentions.heads {
        reader.past.push(guard::columns(head));
        reader.asks.push(guard::asks(head));
    }
    for passage in &document.mentions.passages {
        reader.passage(passage);
    }
    for fence in &document.mentions.fences {
        reader.fence(fence);
    }
    let mut references = reader.found;
    references.retain(|reference| in_scope(reference.span));
    order::sort_by_key(&mut references, |reference| reference.span);
    if found.is_empty() {
        *found = references;
    } else {
        found.extend(references);
    }
}

struct Reader<'a> {
    map: &'a FeatureMap,
    page: &'a Page,
    /// Whether the index lists it.
    listed: bool,
    /// The page's path, for all its references.
    path: Rc<str>,
    content: &'a Content,
    settings: &'a Settings,
    names: Names,
    text: &'a str,
    /// What the settings say of the page.
    guard: Option<Skip>,
    /// What titles, headings and status lines say of all below.
    scopes: Scopes,
    /// The words of the page's blocks of code.
    samples: Seen<&'a str>,
    /// For each of the page's tables, what its head says of each column.
    past: Vec<Vec<Option<Skip>>>,
    /// For each of the page's tables, whether its head asks something.
    asks: Vec<bool>,
    found: Vec<Reference>,
}

impl Reader<'_> {
    fn passage(&mut self, passage: &Passage) {
        let Some(first) = passage.mentions.first() else { return };
        let role = self.role(first.span.start);
        let scope = self.scopes.at(first.span.start).or_else(|| scope::label(&passage.text));
        let (mut read, mut is_path) = (Vec::new(), Vec::new());
        for mention in &passage.mentions {
            let path = self.path(mention);
            is_path.push(matches!(path, Some(Ok(_))));
            read.push(path);
        }
        let homes = homes(passage, &is_path, role != Role::Prose);
        let prose = prose(passage);
        for (at, mention) in passage.mentions.iter().enumerate() {
            // Who only looks names up asks for no claim; and this is what costs most.
            let judged = self.names == Names::Shaped;
            let around = || guard::around(&prose, mention.from, mention.to);
            // A link is followed, whatever is said of it: one that leads nowhere is of no use.
            let link = matches!(mention.what, mention::What::Link { .. });
            let around = || (judged && !link).then(around).flatten();
            let path = is_path.get(at).copied().unwrap_or_default();
            let told = || self.told(passage, mention, &prose, path).filter(|_| judged && !link);
            let guard = self.guard.or(scope.filter(|_| !link)).or_else(around).or_else(told);
            let next = if link || !judged { None } else { successor(passage, at, &read) };
            let home = homes.get(at).copied().flatten();
            let home = home.and_then(|home| match read.get(home) {
                Some(Some(Ok(found))) => found.paths.first().map(|path| path.path.clone()),
                _ => None,
            });
            let guard = guard.or(next.as_ref().and_then(|next| next.as_ref().err().copied()));
            let next = next.as_ref().and_then(|next| next.as_ref().ok());
            let intended = path && !link && judged && guard::is_intended(&prose, mention.from);
            let doubt = intended.then_some(Doubt::Intended);
            let place = Place { role, guard, next, doubt, span: mention.span };
            self.mention(mention, read.get(at).and_then(Option::as_ref), home, &place);
        }
    }

    /// What the sentence, the table or the quotation around a mention says of it.
    fn told(&self, passage: &Passage, mention: &Mention, prose: &str, path: bool) -> Option<Skip> {
        let (from, to) = (mention.from, mention.to);
        let written = passage.text.get(from..to).unwrap_or_default();
        let columns = passage.head.and_then(|head| self.past.get(head));
        let past = || columns.and_then(|columns| columns.get(mention.cell).copied().flatten());
        let quoted = passage.quoted && !guard::is_callout(&passage.text);
        let route = path && !path::has_extension(written) && !written.ends_with('/');
        if route && guard::names_route(prose, from, to) {
            return Some(Skip::NoPath);
        }
        let file = path || path::is_file_name(written);
        let asks = passage.head.is_some_and(|head| self.asks.get(head) == Some(&true));
        let refuted = || guard::says_no(prose, to).filter(|_| asks);
        let told = guard::told(prose, from, to, file).or_else(past).or_else(refuted);
        told.or(quoted.then_some(Skip::Quoted))
    }

    /// The path that a mention names, if it looks like one.
    fn path(&self, mention: &Mention) -> Option<Result<path::Read, Skip>> {
        match &mention.what {
            mention::What::Code { text, .. } => path::read(text),
            mention::What::Link { destination } => self.link(destination),
        }
    }

    /// A link out of the map and into the repository.
    fn link(&self, destination: &str) -> Option<Result<path::Read, Skip>> {
        let resolver = self.map.resolver();
        if resolver.resolve(&self.page.path, destination) != Target::Outside {
            return None;
        }
        let parts = Destination::new(destination);
        if parts.is_url() {
            return None;
        }
        let target = parts.inside(&self.page.path)?;
        if target.len() > path::LONGEST {
            return Some(Err(Skip::OtherCharacters));
        }
        let line =
            parts.fragment.filter(|fragment| path::line_tail(&format!("#{fragment}")).1.is_some());
        let wanted = path::Wanted {
            folder: parts.path.ends_with('/'),
            glob: false,
            bare: false,
            past_end: None,
            line: line.map(|line| format!("#{line}")),
            link: true,
            verbatim: true,
            path: target,
        };
        Some(Ok(path::Read { paths: vec![wanted], symbol: None }))
    }

    fn mention(
        &mut self,
        mention: &Mention,
        read: Option<&Result<path::Read, Skip>>,
        home: Option<String>,
        place: &Place<'_>,
    ) {
        let (written, label) = match &mention.what {
            mention::What::Code { text, label } => (text.trim(), *label),
            mention::What::Link { destination } => (destination.as_str(), false),
        };
        match read {
            Some(Ok(_)) if label => self.skip(written, place, Skip::Label),
            Some(Ok(read)) => self.paths(written, read, place),
            Some(Err(reason)) => self.skip(written, place, *reason),
            None if matches!(mention.what, mention::What::Link { .. }) => {}
            None => self.word(written, home, place),
        }
    }

    fn paths(&mut self, written: &str, read: &path::Read, place: &Place<'_>) {
        for wanted in &read.paths {
            self.add(written, What::Path(wanted.clone()), place);
        }
        let home = read.paths.first().map(|wanted| wanted.path.clone());
        if let Some(symbol) = &read.symbol {
            self.word(
                symbol,
                home,
                &Place { span: within(place.span, symbol, self.text), ..*place },
            );
        }
    }

    fn word(&mut self, written: &str, home: Option<String>, place: &Place<'_>) {
        if let Some(command) = command::read(written) {
            return self.add(written, What::Command(command), place);
        }
        if path::is_file_name(written) {
            return match path::telling_file_name(written) {
                Some(wanted) => self.add(written, What::Path(wanted), place),
                None => self.skip(written, place, Skip::BareName),
            };
        }
        if place.role == Role::Tests {
            for (word, edges) in name::test(written, home.is_some()) {
                let wanted = name::Wanted { word, edges, home: home.clone() };
                self.add(written, What::Test(wanted), place);
            }
        } else if let Some(word) = self.name(written, home.is_some(), place.role) {
            let wanted = name::Wanted { word, edges: name::Edges::Word, home };
            self.add(written, What::Name(wanted), place);
        }
    }

    /// The word of a name. Takes whether the text gives its file, and what the section claims.
    fn name(&self, written: &str, has_home: bool, role: Role) -> Option<String> {
        let listed = || name::type_word(written).filter(|_| has_home && role == Role::Places);
        let any = || name::any_word(written).filter(|_| self.names == Names::All);
        name::word(written).or_else(listed).or_else(any)
    }

    /// The commands of a block for a shell.
    fn fence(&mut self, fence: &mention::Fence) {
        const SHELLS: [&str; 6] = ["sh", "bash", "shell", "console", "zsh", "shell-session"];
        let language = fence.info.split([' ', ',', '{']).next().unwrap_or_default();
        let moves = fence.text.lines().any(|line| line.trim_start().starts_with("cd "));
        if !SHELLS.contains(&language) || moves {
            return;
        }
        let guard = self.guard.or_else(|| self.scopes.at(fence.span.start));
        let role = self.role(fence.span.start);
        let mut rest = fence.span;
        for line in fence.text.lines() {
            let line = line.split(" #").next().unwrap_or_default().trim();
            if let Some(command) = command::read(line) {
                // Each is looked for behind the one before it.
                let span = within(rest, line, self.text);
                if span != rest {
                    rest = Span::new(span.end, fence.span.end);
                }
                let place = Place { role, guard, next: None, doubt: None, span };
                self.add(line, What::Command(command), &place);
            }
        }
    }

    fn skip(&mut self, written: &str, place: &Place<'_>, reason: Skip) {
        let wanted = path::Wanted {
            path: written.to_owned(),
            folder: false,
            glob: false,
            bare: false,
            past_end: None,
            line: None,
            link: false,
            verbatim: false,
        };
        // What the words say of it tells more than its shape.
        let reason = place.guard.unwrap_or(reason);
        let place = Place { guard: Some(reason), ..*place };
        self.add(written, What::Path(wanted), &place);
        if let Some(last) = self.found.last_mut() {
            last.verdict = Verdict::Skipped(reason);
        }
    }

    fn add(&mut self, written: &str, what: What, place: &Place<'_>) {
        let guard = place.guard.or_else(|| self.own_guard(&what));
        self.found.push(Reference {
            page: Rc::clone(&self.path),
            span: place.span,
            written: written.to_owned(),
            role: place.role,
            list: self.scopes.list(place.span.start),
            listed: self.listed,
            early: self
                .content
                .sections
                .first()
                .is_some_and(|first| place.span.start < first.span.start),
            what,
            guard,
            next: place.next.cloned(),
            doubt: place.doubt,
            verdict: Verdict::Present(None),
        });
    }

    /// What the settings, and the page's own samples, say of a reference.
    fn own_guard(&self, what: &What) -> Option<Skip> {
        match what {
            What::Path(wanted) => {
                let foreign = |prefix: &String| {
                    let prefix = prefix.trim_start_matches("./").trim_end_matches('/');
                    wanted.path == prefix
                        || wanted
                            .path
                            .strip_prefix(prefix)
                            .is_some_and(|rest| rest.starts_with('/'))
                };
                self.settings.foreign.iter().any(foreign).then_some(Skip::Foreign)
            }
            What::Name(wanted) | What::Test(wanted) => {
                if self.settings.stop_words.contains(&wanted.word) {
                    return Some(Skip::StopWord);
                }
                // A setting in a sample is a claim like any other.
                let setting = !wanted.word.contains(|c: char| c.is_ascii_lowercase());
                let name = matches!(what, What::Name(_)) && !setting;
                let sampled = name && self.samples.contains(&*wanted.word);
                sampled.then_some(Skip::Sample)
            }
            What::Command(_) => None,
        }
    }

    /// What the section around a place claims.
    fn role(&self, at: usize) -> Role {
        let sections = &self.content.sections;
        let before = sections.partition_point(|section| section.span.start <= at);
        let section = before.checked_sub(1).and_then(|last| sections.get(last));
        let section = section.map_or("", |section| section.name.as_str());
        if self.settings.lists_tests(section) {
            Role::Tests
        } else if self.settings.lists_places(section) {
            Role::Places
        } else {
            Role::Prose
        }
    }
}

/// The words that stand in a page's blocks of code.
fn samples(document: &Document) -> Seen<&str> {
    let mut words = Seen::new();
    for fence in &document.mentions.fences {
        for word in fence.text.split(|c: char| !name::is_word(c)) {
            words.insert(word);
        }
    }
    words
}

/// A passage's text with its code spans blotted out: what stands in them is no prose.
fn prose(passage: &Passage) -> String {
    let mut bytes = passage.text.clone().into_bytes();
    for mention in &passage.mentions {
        if matches!(mention.what, mention::What::Code { .. })
            && let Some(span) = bytes.get_mut(mention.from..mention.to)
        {
            span.fill(b'`');
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// Where a reference stands.
#[derive(Clone, Copy)]
struct Place<'a> {
    role: Role,
    guard: Option<Skip>,
    next: Option<&'a What>,
    doubt: Option<Doubt>,
    span: Span,
}

/// Where a text stands inside a span; else all of it.
fn within(span: Span, part: &str, text: &str) -> Span {
    let found = span.of(text).find(part).filter(|_| !part.is_empty());
    found.map_or(span, |at| Span::new(span.start + at, span.start + at + part.len()))
}
