import { parse, print } from '@0no-co/graphql.web';
import { expect, it } from 'vitest';
import { fragmentIn, writeFragment } from './selections';

const meaning = (text: string) => print(parse(text, { noLocation: true }));

it.each([
  'fragment A on Query { one two(limit: 5) three }',
  'fragment A on Query { ...Lines, ... on Query { one } news: list(limit: 5, kind: "a { b") { id ...Line } }',
  'fragment A on Query { list(filter: { kinds: [NEW, OLD], before: $today }) @include(if: $all) { on type: kind { id } } other }',
])('what was read of %s is written with the same meaning', (text) => {
  const fragment = fragmentIn(text);
  expect(fragment && meaning(writeFragment(fragment))).toBe(meaning(text));
});

it('tells what is asked from what is wanted of the answer', () => {
  const text = 'fragment A on Query { news: list(at: { day: $today }) { id lines { text } } count ...More }';
  expect(fragmentIn(text)?.selections).toEqual([
    { name: 'news', question: 'news : list ( at : { day : $today } )', wanted: ['id', 'lines { text }'] },
    { name: 'count', question: 'count', wanted: null },
    { name: null, question: '... More', wanted: null },
  ]);
});

it('an operation is not a fragment', () => {
  expect(fragmentIn('query A { one }')).toBeNull();
});
