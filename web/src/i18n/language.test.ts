import { expect, it, vi } from 'vitest';
import company from './company.es.json';
import { loadTexts, offerLanguage, startI18n, translate } from './index';

const slow = vi.hoisted(() => {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
});
vi.mock('./app.es.json', async (original) => {
  await slow.promise;
  return original();
});

it('a page that comes while the language changes speaks the new one', async () => {
  await startI18n();
  const changing = offerLanguage('es');
  await loadTexts(['company']);
  slow.resolve();
  await changing;
  expect(translate('company.lead')).toBe(company['company.lead']);
});
