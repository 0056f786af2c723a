/** One request in full: what it changes, what should make one look twice, and the decision. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { currentOf } from '../../api/current';
import { ApiError, type ErrorCode } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { type Translate, useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { usePayTimingText } from '../../i18n/pay-timing';
import { unansweredText } from '../../i18n/unanswered';
import {
  Button,
  DiscardQuestion,
  Drawer,
  FactList,
  Notice,
  TextAreaField,
  toast,
  useInSight,
  useUnsaved,
} from '../../ui';
import { AccountChanges } from './AccountChanges';
import { FieldChanges } from './FieldChanges';
import { haveMoved, useOpenedFields } from './openedFields';
import { cautionsOf, isGrave, type Request, requestsKey } from './request';
import { TaxChanges } from './TaxChanges';

const Decide = graphql(`
  mutation DecideRequest(
    $tenantId: ID!
    $companyId: ID!
    $managerId: ID!
    $changeRequestId: ID!
    $action: ChangeRequestAction!
    $input: ChangeRequestDecisionInput
  ) {
    putManagerEmployeeChangeRequest(
      tenantId: $tenantId
      companyId: $companyId
      managerId: $managerId
      changeRequestId: $changeRequestId
      action: $action
      input: $input
    ) { id status }
  }
`);

/** Someone else decided it, or its owner withdrew or froze it: it isn't decided as shown here. */
const goneCodes: readonly ErrorCode[] = ['CONFLICT', 'REQUEST_PROCESSED', 'NOT_FOUND'];

type Fate = { status: string; decidedByName: string | null };
const fateFields = ['status', 'decidedByName'] as const;

/** Who decided what in the meantime, if that is what happened. */
function fateOf(t: Translate, error: unknown): string | null {
  const current =
    error instanceof ApiError && error.code === 'CONFLICT' ? currentOf<Fate>(error.current, fateFields) : null;
  if (!current?.decidedByName) return null;
  const isApproved = current.status === 'Approved';
  return t(isApproved ? 'requests.approvedBy' : 'requests.deniedBy', { name: current.decidedByName });
}

type DecideRequestProps = { open: boolean; onClose: () => void; actor: Actor; request: Request };

export function DecideRequest({ open, onClose, actor, request }: DecideRequestProps) {
  const { t } = useText();
  const format = useFormat();
  const queryClient = useQueryClient();
  const decide = useSubmit(Decide);
  const [note, setNote] = useState('');
  const [failure, setFailure] = useState<string | null>(null);
  const failed = useInSight<HTMLDivElement>(failure);
  const [pending, setPending] = useState<'approve' | 'deny' | null>(null);
  const [isGone, setGone] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const fields = useOpenedFields(actor, request);
  const name = t('requests.personNamed', { first: request.firstName, last: request.lastName });
  const cautions = cautionsOf(request);
  const isFrozen = request.status === 'Frozen';
  const isOutdated = haveMoved(fields.data);
  const { tenantId, companyId, personId } = actor;
  const timing = usePayTimingText({ tenantId, companyId, employeeId: request.employeeId, managerId: personId });
  const mayWrite = may(actor, 'manager:profile.write');
  const refresh = () => void queryClient.invalidateQueries({ queryKey: [requestsKey] });

  async function submit(action: 'approve' | 'deny') {
    setFailure(null);
    setPending(action);
    const input = { note, version: request.version };
    try {
      await decide.mutateAsync({
        tenantId,
        companyId,
        managerId: personId,
        changeRequestId: request.id,
        action,
        input,
      });
    } catch (error) {
      await explain(error, action);
      setPending(null);
      return;
    }
    refresh();
    toast(t(action === 'approve' ? 'requests.approved' : 'requests.denied', { name }), { tone: 'ok' });
    onClose();
  }

  async function explain(error: unknown, action: 'approve' | 'deny') {
    const code = error instanceof ApiError ? error.code : 'INTERNAL';
    if (error instanceof ApiError && error.isTold) return;
    // What has moved in between is said beside the fields, and needs no second message.
    const mayHaveMoved = code === 'CONFLICT' && action === 'approve' && request.changedFields !== null;
    if (mayHaveMoved && haveMoved((await fields.refetch()).data)) return;
    if (goneCodes.includes(code)) setGone(true);
    else toast(t('requests.decideFailed'), { tone: 'error' });
    setFailure(fateOf(t, error) ?? unansweredText(t, error) ?? errorText(t, error, 'requests.decideFailed'));
  }

  useUnsaved(open && note.trim() !== '');

  function close() {
    // Not before: if it was the last in a list, its drawer would go with it, and no one would read why.
    if (isGone) refresh();
    onClose();
  }

  function leave() {
    if (pending) return;
    if (note.trim() !== '') setLeaving(true);
    else close();
  }

  return (
    <>
      <Drawer
        open={open}
        onClose={leave}
        title={name}
        description={t('requests.code', { code: request.employeeCode })}
        footer={
          mayWrite &&
          !isGone && (
            <>
              <Button
                variant="secondary"
                onPress={() => void submit('deny')}
                pending={pending === 'deny'}
                disabled={pending === 'approve'}
              >
                {t('requests.deny')}
              </Button>
              {!isFrozen && !isOutdated && (
                <Button
                  onPress={() => void submit('approve')}
                  pending={pending === 'approve'}
                  disabled={pending === 'deny'}
                >
                  {t('requests.approve')}
                </Button>
              )}
            </>
          )
        }
      >
        <div className="flex flex-col gap-6">
          <div ref={failed} role="alert" className="scroll-my-24 empty:hidden">
            {failure && <Notice tone="bad">{failure}</Notice>}
          </div>
          {cautions.length > 0 && (
            <Notice tone={cautions.some(({ code }) => isGrave(code)) ? 'bad' : 'warn'} title={t('requests.cautions')}>
              <ul className="mt-1 list-disc space-y-1 pl-4">
                {cautions.map(({ code, at }) => (
                  <li key={code}>
                    {t(`requests.caution.${code}`)}
                    {at && <span className="block text-sm">{format.instant(at, actor.timeZone)}</span>}
                  </li>
                ))}
              </ul>
              {!isOutdated && <p className="mt-2">{t(isFrozen ? 'requests.onlyDeny' : 'requests.callFirst')}</p>}
            </Notice>
          )}
          <section aria-label={t('requests.changes')}>
            <h3 className="mb-3 text-sm font-semibold">{t('requests.changes')}</h3>
            {request.directDeposit && <AccountChanges changes={request.directDeposit} />}
            {request.entityType === 'taxSetup' && <TaxChanges actor={actor} request={request} />}
            {request.changedFields && <FieldChanges request={request} fields={fields.data ?? request.changedFields} />}
          </section>
          {timing && <Notice>{timing}</Notice>}
          <FactList
            facts={[{ label: t('requests.asked'), value: format.instant(request.requestedAt, actor.timeZone) }]}
          />
          {mayWrite && (
            <TextAreaField
              label={t('requests.note')}
              description={t('requests.noteHint')}
              value={note}
              onChange={setNote}
              rows={3}
            />
          )}
        </div>
      </Drawer>
      <DiscardQuestion open={isLeaving} onKeep={() => setLeaving(false)} onDiscard={close} />
    </>
  );
}
