/** Invites everyone who can't sign in yet: first who that is, then how far it has come. It goes in batches; closing stops after one. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { ErrorState, Form, FormDialog, Notice, Progress, SelectField, SkeletonList } from '../../ui';
import { useHelp } from './account';
import { employmentKey, InviteUninvited, Uninvited } from './employment';

type InviteDialogProps = { open: boolean; onClose: () => void; companies: readonly { id: string; name: string }[] };

const formId = 'people-invite';
const all = 'all';

export function InviteDialog({ open, onClose, companies }: InviteDialogProps) {
  const { t } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const invite = useSubmit(InviteUninvited);
  const [company, setCompany] = useState(all);
  const [sent, setSent] = useState<number | null>(null);
  const { run, failure } = useHelp(onClose);
  const isOpen = useRef(true);
  const companyId = company === all ? null : company;
  const found = useQuery({
    queryKey: [employmentKey, 'uninvited', companyId],
    queryFn: async ({ signal }) => (await api.query(Uninvited, { companyId }, signal)).uninvitedPeople,
    enabled: sent === null,
  });
  const waiting = found.data?.waiting ?? 0;

  async function inviteAll(): Promise<void> {
    let count = 0;
    setSent(0);
    const isDone = await run(async () => {
      for (;;) {
        // A batch each; the server finds those who are still waiting.
        const { invited } = (await invite.mutateAsync({ companyId })).inviteUninvitedPeople;
        count += invited;
        setSent(count);
        if (invited === 0 || !isOpen.current) return;
      }
    }, t('employment.invite.done'));
    if (!isDone) {
      setSent(null);
      void queryClient.invalidateQueries({ queryKey: [employmentKey, 'uninvited'] });
    }
  }

  return (
    <FormDialog
      open={open}
      onClose={() => {
        isOpen.current = false;
        onClose();
      }}
      title={t('employment.invite')}
      formId={formId}
      submitLabel={t('employment.invite.submit')}
      pending={sent !== null}
      isDirty={false}
      submitDisabledReason={found.data && waiting === 0 ? t('employment.invite.nobody') : undefined}
    >
      <Form id={formId} onSubmit={() => void inviteAll()} error={failure?.text ?? null}>
        <p className="text-sub text-pretty">{t('employment.invite.about')}</p>
        {companies.length > 1 && (
          <SelectField
            label={t('employment.column.company')}
            value={company}
            onChange={setCompany}
            disabled={sent !== null}
            options={[
              { value: all, label: t('employment.any.company') },
              ...companies.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
        {found.isPending && <SkeletonList rows={2} />}
        {found.isError && (
          <ErrorState
            title={t('employment.loadFailed')}
            body={errorText(t, found.error)}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        )}
        {found.data && sent === null && (
          <div className="flex flex-col gap-3">
            <p className="font-medium">
              {waiting === 0 ? t('employment.invite.nobody') : t('employment.invite.waiting', { count: waiting })}
            </p>
            {found.data.names.length > 0 && (
              <p className="text-sm text-sub">
                {found.data.names.join(', ')}
                {waiting > found.data.names.length &&
                  ` ${t('employment.invite.more', { count: waiting - found.data.names.length })}`}
              </p>
            )}
            {found.data.withoutAddress > 0 && (
              <Notice tone="warn">{t('employment.invite.withoutAddress', { count: found.data.withoutAddress })}</Notice>
            )}
          </div>
        )}
        {sent !== null && (
          <Progress
            label={t('employment.invite.sending')}
            value={sent}
            max={waiting}
            valueText={t('employment.invite.sent', { sent, waiting })}
          />
        )}
      </Form>
    </FormDialog>
  );
}
