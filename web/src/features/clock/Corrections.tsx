/** What one has asked to be corrected, and what became of it. What waits can be taken back. */
import { useQueryClient } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, Card, StatusBadge, toast } from '../../ui';
import { type Correction, clockKey, employeeIds } from './clock';
import { useCorrectionText } from './useCorrectionText';

const Withdraw = graphql(`
  mutation WithdrawPunchCorrection($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $id: ID!, $version: Int!) {
    withdrawPunchCorrection(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, id: $id, version: $version) {
      id
    }
  }
`);

export function Corrections({ actor, corrections }: { actor: Actor; corrections: readonly Correction[] }) {
  const { t } = useText();
  const format = useFormat();
  const text = useCorrectionText(actor);
  const queryClient = useQueryClient();
  const withdraw = useSubmit(Withdraw);
  if (corrections.length === 0) return null;

  async function takeBack({ id, version }: Correction): Promise<void> {
    try {
      await withdraw.mutateAsync({ ...employeeIds(actor), id, version });
      toast(t('clock.correction.withdrawn'), { tone: 'ok' });
    } catch (error) {
      if (!(error instanceof ApiError && error.isTold))
        toast(errorText(t, error, 'clock.correction.failed'), { tone: 'error' });
    }
    void queryClient.invalidateQueries({ queryKey: [clockKey] });
  }

  return (
    <Card title={t('clock.corrections')} flush>
      <ul className="divide-y divide-line border-t border-line">
        {corrections.map((correction) => (
          <li
            key={correction.id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-3.5 sm:px-6"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p className="font-medium tabular-nums">{text(correction)}</p>
              <p className="text-sm text-sub [overflow-wrap:anywhere]">
                {format.day(correction.date)} · {correction.reason}
              </p>
              {correction.managerNotes && (
                <p className="text-sm [overflow-wrap:anywhere]">
                  {t('clock.correction.answer', {
                    name: correction.decidedByName ?? '',
                    note: correction.managerNotes,
                  })}
                </p>
              )}
            </div>
            <div className="flex items-center gap-3">
              <StatusBadge status={correction.status} label={t(`clock.status.${correction.status}`)} />
              {correction.status === 'Pending' && (
                <Button
                  size="sm"
                  variant="secondary"
                  pending={withdraw.isPending}
                  aria-label={t('clock.correction.withdrawNamed', { what: text(correction) })}
                  onPress={() => void takeBack(correction)}
                >
                  {t('clock.correction.withdraw')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
