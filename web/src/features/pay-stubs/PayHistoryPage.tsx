/** /pay/paystub: every payday, a year at a time. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Banknote } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Badge, Card, cx, EmptyState, ErrorState, PageHeader, Pager, Table, type TableColumn, Tabs } from '../../ui';
import { ListStubs, payStubsKey } from './stub';
import type { Summary } from './summary';

/** Which year and which page of it; nothing is the newest. */
export type HistoryPlace = { year: number | null; cursor: string | null };

type HistoryProps = {
  actor: Actor;
  stubHref: (id: string) => string;
  place: HistoryPlace;
  onPlace: (place: HistoryPlace) => void;
};

export function PayHistoryPage({ actor, stubHref, place: { year, cursor }, onPlace }: HistoryProps) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, employeeId, today } = actor;
  const asked = year ?? Number(today.slice(0, 4));
  const list = useQuery({
    queryKey: [payStubsKey, 'history', tenantId, companyId, employeeId, asked, cursor],
    queryFn: async ({ signal }) => {
      const variables = { tenantId, companyId, employeeId: employeeId ?? '', year: asked, cursor };
      return (await api.query(ListStubs, variables, signal)).listEmployeePayStubs;
    },
    placeholderData: keepPreviousData,
  });
  const retry = () => {
    if (list.error instanceof ApiError && list.error.code === 'INVALID_CURSOR') onPlace({ year, cursor: null });
    else void list.refetch();
  };
  // The year of today is there to begin with, whether or not there was a payday in it.
  const years = list.data ? [...new Set([asked, ...list.data.years])].sort((a, b) => b - a) : [asked];
  const body = (
    <>
      <Card flush className="overflow-hidden">
        {list.isError ? (
          <ErrorState
            title={t('payStubs.failed.history')}
            body={errorText(t, list.error)}
            onRetry={retry}
            retrying={list.isFetching}
          />
        ) : (
          <Paydays
            stubs={list.isPlaceholderData ? null : (list.data?.results ?? null)}
            year={asked}
            stubHref={stubHref}
          />
        )}
      </Card>
      <Pager
        links={list.data?.links}
        onTurn={(cursor) => onPlace({ year, cursor })}
        pending={list.isPlaceholderData}
        className="mt-6"
      />
    </>
  );
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.payHistory')} description={t('payStubs.history.lead')} />
      <Tabs
        label={t('payStubs.history.years')}
        items={years.map((each) => ({ id: String(each), label: String(each), content: each === asked ? body : null }))}
        selected={String(asked)}
        onSelect={(id) => onPlace({ year: Number(id), cursor: null })}
      />
    </div>
  );
}

type PaydaysProps = { stubs: readonly Summary[] | null; year: number; stubHref: (id: string) => string };

function Paydays({ stubs, year, stubHref }: PaydaysProps) {
  const { t } = useText();
  const format = useFormat();
  const money = (id: 'gross' | 'taxes' | 'deductions' | 'net', wideOnly?: boolean): TableColumn<Summary> => ({
    id,
    header: t(`payStubs.${id}`),
    numeric: true,
    wideOnly,
    cell: ({ sums, voidedOn }) => (
      <span className={cx(id === 'net' && 'font-semibold', voidedOn && 'text-sub line-through')}>
        {format.money(sums[id])}
      </span>
    ),
  });
  const columns: TableColumn<Summary>[] = [
    {
      id: 'paid',
      header: t('payStubs.column.paid'),
      cell: ({ details, voidedOn }) => (
        <span className="flex flex-wrap items-center gap-2 whitespace-nowrap">
          {format.day(details.checkDate)}
          {voidedOn && <Badge tone="bad">{t('payStubs.void.badge')}</Badge>}
        </span>
      ),
    },
    {
      id: 'period',
      header: t('payStubs.column.period'),
      cell: ({ details }) => (
        <span className="whitespace-nowrap tabular-nums">
          {format.dayRange(details.periodBegin, details.periodEnd)}
        </span>
      ),
    },
    money('gross'),
    money('taxes', true),
    money('deductions', true),
    money('net'),
  ];
  return (
    <Table
      label={t('page.payHistory')}
      columns={columns}
      rows={[...(stubs ?? [])]}
      rowKey={({ id }) => id}
      loadingRows={stubs ? undefined : 8}
      rowHref={({ id }) => stubHref(id)}
      empty={
        <EmptyState
          icon={<Banknote />}
          title={t('payStubs.empty.title')}
          body={
            <>
              <p>{t('payStubs.history.emptyYear', { year })}</p>
              <p>{t('payStubs.empty.body')}</p>
            </>
          }
        />
      }
    />
  );
}
