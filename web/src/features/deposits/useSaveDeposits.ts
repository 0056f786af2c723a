/** The two calls that change accounts. Both are proved by a factor on the way; the form only waits a little longer. */
import { useQueryClient } from '@tanstack/react-query';
import type { VariablesOf } from 'gql.tada';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { toast } from '../../ui';
import { depositsKey } from './deposit';

const PutDeposits = graphql(`
  mutation PutDeposits($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $input: EmployeeDataInput!) {
    putEmployeeData(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, input: $input) {
      needsApproval
      changeRequestId
    }
  }
`);

const DeleteDeposit = graphql(`
  mutation DeleteDeposit($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $directDepositId: ID!) {
    deleteDirectDeposit(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      directDepositId: $directDepositId
    ) { needsApproval }
  }
`);

type DepositInput = NonNullable<VariablesOf<typeof PutDeposits>['input']['directDeposit']>[number];

export function useSaveDeposits({ tenantId, companyId, employeeId }: Actor) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const put = useSubmit(PutDeposits);
  const remove = useSubmit(DeleteDeposit);
  const ids = { tenantId, companyId, employeeId: employeeId ?? '' };
  const done = (needsApproval: boolean) => {
    void queryClient.invalidateQueries({ queryKey: [depositsKey] });
    toast(needsApproval ? t('deposits.saved.pending') : t('deposits.saved'), { tone: 'ok' });
  };
  return {
    isSaving: put.isPending || remove.isPending,
    save: async (directDeposit: DepositInput[]) => {
      const { putEmployeeData } = await put.mutateAsync({ ...ids, input: { directDeposit } });
      done(putEmployeeData.needsApproval);
    },
    remove: async (directDepositId: string) => {
      const { deleteDirectDeposit } = await remove.mutateAsync({ ...ids, directDepositId });
      done(deleteDirectDeposit.needsApproval);
    },
  };
}
