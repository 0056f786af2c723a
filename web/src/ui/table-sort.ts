// The order of a table's rows: which column, which way, and who does the sorting.
import { useMemo, useState } from 'react';
import { useLocale } from 'react-aria-components';

export interface Sort {
  columnId: string;
  direction: 'ascending' | 'descending';
}

/** ISO days sort as text; amounts should be given as numbers or bigints. Null goes last either way. */
export type SortValue = string | number | bigint | null;

interface Sortable<Row> {
  columns: { id: string; sortValue?: ((row: Row) => SortValue) | undefined }[];
  rows: Row[];
  sort?: Sort | null | undefined;
  onSortChange?: ((sort: Sort) => void) | undefined;
  defaultSort?: Sort | undefined;
}

export function useSortedRows<Row>({ columns, rows, sort, onSortChange, defaultSort }: Sortable<Row>) {
  const { locale } = useLocale();
  const [own, setOwn] = useState<Sort | null>(defaultSort ?? null);
  const activeSort = sort === undefined ? own : sort;
  const sortValue = columns.find((column) => column.id === activeSort?.columnId)?.sortValue;

  const sortedRows = useMemo(() => {
    if (!activeSort || !sortValue) return rows;
    const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
    const sign = activeSort.direction === 'ascending' ? 1 : -1;
    return rows.toSorted((a, b) => compare(sortValue(a), sortValue(b), sign, collator));
  }, [rows, activeSort, sortValue, locale]);

  function toggleSort(columnId: string) {
    const turned = activeSort?.columnId === columnId && activeSort.direction === 'ascending';
    const next: Sort = { columnId, direction: turned ? 'descending' : 'ascending' };
    if (sort === undefined) setOwn(next);
    onSortChange?.(next);
  }

  return { rows: sortedRows, activeSort, toggleSort };
}

function compare(a: SortValue, b: SortValue, sign: 1 | -1, collator: Intl.Collator): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  if (typeof a === 'string' || typeof b === 'string') return sign * collator.compare(String(a), String(b));
  return a === b ? 0 : sign * (a < b ? -1 : 1);
}
