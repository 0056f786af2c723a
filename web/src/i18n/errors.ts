/** The error catalogue: a code, else the call's own message of the spec, in the person's language. */
import { ApiError, FileNotSaved } from '../api/error';
import type { TextKey, Translate } from './index';
import { textOr } from './known';

/** `callMessage` is what the spec says about this one call, such as 'Failed to create company message.' */
export function errorText(t: Translate, error: unknown, callMessage: TextKey = 'error.INTERNAL'): string {
  if (error instanceof FileNotSaved) return t('fileNotSaved');
  if (!navigator.onLine) return t('error.offline');
  if (error instanceof ApiError && error.code !== 'INTERNAL') return t(`error.${error.code}`);
  return t(callMessage);
}

/** A download the spec has words for says nothing else, unless the file came and the device didn't take it. */
export function downloadText(t: Translate, error: unknown, callMessage: TextKey): string {
  return error instanceof FileNotSaved ? errorText(t, error) : t(callMessage);
}

/** The words under a field. Schema and server both speak in codes. */
export function refusalText(t: Translate, code: string | undefined): string | undefined {
  return code ? textOr(t, `error.${code}`, t('error.INVALID_INPUT')) : undefined;
}
