/** The people behind a report, by last name, in pages. */
import type { ReactNode } from 'react';
import { useApi } from '../../api/hooks';
import { type ListPage, usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { ConsoleList, SelectField, SwitchField } from '../../ui';
import { cellText, columnTitle, isFigure } from './cells';
import {
  type Asked,
  type Column,
  type Filter,
  known,
  ListPeople,
  type Report,
  type ReportCompany,
  type Row,
  reportsKey,
} from './reports';
import { SaveButtons } from './SaveButtons';

type PeopleListProps = {
  tenantId: string;
  company: ReportCompany;
  asked: Asked;
  report: Report;
  onChange: (part: Record<string, string | null>) => void;
};

export function PeopleList({ tenantId, company, asked, report, onChange }: PeopleListProps) {
  const { t } = useText();
  // Acknowledgments are listed for one action item: the first, until another is chosen.
  const items = asked.name === 'acknowledgements' ? report.rows.filter(({ id }) => id !== null) : [];
  const item = items.find(({ id }) => id === asked.filter.resourceId) ?? items[0];
  if (asked.name === 'acknowledgements' && !item) return null;
  const filter: Filter = { ...asked.filter, ...(item?.id && { resourceId: item.id }) };
  const isMissing = filter.missingOnly === true;
  return (
    <section aria-label={t('reports.people')} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 className="text-lg font-semibold tracking-tight">{t('reports.people')}</h2>
        <SaveButtons company={company} asked={{ name: asked.name, filter }} part="people" />
      </div>
      <People
        tenantId={tenantId}
        company={company}
        asked={{ ...asked, filter }}
        filters={
          <>
            {item && (
              <SelectField
                label={t('reports.column.resource')}
                options={items.map((row) => ({ value: row.id ?? '', label: row.cells[0] ?? '' }))}
                value={item.id ?? ''}
                onChange={(resource) => onChange({ resource })}
              />
            )}
            {known[asked.name].people === 'missing' && (
              <SwitchField
                label={t('reports.missingOnly')}
                value={isMissing}
                onChange={(isOn) => onChange({ missing: isOn ? 'yes' : null })}
              />
            )}
          </>
        }
        isNarrowed={isMissing}
        onClear={() => onChange({ missing: null })}
      />
    </section>
  );
}

/** Each page says what its columns are: every type of time off is one. */
type Person = Row & { columns: readonly Column[] };

const nameOnly: Column = { id: 'name', kind: 'text', label: null };

type PeopleProps = {
  tenantId: string;
  company: ReportCompany;
  asked: Asked;
  filters: ReactNode;
  isNarrowed: boolean;
  onClear: () => void;
};

function People({ tenantId, company, asked, filters, isNarrowed, onClear }: PeopleProps) {
  const { t, language } = useText();
  const format = useFormat();
  const api = useApi();
  const { name, filter } = asked;
  const narrowed = { tenantId, companyId: company.id, name, filter, language };
  const load = async (cursor: string | null, signal: AbortSignal): Promise<ListPage<Person>> => {
    const page = (await api.query(ListPeople, { ...narrowed, cursor }, signal)).listReportPeople;
    return { results: page.results.map((row) => ({ ...row, columns: page.columns })), links: page.links };
  };
  const list = usePages([reportsKey, 'people', narrowed], load);
  const columns = list.rows?.[0]?.columns ?? [nameOnly];
  return (
    <ConsoleList
      label={t('reports.people')}
      words={consoleWords(t)}
      rows={list.rows}
      rowKey={({ id }) => id ?? ''}
      columns={columns.map((column, place) => ({
        id: `${column.id} ${place}`,
        header: columnTitle(t, column),
        cell: ({ cells }: Person) => cellText(t, format, column, cells[place] ?? null),
        numeric: isFigure(column),
      }))}
      filters={known[name].people === 'missing' ? filters : undefined}
      filterCount={isNarrowed ? 1 : 0}
      onClear={onClear}
      empty={{ title: t('reports.people.none'), body: t('reports.people.none.body') }}
      failure={
        list.error && {
          title: t('reports.loadFailed'),
          body: errorText(t, list.error),
          onRetry: list.retry,
          retrying: list.isRetrying,
        }
      }
      links={list.links}
      onTurn={list.turn}
      turning={list.isTurning}
    />
  );
}
