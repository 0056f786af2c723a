/** What one is doing, how long, and what can be punched next. */
import { Coffee, LogIn, LogOut, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { ApiError } from '../../api/error';
import { loadTexts, useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Badge, Button, late, steadyPress, toast } from '../../ui';
import type { Clock, PunchKind } from './clock';
import { counted, hoursAndMinutes, projected } from './rules';
import { useElapsedMs, usePunch } from './useClock';
import { madeAtMs, useWaiting } from './waiting';

const WaitingNotices = late(
  async () => (await Promise.all([import('./WaitingNotices'), loadTexts(['refusals']).catch(() => null)]))[0],
);

const icons = { in: LogIn, out: LogOut, breakStart: Coffee, breakEnd: Play };
const tones = { out: 'neutral', working: 'ok', onBreak: 'warn' } as const;

type ClockPanelProps = {
  actor: Actor;
  clock: Clock;
  /** When the answer came. */
  asOf: number;
  onPunched?: () => unknown;
};

export function ClockPanel({ actor, clock: answered, asOf: answeredMs, onPunched }: ClockPanelProps) {
  const { t } = useText();
  const format = useFormat();
  const unsent = useWaiting().filter(({ employeeId }) => employeeId === actor.employeeId);
  const waiting = unsent.filter(({ refusal }) => refusal === undefined);
  const { punch, isPending } = usePunch(actor, waiting.length > 0);
  const [punched, setPunched] = useState<PunchKind | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  const { clock, asOf } = projected(
    answered,
    answeredMs,
    waiting.map((one) => ({ kind: one.kind, deviceMs: Date.parse(one.deviceTime), madeAtMs: madeAtMs(one) })),
  );
  const elapsed = useElapsedMs(asOf);
  const worked = counted(clock.workedMinutes, clock.state === 'working', elapsed);
  const reason = may(actor, 'employee:time:punch.write') || may(actor, 'employee:time:mobile:punch.write');

  // The button that was pressed is gone: the focus goes to what can be done next.
  useEffect(() => {
    if (punched && clock.next.length > 0) first.current?.focus();
  }, [punched, clock.next]);

  async function press(kind: PunchKind): Promise<void> {
    try {
      const outcome = await punch(kind);
      setPunched(kind);
      if (outcome === 'waiting') return void toast(t('clock.waiting.saved'));
      toast(t(`clock.done.${kind}`), { tone: 'ok' });
      await onPunched?.();
    } catch (error) {
      if (!(error instanceof ApiError && error.isTold))
        toast(errorText(t, error, 'clock.punchFailed'), { tone: 'error' });
      await onPunched?.();
    }
  }

  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <Badge tone={tones[clock.state]} dot>
            {t(`clock.state.${clock.state}`)}
          </Badge>
          <p className="mt-2 text-4xl font-semibold tracking-tight tabular-nums">
            {t('clock.duration', hoursAndMinutes(worked))}
          </p>
          <p className="mt-1 text-sm text-sub tabular-nums" role="status">
            {clock.since
              ? t(`clock.since.${clock.state === 'onBreak' ? 'onBreak' : 'working'}`, {
                  time: format.time(clock.since, actor.timeZone),
                })
              : t('clock.workedToday')}
            {clock.breakMinutes > 0 && ` · ${t('clock.breaks', hoursAndMinutes(clock.breakMinutes))}`}
          </p>
        </div>
        <div ref={steadyPress} className="flex flex-wrap gap-2.5">
          {clock.next.map((kind, nth) => {
            const Icon = icons[kind];
            return (
              <Button
                // The first stays where it is, and so does the focus: what was announced of it is still there.
                key={nth === 0 ? 'first' : 'second'}
                ref={nth === 0 ? first : undefined}
                size="lg"
                variant={kind === 'out' ? 'secondary' : 'primary'}
                icon={<Icon aria-hidden className="size-4.5" />}
                pending={isPending}
                disabledReason={reason ? undefined : t('clock.forbidden')}
                onPress={() => void press(kind)}
              >
                {t(`clock.punch.${kind}`)}
              </Button>
            );
          })}
        </div>
      </div>
      {answered.punches.length + waiting.length > 0 && (
        <ol className="flex flex-wrap gap-x-6 gap-y-1.5 text-sm">
          {answered.punches.map(({ id, kind, at }) => (
            <li key={id} className="flex items-baseline gap-2">
              <span className="text-sub">{t(`clock.kind.${kind}`)}</span>
              <span className="font-medium tabular-nums">{format.time(at, actor.timeZone)}</span>
            </li>
          ))}
          {waiting.map((one) => (
            <li key={one.pressId} className="flex items-baseline gap-2">
              <span className="text-sub">{t(`clock.kind.${one.kind}`)}</span>
              <span className="font-medium tabular-nums">
                {format.time(new Date(madeAtMs(one)).toISOString(), actor.timeZone)}
              </span>
              <Badge tone="warn">{t('clock.waiting.badge')}</Badge>
            </li>
          ))}
        </ol>
      )}
      {unsent.length > 0 && <WaitingNotices actor={actor} punches={unsent} />}
    </div>
  );
}
