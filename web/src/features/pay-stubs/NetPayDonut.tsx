/** Gross pay as a ring: what was left, what taxes took, what was deducted. */
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Donut } from '../../ui';
import type { Summary } from './summary';

export function NetPayDonut({ sums }: { sums: Summary['sums'] }) {
  const { t } = useText();
  const format = useFormat();
  const part = (id: 'net' | 'taxes' | 'deductions') => ({
    id,
    label: t(`payStubs.${id}`),
    value: sums[id],
    valueText: format.money(sums[id]),
  });
  return (
    <Donut
      label={t('payStubs.donut', { gross: format.money(sums.gross) })}
      center={{ label: t('payStubs.net'), value: format.money(sums.net) }}
      parts={[part('net'), part('taxes'), part('deductions')]}
    />
  );
}
