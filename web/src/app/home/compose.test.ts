import { parse, print } from '@0no-co/graphql.web';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../api/error';
import { definitionsOf, documentOf } from '../../api/graphql';
import { askForCards, compose, kinOf, rootFieldsOf, standing } from './compose';
import { employeeCards } from './employee-cards';
import { managerCards } from './manager-cards';

const card = (id: string, ...definitions: string[]) => ({ id, fragment: documentOf(definitions) });
/** As another reader understands what is sent. */
const sent = (document: object) => print(parse(definitionsOf(document).join('\n'), { noLocation: true }));
const news = card(
  'News',
  'fragment News on Query { news: list(tenantId: $tenantId, limit: 5) { ...Line } }',
  'fragment Line on M { id }',
);
const pay = card(
  'Pay',
  'fragment Pay on Query { stub(employeeId: $employeeId) { net lines { ...Line } } }',
  'fragment Line on M { id }',
);
const cards = [news, pay];

const homes = { employee: employeeCards, manager: managerCards };

describe('the request of a home', () => {
  it('has every card, every fragment once, and only the variables in use', () => {
    const { document, used } = compose('employee', cards);
    const text = sent(document);
    expect(text).toContain('query Home($tenantId: ID!, $employeeId: ID!)');
    expect(text.match(/fragment Line/g)).toHaveLength(1);
    expect(text).toMatch(/\.\.\.News\s+\.\.\.Pay/);
    expect(used).toEqual(['tenantId', 'employeeId']);
  });

  it('refuses a card that asks for what its home does not give', () => {
    expect(() => compose('manager', [pay])).toThrow('$employeeId');
  });

  const links = (name: string, args: string, wanted: string) =>
    card(name, `fragment ${name} on Query { links: linksOf(${args}) { ${wanted} } }`);

  it('asks once what two cards ask under one name, for what both want of it', () => {
    const first = links('First', 'tenantId: $tenantId', 'name');
    const second = links('Second', 'tenantId: $tenantId', 'messages { text }');
    const text = sent(compose('employee', [first, news, second]).document);
    expect(text.match(/linksOf/g)).toHaveLength(1);
    expect(text).toMatch(/linksOf\(tenantId: \$tenantId\) \{\s*name\s*messages \{/);
    expect(text).not.toContain('Second');
    expect(kinOf(second, [first, news, second])).toEqual([first, second]);
  });

  it('refuses two cards that mean different things by one name', () => {
    const [first, second] = [links('First', 'limit: 1', 'name'), links('Second', 'limit: 2', 'name')];
    expect(() => compose('employee', [first, second])).toThrow('links');
  });

  it.each(['employee', 'manager'] as const)('of every %s card can be made', (home) => {
    const rows = homes[home];
    expect(() => compose(home, rows)).not.toThrow();
    expect(rows.flatMap(rootFieldsOf).length).toBeGreaterThanOrEqual(rows.length);
  });

  // The server's statement test and the benchmark read these files, so that they measure what is really asked.
  it.each(['employee', 'manager'] as const)('of every %s card is the one the server is measured with', async (home) => {
    const { document } = compose(home, homes[home]);
    await expect(`${sent(document)}\n`).toMatchFileSnapshot(`./home.${home}.graphql`);
  });
});

describe('asking for the cards', () => {
  const refusing = (...roots: string[]) => {
    const asked: string[][] = [];
    const ask = (some: readonly { id: string }[]) => {
      asked.push(some.map(({ id }) => id));
      const root = cards
        .filter((row) => some.includes(row))
        .flatMap(rootFieldsOf)
        .find((name) => roots.includes(name));
      return root
        ? Promise.reject(new ApiError('FEATURE_NOT_ENABLED', 'no', { root }))
        : Promise.resolve({ news: 1, stub: 2 });
    };
    return { asked, ask };
  };

  it('is one request when nothing fails', async () => {
    const { asked, ask } = refusing();
    expect(await askForCards(cards, ask)).toEqual({ data: { news: 1, stub: 2 }, failed: {} });
    expect(asked).toEqual([['News', 'Pay']]);
  });

  it('leaves the failing card out and asks again for the others', async () => {
    const { asked, ask } = refusing('stub');
    const answer = await askForCards(cards, ask);
    expect(asked).toEqual([['News', 'Pay'], ['News']]);
    expect(Object.keys(answer.failed)).toEqual(['Pay']);
    expect(answer.data).toHaveProperty('news');
  });

  it('ends when every card fails', async () => {
    const { asked, ask } = refusing('news', 'stub');
    expect(Object.keys((await askForCards(cards, ask)).failed)).toEqual(['News', 'Pay']);
    expect(asked).toHaveLength(2);
  });

  it('fails as a whole when no card is to blame', async () => {
    const outage = new ApiError('UNAVAILABLE', 'down');
    await expect(askForCards(cards, () => Promise.reject(outage))).rejects.toBe(outage);
  });
});

it('a card whose feature is switched off is not there, while one that failed stays and says so', () => {
  const failed = { News: new ApiError('FEATURE_NOT_ENABLED', 'no'), Pay: new ApiError('INTERNAL', 'no') };
  expect(standing(cards, failed)).toEqual([pay]);
  expect(standing(cards, {})).toEqual(cards);
});
