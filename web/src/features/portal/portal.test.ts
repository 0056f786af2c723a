import { expect, it } from 'vitest';
import { draftOf, type Entry, opened, openingOf, openings } from './portal';

it('says who has a page, and back', () => {
  for (const opening of openings) {
    const { readOnly, enabled } = opened(opening);
    expect(openingOf({ readOnly, configuredEnabled: enabled })).toBe(opening);
  }
  expect(openingOf({ readOnly: false, configuredEnabled: true })).toBe('usual');
});

it('a form starts with what there is', () => {
  const entry = { title: 'Pay', readOnly: true, configuredEnabled: false, position: 10, size: null } as Entry;
  expect(draftOf(entry)).toEqual({ title: 'Pay', opening: 'closed', position: 10, size: null });
});
