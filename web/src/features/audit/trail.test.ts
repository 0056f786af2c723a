import { describe, expect, it } from 'vitest';
import { loadTexts, translate } from '../../i18n';
import { actionText, detailsOf, filterOf, objectText } from './trail';

const nothing = { person: '', action: '', objectId: '', firstDay: '', lastDay: '' };

describe('a search', () => {
  it('that names nothing narrows nothing', () => {
    expect(Object.values(filterOf({ ...nothing, person: '  ' }))).toEqual([null, null, null, null, null]);
  });

  it('includes its last day to the end', () => {
    const { from, until } = filterOf({ ...nothing, firstDay: '2026-11-16', lastDay: '2026-11-16' });
    expect(new Date(until ?? '').getTime() - new Date(from ?? '').getTime()).toBe(24 * 60 * 60 * 1000);
    expect(new Date(from ?? '').getHours()).toBe(0);
  });

  it('goes on over the end of a month', () => {
    const { until } = filterOf({ ...nothing, lastDay: '2026-11-30' });
    expect(new Date(until ?? '')).toEqual(new Date(2026, 11, 1));
  });
});

it('the detail of an event is shown field by field, and what can’t be read not at all', () => {
  expect(detailsOf('{"by":"totp","count":2,"operations":["x"]}')).toEqual([
    { label: 'by', value: 'totp' },
    { label: 'count', value: '2' },
    { label: 'operations', value: '["x"]' },
  ]);
  for (const broken of ['', 'null', '7', '{']) expect(detailsOf(broken)).toEqual([]);
});

it('an event is told in words, and by its own name where there are none', async () => {
  await loadTexts(['audit']);
  expect(actionText(translate, 'announcement.publish')).toBe('Announcement published');
  expect(objectText(translate, 'change_request')).toBe('Change request');
  expect(actionText(translate, 'pigeon.sent')).toBe('pigeon.sent');
});
