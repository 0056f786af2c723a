/** Says that a punch is missing, has the wrong time or should not be there; a manager decides. */
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { knownCode } from '../../api/known-codes';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { usePayTimingText } from '../../i18n/pay-timing';
import {
  Button,
  DateField,
  Dialog,
  Form,
  FormRow,
  Notice,
  RadioGroup,
  SelectField,
  TextAreaField,
  TimeField,
  toast,
} from '../../ui';
import { type CardDay, clockKey, employeeIds } from './clock';
import { type Draft, inputOf, suggested, unfinished } from './rules';

const Submit = graphql(`
  mutation SubmitPunchCorrection($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $input: PunchCorrectionInput!) {
    submitPunchCorrection(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, input: $input) { id }
  }
`);

const actions = ['add', 'change', 'remove'] as const;
const kinds = ['in', 'breakStart', 'breakEnd', 'out'] as const;

const emptyCodes: Record<string, string> = { reason: 'REASON_MISSING', time: 'INVALID_TIME' };

type Fault = { field: string; code: string };
type CorrectionDialogProps = { open: boolean; onClose: () => void; actor: Actor; day: CardDay };

export function CorrectionDialog({ open, onClose, actor, day }: CorrectionDialogProps) {
  const { t } = useText();
  const format = useFormat();
  const formId = useId();
  const queryClient = useQueryClient();
  const submit = useSubmit(Submit);
  const [draft, setDraft] = useState<Draft>(() => suggested(day));
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const [failure, setFailure] = useState<string | null>(null);
  const { tenantId, companyId, employeeId } = actor;
  const timing = usePayTimingText({ tenantId, companyId, employeeId, worked: day.date });
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setFaults((before) => before.filter(({ field }) => !(field in part)));
  };
  const fault = (field: keyof Draft) => {
    const code = faults.find((found) => found.field === field)?.code;
    return code === undefined ? undefined : t(`error.${knownCode(code)}`);
  };
  const isTwice = draft.which !== '' || faults.some(({ code }) => code === 'TIME_TWICE');

  async function send(): Promise<void> {
    setFailure(null);
    const missing = Object.keys(unfinished(draft)).map((field) => ({ field, code: emptyCodes[field] ?? 'REQUIRED' }));
    setFaults(missing);
    if (missing.length > 0) return;
    try {
      await submit.mutateAsync({ ...employeeIds(actor), input: inputOf(draft) });
    } catch (error) {
      if (error instanceof ApiError && error.isTold) return;
      if (error instanceof ApiError && error.field) setFaults([{ field: error.field, code: error.code }]);
      else setFailure(errorText(t, error, 'clock.correction.failed'));
      return;
    }
    void queryClient.invalidateQueries({ queryKey: [clockKey] });
    toast(t('clock.correction.sent'), { tone: 'ok' });
    onClose();
  }

  const chosen = (punchId: string) => {
    const punch = day.punches.find(({ id }) => id === punchId);
    change({ punchId, ...(punch ? { kind: punch.kind } : {}) });
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('clock.correction.title', { day: format.day(day.date) })}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" form={formId} pending={submit.isPending}>
            {t('clock.correction.send')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={() => void send()} error={failure}>
        {timing && <Notice>{timing}</Notice>}
        {day.punches.length > 0 && (
          <RadioGroup
            label={t('clock.correction.what')}
            value={draft.action}
            onChange={(action) => change({ action: action as Draft['action'] })}
            options={actions.map((value) => ({ value, label: t(`clock.action.${value}`) }))}
          />
        )}
        {draft.action !== 'add' && (
          <SelectField
            label={t('clock.correction.which')}
            required
            value={draft.punchId}
            onChange={chosen}
            error={fault('punchId')}
            options={day.punches.map(({ id, kind, at }) => ({
              value: id,
              label: `${t(`clock.kind.${kind}`)} · ${format.time(at, actor.timeZone)}`,
            }))}
          />
        )}
        {draft.action === 'add' && (
          <SelectField
            label={t('clock.correction.kind')}
            required
            value={draft.kind}
            onChange={(kind) => change({ kind: kind as Draft['kind'] })}
            options={kinds.map((value) => ({ value, label: t(`clock.kind.${value}`) }))}
          />
        )}
        {draft.action !== 'remove' && (
          <FormRow>
            <DateField
              label={t('clock.correction.date')}
              required
              value={draft.date}
              onChange={(date) => change({ date })}
              error={fault('date')}
            />
            <TimeField
              label={t('clock.correction.time')}
              required
              value={draft.time}
              onChange={(time) => change({ time })}
              error={fault('time')}
            />
          </FormRow>
        )}
        {draft.action !== 'remove' && isTwice && (
          <RadioGroup
            label={t('clock.correction.twice')}
            value={draft.which}
            onChange={(which) => change({ which: which as Draft['which'], time: draft.time })}
            options={[
              { value: 'first', label: t('clock.correction.first') },
              { value: 'second', label: t('clock.correction.second') },
            ]}
          />
        )}
        <TextAreaField
          label={t('clock.correction.reason')}
          required
          rows={2}
          value={draft.reason}
          onChange={(reason) => change({ reason })}
          error={fault('reason')}
        />
      </Form>
    </Dialog>
  );
}
