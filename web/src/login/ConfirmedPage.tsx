/**
 * Where the window for a step-up comes back to from the operator's own provider. It tells the window with the form, and
 * closes; a browser that keeps it open shows what to do.
 */
import { CircleCheck, ShieldAlert } from 'lucide-react';
import { useEffect } from 'react';
import { announceConfirmed } from '../api/step-up';
import { Button } from '../ui';
import { Message } from './Message';
import { useText } from './text';

export default function ConfirmedPage({ challenge, error }: { challenge: string; error: string | null }) {
  const { t } = useText();
  const isProved = error === null;
  useEffect(() => {
    if (!isProved) return;
    announceConfirmed(challenge);
    window.close();
  }, [challenge, isProved]);

  const close = <Button onPress={() => window.close()}>{t('login.confirmed.close')}</Button>;
  if (isProved)
    return (
      <Message icon={CircleCheck} title={t('login.confirmed.title')} body={t('login.confirmed.body')}>
        {close}
      </Message>
    );
  const why =
    error === 'SOMEBODY_ELSE'
      ? t('login.confirmed.SOMEBODY_ELSE')
      : error === 'UPSTREAM_UNAVAILABLE'
        ? t('login.upstream.UPSTREAM_UNAVAILABLE')
        : t('login.confirmed.failed.body');
  return (
    <Message icon={ShieldAlert} tone="bad" title={t('login.confirmed.failed.title')} body={why}>
      {close}
    </Message>
  );
}
