/** The question before a request is taken back. It names it. */
import { useQueryClient } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { ConfirmDialog, toast } from '../../ui';
import { type Request, timeOffKey, type Whose } from './timeOff';

const DeleteRequest = graphql(`
  mutation DeleteTimeOffRequest($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $managerId: ID, $id: ID!, $version: Int!) {
    deleteTimeOffRequest(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      managerId: $managerId
      id: $id
      version: $version
    ) { id }
  }
`);

type WithdrawRequestProps = { open: boolean; onClose: () => void; actor: Actor; whose: Whose; request: Request };

export function WithdrawRequest({ open, onClose, actor, whose, request }: WithdrawRequestProps) {
  const { t } = useText();
  const format = useFormat();
  const queryClient = useQueryClient();
  const remove = useSubmit(DeleteRequest);
  const { tenantId, companyId } = actor;

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync({ tenantId, companyId, ...whose, id: request.id, version: request.version });
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: [timeOffKey] });
      const isTold = error instanceof ApiError && error.isTold;
      if (!isTold) toast(errorText(t, error, 'timeOff.withdrawDialog.failed'), { tone: 'error' });
      throw error;
    }
    void queryClient.invalidateQueries({ queryKey: [timeOffKey] });
    toast(t('timeOff.withdrawDialog.done'), { tone: 'ok' });
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('timeOff.withdrawDialog.title', {
        type: request.type,
        days: format.dayRange(request.timeOffDate, request.endDate),
      })}
      body={t(whose.managerId ? 'timeOff.withdrawDialog.bodyForOther' : 'timeOff.withdrawDialog.body')}
      confirmLabel={t('timeOff.withdraw')}
      cancelLabel={t('timeOff.withdrawDialog.keep')}
      onConfirm={confirm}
    />
  );
}
