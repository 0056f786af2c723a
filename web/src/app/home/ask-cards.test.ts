import { describe, expect, it } from 'vitest';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { askForCards, kinOf, standing, variablesFor } from './ask-cards';

const news = { id: 'News', questions: ['news'] };
const pay = { id: 'Pay', questions: ['stub', 'links'] };
const help = { id: 'Help', questions: ['links'] };
const cards = [news, pay];

describe('what a request says of the cards', () => {
  const query = {
    text: 'query',
    variables: ['tenantId', 'employeeId'],
    questions: { News: ['news'], Pay: ['stub', 'links'], Help: ['links'] },
  };
  const actor = { tenantId: 't', companyId: 'c', personId: 'p', employeeId: 'e', today: '2026-11-16' } as Actor;

  it('is nothing when all are asked, and only the variables in use are sent', () => {
    expect(variablesFor('employee', query, actor, [news, pay, help])).toEqual({ tenantId: 't', employeeId: 'e' });
  });

  it('is which questions no card asks', () => {
    expect(variablesFor('employee', query, actor, [help])).toEqual({
      tenantId: 't',
      employeeId: 'e',
      withoutNews: true,
      withoutStub: true,
    });
  });

  it('asks for a card together with those that share a question with it', () => {
    expect(kinOf(help, [news, pay, help])).toEqual([pay, help]);
  });
});

describe('asking for the cards', () => {
  const refusing = (...roots: string[]) => {
    const asked: string[][] = [];
    const ask = (some: readonly { id: string }[]) => {
      asked.push(some.map(({ id }) => id));
      const root = cards
        .filter((row) => some.includes(row))
        .flatMap(({ questions }) => questions)
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
