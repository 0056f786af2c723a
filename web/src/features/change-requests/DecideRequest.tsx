/** One request in full: what it changes, what should make one look twice, and the decision. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Button, Drawer, FactList, Notice, TextAreaField, toast, useInSight } from '../../ui';
import { AccountChanges } from './AccountChanges';
import { FieldChanges } from './FieldChanges';
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
  const name = t('requests.personNamed', { first: request.firstName, last: request.lastName });
  const cautions = cautionsOf(request);
  const isFrozen = request.status === 'Frozen';
  const mayWrite = may(actor, 'manager:profile.write');

  async function submit(action: 'approve' | 'deny') {
    setFailure(null);
    setPending(action);
    const { tenantId, companyId, personId } = actor;
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
      setPending(null);
      if (error instanceof ApiError && error.isTold) return;
      if (error instanceof ApiError && ['CONFLICT', 'REQUEST_PROCESSED', 'NOT_FOUND'].includes(error.code))
        void queryClient.invalidateQueries({ queryKey: [requestsKey] });
      toast(t('requests.decideFailed'), { tone: 'error' });
      setFailure(errorText(t, error, 'requests.decideFailed'));
      return;
    }
    void queryClient.invalidateQueries({ queryKey: [requestsKey] });
    toast(t(action === 'approve' ? 'requests.approved' : 'requests.denied', { name }), { tone: 'ok' });
    onClose();
  }

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={name}
      description={t('requests.code', { code: request.employeeCode })}
      footer={
        mayWrite && (
          <>
            <Button
              variant="secondary"
              onPress={() => void submit('deny')}
              pending={pending === 'deny'}
              disabled={pending === 'approve'}
            >
              {t('requests.deny')}
            </Button>
            <Button
              onPress={() => void submit('approve')}
              pending={pending === 'approve'}
              disabled={pending === 'deny'}
              disabledReason={isFrozen ? t('error.REQUEST_FROZEN') : undefined}
            >
              {t('requests.approve')}
            </Button>
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
            {!isFrozen && <p className="mt-2">{t('requests.callFirst')}</p>}
          </Notice>
        )}
        <section aria-label={t('requests.changes')}>
          <h3 className="mb-3 text-sm font-semibold">{t('requests.changes')}</h3>
          {request.directDeposit && <AccountChanges changes={request.directDeposit} />}
          {request.entityType === 'taxSetup' && <TaxChanges actor={actor} request={request} />}
          {request.changedFields && <FieldChanges actor={actor} request={request} fields={request.changedFields} />}
        </section>
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
  );
}
