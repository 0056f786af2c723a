/** How the build writes the request of a home (scripts/home-query.ts). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import built from 'virtual:home-query/employee';
import { buildSchema, validate } from 'graphql';
import { expect, it } from 'vitest';
import { homeQuery } from '../../../scripts/home-query';
import { documentOf } from '../../api/graphql';
import { employeeHome } from './employee-cards';
import { employeeFragments } from './employee-fragments';
import { managerHome } from './manager-cards';
import { managerFragments } from './manager-fragments';

const news = documentOf([
  'fragment News on Query { news: list(tenantId: $tenantId, limit: 5, kind: "a { b") { ...Line } }',
  'fragment Line on M { id }',
]);
const pay = documentOf([
  'fragment Pay on Query { stub(employeeId: $employeeId) { net lines { ...Line } } }',
  'fragment Line on M { id }',
]);
const links = (name: string, args: string, wanted: string) =>
  documentOf([`fragment ${name} on Query { links: linksOf(${args}) { ${wanted} } }`]);

it('has every card, every fragment once, only the variables in use, and a switch for each question', () => {
  const { text, variables, questions } = homeQuery('employee', { News: news, Pay: pay });
  expect(text).toContain(
    'query Home($tenantId: ID!, $employeeId: ID!, $withoutNews: Boolean! = false, $withoutStub: Boolean! = false)',
  );
  expect(text).toContain('news: list(tenantId: $tenantId, limit: 5, kind: "a { b") @skip(if: $withoutNews) {');
  expect(text).toContain('stub(employeeId: $employeeId) @skip(if: $withoutStub) {');
  expect(text.match(/fragment Line/g)).toHaveLength(1);
  expect(variables).toEqual(['tenantId', 'employeeId']);
  expect(questions).toEqual({ News: ['news'], Pay: ['stub'] });
});

it('asks once what two cards ask under one name, for what both want of it', () => {
  const cards = {
    First: links('First', 'tenantId: $tenantId', 'name messages { text }'),
    News: news,
    Second: links('Second', 'tenantId:$tenantId', 'messages { id, text } ...More'),
  };
  const { text, questions } = homeQuery('employee', cards);
  expect(text.match(/linksOf/g)).toHaveLength(1);
  expect(text.replace(/\s+/g, ' ')).toContain(
    'linksOf(tenantId: $tenantId) @skip(if: $withoutLinks) { name messages { text id } ...More }',
  );
  expect(text).not.toContain('Second');
  expect(questions).toMatchObject({ First: ['links'], Second: ['links'] });
});

it('refuses two cards that mean different things by one name', () => {
  const cards = { First: links('First', 'limit: 1', 'name'), Second: links('Second', 'limit: 2', 'name') };
  expect(() => homeQuery('employee', cards)).toThrow('two cards mean different things by links');
});

it('refuses a card that asks for what its home does not give, or not by a field', () => {
  expect(() => homeQuery('manager', { Pay: pay })).toThrow('$employeeId');
  const spread = documentOf(['fragment A on Query { ...B }', 'fragment B on Query { one }']);
  expect(() => homeQuery('manager', { Spread: spread })).toThrow('name a field');
});

const schema = buildSchema(readFileSync(join(import.meta.dirname, '../../../schema.graphql'), 'utf8'));

it.each([
  ['employee', employeeFragments, employeeHome],
  ['manager', managerFragments, managerHome],
] as const)(
  'the schema allows the %s request, and every card of that home has its questions',
  (mode, fragments, home) => {
    const { document, questions } = homeQuery(mode, fragments);
    expect(validate(schema, document)).toEqual([]);
    expect(home.cards.map(({ id }) => id).sort()).toEqual(Object.keys(questions).sort());
    for (const card of home.cards) expect(card.questions, card.id).not.toHaveLength(0);
  },
);

// The server's statement test and the benchmark read these files, so that they measure what is really asked.
it.each([
  ['employee', employeeFragments],
  ['manager', managerFragments],
] as const)('the %s request is the one the server is measured with', async (home, fragments) => {
  await expect(`${homeQuery(home, fragments).text}\n`).toMatchFileSnapshot(`./home.${home}.graphql`);
});

it('a browser gets it without blanks', () => {
  expect(built.text).toMatch(/^query Home\(\$tenantId:ID!/);
  expect(built.text).not.toContain('\n');
});
