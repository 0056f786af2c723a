import * as v from 'valibot';
import { expect, test } from 'vitest';
import { draftSchema, isLink, newDraft } from './resource';

test.each([
  ['', true],
  ['http://example.com', true],
  ['https://example.com/a?b#c', true],
  ['/more/documents', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['//evil.example', false],
  ['/\\evil.example', false],
  ['http:evil.example', false],
  ['https://user:pass@evil.example', false],
  ['example.com', false],
])('a link begins with http or with our own host: %s', (link, isFine) => {
  expect(isLink(link)).toBe(isFine);
});

test('the form speaks in the codes of the server', () => {
  const codes = (change: object) =>
    v.safeParse(draftSchema, { ...newDraft, name: 'Handbook', ...change }).issues?.map(({ message }) => message);
  expect(codes({})).toBeUndefined();
  expect(codes({ name: ' ' })).toEqual(['NAME_MISSING']);
  expect(codes({ name: 'x'.repeat(121) })).toEqual(['NAME_TOO_LONG']);
  expect(codes({ link: 'javascript:alert(1)' })).toEqual(['LINK_INVALID']);
  expect(codes({ link: '//evil.example' })).toEqual(['LINK_INVALID']);
  expect(codes({ link: 'https://example.com/a b' })).toEqual(['LINK_MALFORMED']);
  expect(codes({ link: 'https://user:pass@evil.example' })).toEqual(['LINK_MALFORMED']);
  expect(codes({ link: `https://example.com/${'a'.repeat(1000)}` })).toEqual(['LINK_MALFORMED']);
});
