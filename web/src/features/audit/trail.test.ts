import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../api/codes';
import { chooseLanguage, type Language, loadTexts, translate } from '../../i18n';
import {
  actionText,
  detailsOf,
  eventText,
  filterOf,
  nameInEvent,
  objectText,
  refusalReason,
  resultText,
} from './trail';

beforeAll(() => loadTexts(['audit', 'deposits', 'profile', 'tax-setup']));

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

it('the detail of an event is shown in words, unknown fields by their own name, and what can’t be read not at all', () => {
  const detail = { by: 'totp', count: 2, operations: ['x', 'y'], isOn: false, endsOn: null, oddKey: { name: 'A' } };
  expect(detailsOf(translate, JSON.stringify(detail))).toEqual([
    { label: 'By', value: 'Authenticator app' },
    { label: 'Count', value: '2' },
    { label: 'Requests', value: 'x, y' },
    { label: 'Turned on', value: 'No' },
    { label: 'Last day', value: '–' },
    { label: 'Odd key', value: 'Name: A' },
  ]);
  for (const broken of ['', 'null', '7', '[1]', '{']) expect(detailsOf(translate, broken)).toEqual([]);
});

it('an event is told in words, and by its own name where there are none', () => {
  expect(actionText(translate, 'announcement.publish')).toBe('Announcement published');
  expect(objectText(translate, 'change_request')).toBe('Change request');
  expect(actionText(translate, 'pigeon.sent')).toBe('pigeon.sent');
});

it('a question for a confirmation is told as one, and a refusal with its reason', () => {
  const asked = { action: 'change.refused', result: 'STEP_UP_REQUIRED' };
  expect(eventText(translate, asked)).toBe('Confirmation requested');
  expect(resultText(translate, asked)).toBe('Asked to confirm');
  const refused = { action: 'change.refused', result: 'FORBIDDEN' };
  expect(eventText(translate, refused)).toBe('Change refused');
  expect(resultText(translate, refused)).toBe('Refused: Not permitted');
  expect(resultText(translate, { result: 'PIGEON_LOST' })).toBe('Refused: PIGEON_LOST');
});

it('an event names what it is about where it says so itself', () => {
  const event = { objectKind: 'person', objectId: 'p', personId: 'p', personName: 'Ana Morales', detail: '{}' };
  expect(nameInEvent(event)).toBe('Ana Morales');
  expect(nameInEvent({ ...event, personId: 'q' })).toBeNull();
  expect(nameInEvent({ ...event, objectKind: 'company', detail: '{"name":"Cedar"}' })).toBe('Cedar');
});

const server = join(import.meta.dirname, '../../../../crates/atrium/src');

/** The server's sources without its tests. */
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.rs') && !/(^|\/)(tests|demo|demo_world|import)(\/|\.rs)/.test(file))
  .map((file) => readFileSync(join(server, file), 'utf8').split('#[cfg(test)]')[0] ?? '');

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name ?? '');

/** Names with a dot in what writes events, but for messages that are sent and columns of SQL. */
const written = sources
  .filter((source) => /\.record\(|record_refusal|fn actions\(|_NOTED: /.test(source))
  .flatMap((source) => found(source.replace(/\.send\(\s*"[^"]*"/g, ''), /"([a-z_]{2,}(?:\.[a-z_]+)+)"/g));
const kinds = new Set(
  sources.flatMap((source) => [
    ...found(source, /(?:\.record\(\s*[^,]+,\s*|subject_kind: )"([a-z_]+)"/g),
    ...found(source, /EntryKind::\w+ => "([a-z_]+)"/g),
  ]),
);
/** Names of files, and messages that are sent by a name chosen before. */
const others = [
  'logo.png',
  'manifest.json',
  'atrium.db',
  'change_request.approved',
  'change_request.denied',
  'webhook.test',
];
const actions = [...new Set(written)].filter((name) => !others.includes(name));

describe.each(['en', 'es'] satisfies Language[])('in %s', (language) => {
  beforeAll(() => chooseLanguage(language));

  it('every action and object the server writes down has words', () => {
    expect(actions).toEqual(expect.arrayContaining(['tenant.removed', 'benefit_plan.add', 'step_up.refused']));
    expect(actions.length).toBeGreaterThan(150);
    expect(actions.filter((action) => actionText(translate, action) === action)).toEqual([]);
    expect(kinds.size).toBeGreaterThan(20);
    expect([...kinds].filter((kind) => objectText(translate, kind) === kind)).toEqual([]);
  });

  it('every reason of a refused sign-in or a change people make in the portal has words', () => {
    const signIns = ['WRONG_PASSWORD', 'WRONG_FACTOR', 'WRONG_PASSKEY', 'DISABLED', 'GUARDED'];
    const told = codes.filter((code) => refusalReason(translate, code) !== code);
    expect(signIns.filter((code) => refusalReason(translate, code) === code)).toEqual([]);
    expect(told).toEqual(expect.arrayContaining(['FORBIDDEN', 'CONFLICT', 'NOT_LINKED', 'TOTAL_OVER_100']));
  });
});
