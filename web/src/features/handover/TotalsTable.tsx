/** Control totals of a batch, next to those of the batch before it. */
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Table } from '../../ui';
import type { Total } from './handover';

type TotalsTableProps = {
  label: string;
  totals: readonly Total[];
  before?: { number: number; totals: readonly Total[] } | null | undefined;
};

export function TotalsTable({ label, totals, before }: TotalsTableProps) {
  const { t } = useText();
  const format = useFormat();
  const amount = ({ kind, amount }: Total) => {
    if (kind === 'deposits') return format.money(amount);
    if (kind === 'timeOff' || kind === 'hours') return t('handover.hours', { hours: format.number(Number(amount)) });
    return '';
  };
  const then = ({ kind, action }: Total) =>
    before?.totals.find((total) => total.kind === kind && total.action === action)?.changes ?? 0;
  return (
    <Table
      label={label}
      rows={[...totals]}
      rowKey={({ kind, action }) => `${kind} ${action}`}
      columns={[
        { id: 'kind', header: t('handover.kind'), cell: ({ kind }) => t(`handover.kind.${kind}`) },
        { id: 'action', header: t('handover.action'), cell: ({ action }) => t(`handover.action.${action}`) },
        { id: 'changes', header: t('handover.changes'), cell: ({ changes }) => String(changes), numeric: true },
        ...(before
          ? [
              {
                id: 'before',
                header: t('handover.before', { number: before.number }),
                cell: (total: Total) => String(then(total)),
                numeric: true,
              },
            ]
          : []),
        { id: 'amount', header: t('handover.fixed'), cell: amount, numeric: true },
        {
          id: 'routing',
          header: t('handover.routingSum'),
          cell: ({ kind, routingSum }) => (kind === 'deposits' ? routingSum : ''),
          numeric: true,
        },
      ]}
      empty={null}
    />
  );
}
