/** «Are you still there?» with a countdown. It cannot be waved away: one stays or one leaves. */
import { Clock } from 'lucide-react';
import { useText } from '../../i18n';
import { Button, Dialog, useSecondsLeft } from '../../ui';
import { useInactivity } from '../session/inactivity';

export default function InactivityCountdown({ deadlineMs }: { deadlineMs: number }) {
  const { t } = useText();
  const { stay, leave } = useInactivity();
  const count = useSecondsLeft(deadlineMs);
  return (
    <Dialog
      open
      onClose={stay}
      dismissable={false}
      role="alertdialog"
      size="sm"
      title={t('inactivity.title')}
      description={t('inactivity.body')}
      footer={
        <>
          <Button variant="secondary" onPress={leave}>
            {t('inactivity.logout')}
          </Button>
          <Button onPress={stay} autoFocus>
            {t('inactivity.stay')}
          </Button>
        </>
      }
    >
      {/* Told once when the dialog opens; a number read aloud every second would drown everything else. */}
      <p role="timer" className="flex items-center justify-center gap-3 rounded-lg bg-sunken py-5 text-lg">
        <Clock aria-hidden className="size-5 flex-none text-sub" strokeWidth={1.75} />
        <span className="font-semibold tabular-nums">{t('inactivity.secondsLeft', { count })}</span>
      </p>
    </Dialog>
  );
}
