/** Shows the latest entry of the error list as a toast; one from before the first page was drawn as well. */
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n';
import { toast } from '../../ui';
import { type ListedError, useErrors } from './errors';

export function ErrorToasts(): null {
  const { t } = useText();
  const latest = useErrors(({ errors }) => errors.at(-1));
  const shown = useRef<ListedError>(undefined);
  useEffect(() => {
    if (latest === undefined || latest === shown.current) return;
    shown.current = latest;
    toast(t(latest.text), { ms: latest.ms, tone: 'error' });
  }, [t, latest]);
  return null;
}
