/** What a person is here in a few words: "Manager · Cedar Outfitters". */
import { type Translate, useText } from '../../i18n';
import { useSession } from '../session/store';
import { useCompany, useViewer } from '../session/viewer';

const roles = ['employee', 'manager', 'admin', 'idOnly'] as const;

function roleInWords(role: string | null, t: Translate): string {
  const known = roles.find((candidate) => candidate === role);
  return known ? t(`role.${known}`) : '';
}

export function useStanding(): string {
  const { t } = useText();
  const { tenantName } = useViewer();
  const company = useCompany();
  const role = useSession((session) => session.role);
  return [roleInWords(role, t), company?.companyName ?? tenantName].filter(Boolean).join(' · ');
}
