import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  companiesNamed,
  type Draft,
  draftOf,
  draftSchema,
  inputOf,
  isOpen,
  mayBeEdited,
  newDraft,
  runsOf,
} from './rules';
import type { Request } from './timeOff';

/** A Monday. */
const sound: Draft = { ...newDraft('vacation'), startDate: '2026-11-16', endDate: '2026-11-16' };

function refusalsOf(change: Partial<Draft>): string[] {
  const checked = v.safeParse(draftSchema, { ...sound, ...change });
  return (checked.issues ?? []).map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
}

describe('a request', () => {
  it.each<[string, Partial<Draft>, string[]]>([
    ['is sound as it stands', {}, []],
    ['may run over a weekend', { startDate: '2026-11-20', endDate: '2026-11-23' }, []],
    [
      'may not start on a Saturday',
      { startDate: '2026-11-21', endDate: '2026-11-23' },
      ['startDate WEEKEND_NOT_ALLOWED'],
    ],
    ['may not end on a Sunday', { endDate: '2026-11-22' }, ['endDate WEEKEND_NOT_ALLOWED']],
    [
      'may start and end on a weekend once that is ticked',
      { startDate: '2026-11-21', endDate: '2026-11-22', includeWeekends: true },
      [],
    ],
    ['may not end before it starts', { endDate: '2026-11-13' }, ['endDate END_BEFORE_START']],
    ['needs some time each day', { unit: 'hours', hours: 0, minutes: 0 }, ['hours NO_TIME_CHOSEN']],
    ['takes no minutes off its hours', { unit: 'hours', hours: 8, minutes: -30 }, ['minutes TIME_OUT_OF_RANGE']],
    ['has minutes up to 59', { unit: 'hours', hours: 7, minutes: 60 }, ['minutes TIME_OUT_OF_RANGE']],
    ['has hours up to 24', { unit: 'hours', hours: 25 }, ['hours TIME_OUT_OF_RANGE']],
    ['has no hours to check on whole days', { hours: 25, minutes: -1 }, []],
    ['is content with a minute', { unit: 'hours', hours: null, minutes: 1 }, []],
    [
      'ends later than it starts',
      { unit: 'hours', isAtTime: true, startTime: '11:00', endTime: '11:00' },
      ['endTime END_TIME_NOT_LATER'],
    ],
    [
      'needs both times',
      { unit: 'hours', isAtTime: true, startTime: '', endTime: '' },
      ['startTime INVALID_TIME', 'endTime INVALID_TIME'],
    ],
    [
      'has the same times on each of several days',
      { unit: 'hours', isAtTime: true, endDate: '2026-11-17', startTime: '09:00', endTime: '11:00' },
      [],
    ],
    [
      'ends later than it starts on each of several days',
      { unit: 'hours', isAtTime: true, endDate: '2026-11-17', startTime: '13:00', endTime: '09:00' },
      ['endTime END_TIME_NOT_LATER'],
    ],
    ['needs a type', { typeId: '' }, ['typeId REQUIRED']],
    ['may have 500 characters of notes', { notes: '🎉'.repeat(500) }, []],
    ['may not have 501', { notes: 'x'.repeat(501) }, ['notes NOTES_TOO_LONG']],
  ])('%s', (_, change, refusals) => {
    expect(refusalsOf(change)).toEqual(refusals);
  });

  it('begins without dates, and cannot be sent like that', () => {
    const { startDate, endDate } = newDraft('vacation');
    expect([startDate, endDate]).toEqual(['', '']);
    expect(refusalsOf({ startDate, endDate })).toContain('startDate DATE_REQUIRED');
  });

  it('sends only what counts for its unit', () => {
    expect(inputOf({ ...sound, hours: 3 })).not.toHaveProperty('hours');
    expect(inputOf({ ...sound, unit: 'hours', hours: 3, minutes: null })).toMatchObject({ hours: 3, minutes: 0 });
    expect(inputOf({ ...sound, half: 'first' })).not.toHaveProperty('half');
    expect(inputOf({ ...sound, unit: 'half', half: 'second' })).toMatchObject({ half: 'second' });
    expect(inputOf({ ...sound, unit: 'half' })).toMatchObject({ half: null });
    const timed = inputOf({ ...sound, unit: 'hours', isAtTime: true, startTime: '09:00', endTime: '11:30' });
    expect(timed).toMatchObject({ startTime: '09:00', endTime: '11:30' });
    expect(timed).not.toHaveProperty('hours');
    const many: Draft = { ...sound, endDate: '2026-11-18', unit: 'hours', isAtTime: true };
    expect(inputOf({ ...many, startTime: '09:00', endTime: '11:30' })).toMatchObject({ startTime: '09:00' });
  });
});

const request: Request = {
  id: '1',
  employeeId: '2',
  firstName: 'Ana',
  lastName: 'Morales',
  employeeCode: '10001',
  type: 'Vacation',
  typeEs: 'Vacaciones',
  typeId: 'vacation',
  amount: '2.25',
  timeOffDate: '2026-11-20',
  endDate: '2026-11-20',
  requestDate: '2026-11-16',
  status: 'Pending',
  notes: '',
  managerNotes: '',
  includeWeekends: false,
  unit: 'hours',
  half: null,
  startTime: null,
  endTime: null,
  isHalfApproved: false,
  isFirstOfTwo: false,
  isEditable: true,
  decidedByName: null,
  decidedAt: null,
  attachmentCount: 0,
  version: 1,
  days: [{ date: '2026-11-20', amount: '2.25', status: 'Pending' }],
};

describe('a request that was made', () => {
  it('is edited as hours and minutes a day', () => {
    expect(draftOf(request)).toMatchObject({ hours: 2, minutes: 15, isAtTime: false });
  });

  it.each<[Request['status'], string, boolean]>([
    ['Pending', '2026-11-10', true],
    ['Approved', '2026-11-17', true],
    ['Approved', '2026-11-16', false],
    ['Denied', '2026-11-20', false],
    ['Partial', '2026-11-20', true],
    ['Partial', '2026-11-16', false],
    ['Cancelled', '2026-11-20', false],
  ])('%s from %s is open: %s', (status, timeOffDate, expected) => {
    expect(isOpen({ ...request, status, timeOffDate }, '2026-11-16')).toBe(expected);
  });

  it('of more than one day is edited only where the company allows it, and never what was approved in part', () => {
    const many = { ...request, endDate: '2026-11-23' };
    expect(mayBeEdited(request, '2026-11-16')).toBe(true);
    expect(mayBeEdited({ ...many, isEditable: false }, '2026-11-16')).toBe(false);
    expect(mayBeEdited({ ...many, isEditable: true }, '2026-11-16')).toBe(true);
    expect(mayBeEdited({ ...many, isEditable: true, status: 'Partial' }, '2026-11-16')).toBe(false);
    expect(mayBeEdited({ ...many, isEditable: true, status: 'Denied' }, '2026-11-16')).toBe(false);
  });
});

it('a company is found by any part of its name, and by nothing all are', () => {
  const companies = [{ companyName: 'Cedar Logistics' }, { companyName: 'Cedar Outfitters' }];
  const named = (typed: string) => companiesNamed(companies, typed).map(({ companyName }) => companyName);
  expect(named(' LOG')).toEqual(['Cedar Logistics']);
  expect(named('cedar')).toHaveLength(2);
  expect(named('')).toHaveLength(2);
  expect(named('harbor')).toEqual([]);
});

describe('days of somebody who is away', () => {
  it('are one run over a weekend, and two where a day of work lies between', () => {
    expect(runsOf([])).toEqual([]);
    expect(runsOf(['2026-11-19', '2026-11-20', '2026-11-23'])).toEqual([{ first: '2026-11-19', last: '2026-11-23' }]);
    expect(runsOf(['2026-11-21', '2026-11-22', '2026-11-23'])).toEqual([{ first: '2026-11-21', last: '2026-11-23' }]);
    expect(runsOf(['2026-11-20', '2026-11-24'])).toEqual([
      { first: '2026-11-20', last: '2026-11-20' },
      { first: '2026-11-24', last: '2026-11-24' },
    ]);
  });
});
