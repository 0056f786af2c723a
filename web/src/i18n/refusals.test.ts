/**
 * Every code the server can refuse with has words on the web. The codes are read from the server's sources, so that a new
 * one fails here until somebody has written its text, or has said below why no one using the app can ever meet it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { errorCodes } from '../api/codes';

const server = join(import.meta.dirname, '../../../crates/atrium/src');

/** Codes that never reach a page of the app, by where they go instead. */
const elsewhere = {
  'the provider’s pages turn them into words of their own (src/login)': [
    'ACCOUNT_GUARDED',
    'ATTEMPT_GONE',
    'LINK_GONE',
    'REQUEST_GONE',
    'TOO_MANY_MAILS',
    'NOT_LINKED',
    'SOMEBODY_ELSE',
    'UPSTREAM_REFUSED',
    'UPSTREAM_UNAVAILABLE',
    'INVALID_TIME_ZONE',
    'INVALID_USERNAME',
  ],
  'the command line prints the sentence': ['IMPORT_IN_USE', 'INVALID_LOGO', 'NOTHING_TO_UNDO', 'UPSTREAM_EXISTS'],
  'no browser sends it, or it never reaches the app': ['HEAD_TOO_LARGE', 'UNKNOWN_HOST'],
  'only other programs call this': ['CODE_GONE', 'TOO_MANY_IDS', 'FLAG_NOT_FOUND', 'INVALID_CONTEXT', 'PARSE_ERROR'],
  'the app would have to send a broken request; a fault of ours reads as INTERNAL': [
    'INVALID_IDEMPOTENCY_KEY',
    'INVALID_QUERY',
    'INVALID_REQUEST',
    'METHOD_NOT_ALLOWED',
    'ONE_CHANGE_A_KEY',
  ],
  'no answer carries it: the stored one is repeated': ['ANSWERED_BEFORE'],
};

/** Words in capitals that are no refusals. */
const otherWords = {
  cautions: ['ACCOUNT_OF_ANOTHER', 'FROZEN_BY_OWNER', 'MOST_OF_PAY', 'NEW_ACCOUNT'],
  'results in the audit trail': ['WRONG_FACTOR', 'WRONG_PASSKEY', 'WRONG_PASSWORD'],
  'reasons of a flag': ['TARGETING_MATCH'],
};

/** A literal in capitals with an underscore, or any in a place where only a code can stand. */
const shapes = [
  /"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"/g,
  /\b(?:code:|refused\(|Refused \{ code:)\s*"([A-Z]+)"/g,
  /=>\s*\(\s*"([A-Z]+)",\s*"\w+",\s*"/g,
  /Problem::\w+(?: \{ \.\. \}|\(_\))? => "([A-Z]+)"/g,
];

function serverCodes(): Map<string, string> {
  const found = new Map<string, string>();
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.rs') && !/\btests\b/.test(name))) {
    const [code = ''] = readFileSync(join(server, file), 'utf8').split('#[cfg(test)]');
    for (const shape of shapes)
      for (const [, word] of code.matchAll(shape))
        if (word && !/^(ATRIUM|TEST|E2E)_/.test(word)) found.set(word, `crates/atrium/src/${file}`);
  }
  return found;
}

const codes = serverCodes();
const known = new Set<string>(errorCodes);
const excused = new Set([...Object.values(elsewhere), ...Object.values(otherWords)].flat());

it('every refusal of the server has a text on the web', () => {
  const forgotten = [...codes].filter(([code]) => !known.has(code) && !excused.has(code));
  const advice = forgotten.map(
    ([code, file]) =>
      `${code} (${file}): add it to src/api/codes.ts and "error.${code}" to a part in src/i18n, in both languages; ` +
      'or, if no one using the app can meet it, to `elsewhere` in this test with the reason.',
  );
  expect(advice).toEqual([]);
});

it('reads the codes where they are written', () => {
  // One of each shape: a tuple of a rules.rs, a struct, a call, a variant of Problem.
  for (const code of ['DAYS_OUT_OF_RANGE', 'INVALID_LIMIT', 'NOTHING_TO_UNDO', 'FORBIDDEN', 'REQUIRED', 'CONFLICT'])
    expect(codes.has(code), code).toBe(true);
});

it('nothing is excused that the server never says', () => {
  expect([...excused].filter((code) => !codes.has(code))).toEqual([]);
  expect([...excused].filter((code) => known.has(code))).toEqual([]);
});
