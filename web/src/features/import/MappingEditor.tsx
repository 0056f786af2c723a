/** How a file is read: a suggestion to correct, with what the first rows become. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, Card, ErrorState, Notice, SelectField, Skeleton, Table, TextField, useSettled } from '../../ui';
import { ColumnRows } from './ColumnRows';
import {
  type Choices,
  ImportChoices,
  type ImportFile,
  importsKey,
  MapFile,
  type Preview,
  PreviewFile,
  SaveMapping,
} from './imports';
import { LineRows } from './LineRows';
import { complete, type Mapping, readMapping } from './mapping';

const quietMs = 400;

type MappingEditorProps = { tenantId: string; file: ImportFile; onDone: () => void; onCancel: () => void };

export function MappingEditor({ tenantId, file, onDone, onCancel }: MappingEditorProps) {
  const { t } = useText();
  const api = useApi();
  const [edited, setEdited] = useState<Mapping | null>(file.mapping === null ? null : readMapping(file.mapping));
  const [kind, setKind] = useState<string | null>(null);
  const [worksheet, setWorksheet] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const map = useSubmit(MapFile);
  const save = useSubmit(SaveMapping);
  const definition = useSettled(edited === null ? '' : JSON.stringify(edited), quietMs);
  const choices = useQuery({
    queryKey: [importsKey, 'choices', tenantId],
    queryFn: ({ signal }) => api.query(ImportChoices, { tenantId }, signal),
  });
  const asked = { definition: definition === '' ? null : definition, kind, worksheet };
  const preview = useQuery({
    queryKey: [importsKey, 'preview', tenantId, file.id, asked],
    queryFn: async ({ signal }) =>
      (await api.query(PreviewFile, { tenantId, fileId: file.id, ...asked }, signal)).previewImportFile,
    placeholderData: keepPreviousData,
  });

  const error = preview.error ?? choices.error;
  if (error)
    return (
      <Card>
        <ErrorState
          title={t('import.previewFailed')}
          body={errorText(t, error)}
          onRetry={() => {
            void preview.refetch();
            void choices.refetch();
          }}
        />
      </Card>
    );
  if (!preview.data || !choices.data)
    return (
      <Card>
        <Skeleton className="h-60" />
      </Card>
    );
  const shown = preview.data;
  const mapping = edited ?? readMapping(shown.definition);
  const isOwn = shown.ownKind !== null && edited === null;
  const columns = choices.data.importChoices.kinds.find(({ name }) => name === mapping.kind)?.columns ?? [];
  const ready = complete(mapping, shown.header);
  const isReady = isOwn || (shown.lacks.length === 0 && shown.faults.length === 0);

  async function run(change: () => Promise<unknown>, then: () => void): Promise<void> {
    setFailure(null);
    try {
      await change();
      then();
    } catch (cause) {
      setFailure(errorText(t, cause));
    }
  }

  const use = () =>
    map.mutateAsync({
      tenantId,
      fileId: file.id,
      definition: isOwn ? null : JSON.stringify(ready),
      kind: shown.ownKind,
    });
  const known = choices.data.listMappings.results.find(({ name }) => name === mapping.name);

  return (
    <Card title={t('import.map', { name: file.name })}>
      <div className="flex flex-col gap-6">
        {failure && <Notice tone="bad">{failure}</Notice>}
        {isOwn ? (
          <Notice tone="info">{t('import.isOwn', { kind: shown.ownKind ?? '' })}</Notice>
        ) : (
          <>
            <Notice tone="info">{t('import.suggested')}</Notice>
            <General
              mapping={mapping}
              choices={choices.data}
              preview={shown}
              onChange={setEdited}
              onKind={(next) => {
                setEdited(null);
                setKind(next);
              }}
              onWorksheet={(next) => {
                setEdited(null);
                setWorksheet(next);
              }}
            />
            <ColumnRows mapping={mapping} columns={columns} header={shown.header} onChange={setEdited} />
            {(mapping.lines ?? []).length > 0 && (
              <LineRows mapping={mapping} header={shown.header} onChange={setEdited} />
            )}
          </>
        )}
        {shown.lacks.map((says) => (
          <Notice key={says} tone="warn">
            {says}
          </Notice>
        ))}
        {shown.faults.slice(0, 5).map(({ line, columnName, says }) => (
          <Notice key={`${line} ${columnName} ${says}`} tone="bad">
            {t('import.faultAt', { line: String(line), column: columnName ?? '' })} {says}
          </Notice>
        ))}
        <PreviewTable preview={shown} isOwn={isOwn} />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button variant="secondary" onPress={onCancel}>
            {t('app.cancel')}
          </Button>
          {!isOwn && (
            <Button
              variant="secondary"
              disabled={shown.lacks.length > 0}
              pending={save.isPending}
              onPress={() =>
                void run(async () => {
                  const version = known?.version ?? null;
                  await save.mutateAsync({ tenantId, definition: JSON.stringify(ready), version });
                  await use();
                }, onDone)
              }
            >
              {t('import.saveMapping')}
            </Button>
          )}
          <Button disabled={!isReady} pending={map.isPending} onPress={() => void run(use, onDone)}>
            {t('import.useMapping')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

type GeneralProps = {
  mapping: Mapping;
  choices: Choices;
  preview: Preview;
  onChange: (mapping: Mapping) => void;
  onKind: (kind: string) => void;
  onWorksheet: (name: string) => void;
};

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
const automatic = 'auto';

function General({ mapping, choices, preview, onChange, onKind, onWorksheet }: GeneralProps) {
  const { t } = useText();
  const saved = choices.listMappings.results;
  const presets = choices.importChoices.presets;
  const named = [...saved, ...presets];
  const chosen = named.find(({ name }) => name === mapping.name);
  const { encoding: _encoding, ...withoutEncoding } = mapping;
  const options = <Value extends string>(values: readonly Value[], label: (value: Value) => string) =>
    values.map((value) => ({ value, label: label(value) }));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t('import.startFrom')}
        description={chosen?.note ?? undefined}
        value={chosen?.name ?? ''}
        placeholder={t('import.suggestion')}
        options={named.map(({ name, kind, version }) => ({
          value: name,
          label: name,
          description: version === null ? t('import.preset', { kind }) : kind,
        }))}
        onChange={(name) => {
          const next = named.find((one) => one.name === name);
          if (next) onChange(readMapping(next.definition));
        }}
      />
      <TextField
        label={t('import.mappingName')}
        value={mapping.name}
        maxLength={100}
        onChange={(name) => onChange({ ...mapping, name })}
      />
      <SelectField
        label={t('import.kind')}
        value={mapping.kind}
        options={choices.importChoices.kinds.map(({ name }) => ({ value: name, label: name }))}
        onChange={onKind}
      />
      {preview.worksheets.length > 1 && (
        <SelectField
          label={t('import.worksheet')}
          value={mapping.worksheet ?? preview.worksheets[0] ?? ''}
          options={preview.worksheets.map((name) => ({ value: name, label: name }))}
          onChange={onWorksheet}
        />
      )}
      <SelectField
        label={t('import.headerLine')}
        value={String(mapping.title_lines)}
        options={headerLines(mapping, preview)}
        onChange={(line) => onChange({ ...mapping, title_lines: Number(line) })}
      />
      <SelectField
        label={t('import.dates')}
        value={mapping.dates}
        options={options(['mdy', 'dmy', 'ymd'] as const, (one) => t(`import.dates.${one}`))}
        onChange={(dates) => onChange({ ...mapping, dates: dates as Mapping['dates'] })}
      />
      <SelectField
        label={t('import.decimals')}
        value={mapping.decimals}
        options={options(['point', 'comma'] as const, (one) => t(`import.decimals.${one}`))}
        onChange={(decimals) => onChange({ ...mapping, decimals: decimals as Mapping['decimals'] })}
      />
      {mapping.columns?.employee_code !== undefined && mapping.kind !== 'people' && (
        <SelectField
          label={t('import.people')}
          value={mapping.people}
          options={options(['code', 'email', 'name'] as const, (one) => t(`import.people.${one}`))}
          onChange={(people) => onChange({ ...mapping, people: people as Mapping['people'] })}
        />
      )}
      {preview.worksheets.length === 0 && (
        <SelectField
          label={t('import.encoding')}
          value={mapping.encoding ?? automatic}
          options={[
            { value: automatic, label: t('import.automatic') },
            ...encodings.map((value) => ({ value, label: value.toUpperCase() })),
          ]}
          onChange={(encoding) => onChange(encoding === automatic ? withoutEncoding : { ...withoutEncoding, encoding })}
        />
      )}
    </div>
  );
}

function headerLines(mapping: Mapping, { sample }: Preview): { value: string; label: string }[] {
  const lines = sample.map(({ line, cells }) => ({
    value: String(line - 1),
    label: `${line}: ${cells.filter(Boolean).slice(0, 4).join(' · ')}`,
  }));
  const value = String(mapping.title_lines);
  return lines.some((one) => one.value === value)
    ? lines
    : [...lines, { value, label: String(mapping.title_lines + 1) }];
}

function PreviewTable({ preview, isOwn }: { preview: Preview; isOwn: boolean }) {
  const { t } = useText();
  // Our own format is shown as it is.
  const rows = isOwn ? preview.sample.slice(1) : preview.rows;
  const columns = isOwn ? preview.header : preview.columns;
  if (columns.length === 0) return null;
  return (
    <Table
      label={t('import.preview')}
      rows={rows.map((row, at) => ({ ...row, at }))}
      rowKey={({ at }) => String(at)}
      columns={[
        { id: 'line', header: t('import.line'), numeric: true, cell: ({ line }) => String(line) },
        ...columns.map((name, at) => ({
          id: name,
          header: name,
          cell: ({ cells }: { cells: readonly string[] }) => cells[at] ?? '',
        })),
      ]}
      empty={t('import.noRows')}
    />
  );
}
