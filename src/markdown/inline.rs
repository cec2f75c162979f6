//! Collects the text and the links of one run of inline events.

use pulldown_cmark::{Event, LinkType, OffsetIter, Tag, TagEnd};

use crate::markdown::block::Link;
use crate::source::span::Span;

/// A link that has begun.
struct OpenLink {
    link: Link,
    inline: bool,
}

/// What was collected since the last [`Inline::take`].
#[derive(Default)]
pub(super) struct Inline {
    /// The text without markup and comments; line breaks are one blank.
    pub(super) text: String,
    /// The links that have ended.
    pub(super) links: Vec<Link>,
    /// The end of each line but the last.
    pub(super) breaks: Vec<Span>,
    open: Vec<OpenLink>,
    /// Images around the current event: a link inside an image's text lists nothing.
    images: usize,
}

impl Inline {
    /// Hands out what was collected and begins anew.
    pub(super) fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// Takes one event; `keep_text` says whether its text is wanted.
    pub(super) fn event(
        &mut self,
        event: &Event<'_>,
        span: Span,
        text: &str,
        definitions: &OffsetIter<'_>,
        base: usize,
        keep_text: bool,
    ) {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, id, .. }) => {
                let inline = *link_type == LinkType::Inline;
                let reference = matches!(
                    link_type,
                    LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut
                );
                let definition = definitions.reference_definitions().get(id).filter(|_| reference);
                let link = Link {
                    span,
                    label_end: span.start + 1,
                    destination: dest_url.to_string(),
                    destination_span: None,
                    definition: definition.map(|found| Span::from(found.span.clone()).moved(base)),
                };
                self.open.push(OpenLink { link, inline });
            }
            Event::End(TagEnd::Link) => {
                if let Some(OpenLink { mut link, inline }) = self.open.pop() {
                    if inline && !link.destination.is_empty() {
                        link.destination_span = verbatim(text, &link);
                    }
                    if self.images == 0 {
                        self.links.push(link);
                    }
                }
            }
            Event::Start(Tag::Image { .. }) => self.images += 1,
            Event::End(TagEnd::Image) => self.images = self.images.saturating_sub(1),
            Event::SoftBreak | Event::HardBreak => {
                self.breaks.push(span);
                if keep_text {
                    self.text.push(' ');
                }
            }
            Event::Text(words) | Event::Code(words) if keep_text => self.text.push_str(words),
            _ => {}
        }
        // Inside a link, every event but its own end is part of the label.
        if !matches!(event, Event::Start(Tag::Link { .. }))
            && let Some(open) = self.open.last_mut()
        {
            open.link.label_end = open.link.label_end.max(span.end);
        }
    }
}

/// Where the destination stands as it is after the label.
pub(super) fn verbatim(text: &str, link: &Link) -> Option<Span> {
    let after = text.get(link.label_end..link.span.end)?;
    let at = link.label_end + after.find(link.destination.as_str())?;
    Some(Span::new(at, at + link.destination.len()))
}
