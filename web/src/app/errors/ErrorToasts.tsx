/** Shows the latest entry of the error list as a toast. */
import { useEffect } from 'react';
import { useText } from '../../i18n';
import { toast } from '../../ui';
import { useErrors } from './errors';

export function ErrorToasts(): null {
  const { t } = useText();
  useEffect(
    () =>
      useErrors.subscribe(({ errors }, before) => {
        const latest = errors.at(-1);
        if (latest && errors !== before.errors) toast(t(latest.text), { ms: latest.ms, tone: 'error' });
      }),
    [t],
  );
  return null;
}
