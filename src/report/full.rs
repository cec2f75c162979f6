//! The report with the source around each finding. The only home of annotate-snippets.

use std::io;

use annotate_snippets::{AnnotationKind, Group, Level as Mark, Origin, Patch, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Fix, Kind, Level};
use crate::harmless::{Stream, text};
use crate::report::excerpt::excerpt;
use crate::report::{Run, Style, code, sizes};
use crate::source::span::Span;
use crate::source::store::Source;

/// Lines between two places of one file that are still shown as one piece.
const NEAR: usize = 4;

/// Writes findings one by one, then sizes, then what was not judged; without the verdict.
///
/// # Errors
/// What the stream says.
pub fn render(run: &Run<'_>, style: &Style, out: &mut Stream<'_>) -> io::Result<()> {
    let (mut sizes, mut others) = (Vec::new(), Vec::new());
    for finding in run.findings() {
        if !style.shows(finding) {
            continue;
        }
        match finding.rule.kind {
            Kind::Size => sizes.push(finding),
            _ => others.push(finding),
        }
    }
    let grave = others.iter().find(|finding| finding.level == Level::Error);
    let explained = grave.or(others.first()).or(sizes.first());
    let explained = explained.map(|finding| finding.rule.name);
    for finding in others {
        out.add(&one(run, style, finding))?;
        out.add("\n\n")?;
    }
    let table = sizes::table(run, &sizes, style.verbose);
    if !table.is_empty() {
        out.add(&table)?;
        out.add("\n")?;
    }
    if let Some(rule) = explained {
        out.add(&format!("`featmap rule {rule}` explains that rule\n"))?;
    }
    code::skips(run, out)
}

/// One finding, without a final line end.
pub fn one(run: &Run<'_>, style: &Style, finding: &Diagnostic) -> String {
    let mark = match finding.level {
        Level::Error => Mark::ERROR,
        Level::Warning => Mark::WARNING,
        Level::Info => Mark::INFO,
    };
    let mut title = mark.primary_title(text(&finding.message)).id(finding.rule.name);
    if style.colour && !finding.rule.summary.is_empty() {
        title = title.id_url(finding.rule.url());
    }
    let mut places = Places { run, headers: Vec::new() };
    let mut groups = vec![places.finding(Group::with_title(title), finding)];
    if let Some(fix) = &finding.fix
        && let Some(group) = places.fix(fix)
    {
        groups.push(group);
    }
    let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() };
    let rendered = renderer.term_width(style.width).render(&groups);
    places.corrected(rendered)
}

/// Puts the places of a finding into groups, and remembers where their headers are wrong.
struct Places<'a> {
    run: &'a Run<'a>,
    /// What the renderer prints after an arrow, and what should stand there.
    headers: Vec<(String, String)>,
}

impl Places<'_> {
    fn finding<'g>(&mut self, mut group: Group<'g>, finding: &Diagnostic) -> Group<'g> {
        let source =
            finding.span.and_then(|span| Some((span, self.run.sources.get(&finding.path)?)));
        let Some((span, source)) = source else {
            group = group.element(Origin::path(self.run.shown(&finding.path)));
            return with_help(group, finding);
        };
        let mut near = vec![(span, finding.label.as_str(), true)];
        let mut far = Vec::new();
        let line_of = |span: Span| source.lines.position(&source.text, span.start).line;
        for label in &finding.labels {
            let place = (label.span, label.text.as_str(), false);
            if label.path == finding.path && line_of(label.span).abs_diff(line_of(span)) <= NEAR {
                near.push(place);
            } else {
                far.push((label.path.as_str(), place));
            }
        }
        group = group.element(self.snippet(&finding.path, &source, &near));
        for (path, place) in far {
            if let Some(source) = self.run.sources.get(path) {
                group = group.element(self.snippet(path, &source, &[place]));
            }
        }
        with_help(group, finding)
    }

    fn snippet<'g>(
        &mut self,
        path: &str,
        source: &Source,
        places: &[(Span, &str, bool)],
    ) -> Snippet<'g, annotate_snippets::Annotation<'g>> {
        let mut spans = Vec::with_capacity(places.len());
        for (span, ..) in places {
            spans.push(*span);
        }
        let excerpt = excerpt(source, &spans);
        let shown_path = self.run.shown(path);
        if let (Some((span, _, _)), Some(shown)) = (places.first(), excerpt.spans.first()) {
            self.header(&shown_path, source, *span, *shown, &excerpt.text, excerpt.first_line);
        }
        let mut annotations = Vec::with_capacity(places.len());
        for ((_, label, primary), span) in places.iter().zip(&excerpt.spans) {
            let kind = if *primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let mut annotation = kind.span(span.start..span.end);
            if !label.is_empty() {
                annotation = annotation.label(text(label).into_owned());
            }
            annotations.push(annotation);
        }
        Snippet::source(excerpt.text)
            .line_start(excerpt.first_line)
            .path(shown_path)
            .annotations(annotations)
    }

    fn fix<'g>(&mut self, fix: &Fix) -> Option<Group<'g>> {
        let title = Mark::HELP.secondary_title(text(&fix.message).into_owned());
        let mut group = Group::with_title(title);
        for edit in &fix.edits {
            let source = self.run.sources.get(&edit.path)?;
            let excerpt = excerpt(&source, &[edit.span]);
            let span = excerpt.spans.first()?;
            let new = edit.text.replace("\r\n", "\n").replace('\r', "\n");
            let lines: Vec<_> = new.split('\n').map(text).collect();
            let patch = Patch::new(span.start..span.end, lines.join("\n"));
            group = group
                .element(Snippet::source(excerpt.text).line_start(excerpt.first_line).patch(patch));
        }
        Some(group)
    }

    /// Remembers a header whose column the renderer counts in the excerpt, not in the file.
    fn header(
        &mut self,
        path: &str,
        source: &Source,
        span: Span,
        shown: Span,
        excerpt: &str,
        first_line: usize,
    ) {
        let at = source.lines.position(&source.text, span.start);
        let before = excerpt.get(..shown.start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before.get(line_start..).unwrap_or_default().chars().count() + 1;
        let line = first_line + before.matches('\n').count();
        if (line, column) != (at.line, at.column) {
            let drawn = format!("{path}:{line}:{column}\n");
            self.headers.push((drawn, format!("{path}:{}:{}\n", at.line, at.column)));
        }
    }

    /// The rendered finding with its headers put right.
    fn corrected(&self, mut rendered: String) -> String {
        for (drawn, meant) in &self.headers {
            rendered = rendered.replacen(drawn, meant, 1);
        }
        rendered
    }
}

fn with_help<'g>(mut group: Group<'g>, finding: &Diagnostic) -> Group<'g> {
    for help in &finding.help {
        group = group.element(Mark::HELP.message(text(help).into_owned()));
    }
    group
}
