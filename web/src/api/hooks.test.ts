import { expect, it } from 'vitest';
import { everyRow } from './hooks';

it('a list is read page by page to its end', async () => {
  const pages: Record<string, { results: string[]; links: { next: string | null } }> = {
    start: { results: ['a', 'b'], links: { next: 'second' } },
    second: { results: ['c'], links: { next: 'third' } },
    third: { results: ['d'], links: { next: null } },
  };
  const asked: (string | null)[] = [];
  const rows = await everyRow(async (cursor) => {
    asked.push(cursor);
    return pages[cursor ?? 'start'] ?? { results: [], links: { next: null } };
  });
  expect(rows).toEqual(['a', 'b', 'c', 'd']);
  expect(asked).toEqual([null, 'second', 'third']);
});

it('a list without an end is given up', async () => {
  await expect(everyRow(async () => ({ results: ['again'], links: { next: 'again' } }))).rejects.toMatchObject({
    code: 'LIMIT_EXCEEDED',
  });
});
