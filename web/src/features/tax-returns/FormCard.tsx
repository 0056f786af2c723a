/** One form: its boxes in words, and the form itself as a PDF. */
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { downloadText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, Card, savePdf, toast } from '../../ui';
import { boxRows } from './boxes';
import { PrintForm, type TaxForm } from './forms';

export function FormCard({ actor, form }: { actor: Actor; form: TaxForm }) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const { tenantId, companyId, employeeId } = actor;
  const name = t('taxReturns.form', { name: form.taxReturnName, year: form.taxPeriod });
  const download = useMutation({
    mutationFn: async () => {
      const variables = { tenantId, companyId, employeeId: employeeId ?? '', taxReturnId: form.id };
      const { taxReturnString } = (await api.query(PrintForm, variables)).employeeTaxReturn;
      await savePdf(taxReturnString, `${form.taxReturnName}-${form.taxPeriod}.pdf`);
    },
    onSuccess: () => toast(t('taxReturns.downloaded'), { tone: 'ok' }),
    onError: (error) => toast(downloadText(t, error, 'taxReturns.failed.download'), { tone: 'error' }),
  });
  return (
    <Card
      title={name}
      description={form.boxes.employerName}
      action={
        <Button
          variant="secondary"
          size="sm"
          aria-label={t('taxReturns.downloadNamed', { name })}
          icon={<Download aria-hidden className="size-4" />}
          onPress={() => download.mutate()}
          pending={download.isPending}
        >
          {t('taxReturns.download')}
        </Button>
      }
    >
      <table aria-label={name} className="w-full border-separate border-spacing-0 text-[.875rem] tabular-nums">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('taxReturns.column.box')}</th>
            <th scope="col">{t('taxReturns.column.words')}</th>
            <th scope="col">{t('taxReturns.column.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {boxRows(form, t, format).map(({ id, number, label, value }) => (
            <tr key={id} className="group">
              <td className="w-12 border-b border-line py-2.5 group-last:border-0 group-last:pb-0 text-sub">
                {number}
              </td>
              <th
                scope="row"
                className="border-b border-line py-2.5 group-last:border-0 group-last:pb-0 text-left font-normal"
              >
                {label}
              </th>
              <td className="border-b border-line py-2.5 group-last:border-0 group-last:pb-0 pl-4 text-right font-medium whitespace-nowrap">
                {value}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
