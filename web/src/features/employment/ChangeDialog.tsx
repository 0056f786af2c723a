/** Termination, rehire, leave and return from a day on. A termination shows first what it ends; the second of two sees both versions. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ApiError } from '../../api/error';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText, refusalText } from '../../i18n/errors';
import { DateField, ErrorState, FactList, Form, FormDialog, Notice, SkeletonList, toast } from '../../ui';
import { type CurrentEmployment, currentEmployment, EmploymentConflict } from './EmploymentConflict';
import { type Change, ChangeEmployment, type Employment, Ending, employmentKey } from './employment';

type ChangeDialogProps = {
  open: boolean;
  onClose: () => void;
  employment: Employment;
  change: Change;
  name: string;
};

type Refused = { field: string | null | undefined; text: string; current: CurrentEmployment | null };

/** The employment as this change would have it. */
function changed({ employeeCode, lastDay, rehireDay, leaveFrom }: Employment, change: Change, day: string) {
  const facts = { employeeCode, lastDay, rehireDay, leaveFrom };
  switch (change) {
    case 'termination':
      return { ...facts, lastDay: day };
    case 'rehire':
      return { ...facts, rehireDay: day };
    case 'leave':
      return { ...facts, leaveFrom: day };
    default:
      return { ...facts, leaveFrom: null };
  }
}

export function ChangeDialog({ open, onClose, employment, change, name }: ChangeDialogProps) {
  const { t } = useText();
  const formId = useId();
  const queryClient = useQueryClient();
  const submit = useSubmit(ChangeEmployment);
  const [day, setDay] = useState(employment.today);
  const [refused, setRefused] = useState<Refused | null>(null);
  // What was shown counts, also once the page behind has read what someone else saved.
  const [base] = useState(employment);
  const { employeeId } = employment;
  const current = refused?.current;

  async function save(version: number): Promise<void> {
    setRefused(null);
    try {
      await submit.mutateAsync({ employeeId, change, day, version });
      toast(t(`employment.done.${change}`), { tone: 'ok' });
      onClose();
    } catch (error) {
      if (error instanceof ApiError && error.isTold) return;
      const code = error instanceof ApiError ? error.code : undefined;
      const field = error instanceof ApiError ? error.field : undefined;
      setRefused({
        field,
        text: (field && refusalText(t, code)) || errorText(t, error),
        current: currentEmployment(error),
      });
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
      submitDisabledReason={current ? t('conflict.chooseFirst') : day === '' ? t('employment.day.missing') : undefined}
    >
      <div className="flex flex-col gap-5">
        {current && (
          <EmploymentConflict
            mine={changed(base, change, day)}
            current={current}
            pending={submit.isPending}
            onKeepMine={() => void save(current.version)}
            onTakeTheirs={onClose}
          />
        )}
        <p className="text-sub text-pretty">{t(`employment.about.${change}`)}</p>
        <Form
          id={formId}
          onSubmit={() => void save(base.version)}
          error={refused && !current && refused.field !== 'day' ? refused.text : null}
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
