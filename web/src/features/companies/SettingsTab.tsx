/** A company's settings, and the form that changes them. */

import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useMayChange } from '../../api/console-rights';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import {
  Button,
  Card,
  ComboboxField,
  DateField,
  FactList,
  FormRow,
  NumberField,
  SelectField,
  SwitchField,
  TextField,
  useOpened,
} from '../../ui';
import { changed, EditCompany, type Place, type Setup, type SetupInput, timeZoneOptions } from './companies';
import { EditDialog } from './EditDialog';
import { useSaved } from './useSaved';

type SettingsTabProps = { place: Place; company: Setup };

const approvals = ['always', 'newAccount', 'never'] as const;
const taxApprovals = ['always', 'never'] as const;
const stubsVisible = [
  'fromPayDate',
  'oneDayBefore',
  'twoDaysBefore',
  'threeDaysBefore',
  'fourDaysBefore',
  'fiveDaysBefore',
  'sixDaysBefore',
  'sevenDaysBefore',
  'atImport',
] as const;
export const payPeriods = ['weekly', 'biweekly', 'semimonthly', 'monthly'] as const;

export function SettingsTab({ place, company }: SettingsTabProps) {
  const { t } = useText();
  const mayChange = useMayChange();
  const format = useFormat();
  const { opened, open, close } = useOpened<'edit', Setup>('edit');
  const yes = (is: boolean) => t(is ? 'companies.yes' : 'companies.no');
  const day = (value: string | null) => (value ? format.day(value) : t('companies.notSet'));
  return (
    <div className="flex flex-col gap-5">
      {mayChange && (
        <div className="flex justify-end">
          <Button
            variant="secondary"
            onPress={() => open('edit', company)}
            icon={<Pencil aria-hidden className="size-4.5" />}
          >
            {t('companies.settings.edit')}
          </Button>
        </div>
      )}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Card title={t('companies.group.general')}>
          <FactList
            facts={[
              { label: t('companies.name'), value: company.name },
              { label: t('companies.timeZone'), value: company.timeZone.replaceAll('_', ' ') },
              { label: t('companies.today'), value: format.day(company.today) },
            ]}
          />
        </Card>
        <Card title={t('companies.group.payCalendar')}>
          <FactList
            facts={[
              { label: t('companies.payPeriod'), value: t(`companies.payPeriod.${company.payPeriod}`) },
              { label: t('companies.periodEnd'), value: day(company.periodEnd) },
              { label: t('companies.lastPayrollDate'), value: day(company.lastPayrollDate) },
              { label: t('companies.isProcessing'), value: yes(company.isProcessing) },
              {
                label: t('companies.stubsVisible'),
                value: t(`companies.stubsVisible.${company.stubsVisible}`),
              },
            ]}
          />
        </Card>
        <Card title={t('companies.group.approvals')}>
          <FactList
            facts={[
              {
                label: t('companies.depositApproval'),
                value: t(`companies.approval.${company.depositApproval}`),
              },
              { label: t('companies.depositAccountsMax'), value: String(company.depositAccountsMax) },
              { label: t('companies.taxApproval'), value: t(`companies.approval.${company.taxApproval}`) },
            ]}
          />
        </Card>
        <Card title={t('companies.group.time')}>
          <FactList
            facts={[
              { label: t('companies.hasTimeClock'), value: yes(company.hasTimeClock) },
              { label: t('companies.editsManyDays'), value: yes(company.editsManyDays) },
            ]}
          />
        </Card>
      </div>
      {opened.row && (
        <SettingsDialog key={opened.serial} open={opened.isOpen} onClose={close} place={place} company={opened.row} />
      )}
    </div>
  );
}

type Draft = Omit<Setup, 'id' | 'today' | 'version'>;

const draftOf = ({ id: _id, today: _today, version: _version, ...draft }: Setup): Draft => draft;

type SettingsDialogProps = { open: boolean; onClose: () => void; place: Place; company: Setup };

function SettingsDialog({ open, onClose, place, company }: SettingsDialogProps) {
  const { t } = useText();
  const format = useFormat();
  const save = useSubmit(EditCompany);
  const [base, setBase] = useState(company);
  const [draft, setDraft] = useState(() => draftOf(company));
  const [isTried, setTried] = useState(false);
  const saved = useSaved(onClose);
  const { at } = saved;
  const input = changed(draftOf(base), draft) as SetupInput;
  const change = (part: Partial<Draft>) => {
    saved.setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const isMissing = draft.name.trim() === '' || draft.timeZone === '';
  function saveOnto(version: string): void {
    setTried(true);
    if (isMissing) return;
    void saved.run(
      () => save.mutateAsync({ ...place, version, input }),
      t('companies.settings.done', { name: draft.name.trim() }),
    );
  }
  const shown = (value: string | number | boolean | null) =>
    typeof value === 'boolean' ? t(value ? 'companies.yes' : 'companies.no') : String(value ?? '');
  const day = (value: string | null) => (value ? format.day(value) : '');
  const choice = <Value extends string>(
    all: readonly Value[],
    key: (value: Value) => string,
    set: (v: Value) => void,
  ) => ({
    options: all.map((value) => ({ value, label: key(value) })),
    onChange: (value: string) => {
      const next = all.find((one) => one === value);
      if (next) set(next);
    },
  });
  return (
    <EditDialog<Setup>
      open={open}
      onClose={onClose}
      title={t('companies.settings.title', { name: company.name })}
      formId="companies-settings"
      submitLabel={t('companies.save')}
      pending={save.isPending}
      isDirty={Object.keys(input).length > 0}
      size="lg"
      saved={saved}
      fields={['name', 'timeZone', 'periodEnd', 'lastPayrollDate', 'depositAccountsMax']}
      onSubmit={() => saveOnto(base.version)}
      rows={(theirs) => [
        { label: t('companies.name'), theirs: theirs.name, mine: draft.name },
        { label: t('companies.timeZone'), theirs: theirs.timeZone, mine: draft.timeZone },
        {
          label: t('companies.payPeriod'),
          theirs: t(`companies.payPeriod.${theirs.payPeriod}`),
          mine: t(`companies.payPeriod.${draft.payPeriod}`),
        },
        { label: t('companies.periodEnd'), theirs: day(theirs.periodEnd), mine: day(draft.periodEnd) },
        {
          label: t('companies.lastPayrollDate'),
          theirs: day(theirs.lastPayrollDate),
          mine: day(draft.lastPayrollDate),
        },
        {
          label: t('companies.stubsVisible'),
          theirs: t(`companies.stubsVisible.${theirs.stubsVisible}`),
          mine: t(`companies.stubsVisible.${draft.stubsVisible}`),
        },
        { label: t('companies.isProcessing'), theirs: shown(theirs.isProcessing), mine: shown(draft.isProcessing) },
        {
          label: t('companies.depositApproval'),
          theirs: t(`companies.approval.${theirs.depositApproval}`),
          mine: t(`companies.approval.${draft.depositApproval}`),
        },
        {
          label: t('companies.depositAccountsMax'),
          theirs: shown(theirs.depositAccountsMax),
          mine: shown(draft.depositAccountsMax),
        },
        {
          label: t('companies.taxApproval'),
          theirs: t(`companies.approval.${theirs.taxApproval}`),
          mine: t(`companies.approval.${draft.taxApproval}`),
        },
        { label: t('companies.hasTimeClock'), theirs: shown(theirs.hasTimeClock), mine: shown(draft.hasTimeClock) },
        { label: t('companies.editsManyDays'), theirs: shown(theirs.editsManyDays), mine: shown(draft.editsManyDays) },
      ]}
      onKeepMine={({ version }) => saveOnto(version)}
      onTakeTheirs={(theirs) => {
        setBase({ ...base, ...theirs });
        setDraft(draftOf({ ...base, ...theirs }));
      }}
    >
      <TextField
        label={t('companies.name')}
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={100}
        error={at('name') ?? (isTried && draft.name.trim() === '' ? t('kit.required') : undefined)}
        required
      />
      <ComboboxField
        label={t('companies.timeZone')}
        description={t('companies.timeZone.hint')}
        options={timeZoneOptions(draft.timeZone)}
        value={draft.timeZone}
        onChange={(timeZone) => change({ timeZone })}
        error={at('timeZone') ?? (isTried && draft.timeZone === '' ? t('kit.required') : undefined)}
        required
      />
      <FormRow>
        <SelectField
          label={t('companies.payPeriod')}
          value={draft.payPeriod}
          {...choice(
            payPeriods,
            (value) => t(`companies.payPeriod.${value}`),
            (payPeriod) => change({ payPeriod }),
          )}
        />
        <DateField
          label={t('companies.periodEnd')}
          description={t('companies.periodEnd.hint')}
          value={draft.periodEnd ?? ''}
          onChange={(value) => change({ periodEnd: value || base.periodEnd })}
          error={at('periodEnd')}
        />
      </FormRow>
      <DateField
        label={t('companies.lastPayrollDate')}
        value={draft.lastPayrollDate ?? ''}
        onChange={(value) => change({ lastPayrollDate: value || null })}
        error={at('lastPayrollDate')}
      />
      <SelectField
        label={t('companies.stubsVisible')}
        description={t('companies.stubsVisible.hint')}
        value={draft.stubsVisible}
        {...choice(
          stubsVisible,
          (value) => t(`companies.stubsVisible.${value}`),
          (visible) => change({ stubsVisible: visible }),
        )}
      />
      <SwitchField
        label={t('companies.isProcessing')}
        description={t('companies.isProcessing.hint')}
        value={draft.isProcessing}
        onChange={(isProcessing) => change({ isProcessing })}
      />
      <FormRow>
        <SelectField
          label={t('companies.depositApproval')}
          value={draft.depositApproval}
          {...choice(
            approvals,
            (value) => t(`companies.approval.${value}`),
            (depositApproval) => change({ depositApproval }),
          )}
        />
        <NumberField
          label={t('companies.depositAccountsMax')}
          value={draft.depositAccountsMax}
          onChange={(value) => change({ depositAccountsMax: value ?? 0 })}
          min={1}
          max={50}
          step={1}
          error={at('depositAccountsMax')}
        />
      </FormRow>
      <SelectField
        label={t('companies.taxApproval')}
        value={draft.taxApproval}
        {...choice(
          taxApprovals,
          (value) => t(`companies.approval.${value}`),
          (taxApproval) => change({ taxApproval }),
        )}
      />
      <SwitchField
        label={t('companies.hasTimeClock')}
        description={t('companies.hasTimeClock.hint')}
        value={draft.hasTimeClock}
        onChange={(hasTimeClock) => change({ hasTimeClock })}
      />
      <SwitchField
        label={t('companies.editsManyDays')}
        value={draft.editsManyDays}
        onChange={(editsManyDays) => change({ editsManyDays })}
      />
    </EditDialog>
  );
}
