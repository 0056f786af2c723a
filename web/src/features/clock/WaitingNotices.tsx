/** What the person has to know of punches that wait, and of those the server did not take. */
import type { Actor } from '../../api/actor';
import { knownCode } from '../../api/known-codes';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, Notice } from '../../ui';
import { forget, madeAtMs, type WaitingPunch } from './waiting';

type WaitingNoticesProps = { actor: Actor; punches: readonly WaitingPunch[] };

export default function WaitingNotices({ actor, punches }: WaitingNoticesProps) {
  const { t } = useText();
  const format = useFormat();
  const count = punches.filter(({ refusal }) => refusal === undefined).length;
  return (
    <div className="flex flex-col gap-3">
      {count > 0 && (
        <Notice tone="warn" title={t('clock.waiting.title', { count })}>
          {t('clock.waiting.body')}
        </Notice>
      )}
      {punches.map((punch) => {
        if (punch.refusal === undefined) return null;
        const time = format.time(new Date(madeAtMs(punch)).toISOString(), actor.timeZone);
        const title = t('clock.waiting.refused', { kind: t(`clock.kind.${punch.kind}`), time });
        return (
          <Notice
            key={punch.pressId}
            tone="bad"
            title={title}
            action={
              <Button
                size="sm"
                variant="secondary"
                aria-label={t('clock.waiting.dismissNamed', { what: title })}
                onPress={() => forget(punch.pressId)}
              >
                {t('clock.waiting.dismiss')}
              </Button>
            }
          >
            {t(`error.${knownCode(punch.refusal)}`)}
          </Notice>
        );
      })}
    </div>
  );
}
