/** A decision that got no answer: whether it was certainly not saved, or no one can tell. Null for every other failure. */
import { ApiError } from '../api/error';
import type { Translate } from './index';

export function unansweredText(t: Translate, error: unknown): string | null {
  if (!(error instanceof ApiError) || (error.code !== 'UNAVAILABLE' && error.code !== 'TIMEOUT')) return null;
  return t(error.isUnsent ? 'decision.offline' : 'decision.unknown');
}
