import { expect, it } from 'vitest';
import { cautionsOf, isGrave, type Request } from './request';

it('the gravest reason for caution comes first, and unknown ones are left out', () => {
  const cautions = [
    { code: 'NEW_ACCOUNT', at: null },
    { code: 'SOMETHING_NEW', at: null },
    { code: 'PHONE_CHANGED', at: '2026-11-15T10:00:00Z' },
    { code: 'FROZEN_BY_OWNER', at: '2026-11-16T10:00:00Z' },
  ];
  const found = cautionsOf({ cautions } as unknown as Request);
  expect(found.map(({ code }) => code)).toEqual(['FROZEN_BY_OWNER', 'PHONE_CHANGED', 'NEW_ACCOUNT']);
  expect(found.map(({ code }) => isGrave(code))).toEqual([true, true, false]);
});
