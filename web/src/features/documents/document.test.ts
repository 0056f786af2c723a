import * as v from 'valibot';
import { expect, test } from 'vitest';
import { draftSchema, nameFromFile, newDraft, stateOf } from './document';

test('a document is scheduled, current or ended by its dates, first and last day included', () => {
  const document = { startDate: '2026-11-16', endDate: '2026-11-20' };
  expect(stateOf(document, '2026-11-15')).toBe('scheduled');
  expect(stateOf(document, '2026-11-16')).toBe('current');
  expect(stateOf(document, '2026-11-20')).toBe('current');
  expect(stateOf(document, '2026-11-21')).toBe('ended');
});

test('a form without a name takes one from the file', () => {
  expect(nameFromFile('travel_policy-2026.pdf')).toBe('travel policy 2026');
  expect(nameFromFile('Handbook.v2.docx')).toBe('Handbook.v2');
});

test('a new document is shown for a year', () => {
  expect(newDraft('2026-11-16')).toMatchObject({ startDate: '2026-11-16', endDate: '2027-11-16' });
});

test('the form speaks in the codes of the server', () => {
  const draft = { ...newDraft('2026-11-16'), documentName: 'Handbook' };
  const codes = (change: object) =>
    v.safeParse(draftSchema, { ...draft, ...change }).issues?.map(({ message }) => message);
  expect(codes({})).toBeUndefined();
  expect(codes({ documentName: '  ' })).toEqual(['NAME_MISSING']);
  expect(codes({ documentName: 'x'.repeat(121) })).toEqual(['NAME_TOO_LONG']);
  expect(codes({ endDate: '2026-11-15' })).toEqual(['END_BEFORE_START']);
});
