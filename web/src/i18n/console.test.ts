import { expect, it } from 'vitest';
import { consoleWords } from './console';
import { loadTexts, translate } from './index';

it('the filters button tells how many filters are on', async () => {
  await loadTexts(['console']);
  const { filters } = consoleWords(translate);
  expect([filters(0), filters(2)]).toEqual(['Filters', 'Filters (2)']);
});
