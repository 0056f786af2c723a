//! What a table says: columns, rows, a total. How it is drawn is in `grid`.

use crate::style::{Align, Color, TextStyle, Weight};

/// How wide a column is, as long as the table has the room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ColumnWidth {
    /// As wide as its widest cell.
    Fit,
    /// An equal share of what the other columns leave.
    Fill,
    FixedPt(f32),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    pub head: String,
    pub width: ColumnWidth,
    pub align: Align,
}

impl Column {
    /// Words: on the left, wrapped in the space the figures leave.
    pub fn text(head: impl Into<String>) -> Self {
        Self { head: head.into(), width: ColumnWidth::Fill, align: Align::Left }
    }

    /// Figures: on the right, never wrapped as long as the table has room.
    pub fn figures(head: impl Into<String>) -> Self {
        Self { head: head.into(), width: ColumnWidth::Fit, align: Align::Right }
    }

    pub fn width(self, width: ColumnWidth) -> Self {
        Self { width, ..self }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Row<const N: usize> {
    /// The first cell is the name of the row.
    Cells([String; N]),
    /// A title over the rows that follow, across all columns.
    Group(String),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableStyle {
    pub head: TextStyle,
    pub group: TextStyle,
    pub body: TextStyle,
    pub total: TextStyle,
    pub empty: TextStyle,
    /// The height of a row of one line.
    pub row_pt: f32,
    pub column_gap_pt: f32,
    /// Under the heads and over the total.
    pub rule: Color,
    /// Between rows.
    pub hairline: Color,
}

impl Default for TableStyle {
    fn default() -> Self {
        Self {
            head: TextStyle::new(Weight::Medium, 7.5, Color::MUTED),
            group: TextStyle::new(Weight::SemiBold, 7.8, Color::ACCENT),
            body: TextStyle::new(Weight::Regular, 8.3, Color::INK),
            total: TextStyle::new(Weight::SemiBold, 8.3, Color::INK),
            empty: TextStyle::new(Weight::Regular, 8.3, Color::MUTED),
            row_pt: 16.5,
            column_gap_pt: 9.0,
            rule: Color::INK,
            hairline: Color::HAIRLINE,
        }
    }
}

/// A table of `N` columns: a row with a cell too many or too few does not compile.
///
/// It breaks between rows; a further page repeats the heads under the title and "continued". A group title
/// stays with its first row, the total with the last.
#[derive(Clone, Debug, PartialEq)]
pub struct Table<const N: usize> {
    /// What the table is about: read aloud before it, and printed where it continues.
    pub title: String,
    pub columns: [Column; N],
    pub rows: Vec<Row<N>>,
    pub total: Option<[String; N]>,
    /// Printed instead of rows when there are none.
    pub empty_note: Option<String>,
    pub style: TableStyle,
}

impl<const N: usize> Table<N> {
    pub fn new(title: impl Into<String>, columns: [Column; N]) -> Self {
        const { assert!(N > 0, "a table has columns") };
        Self {
            title: title.into(),
            columns,
            rows: Vec::new(),
            total: None,
            empty_note: None,
            style: TableStyle::default(),
        }
    }

    pub fn row<S: Into<String>>(&mut self, cells: [S; N]) {
        self.rows.push(Row::Cells(cells.map(Into::into)));
    }

    pub fn group(&mut self, title: impl Into<String>) {
        self.rows.push(Row::Group(title.into()));
    }

    pub fn total<S: Into<String>>(&mut self, cells: [S; N]) {
        self.total = Some(cells.map(Into::into));
    }
}
