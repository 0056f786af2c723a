/** The lines that each row of a wide register becomes. */
import { useText } from '../../i18n';
import { Button, SelectField, TextField } from '../../ui';
import { type Mapping, setLine, sourceOf, type WideLine } from './mapping';

const measures = ['hours', 'rate', 'current', 'ytd'] as const;
const kinds = ['earning', 'tax', 'before_tax', 'after_tax', 'deposit'] as const;
const nowhere = 'nowhere';
const columnOf = (name: string) => `column ${name}`;

type LineRowsProps = { mapping: Mapping; header: readonly string[]; onChange: (mapping: Mapping) => void };

export function LineRows({ mapping, header, onChange }: LineRowsProps) {
  const { t } = useText();
  const isStub = mapping.kind === 'pay-stubs';
  const lines = mapping.lines ?? [];
  const first = header[0];
  return (
    <section className="flex flex-col gap-4">
      <h3 className="font-semibold">{t('import.lines')}</h3>
      <p className="text-sm text-sub">{t('import.linesHint')}</p>
      <ul className="flex flex-col gap-4">
        {lines.map((line, at) => {
          const constants = line.constants ?? {};
          const set = (next: WideLine) => onChange(setLine(mapping, at, next));
          const name = isStub ? 'item' : 'time_off_type';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place.
            <li key={at} className="grid gap-3 rounded-lg border border-line p-3 sm:grid-cols-3">
              <TextField
                label={t('import.lineItem')}
                value={constants[name] ?? ''}
                onChange={(value) => set({ ...line, constants: { ...constants, [name]: value } })}
              />
              {isStub && (
                <SelectField
                  label={t('import.lineKind')}
                  value={constants.line ?? ''}
                  options={kinds.map((kind) => ({ value: kind, label: t(`import.line.${kind}`) }))}
                  onChange={(value) => set({ ...line, constants: { ...constants, line: value } })}
                />
              )}
              {(isStub ? measures : (['hours'] as const)).map((measure) => (
                <SelectField
                  key={measure}
                  label={t(`import.measure.${measure}`)}
                  value={line.columns[measure] === undefined ? nowhere : columnOf(sourceOf(line.columns[measure]))}
                  options={[
                    { value: nowhere, label: t('import.nowhere') },
                    ...header.map((source) => ({ value: columnOf(source), label: source })),
                  ]}
                  onChange={(value) => {
                    const { [measure]: _gone, ...rest } = line.columns;
                    const source = header.find((one) => columnOf(one) === value);
                    set({ ...line, columns: source === undefined ? rest : { ...rest, [measure]: source } });
                  }}
                />
              ))}
              <div className="flex items-end">
                <Button size="sm" variant="ghost" onPress={() => onChange(setLine(mapping, at, null))}>
                  {t('import.removeLine', { item: constants[name] ?? '' })}
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {first !== undefined && (
        <Button
          size="sm"
          variant="secondary"
          onPress={() => {
            const constants: Record<string, string> = isStub
              ? { line: 'earning', item: first }
              : { time_off_type: first };
            onChange(
              setLine(mapping, lines.length, { constants, columns: isStub ? { current: first } : { hours: first } }),
            );
          }}
        >
          {t('import.addLine')}
        </Button>
      )}
    </section>
  );
}
