import { beforeEach, expect, it } from 'vitest';
import { forgetChats, keepOpen, keptChats } from './kept';

const ana = { personId: 'ana', companyId: 'cedar' };
const id = (n: number) => `8a2b4c1e-1111-4111-8111-${String(n).padStart(12, '0')}`;

beforeEach(() => sessionStorage.clear());

it('keeps which conversation is open and those of this tab, the latest first', () => {
  keepOpen(ana, id(1));
  keepOpen(ana, id(2));
  keepOpen(ana, id(1));
  expect(keptChats(ana)).toEqual({ current: id(1), past: [id(1), id(2)] });
  keepOpen(ana, null);
  expect(keptChats(ana)).toEqual({ current: null, past: [id(1), id(2)] });
});

it('keeps the last 20', () => {
  for (let n = 1; n <= 25; n += 1) keepOpen(ana, id(n));
  expect(keptChats(ana).past).toHaveLength(20);
  expect(keptChats(ana).past[0]).toBe(id(25));
});

it('somebody else, or another company, has none', () => {
  keepOpen(ana, id(1));
  expect(keptChats({ personId: 'ben', companyId: 'cedar' })).toEqual({ current: null, past: [] });
  expect(keptChats({ personId: 'ana', companyId: 'harbor' })).toEqual({ current: null, past: [] });
});

it('forgets a deleted one', () => {
  keepOpen(ana, id(1));
  keepOpen(ana, id(2));
  forgetChats(ana, [id(2)]);
  expect(keptChats(ana)).toEqual({ current: null, past: [id(1)] });
});

it.each(['not JSON', '{"personId":"ana","companyId":"cedar","current":"<b>","past":[]}', '[]'])(
  'takes nothing from %s',
  (stored) => {
    sessionStorage.setItem('chat', stored);
    expect(keptChats(ana)).toEqual({ current: null, past: [] });
  },
);
