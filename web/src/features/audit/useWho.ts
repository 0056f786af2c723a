import { useText } from '../../i18n';
import type { AuditEvent } from './trail';

/** Who did it, in words: a person, an operator at the terminal, or no one who was signed in. */
export function useWho() {
  const { t } = useText();
  return ({ personName, username, operator, personId }: AuditEvent): string => {
    if (personName) return personName;
    if (username ?? personId) return username ?? personId ?? '';
    return operator ? t('audit.operator', { name: operator }) : t('audit.noOne');
  };
}
