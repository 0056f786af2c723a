//! How wide the columns of a table are.

use crate::style::TextStyle;
use crate::table::{ColumnWidth, Row, Table};
use crate::text::wrap;

/// However much the other columns want, those that fill get at least this share of the table.
const FILL_SHARE: f32 = 0.25;

/// Offset and width of each column. Fixed columns take what they ask, fitting ones their widest cell, and
/// the rest is shared by those that fill; where that is too much, the fitting ones shrink, then all.
pub(crate) fn column_spans<const N: usize>(table: &Table<N>, width: f32) -> Vec<(f32, f32)> {
    let gap = table.style.column_gap_pt;
    let room = (width - gap * (N - 1) as f32).max(0.0);
    let mut widths: [f32; N] = std::array::from_fn(|i| match table.columns[i].width {
        ColumnWidth::FixedPt(points) => points,
        ColumnWidth::Fit => widest_cell(table, i),
        ColumnWidth::Fill => 0.0,
    });
    let of = |kind: ColumnWidth| (0..N).filter(move |&i| table.columns[i].width == kind);
    let fills = of(ColumnWidth::Fill).count();
    let fit: f32 = of(ColumnWidth::Fit).map(|i| widths[i]).sum();
    let fixed = widths.iter().sum::<f32>() - fit;
    let for_fill = if fills == 0 { 0.0 } else { room * FILL_SHARE };
    let for_fit = (room - fixed - for_fill).max(0.0);
    if fit > for_fit {
        of(ColumnWidth::Fit).for_each(|i| widths[i] *= for_fit / fit);
    }
    let spare = (room - widths.iter().sum::<f32>()).max(0.0);
    if fills == 0 {
        widths.iter_mut().for_each(|width| *width += spare / N as f32);
    } else {
        of(ColumnWidth::Fill).for_each(|i| widths[i] = spare / fills as f32);
    }
    let squeeze = (room / widths.iter().sum::<f32>()).min(1.0);
    let mut offset = 0.0;
    let place = |width: f32| {
        let span = (offset, width * squeeze);
        offset += span.1 + gap;
        span
    };
    widths.into_iter().map(place).collect()
}

fn widest_cell<const N: usize>(table: &Table<N>, column: usize) -> f32 {
    let style = &table.style;
    let head = [(&table.columns[column].head, style.head)];
    let body = table.rows.iter().filter_map(|row| match row {
        Row::Cells(cells) => Some((&cells[column], style.body)),
        Row::Group(_) => None,
    });
    let total = table.total.iter().map(|cells| (&cells[column], style.total));
    let width = |(text, style): (&String, TextStyle)| {
        let lines = wrap(text, style.aligned(table.columns[column].align), f32::INFINITY);
        lines.iter().map(|line| line.width_em * style.size_pt).fold(0.0, f32::max)
    };
    head.into_iter().chain(body).chain(total).map(width).fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Column;

    #[test]
    fn columns_fill_the_table_and_never_run_over_it_however_long_their_words() {
        let long = "Donaudampfschifffahrtsgesellschaft ".repeat(4);
        for width in [528.0, 200.0, 40.0] {
            for kinds in [
                [ColumnWidth::Fill, ColumnWidth::Fit, ColumnWidth::Fit],
                [ColumnWidth::Fit, ColumnWidth::Fit, ColumnWidth::Fit],
                [ColumnWidth::FixedPt(900.0), ColumnWidth::Fill, ColumnWidth::Fit],
                [ColumnWidth::FixedPt(10.0), ColumnWidth::FixedPt(10.0), ColumnWidth::FixedPt(10.0)],
            ] {
                let mut table = Table::new("Long", kinds.map(|kind| Column::text("Head").width(kind)));
                table.row([long.as_str(), long.as_str(), "x"]);
                let spans = column_spans(&table, width);
                let (offset, last) = spans[2];
                assert!((offset + last - width).abs() < 0.01, "{kinds:?} at {width}: {spans:?}");
                assert!(spans.iter().all(|span| span.1 >= 0.0), "{kinds:?} at {width}: {spans:?}");
            }
        }
    }
}
