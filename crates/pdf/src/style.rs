//! How things look: colours, weights, text styles and paper. Plain values in points, nothing of the PDF.

/// An opaque sRGB colour. The constants are the palette our documents share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

impl Color {
    pub const INK: Self = Self::rgb(17, 24, 39);
    pub const MUTED: Self = Self::rgb(75, 85, 99);
    pub const ACCENT: Self = Self::rgb(15, 94, 89);
    pub const WASH: Self = Self::rgb(240, 247, 246);
    pub const HAIRLINE: Self = Self::rgb(221, 225, 230);
    pub const WHITE: Self = Self::rgb(255, 255, 255);

    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    Regular,
    Medium,
    SemiBold,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// The style of a run of text.
///
/// Right-aligned text has tabular figures, so that amounts line up digit below digit; the figures of running
/// text keep their natural widths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextStyle {
    pub weight: Weight,
    pub size_pt: f32,
    pub color: Color,
    pub align: Align,
}

impl TextStyle {
    /// Left-aligned text.
    pub const fn new(weight: Weight, size_pt: f32, color: Color) -> Self {
        Self { weight, size_pt, color, align: Align::Left }
    }

    pub const fn aligned(self, align: Align) -> Self {
        Self { align, ..self }
    }

    pub(crate) fn has_tabular_figures(self) -> bool {
        self.align == Align::Right
    }

    pub(crate) fn line_height_pt(self) -> f32 {
        self.size_pt * 1.35
    }

    /// From the top of a line to its baseline: the ascent of Inter, so that capitals sit in the middle.
    pub(crate) fn ascent_pt(self) -> f32 {
        self.size_pt * 0.97
    }
}

/// A sheet and the margin on its four sides. The footer is in the lower margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    pub width_pt: f32,
    pub height_pt: f32,
    pub margin_pt: f32,
}

impl Paper {
    pub const LETTER: Self = Self { width_pt: 612.0, height_pt: 792.0, margin_pt: 42.0 };
}
