// A list of the console: search, filters, the table with its four states, pages, and an export. On a phone the filters fold away.
// The caller keeps the filters (useKeptFilter; what someone typed is never kept) and loads the pages (usePages in api/).
import { Download, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from './button';
import { saveCsv } from './csv';
import { ListFrame, type ListFrameProps } from './list-frame';
import { phone, useMedia } from './media';
import { EmptyState, type EmptyStateProps } from './states';
import { cx } from './style';
import { Table, type TableProps } from './table';
import { SearchField, type SearchFieldProps } from './text-field';
import { toast } from './toast';

/** Made by `consoleWords` in i18n/. */
export interface ConsoleListWords {
  filters: (count: number) => string;
  clear: string;
  nothingTitle: string;
  nothingBody: string;
  exportCsv: string;
}

export interface ConsoleExport {
  fileName: string;
  /** All rows that match, as CSV (csvText). */
  load: () => Promise<string>;
  /** What to say when it fails. */
  failure: (error: unknown) => string;
}

export interface ConsoleListProps<Row>
  extends Omit<TableProps<Row>, 'rows' | 'empty' | 'loadingRows' | 'className'>,
    Omit<ListFrameProps, 'children'> {
  words: ConsoleListWords;
  /** Undefined while the first page is loading. */
  rows: readonly Row[] | undefined;
  /** On a page with several lists; it shares a line with the buttons. */
  heading?: string | undefined;
  search?: SearchFieldProps | undefined;
  /** The fields that narrow the list. */
  filters?: ReactNode | undefined;
  /** How many of them do. */
  filterCount?: number | undefined;
  /** Empties the search and every filter. */
  onClear?: (() => void) | undefined;
  /** For a list that is empty though nothing narrows it. */
  empty: EmptyStateProps;
  /** For a page on which nothing matches, where a further one may. */
  nothingHere?: EmptyStateProps | undefined;
  exporting?: ConsoleExport | undefined;
  /** Nothing can be added, opened for a change, or removed. */
  readOnly?: boolean | undefined;
  /** Buttons beside the export, such as the one that adds a row. */
  actions?: ReactNode | undefined;
}

export function ConsoleList<Row>(props: ConsoleListProps<Row>) {
  const {
    words,
    rows,
    heading,
    search,
    filters,
    filterCount = 0,
    onClear,
    empty,
    nothingHere,
    exporting,
    actions,
  } = props;
  const { failure, links, onTurn, turning, readOnly = false, ...given } = props;
  const table = readOnly ? { ...given, onRowPress: undefined, rowActions: undefined } : given;
  const filtersId = useId();
  const isNarrow = useMedia(phone);
  const [isOpen, setOpen] = useState(false);
  const [isExporting, setExporting] = useState(false);
  // Without a search above them, filters would leave half of its line empty.
  const filtersInToolbar = Boolean(filters) && !search && !isNarrow;
  const isNarrowed = filterCount > 0 || Boolean(search?.value.trim());

  async function exportRows({ load, fileName, failure }: ConsoleExport): Promise<void> {
    setExporting(true);
    try {
      saveCsv(await load(), fileName);
    } catch (error) {
      toast(failure(error), { tone: 'error' });
    } finally {
      setExporting(false);
    }
  }

  const clear = onClear && isNarrowed && (
    <Button variant="ghost" size="sm" onPress={onClear}>
      {words.clear}
    </Button>
  );

  return (
    <div className="flex flex-col gap-4">
      <div className={cx('flex flex-wrap gap-3 empty:hidden', filtersInToolbar ? 'items-end' : 'items-center')}>
        {heading && <h2 className="text-lg font-semibold tracking-tight">{heading}</h2>}
        {search && <SearchField {...search} className="w-full sm:w-72" />}
        {filtersInToolbar && (
          <div className="flex flex-wrap items-end gap-3">
            {filters}
            {clear}
          </div>
        )}
        {filters && isNarrow && (
          <Button
            variant="secondary"
            aria-expanded={isOpen}
            aria-controls={filtersId}
            onPress={() => setOpen(!isOpen)}
            icon={<SlidersHorizontal aria-hidden className="size-4.5" />}
          >
            {words.filters(filterCount)}
          </Button>
        )}
        {(exporting || (!readOnly && actions)) && (
          <div className="ml-auto flex flex-wrap justify-end gap-3 max-sm:gap-2.5 max-sm:has-[>*+*]:grid max-sm:has-[>*+*]:w-full max-sm:has-[>*+*]:grid-cols-2 max-sm:has-[>*+*]:[&>*]:px-2 max-sm:has-[>*+*]:[&>*:last-child:nth-child(odd)]:col-span-2">
            {exporting && (
              <Button
                variant="secondary"
                pending={isExporting}
                onPress={() => void exportRows(exporting)}
                icon={<Download aria-hidden className="size-4.5" />}
              >
                {words.exportCsv}
              </Button>
            )}
            {!readOnly && actions}
          </div>
        )}
      </div>
      {filters && !filtersInToolbar && (
        <div
          id={filtersId}
          hidden={isNarrow && !isOpen}
          className="flex flex-wrap items-end gap-3 [&[hidden]]:hidden [&>*]:max-sm:w-full"
        >
          {filters}
          {clear}
        </div>
      )}
      <ListFrame failure={failure} links={links} onTurn={onTurn} turning={turning}>
        <Table
          {...table}
          rows={[...(rows ?? [])]}
          loadingRows={rows ? undefined : 8}
          empty={
            isNarrowed ? (
              <EmptyState
                title={words.nothingTitle}
                body={words.nothingBody}
                {...nothingHere}
                action={nothingHere ? undefined : clear}
              />
            ) : (
              <EmptyState {...empty} />
            )
          }
        />
      </ListFrame>
    </div>
  );
}
