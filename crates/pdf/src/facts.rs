//! Facts: labels with their values, tagged as a list so that each label is read with its value.

use crate::layout::{Ink, Layout};
use crate::place::Place;
use crate::style::TextStyle;
use crate::tags::{Belongs, GroupId, Role, Tags};
use crate::text::wrap;

/// How [`Layout::fact_grid`] sets its facts: value below label, row by row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FactGrid {
    pub columns: usize,
    pub column_gap_pt: f32,
    pub row_gap_pt: f32,
    pub label: TextStyle,
    pub value: TextStyle,
}

impl Layout {
    /// Facts placed freely: the tiles of a summary, the boxes of a form.
    pub fn facts<T>(&mut self, write: impl FnOnce(&mut Facts) -> T) -> T {
        let list = self.list.tags.group(Tags::DOCUMENT, Role::List);
        write(&mut Facts { layout: self, list })
    }

    /// Facts in equal columns, read from left to right.
    pub fn fact_grid(&mut self, at: Place, grid: FactGrid, facts: &[(&str, &str)]) -> Place {
        let columns = grid.columns.max(1);
        let width = (at.width - grid.column_gap_pt * (columns - 1) as f32) / columns as f32;
        let height_of =
            |text: &str, style: TextStyle| wrap(text, style, width).len() as f32 * style.line_height_pt();
        self.facts(|list| {
            let mut below = at;
            for (i, row) in facts.chunks(columns).enumerate() {
                let heights = row
                    .iter()
                    .map(|(label, value)| height_of(label, grid.label) + height_of(value, grid.value));
                let height = heights.fold(0.0, f32::max);
                let gap = if i == 0 { 0.0 } else { grid.row_gap_pt };
                let top = list.layout.room(below.down(gap), height);
                below = top;
                for (j, (label, value)) in row.iter().enumerate() {
                    let cell = top.column((width + grid.column_gap_pt) * j as f32, width);
                    let end = list.fact(
                        |ink| ink.text(cell, grid.label, label),
                        |ink, at| ink.text(at, grid.value, value),
                    );
                    below = below.below([end]);
                }
            }
            below
        })
    }
}

/// A list of facts being written.
pub struct Facts<'a> {
    layout: &'a mut Layout,
    list: GroupId,
}

impl Facts<'_> {
    /// One fact. `value` is handed what `label` returned: as a rule, the place below the label.
    pub fn fact<A, B>(
        &mut self,
        label: impl FnOnce(&mut Ink) -> A,
        value: impl FnOnce(&mut Ink, A) -> B,
    ) -> B {
        let tags = &mut self.layout.list.tags;
        let item = tags.group(self.list, Role::Item);
        let [lbl, body] = [Role::Label, Role::Body].map(|role| Belongs::To(tags.group(item, role)));
        let below = label(&mut Ink { layout: self.layout, belongs: lbl });
        value(&mut Ink { layout: self.layout, belongs: body }, below)
    }
}
