/** A mapping as its file has it, and the changes the editor makes to one. Each gives a new mapping. */

export type Take = 'whole' | 'before_at' | 'first_name' | 'last_name' | 'last_four' | 'year';
export type ColumnUse = string | { from: string; take?: Take; joined?: string };
export type WideLine = { constants?: Record<string, string>; columns: Record<string, ColumnUse> };

export type Mapping = {
  name: string;
  kind: string;
  note?: string;
  worksheet?: string;
  encoding?: string;
  delimiter?: string;
  title_lines: number;
  dates: 'mdy' | 'dmy' | 'ymd';
  decimals: 'point' | 'comma';
  people: 'code' | 'email' | 'name';
  ignored?: string[];
  skipped_rows?: string[];
  columns?: Record<string, ColumnUse>;
  constants?: Record<string, string>;
  values?: Record<string, Record<string, string>>;
  lines?: WideLine[];
};

export const readMapping = (definition: string): Mapping => JSON.parse(definition) as Mapping;

export const sourceOf = (column: ColumnUse | undefined) => (typeof column === 'object' ? column.from : (column ?? ''));
const takeOf = (column: ColumnUse | undefined): Take =>
  typeof column === 'object' ? (column.take ?? 'whole') : 'whole';

function without<Value>(record: Record<string, Value> | undefined, key: string): Record<string, Value> {
  const { [key]: _gone, ...rest } = record ?? {};
  return rest;
}

/** What is chosen for one of our columns: nothing, a column of the file, or a fixed value. */
export type Choice = { kind: 'none' } | { kind: 'column'; from: string; take: Take } | { kind: 'fixed'; value: string };

export function choiceOf(mapping: Mapping, column: string): Choice {
  const fixed = mapping.constants?.[column];
  if (fixed !== undefined) return { kind: 'fixed', value: fixed };
  const use = mapping.columns?.[column];
  return use === undefined ? { kind: 'none' } : { kind: 'column', from: sourceOf(use), take: takeOf(use) };
}

export function choose(mapping: Mapping, column: string, choice: Choice): Mapping {
  const columns = without(mapping.columns, column);
  const constants = without(mapping.constants, column);
  if (choice.kind === 'fixed') constants[column] = choice.value;
  if (choice.kind === 'column') {
    const before = mapping.columns?.[column];
    const joined = typeof before === 'object' && before.from === choice.from ? before.joined : undefined;
    columns[column] =
      choice.take === 'whole' && joined === undefined
        ? choice.from
        : { from: choice.from, take: choice.take, ...(joined !== undefined && { joined }) };
  }
  return { ...mapping, columns, constants };
}

/** `A = Active`, one per line. */
export const valuesText = (values: Record<string, string> | undefined) =>
  Object.entries(values ?? {})
    .map(([from, to]) => `${from} = ${to}`)
    .join('\n');

export function readValues(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line.includes('='));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.lastIndexOf('=');
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

export function translate(mapping: Mapping, column: string, values: Record<string, string>): Mapping {
  const rest = without(mapping.values, column);
  return { ...mapping, values: Object.keys(values).length > 0 ? { ...rest, [column]: values } : rest };
}

/** The columns of the file that nothing reads. */
function unread(mapping: Mapping, header: readonly string[]): string[] {
  const uses = [mapping.columns ?? {}, ...(mapping.lines ?? []).map(({ columns }) => columns)].flatMap((columns) =>
    Object.values(columns),
  );
  const read = new Set(
    uses.flatMap((use) => (typeof use === 'object' && use.joined ? [use.from, use.joined] : [sourceOf(use)])),
  );
  return header.filter((name) => !read.has(name));
}

/** Before it's saved or used: what is left out is known to be. */
export const complete = (mapping: Mapping, header: readonly string[]): Mapping => ({
  ...mapping,
  ignored: unread(mapping, header),
});

export function setLine(mapping: Mapping, at: number, line: WideLine | null): Mapping {
  const lines = [...(mapping.lines ?? [])];
  if (line === null) lines.splice(at, 1);
  else lines[at] = line;
  return { ...mapping, lines };
}
