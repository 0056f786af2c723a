/** Documents are sent as they are written, so what the server would not understand must not be in them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'graphql';
import { expect, it } from 'vitest';
import { definitionsOf, graphql } from './graphql';

const source = join(import.meta.dirname, '..');
const written = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .flatMap((file) =>
    [...readFileSync(join(source, file), 'utf8').matchAll(/\bgraphql\(\s*`([^`]*)`/g)].map(([, text]) => ({
      file,
      text: text as string,
    })),
  );

it('every document is GraphQL as it stands, with no directive but the two every server knows', () => {
  expect(written.length).toBeGreaterThan(100);
  for (const { file, text } of written) {
    expect(() => parse(text), file).not.toThrow();
    expect(text.match(/@\w+/g)?.filter((name) => !['@include', '@skip'].includes(name)) ?? [], file).toEqual([]);
    expect(text, file).not.toContain('${');
  }
});

it('no two fragments have one name', () => {
  const names = written.flatMap(({ text }) => [...text.matchAll(/fragment (\w+) on/g)].map(([, name]) => name));
  expect(names.length).toBe(new Set(names).size);
});

it('a document has its own definition first, and each fragment once', () => {
  const Place = graphql('fragment Place on ViewerCompany { companyId }');
  const Zone = graphql('fragment Zone on ViewerCompany { timeZone ...Place }', [Place]);
  const Where = graphql('query Where { viewer { companies { ...Zone ...Place } } }', [Zone, Place]);
  expect(definitionsOf(Where).map((text) => text.split(' ')[1])).toEqual(['Where', 'Zone', 'Place']);
});
