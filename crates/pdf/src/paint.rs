//! The display list, and painting it: the only file besides `tags` and `fonts` that speaks krilla.
//!
//! A display list first, for two reasons: "Page 1 of 2" needs the number of pages, and krilla's page
//! borrows the document, so a page cannot stay open while the layout goes back and forth.

use std::fmt;

use krilla::color::rgb;
use krilla::configure::{Accessibility, Archival, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::error::KrillaError;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::metadata::DateTime;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule};
use krilla::surface::Surface;
use krilla::{Document, SerializeSettings};

use crate::fonts::Line;
use crate::metadata::{Language, Metadata};
use crate::place::Place;
use crate::style::{Color, Paper};
use crate::tags::{Aside, Mark, Tags};
use crate::text::clean_line;

pub(crate) struct Text {
    pub(crate) left: f32,
    pub(crate) baseline: f32,
    pub(crate) line: Line,
    pub(crate) size_pt: f32,
    pub(crate) color: Color,
    pub(crate) mark: Mark,
}

/// A filled rectangle, or with `border_pt` only the border of one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Shape {
    pub(crate) left: f32,
    pub(crate) top: f32,
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) radius: f32,
    pub(crate) border_pt: Option<f32>,
    pub(crate) color: Color,
}

pub(crate) enum Op {
    Text(Text),
    Shape(Shape),
}

pub(crate) struct OutlineEntry {
    pub(crate) level: u16,
    pub(crate) title: String,
    pub(crate) at: Place,
}

/// Everything the layout decided.
pub(crate) struct DisplayList {
    pub(crate) paper: Paper,
    pub(crate) language: Language,
    pub(crate) pages: Vec<Vec<Op>>,
    pub(crate) tags: Tags,
    pub(crate) outline: Vec<OutlineEntry>,
}

/// The PDF/UA-1 or PDF/A-2a validator refused the document. Says which rules, never which words.
#[derive(Debug)]
pub struct Error {
    rules: Vec<String>,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not a valid PDF/UA-1 and PDF/A-2a document: {}", self.rules.join(", "))
    }
}

impl std::error::Error for Error {}

impl From<KrillaError> for Error {
    fn from(error: KrillaError) -> Self {
        // The payloads hold fonts and words of the document; neither belongs into a log.
        let name = |debug: String| debug.split(['(', ' ', '{']).next().unwrap_or_default().to_owned();
        let rules = match error {
            KrillaError::Validation(errors) => {
                errors.into_iter().map(|(error, _)| name(format!("{error:?}"))).collect()
            }
            other => vec![other.to_string()],
        };
        Self { rules }
    }
}

impl DisplayList {
    pub(crate) fn paint(mut self, metadata: &Metadata) -> Result<Vec<u8>, Error> {
        let configuration = ConfigurationBuilder::new()
            .with_accessibility_validator(Accessibility::UA1)
            .with_archival_validator(Archival::A2_A)
            .finish()
            .expect("UA-1 and A-2a share PDF 1.7");
        let mut document = Document::new_with(SerializeSettings { configuration, ..Default::default() });
        document.set_metadata(document_metadata(metadata, self.language));
        for ops in &self.pages {
            let size = PageSettings::from_wh(self.paper.width_pt, self.paper.height_pt);
            let mut page = document.start_page_with(size.expect("paper has a positive size"));
            let mut surface = page.surface();
            for op in ops {
                paint_op(&mut surface, op, &mut self.tags);
            }
            surface.finish();
            page.finish();
        }
        let mut outline = Outline::new();
        for node in outline_nodes(&self.outline) {
            outline.push_child(node);
        }
        document.set_outline(outline);
        document.set_tag_tree(self.tags.tree(self.language));
        Ok(document.finish()?)
    }
}

fn document_metadata(metadata: &Metadata, language: Language) -> krilla::metadata::Metadata {
    let issued = DateTime::new(metadata.issued.year)
        .month(metadata.issued.month)
        .day(metadata.issued.day)
        .hour(0)
        .minute(0)
        .second(0)
        .utc_offset_hour(0)
        .utc_offset_minute(0);
    krilla::metadata::Metadata::new()
        .title(clean_line(&metadata.title))
        .authors(vec![clean_line(&metadata.author)])
        .document_id(clean_line(&metadata.document_id))
        .creator("Atrium".to_owned())
        .language(language.tag().to_owned())
        .creation_date(issued)
}

/// The flat list of headings as a tree: a heading holds the deeper ones that follow it.
fn outline_nodes(mut entries: &[OutlineEntry]) -> Vec<OutlineNode> {
    let mut nodes = Vec::new();
    while let Some((first, after)) = entries.split_first() {
        let inside = after.iter().take_while(|entry| entry.level > first.level).count();
        let target = XyzDestination::new(first.at.page, Point::from_xy(0.0, first.at.y));
        let mut node = OutlineNode::new(first.title.clone(), target).with_open(true);
        for child in outline_nodes(&after[..inside]) {
            node.push_child(child);
        }
        nodes.push(node);
        entries = &after[inside..];
    }
    nodes
}

fn paint_op(surface: &mut Surface, op: &Op, tags: &mut Tags) {
    let fill = |color: Color, rule| {
        let paint = rgb::Color::new(color.red, color.green, color.blue).into();
        Some(Fill { paint, rule, ..Default::default() })
    };
    match op {
        Op::Shape(shape) => {
            if let Some(path) = shape.path() {
                surface.start_tagged(Mark::Aside(Aside::Decoration).content_tag());
                surface.set_fill(fill(shape.color, FillRule::EvenOdd));
                surface.draw_path(&path);
                surface.end_tagged();
            }
        }
        Op::Text(text) => {
            let identifier = surface.start_tagged(text.mark.content_tag());
            tags.painted(text.mark, identifier);
            surface.set_fill(fill(text.color, FillRule::NonZero));
            let mut left = text.left;
            for piece in text.line.pieces.iter() {
                let at = Point::from_xy(left, text.baseline);
                surface.draw_glyphs(at, &piece.glyphs, piece.font(), &text.line.text, text.size_pt, false);
                left += piece.width_em() * text.size_pt;
            }
            surface.end_tagged();
        }
    }
}

impl Shape {
    fn path(&self) -> Option<Path> {
        let mut path = PathBuilder::new();
        rounded(&mut path, *self)?;
        if let Some(border) = self.border_pt {
            // Under the even-odd rule the inner rectangle is a hole.
            rounded(
                &mut path,
                Self {
                    left: self.left + border,
                    top: self.top + border,
                    width: self.width - 2.0 * border,
                    height: self.height - 2.0 * border,
                    radius: (self.radius - border).max(0.0),
                    ..*self
                },
            )?;
        }
        path.finish()
    }
}

fn rounded(path: &mut PathBuilder, shape: Shape) -> Option<()> {
    let Shape { left, top, width, height, .. } = shape;
    let rect = Rect::from_xywh(left, top, width, height).filter(|_| width > 0.0 && height > 0.0)?;
    let (right, bottom) = (left + width, top + height);
    let r = shape.radius.min(width / 2.0).min(height / 2.0);
    if r <= 0.0 {
        path.push_rect(rect);
        return Some(());
    }
    let k = r * 0.447_7; // from the corner to the control point of a quarter circle
    path.move_to(left + r, top);
    path.line_to(right - r, top);
    path.cubic_to(right - k, top, right, top + k, right, top + r);
    path.line_to(right, bottom - r);
    path.cubic_to(right, bottom - k, right - k, bottom, right - r, bottom);
    path.line_to(left + r, bottom);
    path.cubic_to(left + k, bottom, left, bottom - k, left, bottom - r);
    path.line_to(left, top + r);
    path.cubic_to(left, top + k, left + k, top, left + r, top);
    path.close();
    Some(())
}
