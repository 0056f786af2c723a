//! Rows that an import set aside, as files that can be imported again: one per kind, since kinds have different columns.

use crate::sheets::{ASIDE_COLUMN, Fault, ImportSheet, SheetRow};

#[derive(Default)]
pub struct RowsAside {
    files: Vec<(&'static ImportSheet, csv::Writer<Vec<u8>>)>,
}

impl RowsAside {
    /// Rows with the reason, which nothing reads.
    pub fn add(&mut self, sheet: &'static ImportSheet, rows: &[SheetRow], faults: &[Fault]) {
        let at = self.files.iter().position(|(kind, _)| std::ptr::eq(*kind, sheet)).unwrap_or_else(|| {
            let mut file = csv::Writer::from_writer(vec![]);
            // Writing to memory can't fail.
            let _ = file.write_record(sheet.column_names());
            self.files.push((sheet, file));
            self.files.len() - 1
        });
        let why = |line: u64| {
            let of_row: Vec<&str> =
                faults.iter().filter(|it| it.line == line).map(|it| it.says.as_str()).collect();
            of_row.join("; ")
        };
        for row in rows {
            let why = why(row.line);
            let cells = sheet.column_names().map(|name| match name {
                ASIDE_COLUMN => why.as_str(),
                name => row.cell(name).unwrap_or_default(),
            });
            let _ = self.files[at].1.write_record(cells);
        }
    }

    /// In the order in which kinds were first set aside.
    pub fn into_files(self) -> Vec<(&'static ImportSheet, Vec<u8>)> {
        let bytes = |(sheet, file): (&'static ImportSheet, csv::Writer<Vec<u8>>)| {
            // Nor can flushing to memory.
            (sheet, file.into_inner().unwrap_or_default())
        };
        self.files.into_iter().map(bytes).collect()
    }
}
