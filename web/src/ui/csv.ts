// A table as a CSV file that a spreadsheet opens as text: no cell can start a formula.
import { saveFile } from './save-file';

export interface CsvColumn<Row> {
  header: string;
  text: (row: Row) => string | number | null;
}

/** What a spreadsheet takes for a formula. Quotes around a cell don't change that; an apostrophe before it does. */
const formulaStart = /^[=+\-@\t\r\n]/;

export function csvCell(value: string | number | null): string {
  const text = value === null ? '' : String(value);
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  const lines = [columns.map(({ header }) => header), ...rows.map((row) => columns.map(({ text }) => text(row)))];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** The mark at the start tells Excel that the file is UTF-8. */
export function saveCsv(text: string, fileName: string): void {
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), fileName);
}
