/** What the request would come to as it stands: hours, balance on the last day, holidays that fall in, who else is away. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CalendarDays, PartyPopper, Users } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import type { Actor } from '../../api/actor';
import { knownCode } from '../../api/codes';
import { ApiError, type ErrorCode } from '../../api/error';
import { graphql, type ResultOf } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Notice, Skeleton, useSettled } from '../../ui';
import { type Draft, draftSchema, inputOf, runsOf } from './rules';
import { timeOffKey, type Whose } from './timeOff';

const PreviewRequest = graphql(`
  query PreviewTimeOffRequest(
    $tenantId: ID!
    $companyId: ID!
    $employeeId: ID!
    $managerId: ID
    $requestId: ID
    $input: TimeOffRequestInput!
  ) {
    previewTimeOffRequest(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      managerId: $managerId
      requestId: $requestId
      input: $input
    ) {
      amount
      days { date amount }
      balanceBefore
      balanceAfter
      holidays { date name nameEs }
      away { employeeId firstName lastName dates isApproved }
      refusal
      needsAttachment
    }
  }
`);

type Preview = ResultOf<typeof PreviewRequest>['previewTimeOffRequest'];

const quietMs = 300;
/** Stands for what is asked where nothing but a weekend is in the way. */
const WEEKEND = 'WEEKEND_NOT_ALLOWED';

const isMissing = (issues: readonly { message: string }[]) => issues.some(({ message }) => message !== WEEKEND);

/** What went wrong with the call, and says nothing of the request. */
const callCodes: readonly ErrorCode[] = [
  'UNAUTHENTICATED',
  'FEATURE_NOT_ENABLED',
  'MAINTENANCE',
  'STEP_UP_REQUIRED',
  'LIMIT_EXCEEDED',
  'UNAVAILABLE',
  'TIMEOUT',
  'INTERNAL',
];

function refusalIn(error: Error | null): ErrorCode | null {
  return error instanceof ApiError && !callCodes.includes(error.code) ? error.code : null;
}

type RequestPreviewProps = {
  actor: Actor;
  whose: Whose;
  control: Control<Draft>;
  requestId: string | null;
  hasAttachment: boolean;
};

export function RequestPreview({ actor, whose, control, requestId, hasAttachment }: RequestPreviewProps) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId } = actor;
  const draft = useWatch({ control });
  const written = JSON.stringify(draft);
  const asked = useMemo(() => {
    const checked = v.safeParse(draftSchema, JSON.parse(written));
    if (checked.success) return JSON.stringify(inputOf({ ...checked.output, notes: '' }));
    return isMissing(checked.issues) ? null : WEEKEND;
  }, [written]);
  const answer = useSettled(asked, quietMs);
  const isWeekend = answer === WEEKEND;
  const settled = isWeekend ? null : answer;
  const preview = useQuery({
    queryKey: [timeOffKey, 'preview', tenantId, companyId, whose, requestId, settled],
    enabled: settled !== null,
    queryFn: async ({ signal }) => {
      const input = JSON.parse(settled ?? '{}') as ReturnType<typeof inputOf>;
      const variables = { tenantId, companyId, ...whose, requestId, input };
      return (await api.query(PreviewRequest, variables, signal)).previewTimeOffRequest;
    },
    placeholderData: keepPreviousData,
  });
  const isWorking = preview.isFetching || answer !== asked;
  const refusal = refusalIn(preview.error);

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
  const { amount, days, balanceBefore, balanceAfter, holidays, away, refusal } = preview;
  return (
    <div className="flex flex-col gap-5">
      {/* Of a request that cannot be made there is only why. */}
      {days.length > 0 && (
        <p role="status" className="text-xl font-semibold tracking-tight tabular-nums">
          {t('timeOff.preview.amount', { count: days.length, hours: format.decimal(amount) })}
        </p>
      )}
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
