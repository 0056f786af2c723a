//! Drawing a table: rows, page breaks, tags. How wide its columns are is decided in `columns`.

use crate::columns::column_spans;
use crate::fonts::Line;
use crate::layout::Layout;
use crate::place::Place;
use crate::style::{Align, TextStyle};
use crate::table::{Column, Row, Table, TableStyle};
use crate::tags::{Aside, Belongs, Role, Tags};
use crate::text::{clean_line, wrap};

const RULE_PT: f32 = 0.9;
const HAIRLINE_PT: f32 = 0.4;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Head,
    Cells,
    Group,
    Note,
    Total,
}

/// A row as its cells wrap. Groups and notes have one cell across all columns.
struct GridRow {
    kind: Kind,
    cells: Vec<Vec<Line>>,
    style: TextStyle,
}

impl GridRow {
    fn line_count(&self) -> usize {
        self.cells.iter().map(Vec::len).max().unwrap_or(1)
    }

    fn role(&self, column: usize, columns: usize) -> Role {
        // An empty first cell names nothing, so it is no header.
        let is_empty = self.cells[column].iter().all(|line| line.text.trim().is_empty());
        match self.kind {
            Kind::Head => Role::ColumnHeader,
            Kind::Group => Role::RowHeader { columns },
            Kind::Note => Role::Cell { columns },
            Kind::Cells | Kind::Total if column == 0 && !is_empty => Role::RowHeader { columns: 1 },
            Kind::Cells | Kind::Total => Role::Cell { columns: 1 },
        }
    }
}

/// A table whose columns have found their places.
struct Grid<'a> {
    columns: &'a [Column],
    style: TableStyle,
    /// Offset from the left of the table, and width.
    spans: Vec<(f32, f32)>,
    width: f32,
    continued: Vec<Line>,
    head: GridRow,
}

impl Layout {
    /// Draws a table as wide as the column `at`.
    pub fn table<const N: usize>(&mut self, at: Place, table: &Table<N>) -> Place {
        let grid = Grid::new(table, at.width, &self.list.language.continued(&table.title));
        let mut rows: Vec<GridRow> = table.rows.iter().map(|row| grid.row(row)).collect();
        if let (true, Some(note)) = (rows.is_empty(), &table.empty_note) {
            rows.push(grid.spanning(Kind::Note, note, table.style.empty));
        }
        rows.extend(table.total.as_ref().map(|cells| grid.cells(Kind::Total, cells, table.style.total)));

        let tags = &mut self.list.tags;
        let tag = tags.group(Tags::DOCUMENT, Role::Table { summary: clean_line(&table.title) });
        let [head_tag, body_tag, foot_tag] = [Role::TableHead, Role::TableBody, Role::TableFoot]
            .map(|role| Belongs::To(tags.group(tag, role)));

        let keeps = grid.heights_kept(&rows);
        let first = rows.first().map_or(0.0, |row| grid.height(row) + keeps[0]);
        let at = self.room(at, grid.height(&grid.head) + first);
        let mut at = self.grid_head(at, &grid, head_tag);
        for (row, keep) in rows.iter().zip(keeps) {
            let part = if row.kind == Kind::Total { foot_tag } else { body_tag };
            at = self.grid_row(at, &grid, row, keep, part);
        }
        at
    }

    fn grid_head(&mut self, at: Place, grid: &Grid, belongs: Belongs) -> Place {
        let row = self.list.tags.within(belongs, Role::Row);
        let line_height = grid.head.style.line_height_pt();
        for (i, lines) in grid.head.cells.iter().enumerate() {
            let cell = self.list.tags.within(row, grid.head.role(i, grid.columns.len()));
            // A head of one line sits on the rule, beside heads of several.
            let missing = grid.head.line_count() - lines.len();
            let top = at.down(grid.padding(grid.head.style) + missing as f32 * line_height);
            self.grid_cell(grid.cell_place(top, &grid.head, i), grid.head.style, lines, cell);
        }
        let below = at.down(grid.height(&grid.head));
        self.rule(below.down(-RULE_PT), RULE_PT, grid.style.rule);
        below
    }

    /// A row, on the next page if it does not fit here together with the `keep` points that follow it. Only
    /// a row taller than a page is torn.
    fn grid_row(&mut self, mut at: Place, grid: &Grid, row: &GridRow, keep: f32, belongs: Belongs) -> Place {
        let tag = self.list.tags.within(belongs, Role::Row);
        let cells: Vec<Belongs> = (0..row.cells.len())
            .map(|i| self.list.tags.within(tag, row.role(i, grid.columns.len())))
            .collect();
        let fresh_page = self.left_below(self.top()) - grid.continuation_height();
        let height = grid.height(row);
        let wanted = if height + keep <= fresh_page { height + keep } else { height };
        if wanted > self.left_below(at) && wanted <= fresh_page {
            at = self.continue_grid(at, grid);
        }
        if row.kind == Kind::Total {
            self.rule(at.down(-HAIRLINE_PT), RULE_PT, grid.style.rule);
        }
        let mut drawn = 0;
        loop {
            let fits = |&line: &usize| {
                line == drawn || grid.height_of_lines(row.style, line + 1 - drawn) <= self.left_below(at)
            };
            let lines = (drawn..row.line_count()).take_while(fits).count();
            for (i, cell) in row.cells.iter().enumerate() {
                let here = &cell[drawn.min(cell.len())..(drawn + lines).min(cell.len())];
                let top = at.down(grid.padding(row.style));
                self.grid_cell(grid.cell_place(top, row, i), row.style, here, cells[i]);
            }
            drawn += lines;
            at = at.down(grid.height_of_lines(row.style, lines));
            if drawn >= row.line_count() {
                self.rule(at.down(-HAIRLINE_PT), HAIRLINE_PT, grid.style.hairline);
                return at;
            }
            at = self.continue_grid(at, grid);
        }
    }

    fn grid_cell(
        &mut self,
        (mut at, align): (Place, Align),
        style: TextStyle,
        lines: &[Line],
        belongs: Belongs,
    ) {
        for line in lines {
            self.draw_line(at, style.aligned(align), line.clone(), belongs);
            at = at.down(style.line_height_pt());
        }
    }

    /// The top of the next page, below the title and the heads of the table said again.
    fn continue_grid(&mut self, at: Place, grid: &Grid) -> Place {
        let mut at = self.next_page(at);
        let repeat = Belongs::Aside(Aside::Repeat);
        for line in &grid.continued {
            self.draw_line(at, grid.style.group.aligned(Align::Left), line.clone(), repeat);
            at = at.down(grid.style.group.line_height_pt());
        }
        self.grid_head(at, grid, repeat)
    }
}

impl<'a> Grid<'a> {
    fn new<const N: usize>(table: &'a Table<N>, width: f32, continued: &str) -> Self {
        let style = table.style;
        let mut grid = Self {
            columns: &table.columns,
            style,
            spans: column_spans(table, width),
            width,
            continued: wrap(continued, style.group, width),
            head: GridRow { kind: Kind::Head, cells: Vec::new(), style: style.head },
        };
        let heads: Vec<String> = table.columns.iter().map(|column| column.head.clone()).collect();
        grid.head = grid.cells(Kind::Head, &heads, style.head);
        grid
    }

    fn row<const N: usize>(&self, row: &Row<N>) -> GridRow {
        match row {
            Row::Cells(cells) => self.cells(Kind::Cells, cells, self.style.body),
            Row::Group(title) => self.spanning(Kind::Group, title, self.style.group),
        }
    }

    fn cells(&self, kind: Kind, cells: &[String], style: TextStyle) -> GridRow {
        let columns = self.columns.iter().zip(&self.spans);
        let cells = cells
            .iter()
            .zip(columns)
            .map(|(cell, (column, span))| wrap(cell, style.aligned(column.align), span.1))
            .collect();
        GridRow { kind, cells, style }
    }

    fn spanning(&self, kind: Kind, text: &str, style: TextStyle) -> GridRow {
        GridRow { kind, cells: vec![wrap(text, style, self.width)], style }
    }

    fn cell_place(&self, at: Place, row: &GridRow, column: usize) -> (Place, Align) {
        match row.kind {
            Kind::Group | Kind::Note => (at, Align::Left),
            Kind::Head | Kind::Cells | Kind::Total => {
                let (offset, width) = self.spans[column];
                (at.column(offset, width), self.columns[column].align)
            }
        }
    }

    fn padding(&self, style: TextStyle) -> f32 {
        ((self.style.row_pt - style.line_height_pt()) / 2.0).max(0.0)
    }

    fn height_of_lines(&self, style: TextStyle, lines: usize) -> f32 {
        2.0 * self.padding(style) + lines as f32 * style.line_height_pt()
    }

    fn height(&self, row: &GridRow) -> f32 {
        self.height_of_lines(row.style, row.line_count())
    }

    /// For each row, the height of the rows below it that must stand on the same page.
    fn heights_kept(&self, rows: &[GridRow]) -> Vec<f32> {
        let mut kept = vec![0.0; rows.len()];
        for (i, pair) in rows.windows(2).enumerate().rev() {
            if pair[0].kind == Kind::Group || pair[1].kind == Kind::Total {
                kept[i] = self.height(&pair[1]) + kept[i + 1];
            }
        }
        kept
    }

    fn continuation_height(&self) -> f32 {
        self.continued.len() as f32 * self.style.group.line_height_pt() + self.height(&self.head)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metadata::Language;
    use crate::paint::{Op, Text};
    use crate::style::Paper;

    fn layout() -> Layout {
        Layout::new(Paper::LETTER, Language::English)
    }

    fn amounts(rows: &[&str]) -> Table<2> {
        let mut table = Table::new("Pay", [Column::text("Name"), Column::figures("Amount")]);
        rows.iter().for_each(|amount| table.row(["Regular", amount]));
        table
    }

    fn texts(layout: &Layout) -> impl Iterator<Item = (usize, &Text)> {
        let pages = layout.list.pages.iter().enumerate();
        pages.flat_map(|(page, ops)| {
            ops.iter().filter_map(move |op| match op {
                Op::Text(text) => Some((page, text)),
                Op::Shape(_) => None,
            })
        })
    }

    fn right_edge(text: &Text) -> f32 {
        text.left + text.line.width_em * text.size_pt
    }

    #[test]
    fn amounts_end_at_the_right_edge_and_their_digits_stand_below_each_other() {
        let mut layout = layout();
        let at = layout.top();
        layout.table(at, &amounts(&["1,111.11", "98,765.43", "−7.00"]));
        let cells: Vec<&Text> =
            texts(&layout).map(|(_, text)| text).filter(|t| t.line.text.contains('.')).collect();
        assert_eq!(cells.len(), 3);
        for cell in &cells {
            assert!((right_edge(cell) - (at.left + at.width)).abs() < 0.01);
        }
        let point = |text: &Text| {
            let offset = text.line.text.find('.').unwrap();
            let (_, em) = text.line.clusters().into_iter().find(|cluster| cluster.0 == offset).unwrap();
            text.left + em * text.size_pt
        };
        for cell in &cells {
            assert!((point(cell) - point(cells[0])).abs() < 0.01, "{:?}", cell.line.text);
        }
    }

    #[test]
    fn a_group_title_and_the_row_before_the_total_never_stay_alone() {
        for spacer_pt in 0..60 {
            let mut layout = layout();
            let bottom = layout.left_below(layout.top());
            let mut table = amounts(&[]);
            table.group("Taxes");
            table.row(["Medicare", "1.00"]);
            table.total(["Total", "2.00"]);
            let at = layout.top().down(bottom - 80.0 + spacer_pt as f32);
            layout.table(at, &table);
            let page_of = |wanted: &str| texts(&layout).find(|(_, text)| text.line.text == wanted).unwrap().0;
            assert_eq!(page_of("Taxes"), page_of("Medicare"), "with {spacer_pt} points");
            assert_eq!(page_of("Medicare"), page_of("Total"), "with {spacer_pt} points");
        }
    }

    #[test]
    fn a_row_taller_than_a_page_goes_on_over_pages_without_losing_a_line() {
        let mut layout = layout();
        let at = layout.top();
        let story: String = (0..400).map(|i| format!("line{i}\n")).collect();
        let mut table = Table::new("Notes", [Column::text("Note"), Column::figures("Hours")]);
        table.row([story.as_str(), "1.00"]);
        let end = layout.table(at, &table);
        let drawn: Vec<String> = texts(&layout)
            .filter(|(_, text)| text.line.text.starts_with("line"))
            .map(|(_, text)| text.line.text.trim().to_owned())
            .collect();
        assert_eq!(drawn, (0..400).map(|i| format!("line{i}")).collect::<Vec<_>>());
        assert!(end.page > 5);
        let lowest = texts(&layout).map(|(_, text)| text.baseline).fold(0.0, f32::max);
        assert!(
            lowest < Paper::LETTER.height_pt - Paper::LETTER.margin_pt,
            "nothing is drawn into the margin"
        );
    }
}
