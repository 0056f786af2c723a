import { useText } from '../../i18n';
import type { AuditEvent } from './trail';

/** Who did it, in words: a person, an operator at the terminal, the portal by itself, or someone who wasn't signed in. */
export function useWho() {
  const { t } = useText();
  return ({ personName, username, operator, personId, address }: AuditEvent): string => {
    if (personName) return personName;
    if (username ?? personId) return username ?? personId ?? '';
    if (operator) return t('audit.operator', { name: operator });
    // Whoever comes from outside has an address.
    return t(address === '' ? 'audit.portal' : 'audit.noOne');
  };
}
