/** Termination, rehire, leave and return from a day on. A termination shows first what it ends. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '../../api/error';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText, refusalText } from '../../i18n/errors';
import { DateField, ErrorState, FactList, Form, FormDialog, Notice, SkeletonList, toast } from '../../ui';
import { type Change, ChangeEmployment, type Employment, Ending, employmentKey } from './employment';

type ChangeDialogProps = {
  open: boolean;
  onClose: () => void;
  employment: Employment;
  change: Change;
  name: string;
};

export function ChangeDialog({ open, onClose, employment, change, name }: ChangeDialogProps) {
  const { t } = useText();
  const formId = useId();
  const queryClient = useQueryClient();
  const submit = useSubmit(ChangeEmployment);
  const [day, setDay] = useState(employment.today);
  const [refused, setRefused] = useState<{ field: string | null | undefined; text: string } | null>(null);
  const { employeeId, version } = employment;

  async function save(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    setRefused(null);
    try {
      await submit.mutateAsync({ employeeId, change, day, version });
      toast(t(`employment.done.${change}`), { tone: 'ok' });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.isTold) return;
      const code = error instanceof ApiError ? error.code : undefined;
      const field = error instanceof ApiError ? error.field : undefined;
      setRefused({ field, text: (field && refusalText(t, code)) || errorText(t, error) });
    } finally {
      void queryClient.invalidateQueries({ queryKey: [employmentKey] });
    }
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(`employment.title.${change}`, { name })}
      formId={formId}
      submitLabel={t(`employment.do.${change}`)}
      pending={submit.isPending}
      isDirty={day !== employment.today}
      submitDisabledReason={day === '' ? t('employment.day.missing') : undefined}
    >
      <div className="flex flex-col gap-5">
        <p className="text-sub text-pretty">{t(`employment.about.${change}`)}</p>
        <Form
          id={formId}
          onSubmit={(event) => void save(event)}
          error={refused && refused.field !== 'day' ? refused.text : null}
        >
          <DateField
            label={t(`employment.day.${change}`)}
            required
            value={day}
            onChange={setDay}
            error={refused?.field === 'day' ? refused.text : undefined}
          />
        </Form>
        {change === 'termination' && <Preview employeeId={employeeId} />}
      </div>
    </FormDialog>
  );
}

function Preview({ employeeId }: { employeeId: string }) {
  const { t } = useText();
  const api = useApi();
  const ending = useQuery({
    queryKey: [employmentKey, 'ending', employeeId],
    queryFn: async ({ signal }) => (await api.query(Ending, { employeeId }, signal)).employmentEnding,
  });
  if (ending.isPending) return <SkeletonList rows={3} />;
  if (ending.isError)
    return (
      <ErrorState
        title={t('employment.ending.failed')}
        body={errorText(t, ending.error)}
        onRetry={() => void ending.refetch()}
        retrying={ending.isFetching}
      />
    );
  const { roles, rolesKept, reports, delegations, endsSessions, leftBehind } = ending.data;
  const facts = [
    { label: t('employment.ending.roles'), value: roles.join(', ') || t('employment.ending.none') },
    ...(rolesKept.length > 0 ? [{ label: t('employment.ending.rolesKept'), value: rolesKept.join(', ') }] : []),
    { label: t('employment.ending.reports'), value: String(reports) },
    { label: t('employment.ending.delegations'), value: String(delegations) },
    {
      label: t('employment.ending.sessions'),
      value: t(endsSessions ? 'employment.ending.sessions.end' : 'employment.ending.sessions.stay'),
    },
  ];
  return (
    <section aria-label={t('employment.ending')} className="flex flex-col gap-4">
      <h3 className="text-sm font-semibold">{t('employment.ending')}</h3>
      <FactList facts={facts} />
      {leftBehind.length > 0 && (
        <Notice tone="warn" title={t('employment.ending.leftBehind')}>
          <ul className="list-disc pl-5">
            {leftBehind.map((row) => (
              <li key={row.employeeId}>
                {row.firstName} {row.lastName}: {row.areas.map((area) => t(`employment.area.${area}`)).join(', ')}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  );
}
