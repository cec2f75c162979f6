//! Collects the text and the links of one run of inline events.

use pulldown_cmark::{Event, LinkType, OffsetIter, Tag, TagEnd};

use crate::markdown::block::Link;
use crate::markdown::hidden::misleading;
use crate::source::span::Span;

/// A link that has begun.
struct OpenLink {
    link: Link,
    inline: bool,
    /// A footnote's mark, which is a link to its note; the parser takes the note for a definition.
    footnote: bool,
}

/// What of a run is wanted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Wanted {
    /// Its text.
    pub(super) text: bool,
    /// All its links and line breaks; otherwise only links with a misleading destination.
    pub(super) links: bool,
}

/// What was collected since the last [`Inline::take`].
#[derive(Default)]
pub(super) struct Inline {
    /// The text without markup and comments; line breaks are one blank.
    pub(super) text: String,
    /// The HTML tags, comments apart: `# <Feature name>` is a tag, and means its text.
    pub(super) tags: String,
    /// The links that have ended.
    pub(super) links: Vec<Link>,
    /// The end of each line but the last.
    pub(super) breaks: Vec<Span>,
    /// The links around the current event; none for one that is not wanted.
    open: Vec<Option<OpenLink>>,
    /// Images around the current event: a link inside an image's text lists nothing.
    images: usize,
}

impl Inline {
    /// A run that is plain text.
    pub(super) fn of(text: &str) -> Self {
        Self { text: text.to_owned(), ..Self::default() }
    }

    /// Hands out what was collected and begins anew.
    pub(super) fn take(&mut self) -> Self {
        self.links.shrink_to_fit();
        std::mem::take(self)
    }

    /// Whether a link that is wanted has begun and not ended.
    pub(super) fn in_link(&self) -> bool {
        matches!(self.open.last(), Some(Some(_)))
    }

    /// Takes one event.
    pub(super) fn event(
        &mut self,
        event: &Event<'_>,
        span: Span,
        text: &str,
        definitions: &OffsetIter<'_>,
        base: usize,
        wanted: Wanted,
    ) {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, id, .. }) => {
                if !wanted.links && misleading(dest_url).is_none() {
                    self.open.push(None);
                    return;
                }
                let inline = *link_type == LinkType::Inline;
                let reference = matches!(
                    link_type,
                    LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut
                );
                let definition = definitions.reference_definitions().get(id).filter(|_| reference);
                // The parser hands out an address as it stands between the angle brackets.
                let scheme = if *link_type == LinkType::Email { "mailto:" } else { "" };
                let link = Link {
                    span,
                    label_end: span.start + 1,
                    destination: format!("{scheme}{dest_url}"),
                    destination_span: None,
                    definition: definition.map(|found| Span::from(found.span.clone()).moved(base)),
                };
                let footnote = reference && id.starts_with('^');
                self.open.push(Some(OpenLink { link, inline, footnote }));
            }
            Event::End(TagEnd::Link) => {
                if let Some(Some(OpenLink { mut link, inline, footnote })) = self.open.pop() {
                    if inline && !link.destination.is_empty() {
                        link.destination_span = verbatim(text, &link);
                    }
                    if self.images == 0 && !footnote {
                        self.links.push(link);
                    }
                }
            }
            Event::Start(Tag::Image { .. }) => self.images += 1,
            Event::End(TagEnd::Image) => self.images = self.images.saturating_sub(1),
            Event::SoftBreak | Event::HardBreak => {
                if wanted.links {
                    self.breaks.push(span);
                }
                if wanted.text {
                    self.text.push(' ');
                }
            }
            Event::InlineHtml(tag) if wanted.text && !tag.starts_with("<!--") => {
                self.tags.push_str(tag);
            }
            Event::Text(words) | Event::Code(words) if wanted.text => self.text.push_str(words),
            _ => {}
        }
        // Inside a link, every event but its own end is part of the label.
        if !matches!(event, Event::Start(Tag::Link { .. }))
            && let Some(Some(open)) = self.open.last_mut()
        {
            open.link.label_end = open.link.label_end.max(span.end);
        }
    }
}

/// Where the destination stands as it is after the label: right at the opening bracket, blanks
/// and `<` apart, and to its own end. What escapes or entities change stands nowhere verbatim.
pub(super) fn verbatim(text: &str, link: &Link) -> Option<Span> {
    const OPENING: &str = "](";
    let after = text.get(link.label_end..link.span.end)?;
    let begin = link.label_end + after.find(OPENING)? + OPENING.len();
    let written = text.get(begin..link.span.end)?.trim_start_matches([' ', '\t', '\n', '\r']);
    let (written, ends): (_, &[char]) = match written.strip_prefix('<') {
        Some(inner) => (inner, &['>']),
        None => (written, &[')', ' ', '\t', '\n', '\r']),
    };
    written.strip_prefix(link.destination.as_str())?.strip_prefix(ends)?;
    let at = link.span.end - written.len();
    Some(Span::new(at, at + link.destination.len()))
}
