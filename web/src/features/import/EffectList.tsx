/** What a dry run found, row by row: what would happen, and what is wrong at which cell. */
import { useState } from 'react';
import { everyRow, useApi } from '../../api/hooks';
import { usePages } from '../../api/pages';
import { useText } from '../../i18n';
import { consoleWords } from '../../i18n/console';
import { errorText } from '../../i18n/errors';
import { Badge, ConsoleList, csvText, SelectField, useSettled } from '../../ui';
import { type ImportEffect, type ImportRow, importsKey, ListEffects } from './imports';

const effects = ['added', 'changed', 'ended', 'same', 'fault', 'aside'] as const;
type Effect = (typeof effects)[number];
const onWire = {
  added: 'ADDED',
  changed: 'CHANGED',
  ended: 'ENDED',
  same: 'SAME',
  fault: 'FAULT',
  aside: 'ASIDE',
} as const;
const tones = { added: 'ok', changed: 'neutral', ended: 'warn', same: 'neutral', fault: 'bad', aside: 'warn' } as const;
const quietMs = 250;

export function EffectList({ tenantId, row }: { tenantId: string; row: ImportRow }) {
  const { t } = useText();
  const api = useApi();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Effect | ''>(row.faults > 0 ? 'fault' : '');
  const search = useSettled(typed, quietMs).trim();
  const effect = chosen === '' ? null : onWire[chosen];
  const load = async (cursor: string | null, signal?: AbortSignal) => {
    const variables = { tenantId, importId: row.id, effect, search, cursor };
    return (await api.query(ListEffects, variables, signal)).listImportEffects;
  };
  const list = usePages([importsKey, 'effects', tenantId, row.id, row.finishedAt, effect, search], load);
  // What a file lacks is on none of its lines.
  const lineOf = ({ line }: ImportEffect) => (line === 0 ? '' : String(line));
  const columnOf = ({ columnNumber, columnName }: ImportEffect) =>
    columnNumber === null ? '' : t('import.column', { number: columnNumber, name: columnName ?? '' });
  return (
    <ConsoleList
      label={t('import.effects')}
      words={consoleWords(t)}
      rows={list.rows}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'says',
          header: t('import.says'),
          cell: ({ says, repeats }) => (
            <span className="[overflow-wrap:anywhere]">
              {says}
              {repeats > 1 && ` ${t('import.repeats', { count: repeats - 1 })}`}
            </span>
          ),
        },
        {
          id: 'effect',
          header: t('import.effect'),
          cell: ({ effect: is }) => <Badge tone={tones[is as Effect]}>{t(`import.effect.${is as Effect}`)}</Badge>,
        },
        { id: 'file', header: t('import.file'), cell: ({ file }) => file },
        { id: 'line', header: t('import.line'), numeric: true, cell: lineOf },
        { id: 'column', header: t('import.columnHeader'), cell: columnOf },
      ]}
      search={{ label: t('import.searchEffects'), value: typed, onChange: setTyped }}
      filters={
        <SelectField
          label={t('import.effect')}
          value={chosen === '' ? 'all' : chosen}
          options={[
            { value: 'all', label: t('import.effect.all') },
            ...effects.map((one) => ({ value: one, label: t(`import.effect.${one}`) })),
          ]}
          onChange={(value) => setChosen(effects.find((one) => one === value) ?? '')}
          className="sm:w-44"
        />
      }
      filterCount={chosen === '' ? 0 : 1}
      onClear={() => {
        setTyped('');
        setChosen('');
      }}
      empty={{ title: t('import.noEffects'), body: t('import.noEffectsBody') }}
      exporting={{
        fileName: 'import.csv',
        load: async () =>
          csvText(
            [
              { header: t('import.file'), text: ({ file }: ImportEffect) => file },
              { header: t('import.line'), text: lineOf },
              { header: t('import.columnHeader'), text: columnOf },
              {
                header: t('import.effect'),
                text: ({ effect: is }: ImportEffect) => t(`import.effect.${is as Effect}`),
              },
              { header: t('import.says'), text: ({ says }: ImportEffect) => says },
            ],
            await everyRow((cursor) => load(cursor)),
          ),
        failure: (error) => errorText(t, error),
      }}
      failure={
        list.error && {
          title: t('import.loadFailed'),
          body: errorText(t, list.error),
          onRetry: list.retry,
          retrying: list.isRetrying,
        }
      }
      links={list.links}
      onTurn={list.turn}
      turning={list.isTurning}
    />
  );
}
