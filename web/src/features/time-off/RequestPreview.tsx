/** What lies around the request as it stands: balance on the last day, holidays that fall in, who else is away. Its hours: RequestSummary. */
import { CalendarDays, PartyPopper, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { knownCode } from '../../api/known-codes';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Notice, Skeleton } from '../../ui';
import { runsOf } from './rules';
import { type Preview, type Previewed, useRequestPreview } from './useRequestPreview';

type RequestPreviewProps = Previewed & { hasAttachment: boolean };

export function RequestPreview({ actor, whose, control, requestId, hasAttachment }: RequestPreviewProps) {
  const { t } = useText();
  const { settled, isWeekend, isWorking, refusal, preview } = useRequestPreview({ actor, whose, control, requestId });

  return (
    <section aria-label={t('timeOff.preview.title')} aria-busy={isWorking} className="flex flex-col gap-5">
      <h3 className="text-sm font-semibold">{t('timeOff.preview.title')}</h3>
      {isWeekend && <Notice tone="warn">{t('error.WEEKEND_NOT_ALLOWED')}</Notice>}
      {settled === null && !isWeekend && <p className="text-sm text-sub">{t('timeOff.preview.incomplete')}</p>}
      {settled !== null && preview.isPending && <Skeleton className="h-9 w-40" />}
      {settled !== null && preview.isError && (
        <Notice tone="warn">{refusal ? t(`error.${refusal}`) : t('timeOff.preview.failed')}</Notice>
      )}
      {settled !== null && preview.data && !preview.isError && (
        <div className={isWorking ? 'opacity-60 transition-opacity' : 'transition-opacity'}>
          <Figures preview={preview.data} hasAttachment={hasAttachment} isManager={whose.managerId !== null} />
        </div>
      )}
    </section>
  );
}

type FiguresProps = { preview: Preview; hasAttachment: boolean; isManager: boolean };

function Figures({ preview, hasAttachment, isManager }: FiguresProps) {
  const { t, language } = useText();
  const format = useFormat();
  const { days, balanceBefore, balanceAfter, holidays, away, refusal } = preview;
  return (
    <div className="flex flex-col gap-5">
      {balanceBefore !== null && balanceAfter !== null && (
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-sm tabular-nums">
          <dt className="text-sub">{t('timeOff.preview.before')}</dt>
          <dd className="text-right">{format.decimal(balanceBefore)}</dd>
          <dt className="font-semibold">{t('timeOff.preview.after')}</dt>
          <dd className="text-right font-semibold">{format.decimal(balanceAfter)}</dd>
        </dl>
      )}
      {refusal && (
        <div role="status">
          <Notice tone="warn">{t(`error.${knownCode(refusal)}`)}</Notice>
        </div>
      )}
      {!refusal && preview.needsAttachment && !hasAttachment && (
        <Notice tone="warn">{t('error.ATTACHMENT_NEEDED')}</Notice>
      )}
      {holidays.length > 0 && (
        <Around
          icon={<PartyPopper aria-hidden className="mt-0.5 size-4 flex-none text-sub" />}
          title={t('timeOff.preview.holidays')}
        >
          {holidays.map(({ date, name, nameEs }) => (
            <li key={date}>
              <span className="tabular-nums">{format.day(date)}</span> · {language === 'es' ? nameEs : name}
            </li>
          ))}
        </Around>
      )}
      {away.length > 0 && (
        <Around
          icon={<Users aria-hidden className="mt-0.5 size-4 flex-none text-sub" />}
          // Only those who decide see what others asked for.
          title={t(isManager ? 'timeOff.preview.awayOrAsked' : 'timeOff.preview.away')}
        >
          {away.map(({ employeeId, firstName, lastName, dates, isApproved }) => (
            <li key={employeeId}>
              {firstName} {lastName}
              <span className="block text-sub tabular-nums">
                {format.list(runsOf(dates).map(({ first, last }) => format.dayRange(first, last)))}
                {!isApproved && ` · ${t('timeOff.status.Pending')}`}
              </span>
            </li>
          ))}
        </Around>
      )}
      {away.length === 0 && days.length > 0 && (
        <p className="flex gap-2 text-sm text-sub">
          <CalendarDays aria-hidden className="mt-0.5 size-4 flex-none" />
          {t('timeOff.preview.nobodyAway')}
        </p>
      )}
    </div>
  );
}

function Around({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex gap-2 text-sm">
      {icon}
      <div>
        <p className="font-semibold">{title}</p>
        <ul className="mt-1 flex flex-col gap-1">{children}</ul>
      </div>
    </div>
  );
}
