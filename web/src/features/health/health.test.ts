import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseLanguage, type Language, loadTexts, translate } from '../../i18n';
import { channelOf, type Health, jobText, troubles } from './health';

const well: Health = {
  version: '1.0.0',
  now: '2026-11-16T18:00:00Z',
  databaseEngine: 'SQLite',
  schemaVersion: 64,
  databaseMs: 0.4,
  databaseBytes: null,
  storageKind: 'folder',
  isStorageWorking: true,
  hasMail: true,
  hasSms: true,
  lastBackupAt: '2026-11-16T02:00:00Z',
  isBackupLate: false,
  messages: [{ topic: 'mail', waiting: 1, parked: 0, oldestWaitingAt: null, lastDeliveredAt: null, isLate: false }],
  parked: [],
  jobs: [{ name: 'outbox', lastRunAt: '2026-11-16T18:00:00Z', lastDoneAt: null, isFailing: false }],
  people: 30,
  employees: 28,
  files: 4,
  fileBytes: 1024,
  auditEvents: 200,
};

it('a portal that works has no troubles', () => {
  expect(troubles(well)).toEqual([]);
});

it('every trouble is told', () => {
  const [job] = well.jobs;
  const [mail] = well.messages;
  const ill: Health = {
    ...well,
    isStorageWorking: false,
    hasMail: false,
    hasSms: false,
    isBackupLate: true,
    jobs: job ? [{ ...job, isFailing: true }] : [],
    messages: mail ? [{ ...mail, isLate: true }] : [],
    parked: [{ id: '1', topic: 'mail', kind: 'test', recipient: 'g', createdAt: '', parkedAt: '', error: 'x' }],
  };
  expect(troubles(ill)).toEqual(['storage', 'jobs', 'backup', 'late', 'parked', 'mail', 'sms']);
});

it('a channel without messages has no numbers', () => {
  expect(channelOf(well, 'mail')?.waiting).toBe(1);
  expect(channelOf(well, 'sms')).toBeNull();
});

const server = join(import.meta.dirname, '../../../../crates/atrium/src');
const source = ['all_features.rs', 'server/run.rs'].map((file) => readFileSync(join(server, file), 'utf8')).join('\n');
const jobs = [...source.matchAll(/\b(?:what: |note\()"([a-z ]+)"/g)].map(([, name]) => name ?? '');

describe.each(['en', 'es'] satisfies Language[])('in %s', (language) => {
  it('every job of the server is told in words, and one of a newer server by its own name', async () => {
    await loadTexts(['health']);
    await chooseLanguage(language);
    expect(jobs).toEqual(expect.arrayContaining(['outbox', 'document texts', 'reminders']));
    expect(jobs.length).toBeGreaterThan(10);
    expect(jobs.filter((name) => jobText(translate, name) === name)).toEqual([]);
    expect(jobText(translate, 'pigeon post')).toBe('pigeon post');
  });
});
