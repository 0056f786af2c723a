/** What the form sends, what a conflict brings back, and which days can be chosen. */
import { describe, expect, it } from 'vitest';
import { blankDraft, currentWebhook, daysAgo, draftOf, inputOf, startOf, type Webhook } from './webhook';

const webhook: Webhook = {
  id: 'w',
  name: 'Payroll',
  url: 'https://payroll.example/hooks',
  companyId: 'c',
  companyName: 'Cedar Outfitters',
  types: ['deposit.changed'],
  isEnabled: true,
  goneAt: null,
  secretSetAt: '2026-11-16T09:00:00Z',
  oldSecretUntil: null,
  waiting: 0,
  parked: 0,
  version: 3,
};

describe('the form', () => {
  it('sends a webhook back as it was', () => {
    expect(inputOf(draftOf(webhook))).toEqual({
      name: 'Payroll',
      url: 'https://payroll.example/hooks',
      companyId: 'c',
      types: ['deposit.changed'],
      isEnabled: true,
    });
  });

  it('sends no types for all of them, even if some were chosen before', () => {
    expect(inputOf({ ...draftOf(webhook), which: 'all' }).types).toEqual([]);
    expect(draftOf({ ...webhook, types: [] }).which).toBe('all');
  });

  it('leaves out the spaces around what was typed, and no company is every company', () => {
    const input = inputOf({ ...blankDraft, name: ' Payroll ', url: ' https://payroll.example ' });
    expect(input).toMatchObject({ name: 'Payroll', url: 'https://payroll.example', companyId: null });
  });
});

it('a conflict brings the webhook as it is by now, or nothing that can be read', () => {
  expect(currentWebhook({ ...webhook, version: 4 })?.version).toBe(4);
  for (const unreadable of [null, 'gone', {}, { version: 4 }]) expect(currentWebhook(unreadable)).toBeNull();
});

it('days are those of this clock', () => {
  const now = new Date(2026, 2, 1, 23, 59);
  expect(daysAgo(0, now)).toBe('2026-03-01');
  expect(daysAgo(1, now)).toBe('2026-02-28');
  expect(startOf('2026-03-01')).toBe(new Date(2026, 2, 1).toISOString());
});
