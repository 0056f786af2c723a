/** The hours of a pay period, day by day, with what is missing and what was asked to be corrected. */
import { ChevronLeft, ChevronRight, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Badge, Button, Card, ErrorState, IconButton, Notice, SkeletonList } from '../../ui';
import { CorrectionDialog } from './CorrectionDialog';
import { Corrections } from './Corrections';
import type { CardDay, TimeCard } from './clock';
import { hoursAndMinutes, nextDay } from './rules';
import { useTimeCard } from './useClock';

function dayBefore(isoDay: string): string {
  const day = new Date(`${isoDay}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

export function TimeCardSection({ actor }: { actor: Actor }) {
  const { t } = useText();
  const format = useFormat();
  const [date, setDate] = useState(actor.today);
  const [opened, setOpened] = useState<{ day: CardDay; isOpen: boolean; serial: number } | null>(null);
  const card = useTimeCard(actor, date);
  const gaps = card.data?.days.filter(({ missing }) => missing.length > 0).length ?? 0;
  const open = (day: CardDay) => setOpened((before) => ({ day, isOpen: true, serial: (before?.serial ?? 0) + 1 }));

  return (
    <>
      <section aria-label={t('clock.period')} className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg font-semibold">{t('clock.period')}</h2>
          <div className="flex items-center gap-1">
            <IconButton
              label={t('clock.period.before')}
              icon={<ChevronLeft />}
              disabled={!card.data}
              onPress={() => card.data && setDate(dayBefore(card.data.startDate))}
            />
            <span className="min-w-48 text-center text-sm font-medium tabular-nums" aria-live="polite">
              {card.data && format.dayRange(card.data.startDate, card.data.endDate)}
            </span>
            <IconButton
              label={t('clock.period.after')}
              icon={<ChevronRight />}
              disabled={!card.data || card.data.endDate >= actor.today}
              onPress={() => card.data && setDate(nextDay(card.data.endDate))}
            />
          </div>
        </div>
        {gaps > 0 && (
          <Notice tone="warn" title={t('clock.gaps', { count: gaps })}>
            {t('clock.gaps.body')}
          </Notice>
        )}
        <Card flush className="overflow-hidden">
          {card.isError && !card.data ? (
            <ErrorState
              title={t('clock.cardFailed')}
              body={errorText(t, card.error)}
              onRetry={() => void card.refetch()}
              retrying={card.isFetching}
            />
          ) : card.data ? (
            <Days actor={actor} card={card.data} onCorrect={open} />
          ) : (
            <div className="p-6">
              <SkeletonList rows={7} />
            </div>
          )}
        </Card>
      </section>
      {card.data && <Corrections actor={actor} corrections={card.data.corrections} />}
      {opened && (
        <CorrectionDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={() => setOpened((before) => before && { ...before, isOpen: false })}
          actor={actor}
          day={opened.day}
        />
      )}
    </>
  );
}

function Days({ actor, card, onCorrect }: { actor: Actor; card: TimeCard; onCorrect: (day: CardDay) => void }) {
  const { t } = useText();
  const format = useFormat();
  return (
    <>
      <ul className="@container divide-y divide-line">
        {card.days.map((day) => (
          <Day key={day.date} actor={actor} day={day} onCorrect={onCorrect} />
        ))}
      </ul>
      <dl className="flex flex-wrap justify-end gap-x-10 gap-y-2 border-t border-line bg-sunken px-5 py-4 sm:px-6">
        <div className="flex items-baseline gap-3">
          <dt className="text-sm text-sub">{t('clock.scheduledTotal')}</dt>
          <dd className="tabular-nums">{t('clock.hours', { hours: format.decimal(card.scheduledHours) })}</dd>
        </div>
        <div className="flex items-baseline gap-3">
          <dt className="text-sm text-sub">{t('clock.workedTotal')}</dt>
          <dd className="text-lg font-semibold tabular-nums">
            {t('clock.duration', hoursAndMinutes(card.workedMinutes))}
          </dd>
        </div>
      </dl>
    </>
  );
}

function Day({ actor, day, onCorrect }: { actor: Actor; day: CardDay; onCorrect: (day: CardDay) => void }) {
  const { t, language } = useText();
  const format = useFormat();
  const holiday = language === 'es' ? day.scheduled.holidayEs : day.scheduled.holiday;
  const isAhead = day.date > actor.today;
  const mayCorrect = may(actor, 'employee:time:punch.write') && !isAhead;
  const off = Number(day.scheduled.timeOffHours) > 0;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 px-5 py-3 @2xl:grid-cols-[9rem_1fr_6.5rem_6.5rem] @2xl:px-6">
      <span className="font-medium tabular-nums">{format.weekday(day.date)}</span>
      <span className="row-start-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm @2xl:row-start-1 @2xl:col-start-2">
        {day.punches.map(({ id, kind, at, isCorrected, reportedAt }) => (
          <span key={id} className="whitespace-nowrap tabular-nums">
            <span className="text-sub">{t(`clock.kind.${kind}`)}</span> {format.time(at, actor.timeZone)}
            {isCorrected && <span className="text-sub"> ({t('clock.corrected')})</span>}
            {reportedAt !== null && <span className="text-sub"> ({t('clock.reportedLate')})</span>}
          </span>
        ))}
        {day.missing.map((kind) => (
          <Badge key={kind} tone="warn">
            <CircleAlert aria-hidden className="size-3.5" />
            {t(`clock.missing.${kind}`)}
          </Badge>
        ))}
        {holiday && <span className="text-sub">{holiday}</span>}
        {off && (
          <span className="text-sub">{t('clock.timeOff', { hours: format.decimal(day.scheduled.timeOffHours) })}</span>
        )}
        {day.punches.length === 0 && !holiday && !off && (
          <span className="text-sub">
            {day.scheduled.startTime && day.scheduled.endTime
              ? t('clock.planned', {
                  from: format.clockTime(day.scheduled.startTime),
                  to: format.clockTime(day.scheduled.endTime),
                })
              : t('clock.dayOff')}
          </span>
        )}
      </span>
      <span className="text-right font-medium tabular-nums @2xl:col-start-3">
        {day.punches.length > 0 && t('clock.duration', hoursAndMinutes(day.workedMinutes))}
      </span>
      <span className="row-start-2 self-start text-right @2xl:row-start-1 @2xl:col-start-4 @2xl:self-auto">
        {mayCorrect && (
          <Button
            size="sm"
            variant={day.missing.length > 0 ? 'secondary' : 'ghost'}
            aria-label={t('clock.correctNamed', { day: format.day(day.date) })}
            onPress={() => onCorrect(day)}
          >
            {t('clock.correct')}
          </Button>
        )}
      </span>
    </li>
  );
}
