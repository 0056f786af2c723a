/** How a report's columns and cells read. */
import type { TextKey, Translate } from '../../i18n';
import type { Format } from '../../i18n/format';
import type { Column, Report, Row } from './reports';

const columnTexts: Record<string, TextKey> = {
  acknowledged: 'reports.column.acknowledged',
  acknowledgedOn: 'reports.column.acknowledgedOn',
  approved: 'reports.column.approved',
  atEnd: 'reports.column.atEnd',
  atStart: 'reports.column.atStart',
  code: 'reports.column.code',
  decider: 'reports.column.decider',
  denied: 'reports.column.denied',
  department: 'reports.column.department',
  dueDate: 'reports.column.dueDate',
  electronic: 'reports.column.electronic',
  hired: 'reports.column.hired',
  hours: 'reports.column.hours',
  kind: 'reports.column.kind',
  left: 'reports.column.left',
  liability: 'reports.column.liability',
  median: 'reports.column.median',
  method: 'reports.column.method',
  missing: 'reports.column.missing',
  month: 'reports.column.month',
  name: 'reports.column.name',
  ninth: 'reports.column.ninth',
  notChosen: 'reports.column.notChosen',
  paper: 'reports.column.paper',
  people: 'reports.column.people',
  planned: 'reports.column.planned',
  requests: 'reports.column.requests',
  resource: 'reports.column.resource',
  share: 'reports.column.share',
  since: 'reports.column.since',
  state: 'reports.column.state',
  taken: 'reports.column.taken',
  turnover: 'reports.column.turnover',
  type: 'reports.column.type',
  waiting: 'reports.column.waiting',
  withdrawn: 'reports.column.withdrawn',
  withoutRate: 'reports.column.withoutRate',
};

const wordTexts: Record<string, TextKey> = {
  acknowledged: 'reports.word.acknowledged',
  deposits: 'reports.word.deposits',
  electronic: 'reports.word.electronic',
  missing: 'reports.word.missing',
  none: 'reports.word.none',
  notChosen: 'reports.word.notChosen',
  paper: 'reports.word.paper',
  profile: 'reports.word.profile',
  timeOff: 'reports.word.timeOff',
  undecided: 'reports.word.undecided',
};

export function columnTitle(t: Translate, { id, label }: Column): string {
  if (label !== null) return label;
  const key = columnTexts[id];
  return key ? t(key) : id;
}

export const isFigure = ({ kind }: Column) => !['text', 'word', 'date', 'month'].includes(kind);

/** Cells of a text column can be a word, too: a department that isn't there. */
function wordOf(t: Translate, text: string): string {
  const key = wordTexts[text];
  return key ? t(key) : text;
}

export function cellText(t: Translate, format: Format, { kind }: Column, cell: string | null): string {
  if (cell === null) return '–';
  switch (kind) {
    case 'word':
      return wordOf(t, cell);
    case 'hours':
      return format.decimal(cell);
    case 'money':
      return format.money(cell);
    case 'percent':
      return t('reports.percent', { value: format.number(Number(cell)) });
    case 'count':
    case 'days':
      return format.number(Number(cell));
    case 'date':
      return format.day(cell);
    case 'month':
      return format.month(cell);
    default:
      return cell === 'none' || cell === 'undecided' ? wordOf(t, cell) : cell;
  }
}

export type BarRow = { id: string; label: string; values: Record<string, number> };

/** The rows of a report as bars: one for each, of the columns chosen. */
export function barRows(
  { columns, rows }: Pick<Report, 'columns' | 'rows'>,
  bars: readonly string[],
  label: (column: Column, cell: string | null) => string,
): BarRow[] {
  const places = bars.map((id) => ({ id, place: columns.findIndex((column) => column.id === id) }));
  const first = columns[0];
  return rows.map((row: Row, index) => ({
    id: String(index),
    label: first ? label(first, row.cells[0] ?? null) : '',
    values: Object.fromEntries(places.map(({ id, place }) => [id, Math.max(0, Number(row.cells[place] ?? 0))])),
  }));
}
