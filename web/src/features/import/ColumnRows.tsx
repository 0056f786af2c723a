/** Our columns, and where each comes from: a column of the file, the same value for every row, or nowhere. */
import { useState } from 'react';
import { useText } from '../../i18n';
import { Button, SelectField, TextAreaField, TextField } from '../../ui';
import type { ImportKind } from './imports';
import { choiceOf, choose, type Mapping, readValues, type Take, translate, valuesText } from './mapping';

const takes: readonly Take[] = ['whole', 'first_name', 'last_name', 'before_at', 'last_four', 'year'];
const nowhere = 'nowhere';
const fixed = 'fixed';
const columnOf = (name: string) => `column ${name}`;

type ColumnRowsProps = {
  mapping: Mapping;
  columns: ImportKind['columns'];
  header: readonly string[];
  onChange: (mapping: Mapping) => void;
};

export function ColumnRows({ mapping, columns, header, onChange }: ColumnRowsProps) {
  const { t } = useText();
  const [showsAll, setShowsAll] = useState(false);
  const ofLines = new Set(
    (mapping.lines ?? []).flatMap(({ columns: own, constants }) => [
      ...Object.keys(own),
      ...Object.keys(constants ?? {}),
    ]),
  );
  const isUsed = (name: string) => choiceOf(mapping, name).kind !== 'none';
  const rows = columns.filter(({ name, isNeeded }) => !ofLines.has(name) && (showsAll || isNeeded || isUsed(name)));
  const hidden = columns.filter(({ name }) => !ofLines.has(name)).length - rows.length;
  return (
    <section className="flex flex-col gap-4">
      <h3 className="font-semibold">{t('import.columns')}</h3>
      <ul className="flex flex-col gap-4">
        {rows.map((column) => (
          <li key={column.name}>
            <ColumnRow mapping={mapping} column={column} header={header} onChange={onChange} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="ghost" size="sm" onPress={() => setShowsAll(true)}>
          {t('import.moreColumns', { count: hidden })}
        </Button>
      )}
    </section>
  );
}

type ColumnRowProps = Omit<ColumnRowsProps, 'columns'> & { column: ImportKind['columns'][number] };

function ColumnRow({ mapping, column, header, onChange }: ColumnRowProps) {
  const { t } = useText();
  const { name, isNeeded, choices, example } = column;
  const choice = choiceOf(mapping, name);
  const value = { none: nowhere, fixed, column: choice.kind === 'column' ? columnOf(choice.from) : '' }[choice.kind];
  const values = mapping.values?.[name];
  const [words, setWords] = useState(() => valuesText(values));
  const names = choice.kind === 'column' && !header.includes(choice.from) ? [choice.from, ...header] : header;
  return (
    <div className="grid gap-3 sm:grid-cols-3">
      <SelectField
        label={isNeeded ? t('import.needed', { name }) : name}
        description={example === '' ? undefined : t('import.example', { example })}
        value={value}
        options={[
          { value: nowhere, label: t('import.nowhere') },
          { value: fixed, label: t('import.fixed') },
          ...names.map((source) => ({ value: columnOf(source), label: source })),
        ]}
        onChange={(next) => {
          const source = names.find((one) => columnOf(one) === next);
          if (source !== undefined) onChange(choose(mapping, name, { kind: 'column', from: source, take: 'whole' }));
          else if (next === fixed) onChange(choose(mapping, name, { kind: 'fixed', value: choices[0] ?? '' }));
          else onChange(choose(mapping, name, { kind: 'none' }));
        }}
      />
      {choice.kind === 'fixed' && (
        <TextField
          label={t('import.fixedValue', { name })}
          value={choice.value}
          onChange={(next) => onChange(choose(mapping, name, { kind: 'fixed', value: next }))}
        />
      )}
      {choice.kind === 'column' && (
        <SelectField
          label={t('import.take', { name })}
          value={choice.take}
          options={takes.map((take) => ({ value: take, label: t(`import.take.${take}`) }))}
          onChange={(take) =>
            onChange(choose(mapping, name, { ...choice, take: takes.find((one) => one === take) ?? 'whole' }))
          }
        />
      )}
      {choice.kind === 'column' && (choices.length > 0 || values !== undefined) && (
        <TextAreaField
          label={t('import.values', { name })}
          description={choices.length > 0 ? t('import.valuesHint', { choices: choices.join(', ') }) : undefined}
          value={words}
          onChange={(text) => {
            setWords(text);
            onChange(translate(mapping, name, readValues(text)));
          }}
        />
      )}
    </div>
  );
}
