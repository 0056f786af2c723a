/** What a person is here in a few words: "Manager · Cedar Outfitters". */
import { useText } from '../../i18n';
import { rolesIn } from '../session/roles';
import { useSession } from '../session/store';
import { useCompany, useViewer } from '../session/viewer';

const kinds = ['employee', 'manager', 'admin', 'idOnly'] as const;

export function useStanding(): string {
  const { t } = useText();
  const { tenantName, userType } = useViewer();
  const company = useCompany();
  const viewMode = useSession((session) => session.viewMode);
  // Someone who only administers a company, or its payroll, is neither its employee nor its manager.
  const hasView = company !== null && rolesIn(company).length > 0;
  const kind = hasView ? viewMode : kinds.find((candidate) => candidate === userType);
  return [kind && t(`role.${kind}`), company?.companyName ?? tenantName].filter(Boolean).join(' · ');
}
