/** Schedules the report that the page shows: how often, on which day, and to whom. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { CheckboxGroup, ErrorState, Form, FormDialog, RadioGroup, SelectField, Skeleton } from '../../ui';
import {
  type Asked,
  known,
  ListRecipients,
  type ReportCompany,
  reportsKey,
  type Schedule,
  ScheduleReport,
} from './reports';
import { dayChoices } from './rhythm';
import { useSaved } from './useSaved';

type ScheduleDialogProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  company: ReportCompany;
  asked: Asked;
};

const formId = 'report-schedule';
const fields = ['day', 'recipientIds'];

export function ScheduleDialog({ open, onClose, tenantId, company, asked }: ScheduleDialogProps) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const schedule = useSubmit(ScheduleReport);
  const { run, failure } = useSaved();
  const [rhythm, setRhythm] = useState<Schedule['rhythm']>('monthly');
  const [day, setDay] = useState('1');
  const [others, setOthers] = useState<string[]>([]);
  const at = { tenantId, companyId: company.id };
  const people = useQuery({
    queryKey: [reportsKey, 'recipients', at],
    queryFn: async ({ signal }) => (await api.query(ListRecipients, at, signal)).listReportRecipients.results,
  });
  const { name, filter } = asked;
  const refusalAt = (field: string) => (failure?.field === field ? failure.text : undefined);

  async function save(): Promise<void> {
    const input = {
      report: name,
      departmentId: filter.departmentId ?? null,
      groupBy: filter.groupBy ?? null,
      rhythm,
      day: Number(day),
      recipientIds: others,
    };
    const done = t('reports.schedule.added', { name: t(known[name].title) });
    if (await run(() => schedule.mutateAsync({ ...at, input }), done)) onClose();
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('reports.schedule.add.title', { name: t(known[name].title) })}
      description={t('reports.schedule.add.lead')}
      formId={formId}
      submitLabel={t('reports.schedule.add')}
      pending={schedule.isPending}
      isDirty={others.length > 0 || day !== '1' || rhythm !== 'monthly'}
    >
      <Form
        id={formId}
        onSubmit={() => void save()}
        error={failure && !fields.includes(failure.field ?? '') ? failure.text : null}
      >
        <RadioGroup
          label={t('reports.schedule.often')}
          options={[
            { value: 'weekly', label: t('reports.schedule.everyWeek') },
            { value: 'monthly', label: t('reports.schedule.everyMonth') },
          ]}
          value={rhythm}
          onChange={(value) => {
            setRhythm(value === 'weekly' ? 'weekly' : 'monthly');
            setDay('1');
          }}
        />
        <SelectField
          label={t(rhythm === 'weekly' ? 'reports.schedule.weekday' : 'reports.schedule.monthDay')}
          description={t('reports.schedule.morning')}
          options={dayChoices(format, rhythm)}
          value={day}
          onChange={setDay}
          error={refusalAt('day')}
        />
        {people.isPending && <Skeleton className="h-24" />}
        {people.error && (
          <ErrorState
            title={t('reports.loadFailed')}
            body={errorText(t, people.error)}
            onRetry={() => void people.refetch()}
            retrying={people.isFetching}
          />
        )}
        {people.data && (
          <CheckboxGroup
            label={t('reports.schedule.to')}
            description={t('reports.schedule.toHint')}
            options={people.data.map(({ id, firstName, lastName }) => ({
              value: id,
              label: `${firstName} ${lastName}`,
            }))}
            value={others}
            onChange={setOthers}
            error={refusalAt('recipientIds')}
          />
        )}
      </Form>
    </FormDialog>
  );
}
