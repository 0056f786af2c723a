/** Reads as much of a fragment as a home needs to put several together: what is asked for, and what is wanted of each answer. */

/** A field or a spread; `name` is a field's in the answer. `wanted` is null where there is nothing to choose from. */
export type Selection = { name: string | null; question: string; wanted: readonly string[] | null };

export type Fragment = { name: string; on: string; selections: readonly Selection[] };

/** Texts, spreads, names and variables, and every other sign by itself. Blanks and commas mean nothing. */
const words = (text: string): string[] => text.match(/"[^"]*"|\.{3}|[$@]?\w+|[^\s,]/g) ?? [];

/** Where the outermost braces open that are not part of an argument; -1 without. */
function bracesIn(words: readonly string[]): number {
  let parentheses = 0;
  return words.findIndex((word) => {
    if (word === '(') parentheses += 1;
    if (word === ')') parentheses -= 1;
    return word === '{' && parentheses === 0;
  });
}

/** One list of words a selection, of the words between two braces. */
function apart(inner: readonly string[]): string[][] {
  const found: string[][] = [];
  let depth = 0;
  inner.forEach((word, at) => {
    const [last, lastButOne] = [inner[at - 1], inner[at - 2]];
    const goesOn = last === ':' || last === '...' || (last === 'on' && lastButOne === '...');
    if (depth === 0 && /^[\w.]/.test(word) && !goesOn) found.push([]);
    if (/^[({[]$/.test(word)) depth += 1;
    if (/^[)}\]]$/.test(word)) depth -= 1;
    found.at(-1)?.push(word);
  });
  return found;
}

function selectionOf(selection: readonly string[]): Selection {
  const [first = ''] = selection;
  const braces = bracesIn(selection);
  return {
    name: first === '...' ? null : first,
    question: selection.slice(0, braces < 0 ? undefined : braces).join(' '),
    wanted: braces < 0 ? null : apart(selection.slice(braces + 1, -1)).map((one) => one.join(' ')),
  };
}

/** Null for what is not a fragment. */
export function fragmentIn(definition: string): Fragment | null {
  const [kind, name, , on, ...rest] = words(definition);
  if (kind !== 'fragment' || name === undefined || on === undefined) return null;
  return { name, on, selections: apart(rest.slice(bracesIn(rest) + 1, -1)).map(selectionOf) };
}

export function writeFragment({ name, on, selections }: Fragment): string {
  const fields = selections.map(({ question, wanted }) => (wanted ? `${question} { ${wanted.join(' ')} }` : question));
  return `fragment ${name} on ${on} { ${fields.join(' ')} }`;
}
