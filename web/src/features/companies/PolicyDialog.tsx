/** Adds or changes a type of time off. What is earned and kept changes from a day on; a preview shows what that means for someone. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { DateField, FormRow, NumberField, SelectField, SwitchField, TextField } from '../../ui';
import type { Place } from './companies';
import { EditDialog } from './EditDialog';
import { PolicyPreview } from './PolicyPreview';
import {
  accruals,
  approvals,
  type Draft,
  draftOf,
  firstDraft,
  inputOf,
  type Policy,
  rulesDiffer,
  SavePolicy,
} from './policies';
import { RatesField } from './RatesField';
import { payPeriods } from './SettingsTab';
import { type Saved, useSaved } from './useSaved';

type PolicyDialogProps = {
  open: boolean;
  onClose: () => void;
  place: Place;
  /** Null: a new one. */
  policy: Policy | null;
};

const maximumCharacters = 100;
const fields = [
  'name',
  'nameEs',
  'hasBalance',
  'rates',
  'periodEnd',
  'cap',
  'carryOver',
  'carryOverMonths',
  'negative',
  'waitingDays',
  'attachmentAfterDays',
  'earningCode',
  'from',
];

export function PolicyDialog({ open, onClose, place, policy }: PolicyDialogProps) {
  const { t } = useText();
  const save = useSubmit(SavePolicy);
  const [version, setVersion] = useState(policy?.version ?? '');
  const [base, setBase] = useState(() => (policy ? draftOf(policy) : firstDraft));
  const [draft, setDraft] = useState(base);
  const [from, setFrom] = useState('');
  const [isTried, setTried] = useState(false);
  const saved = useSaved(onClose);
  const { at } = saved;
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base);
  const needsFrom = policy !== null && draft.hasBalance && rulesDiffer(base, draft);
  const input = inputOf(draft, needsFrom ? from : '');
  const change = (part: Partial<Draft>) => {
    saved.setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const isMissing = draft.name.trim() === '' || (needsFrom && from === '');
  function saveOnto(seen: string): void {
    setTried(true);
    if (isMissing) return;
    const of = policy ? { typeId: policy.id, version: seen } : {};
    void saved.run(() => save.mutateAsync({ ...place, ...of, input }), t('companies.saved', { name: input.name }));
  }
  const missing = (value: string) => (isTried && value.trim() === '' ? t('kit.required') : undefined);
  return (
    <EditDialog<Policy>
      open={open}
      onClose={onClose}
      title={policy ? t('companies.edit.title', { name: policy.name }) : t('companies.policy.add')}
      formId="companies-policy"
      submitLabel={t('companies.save')}
      pending={save.isPending}
      isDirty={isDirty}
      size="lg"
      saved={saved}
      fields={fields}
      onSubmit={() => saveOnto(version)}
      rows={(theirs) => [
        { label: t('companies.policy.name'), theirs: theirs.name, mine: draft.name },
        {
          label: t('companies.policy.accrual'),
          theirs: t(`companies.accrual.${theirs.rules.accrual}`),
          mine: t(`companies.accrual.${draft.accrual}`),
        },
        {
          label: t('companies.rates'),
          theirs: theirs.rules.rates.map(({ years, hours }) => `${years}: ${Number(hours)}`).join('; '),
          mine: draft.rates.map(({ years, hours }) => `${years ?? ''}: ${hours ?? ''}`).join('; '),
        },
        {
          label: t('companies.policy.approval'),
          theirs: t(`companies.policy.approval.${theirs.approval}`),
          mine: t(`companies.policy.approval.${draft.approval}`),
        },
        {
          label: t('companies.policy.waitingDays'),
          theirs: String(theirs.waitingDays),
          mine: String(draft.waitingDays ?? 0),
        },
      ]}
      onKeepMine={(theirs) => saveOnto(theirs.version)}
      onTakeTheirs={(theirs) => {
        setVersion(theirs.version);
        setBase(draftOf(theirs));
        setDraft(draftOf(theirs));
        setFrom('');
      }}
    >
      <FormRow>
        <TextField
          label={t('companies.policy.name')}
          value={draft.name}
          onChange={(name) => change({ name })}
          maxLength={maximumCharacters}
          error={at('name') ?? missing(draft.name)}
          required
        />
        <TextField
          label={t('companies.nameEs')}
          description={t('companies.nameEs.hint')}
          value={draft.nameEs}
          onChange={(nameEs) => change({ nameEs })}
          maxLength={maximumCharacters}
          error={at('nameEs')}
        />
      </FormRow>
      <SwitchField
        label={t('companies.policy.hasBalance')}
        description={t('companies.policy.hasBalance.hint')}
        value={draft.hasBalance}
        onChange={(hasBalance) => change({ hasBalance })}
        disabledReason={policy ? t('error.POLICY_BALANCE_FIXED') : undefined}
        error={at('hasBalance')}
      />
      {draft.hasBalance && <RuleFields draft={draft} onChange={change} at={at} />}
      {needsFrom && (
        <DateField
          label={t('companies.policy.fromDay')}
          description={t('companies.policy.fromDay.hint')}
          value={from}
          onChange={(day) => {
            saved.setFailure(null);
            setFrom(day);
          }}
          error={at('from') ?? missing(from)}
          required
        />
      )}
      <FormRow>
        <SelectField
          label={t('companies.policy.approval')}
          value={draft.approval}
          options={approvals.map((value) => ({ value, label: t(`companies.policy.approval.${value}`) }))}
          onChange={(value) => change({ approval: approvals.find((one) => one === value) ?? draft.approval })}
        />
        <NumberField
          label={t('companies.policy.waitingDays')}
          description={t('companies.policy.waitingDays.hint')}
          value={draft.waitingDays}
          onChange={(waitingDays) => change({ waitingDays })}
          min={0}
          step={1}
          error={at('waitingDays')}
        />
      </FormRow>
      <NumberField
        label={t('companies.policy.attachmentAfterDays')}
        description={t('companies.policy.attachmentAfterDays.hint')}
        value={draft.attachmentAfterDays}
        onChange={(attachmentAfterDays) => change({ attachmentAfterDays })}
        min={0}
        step={1}
        error={at('attachmentAfterDays')}
      />
      <TextField
        label={t('companies.policy.earningCode')}
        description={t('companies.policy.earningCode.hint')}
        value={draft.earningCode}
        onChange={(earningCode) => change({ earningCode })}
        maxLength={maximumCharacters}
        error={at('earningCode')}
      />
      {draft.hasBalance && !isMissing && <PolicyPreview place={place} policy={policy} input={input} />}
    </EditDialog>
  );
}

type RuleFieldsProps = { draft: Draft; onChange: (part: Partial<Draft>) => void; at: Saved['at'] };

const fourDecimals = { maximumFractionDigits: 4 } as const;

function RuleFields({ draft, onChange, at }: RuleFieldsProps) {
  const { t } = useText();
  const hours = (key: 'cap' | 'carryOver' | 'negative') => (
    <NumberField
      label={t(`companies.policy.${key}`)}
      description={t(`companies.policy.hintOf.${key}`)}
      value={draft[key]}
      onChange={(value) => onChange({ [key]: value })}
      min={0}
      format={fourDecimals}
      suffix={t('companies.hoursShort')}
      error={at(key)}
    />
  );
  return (
    <>
      <SelectField
        label={t('companies.policy.accrual')}
        value={draft.accrual}
        options={accruals.map((value) => ({ value, label: t(`companies.accrual.${value}`) }))}
        onChange={(value) => onChange({ accrual: accruals.find((one) => one === value) ?? draft.accrual })}
      />
      {draft.accrual !== 'none' && (
        <RatesField value={draft.rates} onChange={(rates) => onChange({ rates })} error={at('rates')} />
      )}
      {draft.accrual === 'payPeriod' && (
        <FormRow>
          <SelectField
            label={t('companies.payPeriod')}
            value={draft.payPeriod}
            options={payPeriods.map((value) => ({ value, label: t(`companies.payPeriod.${value}`) }))}
            onChange={(value) => onChange({ payPeriod: payPeriods.find((one) => one === value) ?? draft.payPeriod })}
          />
          <DateField
            label={t('companies.periodEnd')}
            description={t('companies.periodEnd.hint')}
            value={draft.periodEnd}
            onChange={(periodEnd) => onChange({ periodEnd })}
            error={at('periodEnd')}
          />
        </FormRow>
      )}
      <FormRow>
        {hours('cap')}
        {hours('carryOver')}
      </FormRow>
      <FormRow>
        <NumberField
          label={t('companies.policy.carryOverMonths')}
          description={t('companies.policy.carryOverMonths.hint')}
          value={draft.carryOverMonths}
          onChange={(carryOverMonths) => onChange({ carryOverMonths })}
          min={1}
          max={12}
          step={1}
          error={at('carryOverMonths')}
        />
        {hours('negative')}
      </FormRow>
    </>
  );
}
