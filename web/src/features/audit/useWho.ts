import { useText } from '../../i18n';
import type { AuditEvent } from './trail';

/** Who did it, in words: a person, an operator at the terminal, a machine client, or no one who was signed in. */
export function useWho() {
  const { t } = useText();
  return ({ personName, username, operator, personId }: AuditEvent): string => {
    if (personName) return personName;
    if (username ?? personId) return username ?? personId ?? '';
    const machine = operator?.match(/^machine:(.*)$/)?.[1];
    if (machine) return t('audit.machine', { name: machine });
    return operator ? t('audit.operator', { name: operator }) : t('audit.noOne');
  };
}
