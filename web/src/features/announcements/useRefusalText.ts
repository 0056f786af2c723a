import { useText } from '../../i18n';
import { asRefusal } from './rules';

/** The words under a field. Schema and server both speak in codes. */
export function useRefusalText(): (code: string | undefined) => string | undefined {
  const { t } = useText();
  return (code) => {
    const refusal = asRefusal(code);
    return refusal ? t(`error.${refusal}`) : code && t('error.INVALID_INPUT');
  };
}
