/** The error catalogue: a code, else the call's own message of the spec, in the person's language. */
import { ApiError } from '../api/error';
import type { TextKey, Translate } from './index';
import { textOr } from './known';

/** `callMessage` is what the spec says about this one call, such as 'Failed to create company message.' */
export function errorText(t: Translate, error: unknown, callMessage: TextKey = 'error.INTERNAL'): string {
  if (!navigator.onLine) return t('error.offline');
  if (error instanceof ApiError && error.code !== 'INTERNAL') return t(`error.${error.code}`);
  return t(callMessage);
}

/** The words under a field. Schema and server both speak in codes. */
export function refusalText(t: Translate, code: string | undefined): string | undefined {
  return code ? textOr(t, `error.${code}`, t('error.INVALID_INPUT')) : undefined;
}
