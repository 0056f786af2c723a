import { useText } from '../../i18n';
import type { AuditEvent } from './trail';

/** Who did it, in words: a person, an operator at the terminal, a machine client, the portal by itself, or someone who wasn't signed in. */
export function useWho() {
  const { t } = useText();
  return ({ personName, username, operator, personId, address }: AuditEvent): string => {
    if (personName) return personName;
    if (username ?? personId) return username ?? personId ?? '';
    const machine = operator?.match(/^machine:(.*)$/)?.[1];
    if (machine) return t('audit.machine', { name: machine });
    if (operator) return t('audit.operator', { name: operator });
    // Anyone who comes from outside has an address.
    return t(address === '' ? 'audit.portal' : 'audit.noOne');
  };
}
