import { knownCode } from '../../api/known-codes';
import { useText } from '../../i18n';

/** The words under a field. Schema and server both speak in codes. */
export function useRefusalText(): (code: string | undefined) => string | undefined {
  const { t } = useText();
  return (code) => {
    if (code === undefined) return undefined;
    if (code === 'DATE_REQUIRED') return t('error.DATE_REQUIRED');
    const known = knownCode(code);
    return t(`error.${known === 'INTERNAL' ? 'INVALID_INPUT' : known}`);
  };
}
