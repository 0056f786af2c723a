/** What happened to a request that someone else decided first. */
import type { Actor } from '../../api/actor';
import { graphql, type ResultOf } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { useStatusText } from './RequestStatus';
import { managerIds } from './useQueue';

export const FateFields = graphql(`
  fragment TimeOffFate on TimeOffRequest { status isHalfApproved decidedByName }
`);

type Fate = ResultOf<typeof FateFields>;

const FateOf = graphql(
  `
    query TimeOffFate($tenantId: ID!, $companyId: ID!, $managerId: ID!, $id: ID!) {
      timeOffRequestDetails(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, id: $id) {
        request { ...TimeOffFate }
      }
    }
  `,
  [FateFields],
);

/** Null where it can't be found out: it's refused all the same. */
export function useFate(actor: Actor): (id: string) => Promise<Fate | null> {
  const api = useApi();
  return async (id) => {
    try {
      return (await api.query(FateOf, { ...managerIds(actor), id })).timeOffRequestDetails.request;
    } catch {
      return null;
    }
  };
}

export function useFateText(): (fate: Fate | null | undefined) => string {
  const { t } = useText();
  const statusText = useStatusText();
  return (fate) => {
    if (fate?.status === 'Cancelled') return t('timeOff.decide.withdrawn');
    const name = fate?.status === 'Pending' && !fate.isHalfApproved ? null : fate?.decidedByName;
    return name && fate ? t('timeOff.decide.goneBy', { name, status: statusText(fate) }) : t('timeOff.decide.gone');
  };
}
