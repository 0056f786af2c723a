/** One request with everything around it: the balance, who else is away, holidays; decided whole or day by day, with a note. */

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { usePayTimingText } from '../../i18n/pay-timing';
import {
  Button,
  CheckboxGroup,
  Dialog,
  ErrorState,
  FactList,
  Notice,
  SkeletonList,
  TextAreaField,
  useInSight,
} from '../../ui';
import { Attachments } from './Attachments';
import { less } from './hours';
import { nameOf } from './QueueTable';
import { runsOf } from './rules';
import { type Request, timeOffKey } from './timeOff';
import { FateFields, useFateText } from './useFate';
import { type Decision, managerIds } from './useQueue';
import { useTimeOfDay } from './useTimeOfDay';

const Details = graphql(
  `
  query TimeOffRequestDetails($tenantId: ID!, $companyId: ID!, $managerId: ID!, $id: ID!) {
    timeOffRequestDetails(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, id: $id) {
      request { ...TimeOffFate }
      balanceBefore
      balanceAfter
      holidays { date name nameEs }
      away { employeeId firstName lastName dates isApproved }
    }
  }
`,
  [FateFields],
);

type DecisionDialogProps = {
  open: boolean;
  onClose: () => void;
  actor: Actor;
  request: Request;
  /** A decision was refused because someone else decided or changed the request; it is shown as it is now. */
  hasMoved: boolean;
  /** It waits for this manager no more. */
  isGone: boolean;
  isDeciding: boolean;
  /** Why the last decision got no answer. */
  failure: string | null;
  /** Opens the form instead. */
  onEdit: () => void;
  onDecide: (decision: Decision) => void;
};

export function DecisionDialog(props: DecisionDialogProps) {
  const { open, onClose, actor, request, hasMoved, isGone, isDeciding, failure, onEdit, onDecide } = props;
  const { t, language } = useText();
  const fateText = useFateText();
  const format = useFormat();
  const timeOfDay = useTimeOfDay(request);
  const api = useApi();
  const ids = managerIds(actor);
  const allDays = request.days.map(({ date }) => date);
  const [picked, setPicked] = useState({ version: request.version, days: allDays });
  // Another version may have other days.
  const chosen = picked.version === request.version ? picked.days : allDays;
  const setChosen = (days: string[]) => setPicked({ version: request.version, days });
  const [notes, setNotes] = useState('');
  const timing = usePayTimingText({ ...ids, employeeId: request.employeeId, worked: allDays[0] ?? null });
  const told = useInSight<HTMLDivElement>(failure ?? (hasMoved || null));
  const details = useQuery({
    queryKey: [timeOffKey, 'details', ids, request.id, request.version, isGone],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => (await api.query(Details, { ...ids, id: request.id }, signal)).timeOffRequestDetails,
  });
  const isPart = chosen.length < allDays.length;
  const balanceAfter =
    isPart && details.data?.balanceBefore
      ? less(
          details.data.balanceBefore,
          request.days.filter(({ date }) => chosen.includes(date)).map(({ amount }) => amount),
        )
      : details.data?.balanceAfter;
  const decide = (action: Decision['action']) =>
    onDecide({
      id: request.id,
      version: request.version,
      action,
      managerNotes: notes,
      ...(action === 'partly' ? { days: chosen } : {}),
    });
  const goneText = () => fateText(details.isPlaceholderData ? null : details.data?.request);
  const approveReason = chosen.length === 0 ? t('timeOff.decide.noDay') : undefined;
  const mayWrite = may(actor, 'manager:time-off.write') && !(hasMoved && isGone);

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('timeOff.decide.title', { name: nameOf(request), type: request.type })}
      footer={
        mayWrite && (
          <>
            {request.isEditable && (
              <Button variant="ghost" className="mr-auto" onPress={onEdit}>
                {t('timeOff.edit')}
              </Button>
            )}
            <Button variant="secondary" onPress={() => decide('deny')} pending={isDeciding}>
              {t('timeOff.queue.deny')}
            </Button>
            <Button
              onPress={() => decide(isPart ? 'partly' : 'approve')}
              pending={isDeciding}
              disabledReason={approveReason}
            >
              {isPart ? t('timeOff.decide.partly', { count: chosen.length }) : t('timeOff.queue.approve')}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-6">
        <div ref={told} role="alert" className="scroll-my-24 empty:hidden">
          {hasMoved && <Notice tone="warn">{isGone ? goneText() : t('timeOff.decide.changed')}</Notice>}
          {failure && <Notice tone="bad">{failure}</Notice>}
        </div>
        {timing && <Notice>{timing}</Notice>}
        <FactList
          facts={[
            {
              label: t('timeOff.column.dates'),
              value: format.dayRange(request.timeOffDate, request.endDate),
              numeric: true,
            },
            { label: t('timeOff.column.hours'), value: format.decimal(request.amount), numeric: true },
            ...timeOfDay,
            { label: t('timeOff.column.requested'), value: format.day(request.requestDate), numeric: true },
            ...(request.isHalfApproved && request.decidedByName
              ? [{ label: t('timeOff.decide.firstApproval'), value: request.decidedByName }]
              : []),
            ...(balanceAfter
              ? [{ label: t('timeOff.decide.balanceAfter'), value: format.decimal(balanceAfter), numeric: true }]
              : []),
          ]}
        />
        {request.notes && (
          <blockquote className="rounded-lg bg-sunken p-4 whitespace-pre-line [overflow-wrap:anywhere]">
            {request.notes}
          </blockquote>
        )}
        {request.isHalfApproved && request.managerNotes && (
          <Notice tone="info" title={t('timeOff.decide.firstNote', { name: request.decidedByName ?? '' })}>
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{request.managerNotes}</p>
          </Notice>
        )}
        {request.attachmentCount > 0 && (
          <Attachments
            actor={actor}
            whose={{ employeeId: request.employeeId, managerId: actor.personId }}
            request={request}
            isChangeable={false}
          />
        )}
        {details.isPending && <SkeletonList rows={2} />}
        {details.isError && (
          <ErrorState
            title={t('timeOff.decide.loadFailed')}
            onRetry={() => void details.refetch()}
            retrying={details.isFetching}
          />
        )}
        {details.data && details.data.away.length > 0 && (
          <Notice tone="warn" title={t('timeOff.decide.clashes', { count: details.data.away.length })}>
            <ul className="flex flex-col gap-1">
              {details.data.away.map(({ employeeId, firstName, lastName, dates, isApproved }) => (
                <li key={employeeId}>
                  {firstName} {lastName} ·{' '}
                  <span className="tabular-nums">
                    {format.list(runsOf(dates).map(({ first, last }) => format.dayRange(first, last)))}
                  </span>
                  {!isApproved && ` · ${t('timeOff.status.Pending')}`}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        {details.data?.away.length === 0 && <Notice tone="ok">{t('timeOff.preview.nobodyAway')}</Notice>}
        {details.data && details.data.holidays.length > 0 && (
          <p className="text-sm text-sub">
            {t('timeOff.preview.holidays')}:{' '}
            {format.list(
              details.data.holidays.map(
                ({ date, name, nameEs }) => `${language === 'es' ? nameEs : name} (${format.day(date)})`,
              ),
            )}
          </p>
        )}
        {mayWrite && request.isFirstOfTwo && <Notice tone="info">{t('timeOff.decide.firstOfTwo')}</Notice>}
        {mayWrite && allDays.length > 1 && !request.isFirstOfTwo && (
          <CheckboxGroup
            label={t('timeOff.decide.days')}
            description={t('timeOff.decide.daysHint')}
            options={request.days.map(({ date, amount }) => ({
              value: date,
              label: t('timeOff.decide.day', { day: format.day(date), hours: format.decimal(amount) }),
            }))}
            value={chosen}
            onChange={setChosen}
          />
        )}
        {mayWrite && (
          <TextAreaField
            label={t('timeOff.decide.notes')}
            description={t('timeOff.decide.notesHint')}
            value={notes}
            onChange={setNotes}
            rows={2}
          />
        )}
      </div>
    </Dialog>
  );
}
