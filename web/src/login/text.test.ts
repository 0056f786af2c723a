/** The compiler proves that both languages have the same keys; this proves the rest. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import accountEn from '../i18n/account.en.json';
import accountEs from '../i18n/account.es.json';
import commonEn from '../i18n/app.en.json';
import commonEs from '../i18n/app.es.json';
import refusalsEn from '../i18n/refusals.en.json';
import refusalsEs from '../i18n/refusals.es.json';
import stepUpEn from '../i18n/step-up.en.json';
import stepUpEs from '../i18n/step-up.es.json';
import en from './en.json';
import es from './es.json';

const appEn = { ...commonEn, ...refusalsEn, ...stepUpEn, ...accountEn };
const appEs = { ...commonEs, ...refusalsEs, ...stepUpEs, ...accountEs };

const keys = Object.keys(en) as (keyof typeof en)[];

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();
}

it('both languages have the same keys in the same order', () => {
  expect(Object.keys(es)).toEqual(keys);
});

it.each(keys)('%s has a text and the same placeholders', (key) => {
  expect(en[key].trim()).not.toBe('');
  expect(es[key].trim()).not.toBe('');
  expect(placeholders(es[key])).toEqual(placeholders(en[key]));
});

it.each(keys.filter((key) => !key.startsWith('login.')))('%s says what the app says', (key) => {
  expect([en[key], es[key]]).toEqual([(appEn as Record<string, string>)[key], (appEs as Record<string, string>)[key]]);
});

it('every text is used somewhere', () => {
  const code = readdirSync(import.meta.dirname)
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n');
  const unused = keys.filter(
    (key) => !code.includes(`'${key}'`) && !code.includes(`\`${key.slice(0, key.lastIndexOf('.') + 1)}\${`),
  );
  expect(unused).toEqual([]);
});
