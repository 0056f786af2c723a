/** /time/timeOffDetails: the balance on any day, as the lines that make it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { graphql, type ResultOf } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Card,
  DateField,
  EmptyState,
  ErrorState,
  isId,
  PageHeader,
  SelectField,
  Table,
  type TableColumn,
  useKeptFilter,
} from '../../ui';
import { timeOffKey } from './timeOff';
import { useBalances } from './useTimeOff';

const Ledger = graphql(`
  query TimeOffLedger($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $typeId: ID!, $date: Date!) {
    timeOffLedger(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, typeId: $typeId, date: $date) {
      balance
      lines { date kind amount balance }
    }
  }
`);

type Line = ResultOf<typeof Ledger>['timeOffLedger']['lines'][number];

type TimeOffDetailsPageProps = { actor: Actor; employeeId: string; backHref: string };

export function TimeOffDetailsPage({ actor, employeeId, backHref }: TimeOffDetailsPageProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const { tenantId, companyId, today } = actor;
  const [whose] = useState({ employeeId, managerId: null });
  const [kept, setChosen] = useKeptFilter(`time-off balance ${companyId}`, isId);
  // While a date is being typed there is none, and the last whole one stays.
  const [typed, setTyped] = useState(today);
  const [date, setDate] = useState(today);
  const change = (day: string) => {
    setTyped(day);
    if (day !== '') setDate(day);
  };
  const balances = useBalances(actor, whose);
  const counted = balances.data?.filter(({ hasBalance }) => hasBalance) ?? [];
  // A type that is no longer offered is no choice.
  const chosen = counted.find((balance) => balance.typeId === kept) ?? counted[0];
  const typeId = chosen?.typeId ?? '';
  const ledger = useQuery({
    queryKey: [timeOffKey, 'ledger', tenantId, companyId, employeeId, typeId, date],
    enabled: typeId !== '',
    queryFn: async ({ signal }) =>
      (await api.query(Ledger, { tenantId, companyId, employeeId, typeId, date }, signal)).timeOffLedger,
    placeholderData: keepPreviousData,
  });
  const failed = balances.isError ? balances : ledger.isError ? ledger : null;
  const columns: TableColumn<Line & { id: string }>[] = [
    {
      id: 'date',
      header: t('timeOff.ledger.date'),
      cell: (line) => <span className="whitespace-nowrap tabular-nums">{format.day(line.date)}</span>,
    },
    { id: 'kind', header: t('timeOff.ledger.what'), cell: ({ kind }) => t(`timeOff.ledger.kind.${kind}`) },
    {
      id: 'amount',
      header: t('timeOff.ledger.hours'),
      numeric: true,
      cell: ({ amount }) => (amount.startsWith('-') ? format.fourDecimals(amount) : `+${format.fourDecimals(amount)}`),
    },
    {
      id: 'balance',
      header: t('timeOff.ledger.balance'),
      numeric: true,
      cell: ({ balance }) => format.fourDecimals(balance),
    },
  ];
  // Newest first: what happened last explains the number above.
  const rows = ledger.data?.lines.map((line, nth) => ({ ...line, id: String(nth) })).reverse() ?? [];

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('timeOff.ledger.title')}
        description={t('timeOff.ledger.lead')}
        back={{ href: backHref, label: t('page.time') }}
      />
      <Card>
        <div className="grid items-end gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <SelectField
            label={t('timeOff.form.type')}
            value={typeId}
            onChange={setChosen}
            options={counted.map((balance) => ({ value: balance.typeId, label: balance.type }))}
          />
          <DateField label={t('timeOff.ledger.onDay')} value={typed} onChange={change} />
          <p
            role="status"
            aria-busy={ledger.isFetching}
            className="flex flex-col sm:col-span-2 lg:col-span-1 lg:items-end"
          >
            <span className="text-sm text-sub">{t('timeOff.ledger.balanceOn', { day: format.day(date) })}</span>
            <span className="text-3xl font-semibold tracking-tight text-brand-ink tabular-nums">
              {ledger.data ? format.fourDecimals(ledger.data.balance) : '…'}
            </span>
          </p>
        </div>
      </Card>
      <Card flush className="overflow-hidden">
        {failed ? (
          <ErrorState
            title={t('timeOff.balancesFailed')}
            body={errorText(t, failed.error)}
            onRetry={() => void failed.refetch()}
            retrying={failed.isFetching}
          />
        ) : (
          <Table
            label={t('timeOff.ledger.title')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            loadingRows={ledger.data ? undefined : 6}
            empty={<EmptyState icon={<ScrollText />} title={t('timeOff.ledger.empty')} />}
          />
        )}
      </Card>
    </div>
  );
}
