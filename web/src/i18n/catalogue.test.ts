/** The compiler proves that both languages have the same keys; this proves the rest, and that the proof holds at run time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes } from '../api/codes';
import { findCode } from '../api/known-codes';
import { files } from './part-files';

const source = join(import.meta.dirname, '..');
const parts = [...new Set(Object.keys(files).map((file) => file.replace(/^\.\/|\.(en|es)\.json$/g, '')))];

async function all(language: 'en' | 'es'): Promise<Record<string, string>> {
  const loaded = await Promise.all(parts.map((part) => files[`./${part}.${language}.json`]?.()));
  return Object.assign({}, ...loaded);
}

const en = await all('en');
const es = await all('es');
const catalogues: Record<string, Record<string, string>> = { en, es };

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();
}

describe('both languages', () => {
  it.each(parts)('%s has the same keys in the same order', async (part) => {
    const [english, spanish] = await Promise.all([files[`./${part}.en.json`]?.(), files[`./${part}.es.json`]?.()]);
    expect(Object.keys(spanish ?? {})).toEqual(Object.keys(english ?? {}));
  });

  it('no two parts have a key in common', async () => {
    const keys = (await Promise.all(parts.map((part) => files[`./${part}.en.json`]?.()))).flatMap((texts) =>
      Object.keys(texts ?? {}),
    );
    expect(keys.length).toBe(new Set(keys).size);
  });

  it.each(Object.keys(en))('%s has a text and the same placeholders', (key) => {
    for (const [language, catalogue] of Object.entries(catalogues))
      expect(catalogue[key]?.trim(), language).not.toBe('');
    expect(placeholders(catalogues.es?.[key] ?? '')).toEqual(placeholders(catalogues.en?.[key] ?? ''));
  });

  it('have a text for every code the server may answer', () => {
    const met = codes.filter((code) => findCode(code));
    expect(met.length).toBeGreaterThan(150);
    for (const code of met) expect(en).toHaveProperty([`error.${code}`]);
  });
});

it.each([
  ['announcements.form.createFailed', 'Failed to create company message.'],
  ['announcements.form.updateFailed', 'Failed to update company message.'],
  ['error.INTERNAL', 'There was a problem. Please try again later.'],
  ['error.UNAUTHENTICATED', 'Your session has expired'],
  ['error.page.title', 'Oops! Something went wrong'],
  ['account.incomplete', 'All fields are required'],
  ['error.FIELDS_REQUIRED', 'All fields are required'],
  ['unableToUpdateAccountSettings', 'Unable to update account settings'],
  ['incorrectVerification', 'The verification code you entered is incorrect.'],
  ['app.copied', 'Content copied!'],
  ['app.copyFailed', 'Failed to copy content'],
  ['featureNotEnabled', 'This feature is not enabled for your account. Please contact support.'],
  ['timeFeatureNotAvailable', 'Time features are currently not supported on the device you are using.'],
  ['fileNotSaved', 'Error downloading file'],
  ['failed.userInfo', 'Unable to get user info'],
  ['failed.employeeById', 'Failed to retrieve employee information'],
  ['failed.employeePaystub', 'Failed to get paystub'],
  ['failed.listEmployeePayStubs', 'Failed to get pay history'],
  ['failed.listEmployeeTimeOffRequests', 'Failed to retrieve time off requests'],
  ['failed.createTimeOffRequest', 'Failed to create time off request'],
  ['failed.deleteTimeOffRequest', 'Failed to delete time off request'],
  ['failed.putManagerEmployeeChangeRequest', 'Failed to submit change request decision'],
  ['failed.submitChangeRequest', 'Failed to submit changes'],
  ['failed.putEmployeeData', 'Failed to update employee information'],
  ['failed.deleteDirectDeposit', 'Failed to delete disbursement'],
  ['failed.getCompanyLinks', 'Failed to retrieve company links'],
  ['failed.putCompanyDocuments', 'Failed to upload company document'],
  ['failed.deleteCompanyDocument', 'Failed to delete company document'],
  ['assistant.newChat', 'New Chat'],
  ['assistant.pastChats', 'Past Chats'],
  ['assistant.samples.suggested', 'Suggested Questions'],
  ['assistant.samples.personalized', 'Personalized FAQs'],
  ['assistant.input', 'Ask a question'],
  ['assistant.failed.socket', 'Something went wrong. Please try again.'],
  ['assistant.failed.rest', 'Error connecting to server'],
  ['assistant.downloadFailed', 'Error downloading file'],
  ['error.offline', 'You are currently offline. Please check your internet connection.'],
] as const)('%s is the text of the spec to the letter', (key, text) => {
  expect(en[key]).toBe(text);
});

it.each([
  ['error.INTERNAL', 'Había un problema. Por favor, inténtelo de nuevo más tarde.'],
  ['error.INVALID_ZIP', 'El código postal debe tener el formato XXXXX o XXXXX-XXXX'],
  ['unableToUpdateAccountSettings', 'No se puede actualizar la configuración de la cuenta'],
] as const)('%s is the Spanish text of the spec to the letter', (key, text) => {
  expect(es[key]).toBe(text);
});

/** Spec texts that shout. */
const shouting = ['app.copied', 'error.page.title'];

it.each([
  ['somebody, nobody, everybody, whoever', /\b(some|no|every|any)body\b|\bwhom?ever\b/i],
  ['a straight apostrophe or quote', /['"]/],
  ['an exclamation mark', /!/],
  ['British spelling', /\b(cancelled|cancelling|colour|recognise|organis)/i],
])('no English text has %s (docs/voice.md)', (_, pattern) => {
  expect(Object.entries(en).filter(([key, text]) => pattern.test(text) && !shouting.includes(key))).toEqual([]);
});

it('no Spanish text has a straight or angled quote, or a space before % (docs/voice.md)', () => {
  expect(Object.entries(es).filter(([, text]) => /['"«»]|\s%/.test(text))).toEqual([]);
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
