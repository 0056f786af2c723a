/** The provider takes no more tries for a while: how long, and then the way back to what was typed. */
import { Hourglass } from 'lucide-react';
import { Button, LinkButton, useSecondsLeft } from '../ui';
import { clock, useAnnouncedTimeLeft } from './countdown';
import { Message } from './Message';
import { mailLinkPath } from './paths';
import { useText } from './text';

/** `until` in ms since the epoch. */
export function TooManyTries({ until, onAgain }: { until: number; onAgain: () => void }) {
  const { t } = useText();
  const secondsLeft = useSecondsLeft(until);
  const announced = useAnnouncedTimeLeft(secondsLeft);
  const isOver = secondsLeft === 0;
  return (
    <Message
      icon={Hourglass}
      title={t('login.tooMany.title')}
      body={isOver ? t('login.tooMany.over') : t('login.tooMany.body')}
      detail={
        <>
          {!isOver && (
            <p role="timer" className="mt-5 text-3xl font-semibold tracking-[-.02em] tabular-nums">
              {clock(secondsLeft)}
            </p>
          )}
          <p role="status" className="sr-only">
            {announced}
          </p>
        </>
      }
    >
      {isOver && <Button onPress={onAgain}>{t('login.tooMany.again')}</Button>}
      {/* One name waits; someone who mistyped it, or is someone else, doesn't have to. */}
      {!isOver && (
        <Button variant="secondary" onPress={onAgain}>
          {t('login.backToSignIn')}
        </Button>
      )}
      {!isOver && (
        <LinkButton href={mailLinkPath} variant="secondary">
          {t('login.mailLink.link')}
        </LinkButton>
      )}
    </Message>
  );
}
