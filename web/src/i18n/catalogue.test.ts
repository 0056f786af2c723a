/** The compiler proves that both languages have the same keys; this proves the rest, and that the proof holds at run time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorCodes } from '../api/error';
import en from './en.json';
import es from './es.json';

const source = join(import.meta.dirname, '..');
const catalogues: Record<string, Record<string, string>> = { en, es };

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();
}

describe('both languages', () => {
  it('have the same keys in the same order', () => {
    expect(Object.keys(es)).toEqual(Object.keys(en));
  });

  it.each(Object.keys(en))('%s has a text and the same placeholders', (key) => {
    for (const [language, catalogue] of Object.entries(catalogues))
      expect(catalogue[key]?.trim(), language).not.toBe('');
    expect(placeholders(catalogues.es?.[key] ?? '')).toEqual(placeholders(catalogues.en?.[key] ?? ''));
  });

  it('have a text for every code the server may answer', () => {
    for (const code of errorCodes) expect(en).toHaveProperty([`error.${code}`]);
  });
});

it.each([
  ['announcements.form.createFailed', 'Failed to create company message.'],
  ['announcements.form.updateFailed', 'Failed to update company message.'],
  ['error.INTERNAL', 'There was a problem. Please try again later.'],
  ['error.UNAUTHENTICATED', 'Your session has expired'],
  ['error.page.title', 'Oops! Something went wrong'],
  ['error.offline', 'You are currently offline. Please check your internet connection.'],
] as const)('%s is the text of the spec to the letter', (key, text) => {
  expect(en[key]).toBe(text);
});

it('the generic Spanish error is the text of the spec to the letter', () => {
  expect(es['error.INTERNAL']).toBe('Había un problema. Por favor, inténtelo de nuevo más tarde.');
});

it('every text is used somewhere', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const code = files.map((file) => readFileSync(join(source, file), 'utf8')).join('\n');
  const unused = Object.keys(en).filter((key) => {
    const spelled = key.replace(/_(one|other)$/, '');
    const composed = spelled.slice(0, spelled.lastIndexOf('.') + 1);
    return !code.includes(`'${spelled}'`) && !code.includes(`\`${composed}\${`);
  });
  expect(unused).toEqual([]);
});
