/** Adds or changes a pay group, an organization, a deposit code, a state or a benefit plan. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { everyRow, maximumPageLimit, useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { ComboboxField, DateField, SelectField, TextField } from '../../ui';
import { companiesKey, type Place } from './companies';
import { EditDialog } from './EditDialog';
import {
  type Entry,
  type EntryInput,
  type EntryKind,
  ListEntries,
  organizationTypes,
  planCategories,
  SaveEntry,
} from './entries';
import { useSaved } from './useSaved';

type EntryDialogProps = {
  open: boolean;
  onClose: () => void;
  place: Place;
  kind: EntryKind;
  /** Null: a new one. */
  entry: Entry | null;
};

const maximumCharacters = 100;
const nothing: Entry = {
  id: '',
  code: '',
  name: '',
  organizationType: null,
  parentId: null,
  parentName: null,
  category: null,
  lastDay: null,
  version: '',
};

export function EntryDialog({ open, onClose, place, kind, entry }: EntryDialogProps) {
  const { t } = useText();
  const save = useSubmit(SaveEntry);
  const [base, setBase] = useState(entry ?? nothing);
  const [draft, setDraft] = useState(base);
  const [isTried, setTried] = useState(false);
  const saved = useSaved(onClose);
  const { at } = saved;
  const hasCode = kind !== 'payGroup';
  const needsCode = hasCode && kind !== 'benefitPlan';
  const needsName = kind !== 'state';
  const change = (part: Partial<Entry>) => {
    saved.setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const missing = (value: string | null) => (isTried && !value?.trim() ? t('kit.required') : undefined);
  const title = needsCode ? draft.code.trim() : draft.name.trim();
  function saveOnto(version: string): void {
    setTried(true);
    const isIncomplete =
      (needsCode && !draft.code.trim()) ||
      (needsName && !draft.name.trim()) ||
      (kind === 'organization' && !draft.organizationType) ||
      (kind === 'benefitPlan' && !draft.category);
    if (isIncomplete) return;
    const input: EntryInput = { code: draft.code.trim(), name: draft.name.trim() };
    if (kind === 'organization') {
      input.organizationType = draft.organizationType;
      input.parentId = draft.parentId;
    }
    if (kind === 'benefitPlan') {
      input.category = draft.category;
      input.lastDay = draft.lastDay;
    }
    const of = entry ? { entryId: entry.id, version } : {};
    void saved.run(() => save.mutateAsync({ ...place, kind, ...of, input }), t('companies.saved', { name: title }));
  }
  return (
    <EditDialog<Entry>
      open={open}
      onClose={onClose}
      title={
        entry
          ? t('companies.edit.title', { name: (needsCode && entry.code) || entry.name })
          : t(`companies.addOf.${kind}`)
      }
      formId="companies-entry"
      submitLabel={t('companies.save')}
      pending={save.isPending}
      isDirty={JSON.stringify(draft) !== JSON.stringify(base)}
      saved={saved}
      fields={['code', 'name', 'organizationType', 'parentId', 'category', 'lastDay']}
      onSubmit={() => saveOnto(base.version)}
      rows={(theirs) => [
        { label: t('companies.code'), theirs: theirs.code, mine: draft.code },
        { label: t(`companies.nameOf.${kind}`), theirs: theirs.name, mine: draft.name },
        { label: t('companies.parent'), theirs: theirs.parentName ?? '', mine: draft.parentName ?? '' },
        { label: t('companies.category'), theirs: theirs.category ?? '', mine: draft.category ?? '' },
        { label: t('companies.plan.lastDay'), theirs: theirs.lastDay ?? '', mine: draft.lastDay ?? '' },
      ]}
      onKeepMine={({ version }) => saveOnto(version)}
      onTakeTheirs={(theirs) => {
        setBase({ ...nothing, ...theirs });
        setDraft({ ...nothing, ...theirs });
      }}
    >
      {hasCode && (
        <TextField
          label={t(`companies.codeOf.${kind}`)}
          value={draft.code}
          onChange={(code) => change({ code })}
          maxLength={kind === 'state' ? 2 : maximumCharacters}
          disabledReason={kind === 'state' && entry ? t('error.STATE_FIXED') : undefined}
          error={at('code') ?? (needsCode ? missing(draft.code) : undefined)}
          required={needsCode}
        />
      )}
      <TextField
        label={t(`companies.nameOf.${kind}`)}
        value={draft.name}
        onChange={(name) => change({ name })}
        maxLength={maximumCharacters}
        error={at('name') ?? (needsName ? missing(draft.name) : undefined)}
        required={needsName}
      />
      {kind === 'benefitPlan' && (
        <>
          <SelectField
            label={t('companies.category')}
            value={draft.category ?? ''}
            options={planCategories.map((value) => ({ value, label: t(`companies.category.${value}`) }))}
            onChange={(value) => change({ category: planCategories.find((one) => one === value) ?? null })}
            error={at('category') ?? missing(draft.category)}
            required
          />
          <DateField
            label={t('companies.plan.lastDay')}
            description={t('companies.plan.lastDay.hint')}
            value={draft.lastDay ?? ''}
            onChange={(lastDay) => change({ lastDay: lastDay || null })}
            error={at('lastDay')}
          />
        </>
      )}
      {kind === 'organization' && (
        <>
          <SelectField
            label={t('companies.type')}
            value={draft.organizationType ?? ''}
            options={organizationTypes.map((value) => ({ value, label: t(`companies.type.${value}`) }))}
            onChange={(value) =>
              change({
                organizationType: organizationTypes.find((one) => one === value) ?? null,
                parentId: null,
                parentName: null,
              })
            }
            disabledReason={entry ? t('error.ORGANIZATION_TYPE_FIXED') : undefined}
            error={at('organizationType') ?? missing(draft.organizationType)}
            required
          />
          <ParentField place={place} entry={draft} onChange={change} error={at('parentId')} />
        </>
      )}
    </EditDialog>
  );
}

type ParentFieldProps = {
  place: Place;
  entry: Entry;
  onChange: (part: Pick<Entry, 'parentId' | 'parentName'>) => void;
  error: string | undefined;
};

/** Larger organizations only, so that none is inside itself. */
function ParentField({ place, entry, onChange, error }: ParentFieldProps) {
  const { t } = useText();
  const api = useApi();
  const all = useQuery({
    queryKey: [companiesKey, 'organization', place, 'all'],
    queryFn: ({ signal }) =>
      everyRow(async (cursor) => {
        const asked = { ...place, kind: 'organization' as const, search: '', cursor, limit: maximumPageLimit };
        return (await api.query(ListEntries, asked, signal)).listCompanyEntries;
      }),
  });
  const level = (type: Entry['organizationType']) => (type ? organizationTypes.indexOf(type) : 0);
  const larger = (all.data ?? []).filter((row) => level(row.organizationType) < level(entry.organizationType));
  const options = larger.map(({ id, code, name, organizationType }) => ({
    value: id,
    label: `${code} · ${name}`,
    description: organizationType ? t(`companies.type.${organizationType}`) : '',
  }));
  return (
    <ComboboxField
      label={t('companies.parent')}
      description={t('companies.parent.hint')}
      options={options}
      value={entry.parentId ?? ''}
      onChange={(id) =>
        onChange({ parentId: id || null, parentName: larger.find((row) => row.id === id)?.name ?? null })
      }
      loading={all.isPending}
      error={error}
    />
  );
}
