//! The embedded faces, and shaping: text in, positioned glyphs out, measured in ems.
//!
//! A character that Inter lacks comes from the fallback face, and one that both lack shows as U+FFFD; the
//! text behind the glyphs stays what it was, so it can still be searched, copied and read aloud.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use harfrust::{
    Direction, Feature, FontRef, ShapeOptions, ShapePlan, Shaper, ShaperData, Tag, UnicodeBuffer, script,
};
use krilla::text::{Font, GlyphId, KrillaGlyph};

use crate::style::{TextStyle, Weight};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FaceId {
    Regular,
    Medium,
    SemiBold,
    Fallback,
}

impl From<Weight> for FaceId {
    fn from(weight: Weight) -> Self {
        match weight {
            Weight::Regular => Self::Regular,
            Weight::Medium => Self::Medium,
            Weight::SemiBold => Self::SemiBold,
        }
    }
}

/// Parsed once in a process and shared by every document.
static FACES: LazyLock<[Face; 4]> = LazyLock::new(|| {
    [
        Face::embedded(include_bytes!("../fonts/Inter-Regular.ttf")),
        Face::embedded(include_bytes!("../fonts/Inter-Medium.ttf")),
        Face::embedded(include_bytes!("../fonts/Inter-SemiBold.ttf")),
        Face::embedded(include_bytes!("../fonts/DejaVuSans-Fallback.ttf")),
    ]
});

struct Face {
    font: Font,
    shaper: Shaper<'static>,
    natural: ShapePlan,
    tabular: ShapePlan,
}

impl Face {
    fn embedded(data: &'static [u8]) -> Self {
        let parsed = FontRef::new(data).expect("an embedded font can be shaped with");
        // Four of them in a process, for as long as it lives.
        let known: &'static ShaperData = Box::leak(Box::new(ShaperData::new(&parsed)));
        let shaper = known.shaper(&parsed).build();
        let plan = |features: &[Feature]| {
            ShapePlan::new(&shaper, Direction::LeftToRight, Some(script::LATIN), None, features)
        };
        let natural = plan(&[]);
        let tabular = plan(&[Feature::new(Tag::new(b"tnum"), 1, ..)]);
        let font = Font::new(data.into(), 0).expect("an embedded font can be written");
        Self { font, shaper, natural, tabular }
    }

    /// Glyphs of `text[range]`, their text ranges counted in the whole of `text`.
    fn shape(&self, text: &str, range: Range<usize>, tabular: bool) -> Vec<KrillaGlyph> {
        let plan = if tabular { &self.tabular } else { &self.natural };
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(&text[range.clone()]);
        buffer.set_direction(Direction::LeftToRight);
        buffer.set_script(script::LATIN);
        let shaped = self.shaper.shape(buffer, ShapeOptions::new().plan(Some(plan)));
        let em = |units: i32| units as f32 / self.shaper.units_per_em() as f32;
        let infos = shaped.glyph_infos();
        let mut end = range.end;
        let mut next_start = None;
        let mut glyphs: Vec<_> = infos
            .iter()
            .zip(shaped.glyph_positions())
            .rev()
            .map(|(info, position)| {
                let start = range.start + info.cluster as usize;
                if let Some(next) = next_start.replace(start)
                    && next != start
                {
                    end = next;
                }
                KrillaGlyph::new(
                    GlyphId::new(info.glyph_id),
                    em(position.x_advance),
                    em(position.x_offset),
                    em(position.y_offset),
                    em(position.y_advance),
                    start..end,
                    None,
                )
            })
            .collect();
        glyphs.reverse();
        glyphs
    }

    fn replacement(&self, range: Range<usize>) -> KrillaGlyph {
        const SHOWN: &str = "\u{fffd}";
        let glyph = self.shape(SHOWN, 0..SHOWN.len(), false).pop();
        let glyph = glyph.expect("the fallback face has U+FFFD");
        KrillaGlyph { text_range: range, ..glyph }
    }
}

/// Consecutive glyphs of one face.
#[derive(Clone)]
pub(crate) struct Piece {
    face: FaceId,
    pub(crate) glyphs: Vec<KrillaGlyph>,
}

impl Piece {
    pub(crate) fn font(&self) -> Font {
        FACES[self.face as usize].font.clone()
    }

    pub(crate) fn width_em(&self) -> f32 {
        self.glyphs.iter().map(|glyph| glyph.x_advance).sum()
    }
}

/// One line of text, shaped. In ems, so that a size needs no new shaping.
#[derive(Clone)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) pieces: Arc<[Piece]>,
    /// Of what can be seen: spaces at the end do not count.
    pub(crate) width_em: f32,
}

type Shelf = Mutex<HashMap<Box<str>, Line>>;

/// Lines that were shaped before, by weight and kind of figures: most of a document is said in every other one too. None
/// with a figure in it, which is about one person and comes once.
static SHAPED: LazyLock<[Shelf; 6]> = LazyLock::new(Default::default);
const MAX_SHAPED: usize = 500;
const SHAPED_MAX_BYTES: usize = 120;

impl Line {
    /// `text` must be clean, see `text::clean`.
    pub(crate) fn shape(text: &str, style: TextStyle) -> Self {
        if text.len() > SHAPED_MAX_BYTES || text.bytes().any(|byte| byte.is_ascii_digit()) {
            return Self::shape_anew(text, style);
        }
        let shelf = &SHAPED[style.weight as usize * 2 + usize::from(style.has_tabular_figures())];
        let lines = || shelf.lock().unwrap_or_else(PoisonError::into_inner);
        let known = lines().get(text).cloned();
        known.unwrap_or_else(|| {
            let line = Self::shape_anew(text, style);
            let mut lines = lines();
            if lines.len() == MAX_SHAPED {
                lines.clear();
            }
            lines.insert(text.into(), line.clone());
            line
        })
    }

    fn shape_anew(text: &str, style: TextStyle) -> Self {
        let mut pieces = Vec::new();
        let chain =
            Chain { faces: &[style.weight.into(), FaceId::Fallback], tabular: style.has_tabular_figures() };
        chain.shape(text, 0..text.len(), &mut pieces);
        let visible = text.trim_end_matches(' ').len();
        let glyphs = pieces.iter().flat_map(|piece| &piece.glyphs);
        let seen = glyphs.filter(|glyph| glyph.text_range.start < visible);
        let width_em = seen.map(|glyph| glyph.x_advance).sum();
        Self { text: text.to_owned(), pieces: pieces.into(), width_em }
    }

    /// Where each cluster (what must not be torn apart) starts: its offset in the text, its offset in ems.
    pub(crate) fn clusters(&self) -> Vec<(usize, f32)> {
        let mut clusters: Vec<(usize, f32)> = Vec::new();
        let mut x = 0.0;
        for glyph in self.pieces.iter().flat_map(|piece| &piece.glyphs) {
            let start = glyph.text_range.start;
            if clusters.last().is_none_or(|&(last, _)| last < start) {
                clusters.push((start, x));
            }
            x += glyph.x_advance;
        }
        clusters.push((self.text.len(), x));
        clusters
    }
}

/// The faces to try, in order.
#[derive(Clone, Copy)]
struct Chain<'a> {
    faces: &'a [FaceId],
    tabular: bool,
}

impl Chain<'_> {
    /// Shapes with the first face, and the clusters it has no glyph for with the faces after it.
    fn shape(self, text: &str, range: Range<usize>, pieces: &mut Vec<Piece>) {
        let Some((&face, others)) = self.faces.split_first() else {
            pieces.push(replacements(text, range));
            return;
        };
        let glyphs = FACES[face as usize].shape(text, range, self.tabular);
        let mut clusters = glyphs.chunk_by(|a, b| a.text_range == b.text_range).peekable();
        let missing = |cluster: &[KrillaGlyph]| cluster.iter().any(|glyph| glyph.glyph_id == GlyphId::new(0));
        while let Some(first) = clusters.next() {
            let lacks = missing(first);
            let mut run = first.to_vec();
            while let Some(next) = clusters.next_if(|next| missing(next) == lacks) {
                run.extend_from_slice(next);
            }
            if lacks {
                let end = run.last().map_or(0, |glyph| glyph.text_range.end);
                Self { faces: others, ..self }.shape(text, run[0].text_range.start..end, pieces);
            } else {
                pieces.push(Piece { face, glyphs: run });
            }
        }
    }
}

fn replacements(text: &str, range: Range<usize>) -> Piece {
    let face = FaceId::Fallback;
    let chars = text[range.clone()].char_indices();
    let glyphs = chars.map(|(i, c)| {
        let start = range.start + i;
        FACES[face as usize].replacement(start..start + c.len_utf8())
    });
    Piece { face, glyphs: glyphs.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::{Align, Color};

    const STYLE: TextStyle = TextStyle::new(Weight::Regular, 10.0, Color::INK);

    fn faces(text: &str) -> Vec<(FaceId, usize)> {
        let line = Line::shape(text, STYLE);
        line.pieces.iter().map(|piece| (piece.face, piece.glyphs.len())).collect()
    }

    #[test]
    fn right_aligned_amounts_with_the_same_number_of_digits_are_equally_wide() {
        for weight in [Weight::Regular, Weight::Medium, Weight::SemiBold] {
            let widths: Vec<f32> = (0..=9)
                .map(|digit| {
                    let text = "$#,###.##".replace('#', &digit.to_string());
                    Line::shape(&text, TextStyle { weight, ..STYLE }.aligned(Align::Right)).width_em
                })
                .collect();
            for width in &widths {
                assert!((width - widths[0]).abs() < 1e-4, "{weight:?}: {widths:?}");
            }
        }
    }

    #[test]
    fn a_hyphen_in_running_text_is_not_as_wide_as_a_figure() {
        let hyphen = |align| Line::shape("-", STYLE.aligned(align)).width_em;
        assert!(hyphen(Align::Left) < hyphen(Align::Right));
    }

    #[test]
    fn a_character_inter_lacks_comes_from_the_fallback_face() {
        assert_eq!(
            faces("Zo\u{eb} \u{540}\u{561}\u{575} x"),
            [(FaceId::Regular, 4), (FaceId::Fallback, 3), (FaceId::Regular, 2),]
        );
    }

    #[test]
    fn a_character_no_face_has_shows_as_one_replacement_glyph_and_keeps_its_text() {
        let line = Line::shape("Li \u{674e}\u{5c0f} x", STYLE);
        let replaced = &line.pieces[1];
        let shown: Vec<_> =
            replaced.glyphs.iter().map(|glyph| &line.text[glyph.text_range.clone()]).collect();
        assert_eq!(shown, ["\u{674e}", "\u{5c0f}"]);
        assert!(replaced.glyphs.iter().all(|glyph| glyph.glyph_id != GlyphId::new(0)));
        assert!(replaced.width_em() > 1.0, "a replacement must be seen");
    }

    #[test]
    fn a_decomposed_accent_stays_in_one_cluster_with_its_letter() {
        let line = Line::shape("Jose\u{301}", STYLE);
        assert_eq!(line.pieces.len(), 1);
        assert_eq!(line.clusters().iter().map(|cluster| cluster.0).collect::<Vec<_>>(), [0, 1, 2, 3, 6]);
    }

    #[test]
    fn what_was_shaped_before_is_the_same_in_its_own_style_alone() {
        let bold = TextStyle { weight: Weight::SemiBold, ..STYLE };
        let shape = |style: TextStyle| {
            let line = Line::shape("Employer, amount -", style);
            let glyphs = line.pieces.iter().flat_map(|piece| &piece.glyphs);
            (line.width_em, glyphs.map(|glyph| glyph.glyph_id.to_u32()).collect::<Vec<_>>())
        };
        let first = [STYLE, bold, STYLE.aligned(Align::Right)].map(shape);
        assert_eq!(first, [STYLE, bold, STYLE.aligned(Align::Right)].map(shape));
        assert!(first[0].0 != first[1].0 && first[0] != first[2], "{first:?}");
    }

    #[test]
    fn no_more_lines_are_kept_than_may_be_and_none_with_a_figure() {
        for n in 0..2 * MAX_SHAPED {
            let word: String = n.to_string().bytes().map(|digit| (digit - b'0' + b'a') as char).collect();
            Line::shape(&word, STYLE);
            Line::shape(&n.to_string(), STYLE);
        }
        let kept = SHAPED[0].lock().unwrap();
        assert!((1..=MAX_SHAPED).contains(&kept.len()), "{}", kept.len());
        assert!(kept.keys().all(|text| !text.bytes().any(|byte| byte.is_ascii_digit())));
    }

    #[test]
    fn spaces_at_the_end_do_not_count_as_width() {
        let width = |text| Line::shape(text, STYLE).width_em;
        assert_eq!(width("total  "), width("total"));
    }
}
