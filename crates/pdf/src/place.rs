//! Where the next thing goes: a column on a page, and how far down it we are.

/// Every drawing call takes a place and returns the place below what it drew, in the same column.
///
/// Places are plain values: to set two things side by side, take two columns of one place, fill each,
/// and go on [`below`](Place::below) both.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    pub(crate) page: usize,
    pub(crate) y: f32,
    pub(crate) left: f32,
    pub(crate) width: f32,
}

impl Place {
    /// Counted from 0.
    pub fn page(self) -> usize {
        self.page
    }

    pub fn width_pt(self) -> f32 {
        self.width
    }

    pub fn down(self, points: f32) -> Self {
        Self { y: self.y + points, ..self }
    }

    /// A narrower column that begins `offset_pt` to the right of this one.
    pub fn column(self, offset_pt: f32, width_pt: f32) -> Self {
        Self { left: self.left + offset_pt, width: width_pt, ..self }
    }

    /// Columns whose widths are in proportion to `shares`, `gap_pt` apart.
    pub fn columns<const N: usize>(self, shares: [f32; N], gap_pt: f32) -> [Self; N] {
        let room = self.width - gap_pt * N.saturating_sub(1) as f32;
        let whole: f32 = shares.iter().sum();
        let mut offset = 0.0;
        shares.map(|share| {
            let column = self.column(offset, room * share / whole);
            offset += column.width + gap_pt;
            column
        })
    }

    /// This column again, below the lowest of the places where others ended.
    pub fn below<const N: usize>(self, ends: [Self; N]) -> Self {
        let lower = |a: Self, b: Self| if (b.page, b.y) > (a.page, a.y) { b } else { a };
        let lowest = ends.into_iter().fold(self, lower);
        Self { page: lowest.page, y: lowest.y, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Place = Place { page: 0, y: 100.0, left: 42.0, width: 528.0 };

    #[test]
    fn columns_share_the_width_that_the_gaps_leave() {
        let [left, right] = AT.columns([3.0, 2.0], 28.0);
        assert_eq!((left.left, left.width), (42.0, 300.0));
        assert_eq!((right.left, right.width), (370.0, 200.0));
    }

    #[test]
    fn below_two_columns_is_below_the_one_that_reached_further() {
        let short = AT.down(300.0);
        let long = Place { page: 1, y: 60.0, ..AT };
        assert_eq!(AT.below([short, long]), Place { page: 1, y: 60.0, ..AT });
        assert_eq!(AT.below([long, short]), AT.below([short, long]));
    }
}
