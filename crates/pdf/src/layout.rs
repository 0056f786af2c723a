//! The door: a document being laid out, from its first heading to its bytes.
//!
//! Text can only be written as a heading, a paragraph, a fact, a table cell or decoration, so nothing gets
//! onto a page untagged. Tables are in `table`, facts in `facts`.

use std::num::NonZeroU16;

use crate::fonts::Line;
use crate::metadata::{Language, Metadata};
use crate::paint::{DisplayList, Error, Op, OutlineEntry, Shape, Text};
use crate::place::Place;
use crate::style::{Align, Color, Paper, TextStyle};
use crate::tags::{Aside, Belongs, Role, Tags};
use crate::text::{clean_line, wrap};

/// Kept free above the footer, which begins where the lower margin does.
const ABOVE_FOOTER_PT: f32 = 16.0;
/// A heading moves to the next page when less than this is left below it.
const AFTER_HEADING_PT: f32 = 48.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    One = 1,
    Two = 2,
    Three = 3,
}

/// The box that [`Layout::boxed`] draws behind its content.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Panel {
    pub fill: Option<Color>,
    /// Thickness in points, and colour.
    pub border: Option<(f32, Color)>,
    pub radius_pt: f32,
    pub padding_pt: f32,
}

/// A document being laid out. See the [crate] for an example.
pub struct Layout {
    pub(crate) list: DisplayList,
    footer: Option<(TextStyle, String)>,
}

impl Layout {
    pub fn new(paper: Paper, language: Language) -> Self {
        let (pages, tags, outline) = (vec![Vec::new()], Tags::new(), Vec::new());
        Self { list: DisplayList { paper, language, pages, tags, outline }, footer: None }
    }

    /// The whole width between the margins, at the top of the first page.
    pub fn top(&self) -> Place {
        let Paper { width_pt, margin_pt, .. } = self.list.paper;
        Place { page: 0, y: margin_pt, left: margin_pt, width: width_pt - 2.0 * margin_pt }
    }

    /// `at`, or the top of the next page when `height_pt` does not fit below `at`.
    pub fn room(&mut self, at: Place, height_pt: f32) -> Place {
        let fits = height_pt <= self.left_below(at);
        if fits || at.y <= self.list.paper.margin_pt { at } else { self.next_page(at) }
    }

    /// The same column at the top of the next page.
    pub fn next_page(&mut self, at: Place) -> Place {
        let page = at.page + 1;
        while self.list.pages.len() <= page {
            self.list.pages.push(Vec::new());
        }
        Place { page, y: self.list.paper.margin_pt, ..at }
    }

    pub(crate) fn left_below(&self, at: Place) -> f32 {
        let Paper { height_pt, margin_pt, .. } = self.list.paper;
        height_pt - margin_pt - ABOVE_FOOTER_PT - at.y
    }

    /// A heading, which is also an entry of the outline. A level that would skip one is raised, as PDF/UA asks.
    pub fn heading(&mut self, at: Place, level: Level, style: TextStyle, text: &str) -> Place {
        let deepest = self.list.outline.last().map_or(1, |last| last.level + 1);
        let level = (level as u16).min(deepest);
        let title = clean_line(text);
        let lines = wrap(text, style, at.width);
        let at = self.room(at, lines.len() as f32 * style.line_height_pt() + AFTER_HEADING_PT);
        if title.trim().is_empty() {
            return at;
        }
        let role =
            Role::Heading { level: NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN), title: title.clone() };
        self.list.outline.push(OutlineEntry { level, title, at });
        let group = self.list.tags.group(Tags::DOCUMENT, role);
        self.flow(at, style, lines, Belongs::To(group))
    }

    /// A paragraph in one style. `\n` begins a new line.
    pub fn text(&mut self, at: Place, style: TextStyle, text: &str) -> Place {
        let group = self.list.tags.group(Tags::DOCUMENT, Role::Paragraph);
        let lines = wrap(text, style, at.width);
        self.flow(at, style, lines, Belongs::To(group))
    }

    /// A paragraph in several styles or places: a name above its address, for example.
    pub fn paragraph<T>(&mut self, write: impl FnOnce(&mut Ink) -> T) -> T {
        let group = self.list.tags.group(Tags::DOCUMENT, Role::Paragraph);
        write(&mut Ink { layout: self, belongs: Belongs::To(group) })
    }

    /// Text that only decorates: assistive technology does not read it.
    pub fn decoration<T>(&mut self, write: impl FnOnce(&mut Ink) -> T) -> T {
        write(&mut Ink { layout: self, belongs: Belongs::Aside(Aside::Decoration) })
    }

    /// A line across the column; returns the place below it.
    pub fn rule(&mut self, at: Place, thickness_pt: f32, color: Color) -> Place {
        let shape = shape(at, thickness_pt, 0.0, None, color);
        self.list.pages[at.page].push(Op::Shape(shape));
        at.down(thickness_pt)
    }

    /// A box as wide as the column. What is drawn later lies on top of it; returns the place below it.
    pub fn panel(&mut self, at: Place, height_pt: f32, panel: Panel) -> Place {
        self.list.pages[at.page].extend(panel_ops(at, height_pt, panel));
        at.down(height_pt)
    }

    /// A box behind what `fill` draws, as tall as that turns out; it goes on over page breaks.
    pub fn boxed(&mut self, at: Place, panel: Panel, fill: impl FnOnce(&mut Self, Place) -> Place) -> Place {
        let padding = panel.padding_pt;
        let behind = self.list.pages[at.page].len();
        let inner = at.down(padding).column(padding, at.width - 2.0 * padding);
        let end = fill(self, inner);
        let below = Place { page: end.page, y: end.y + padding, ..at };
        for page in at.page..=below.page {
            let top = Place { page, ..at };
            let (top, index) =
                if page == at.page { (top, behind) } else { (Place { y: self.top().y, ..top }, 0) };
            let height = if page == below.page { below.y - top.y } else { self.left_below(top) };
            self.list.pages[page].splice(index..index, panel_ops(top, height, panel));
        }
        below
    }

    /// A line at the foot of every page: `text` on the left, "Page 1 of 2" on the right.
    pub fn footer(&mut self, style: TextStyle, text: &str) {
        self.footer = Some((style, text.to_owned()));
    }

    /// The document as PDF/UA-1 and PDF/A-2a. The same calls give the same bytes.
    pub fn finish(mut self, metadata: &Metadata) -> Result<Vec<u8>, Error> {
        if let Some((style, text)) = self.footer.take() {
            self.draw_footers(style, &text);
        }
        self.list.paint(metadata)
    }

    fn draw_footers(&mut self, style: TextStyle, text: &str) {
        let pages = self.list.pages.len();
        let Paper { height_pt, margin_pt, .. } = self.list.paper;
        let (left, right) = (style.aligned(Align::Left), style.aligned(Align::Right));
        let belongs = Belongs::Aside(Aside::Footer);
        for page in 0..pages {
            let at = Place { page, y: height_pt - margin_pt, ..self.top() };
            let number = Line::shape(&self.list.language.page_of(page + 1, pages), right);
            let room = at.width - (number.width_em + 2.0) * style.size_pt;
            self.draw_line(at, right, number, belongs);
            for (i, line) in wrap(text, left, room).into_iter().enumerate() {
                self.draw_line(at.down(i as f32 * style.line_height_pt()), left, line, belongs);
            }
        }
    }

    /// Lines one below the other, over as many pages as they need; the first two stay together.
    pub(crate) fn flow(
        &mut self,
        mut at: Place,
        style: TextStyle,
        lines: Vec<Line>,
        belongs: Belongs,
    ) -> Place {
        let height = style.line_height_pt();
        at = self.room(at, height * lines.len().min(2) as f32);
        for line in lines {
            at = self.room(at, height);
            self.draw_line(at, style, line, belongs);
            at = at.down(height);
        }
        at
    }

    pub(crate) fn draw_line(&mut self, at: Place, style: TextStyle, line: Line, belongs: Belongs) {
        if line.text.trim().is_empty() {
            return; // Nothing to see, and nothing to read.
        }
        let left = match style.align {
            Align::Left => at.left,
            Align::Right => at.left + at.width - line.width_em * style.size_pt,
        };
        let mark = self.list.tags.mark(belongs);
        let TextStyle { size_pt, color, .. } = style;
        let baseline = at.y + style.ascent_pt();
        self.list.pages[at.page].push(Op::Text(Text { left, baseline, line, size_pt, color, mark }));
    }
}

/// Writes text into one paragraph, label or value: whatever it was handed out for.
pub struct Ink<'a> {
    pub(crate) layout: &'a mut Layout,
    pub(crate) belongs: Belongs,
}

impl Ink<'_> {
    pub fn text(&mut self, at: Place, style: TextStyle, text: &str) -> Place {
        // The space keeps the last word apart from the first of the next text when both are read aloud.
        let lines = wrap(&format!("{text} "), style, at.width);
        self.layout.flow(at, style, lines, self.belongs)
    }
}

fn panel_ops(at: Place, height_pt: f32, panel: Panel) -> impl Iterator<Item = Op> {
    let fill = panel.fill.map(|color| shape(at, height_pt, panel.radius_pt, None, color));
    let border =
        panel.border.map(|(border_pt, color)| shape(at, height_pt, panel.radius_pt, Some(border_pt), color));
    [fill, border].into_iter().flatten().map(Op::Shape)
}

fn shape(at: Place, height: f32, radius: f32, border_pt: Option<f32>, color: Color) -> Shape {
    Shape { left: at.left, top: at.y, width: at.width, height, radius, border_pt, color }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::Weight;

    const BODY: TextStyle = TextStyle::new(Weight::Regular, 10.0, Color::INK);

    fn layout() -> Layout {
        Layout::new(Paper::LETTER, Language::English)
    }

    #[test]
    fn a_paragraph_goes_on_over_pages_and_its_first_line_is_never_left_alone() {
        let mut layout = layout();
        let one_line_left = layout.left_below(layout.top()) - BODY.line_height_pt() * 1.5;
        let at = layout.top().down(one_line_left);
        let end = layout.text(at, BODY, &"word ".repeat(1500));
        assert!(layout.list.pages[0].is_empty());
        assert!(end.page() >= 2, "{end:?}");
    }

    #[test]
    fn a_heading_moves_on_when_nothing_would_fit_below_it() {
        let mut layout = layout();
        let at = layout.top().down(layout.left_below(layout.top()) - 40.0);
        assert_eq!(layout.heading(at, Level::One, BODY, "Earnings").page(), 1);
    }

    #[test]
    fn what_is_taller_than_a_page_does_not_leave_an_empty_page_before_it() {
        let mut layout = layout();
        let at = layout.top();
        assert_eq!(layout.room(at, 5000.0), at);
    }

    #[test]
    fn a_box_lies_behind_its_content_and_ends_below_it_on_the_last_page() {
        let mut layout = layout();
        let panel = Panel { fill: Some(Color::WASH), border: None, radius_pt: 4.0, padding_pt: 10.0 };
        let at = layout.top();
        let end = layout.boxed(at, panel, |layout, inner| {
            assert_eq!(inner.width_pt(), at.width_pt() - 20.0);
            layout.text(inner, BODY, &"line\n".repeat(80))
        });
        assert_eq!(layout.list.pages.len(), 2);
        for ops in &layout.list.pages {
            assert!(matches!(ops[0], Op::Shape(_)));
            assert!(ops[1..].iter().all(|op| matches!(op, Op::Text(_))));
        }
        let Op::Shape(last) = &layout.list.pages[1][0] else { unreachable!() };
        assert_eq!(last.top + last.height, end.y);
    }
}
