/** Adds many runs at once: how often the company pays, and from when on. The dates are shown before they are added. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/error';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  DateField,
  Form,
  FormDialog,
  FormRow,
  NumberField,
  SelectField,
  SkeletonList,
  Table,
  TimeField,
  useSettled,
} from '../../ui';
import { companiesKey, type Place } from './companies';
import { AddRuns, type Calendar, PreviewRuns, type ScheduleInput } from './runs';
import { useSaved } from './useSaved';

type ScheduleDialogProps = { open: boolean; onClose: () => void; place: Place; calendar: Calendar };

type Every = ScheduleInput['every'];
const lengths: readonly Every[] = ['weekly', 'biweekly', 'semimonthly', 'monthly'];
/** About a year of paydays. */
const aYear: Record<Every, number> = { weekly: 52, biweekly: 26, semimonthly: 24, monthly: 12 };
const quietMs = 250;
const mostRuns = 60;
const mostCutoffDays = 10;

type Draft = {
  payGroupId: string;
  every: Every;
  firstBegin: string;
  firstPayday: string;
  cutoffDays: number | null;
  cutoffTime: string;
  count: number | null;
};

function inputOf(draft: Draft): ScheduleInput | null {
  const { payGroupId, firstBegin, firstPayday, cutoffDays, cutoffTime, count } = draft;
  if (firstBegin === '' || firstPayday === '' || cutoffTime === '' || cutoffDays === null || count === null)
    return null;
  return { ...draft, payGroupId: payGroupId || null, cutoffDays, count };
}

export function ScheduleDialog({ open, onClose, place, calendar }: ScheduleDialogProps) {
  const { t } = useText();
  const add = useSubmit(AddRuns);
  const [base] = useState<Draft>({
    payGroupId: calendar.payGroups[0]?.id ?? '',
    every: 'biweekly',
    firstBegin: '',
    firstPayday: '',
    cutoffDays: 2,
    cutoffTime: '17:00',
    count: aYear.biweekly,
  });
  const [draft, setDraft] = useState(base);
  const [isTried, setTried] = useState(false);
  const saved = useSaved(onClose);
  const change = (part: Partial<Draft>) => {
    saved.setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const input = inputOf(draft);
  const preview = usePreview(place, input);
  const refused = preview.error instanceof ApiError && preview.error.field ? preview.error : null;
  const at = (name: keyof Draft) => {
    if (saved.at(name)) return saved.at(name);
    if (refused?.field === name) return errorText(t, refused);
    return isTried && (draft[name] === '' || draft[name] === null) ? t('kit.required') : undefined;
  };
  const fields: (keyof Draft)[] = ['firstBegin', 'firstPayday', 'cutoffDays', 'cutoffTime', 'count'];
  const isShown = fields.some((name) => saved.at(name) !== undefined);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="lg"
      title={t('companies.schedule.add')}
      description={t('companies.schedule.lead')}
      formId="companies-schedule"
      submitLabel={t('companies.schedule.submit')}
      pending={add.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(base)}
    >
      <Form
        id="companies-schedule"
        error={saved.failure && !isShown ? saved.failure.text : null}
        onSubmit={() => {
          setTried(true);
          if (input && !refused)
            void saved.run(
              () => add.mutateAsync({ ...place, input }),
              t('companies.schedule.done', { count: input.count }),
            );
        }}
      >
        <FormRow>
          <SelectField
            label={t('companies.run.group')}
            options={[
              { value: 'everyone', label: t('companies.run.everyone') },
              ...calendar.payGroups.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={draft.payGroupId || 'everyone'}
            onChange={(id) => change({ payGroupId: id === 'everyone' ? '' : id })}
          />
          <SelectField
            label={t('companies.schedule.every')}
            options={lengths.map((every) => ({ value: every, label: t(`companies.payPeriod.${every}`) }))}
            value={draft.every}
            onChange={(every) => change({ every: every as Every, count: aYear[every as Every] })}
          />
        </FormRow>
        <FormRow>
          <DateField
            label={t('companies.schedule.firstBegin')}
            value={draft.firstBegin}
            onChange={(firstBegin) => change({ firstBegin })}
            error={at('firstBegin')}
            required
          />
          <DateField
            label={t('companies.schedule.firstPayday')}
            description={t('companies.schedule.paydayHint')}
            value={draft.firstPayday}
            onChange={(firstPayday) => change({ firstPayday })}
            error={at('firstPayday')}
            required
          />
        </FormRow>
        <FormRow>
          <NumberField
            label={t('companies.schedule.cutoffDays')}
            description={t('companies.schedule.cutoffHint')}
            value={draft.cutoffDays}
            onChange={(cutoffDays) => change({ cutoffDays })}
            min={0}
            max={mostCutoffDays}
            error={at('cutoffDays')}
            required
          />
          <TimeField
            label={t('companies.run.cutoffTime')}
            description={t('companies.run.cutoffHint')}
            value={draft.cutoffTime}
            onChange={(cutoffTime) => change({ cutoffTime })}
            error={at('cutoffTime')}
            required
          />
          <NumberField
            label={t('companies.schedule.count')}
            value={draft.count}
            onChange={(count) => change({ count })}
            min={1}
            max={mostRuns}
            error={at('count')}
            required
          />
        </FormRow>
        <Preview preview={preview} isRefused={refused !== null} />
      </Form>
    </FormDialog>
  );
}

function usePreview(place: Place, input: ScheduleInput | null) {
  const api = useApi();
  const settled = useSettled(JSON.stringify(input), quietMs);
  return useQuery({
    queryKey: [companiesKey, 'runs preview', place, settled],
    enabled: input !== null && settled === JSON.stringify(input),
    retry: false,
    queryFn: async ({ signal }) =>
      (await api.query(PreviewRuns, { ...place, input: JSON.parse(settled) as ScheduleInput }, signal)).previewPayRuns,
  });
}

type PreviewProps = { preview: ReturnType<typeof usePreview>; isRefused: boolean };

function Preview({ preview, isRefused }: PreviewProps) {
  const { t } = useText();
  const format = useFormat();
  if (preview.error) return isRefused ? null : <p className="text-sub">{errorText(t, preview.error)}</p>;
  if (!preview.data) {
    return preview.isFetching ? (
      <SkeletonList rows={3} />
    ) : (
      <p className="text-sub">{t('companies.schedule.fillOut')}</p>
    );
  }
  return (
    <section aria-label={t('companies.schedule.preview')}>
      <h3 className="mb-2 font-semibold">{t('companies.schedule.preview')}</h3>
      <Table
        label={t('companies.schedule.preview')}
        rows={[...preview.data]}
        rowKey={({ periodBegin }) => periodBegin}
        columns={[
          { id: 'payday', header: t('companies.run.payday'), cell: ({ payDate }) => format.weekday(payDate) },
          { id: 'cutoff', header: t('companies.run.cutoff'), cell: ({ cutoffDay }) => format.weekday(cutoffDay) },
          {
            id: 'period',
            header: t('companies.run.period'),
            cell: ({ periodBegin, periodEnd, overlaps }) => (
              <>
                {format.dayRange(periodBegin, periodEnd)}
                {overlaps && <span className="block text-sm text-bad-ink">{t('companies.schedule.overlaps')}</span>}
              </>
            ),
          },
        ]}
      />
    </section>
  );
}
