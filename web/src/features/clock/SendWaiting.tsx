/** While punches wait: sends them as soon as it can, from whichever tab is open, and says so. Shows nothing itself. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { toast } from '../../ui';
import { sendWaiting } from './send-waiting';

/** A network can be there and lead nowhere: no event tells when that changes. */
const againMs = 20_000;

type SendWaitingProps = {
  personId: string;
  onNetwork: (listener: () => void) => () => void;
};

export default function SendWaiting({ personId, onNetwork }: SendWaitingProps) {
  const { t } = useText();
  const api = useApi();
  const queryClient = useQueryClient();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the language makes no difference to what is sent.
  useEffect(() => {
    let isSending = false;
    const send = async () => {
      if (isSending || !navigator.onLine) return;
      isSending = true;
      const count = await sendWaiting(api, personId).catch(() => 0);
      isSending = false;
      if (count === 0) return;
      toast(t('clock.waiting.sent', { count }), { tone: 'ok' });
      void queryClient.invalidateQueries();
    };
    void send();
    const timer = setInterval(() => void send(), againMs);
    const stop = onNetwork(() => void send());
    return () => {
      clearInterval(timer);
      stop();
    };
  }, [api, personId, onNetwork, queryClient]);

  return null;
}
