import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { asRefusal, countCharacters, type Draft, draftSchema, isDraftField } from './rules';

const sound: Draft = {
  message: 'Open enrollment closes Friday.',
  messageEs: '',
  startDate: '2026-11-16',
  endDate: '2026-11-20',
  payGroupId: null,
  divisionId: null,
  branchId: null,
  departmentId: null,
  teamId: null,
};

function refusalsOf(change: Partial<Draft>): string[] {
  const checked = v.safeParse(draftSchema, { ...sound, ...change });
  return (checked.issues ?? []).map((issue) => `${v.getDotPath(issue)} ${issue.message}`);
}

describe('a draft', () => {
  it.each<[string, Partial<Draft>, string[]]>([
    ['is sound as it stands', {}, []],
    ['may last one day', { endDate: '2026-11-16' }, []],
    ['needs a message', { message: '' }, ['message MESSAGE_EMPTY']],
    ['needs more than white space', { message: ' \n\t ' }, ['message MESSAGE_EMPTY']],
    ['needs more than characters nobody sees', { message: '\u200b\u2060 \u200d\ufeff' }, ['message MESSAGE_EMPTY']],
    ['does not count characters nobody sees', { message: `${'x'.repeat(2000)}\u202e\u200b\u0007` }, []],
    ['counts a line that ends in two characters as one', { message: 'x\r\n'.repeat(1000) }, []],
    ['may have 2000 characters', { message: 'x'.repeat(2000) }, []],
    ['may not have 2001 characters', { message: 'x'.repeat(2001) }, ['message MESSAGE_TOO_LONG']],
    ['may say it in Spanish', { messageEs: 'Inscripción abierta' }, []],
    ['may not say more in Spanish', { messageEs: 'ñ'.repeat(2001) }, ['messageEs MESSAGE_TOO_LONG']],
    ['counts an emoji as one character', { message: '🎉'.repeat(2000) }, []],
    ['needs a start', { startDate: '' }, ['startDate DATE_REQUIRED', 'startDate DATE_OUT_OF_RANGE']],
    ['may start in 1900', { startDate: '1900-01-01' }, []],
    ['may not start before 1900', { startDate: '1899-12-31' }, ['startDate DATE_OUT_OF_RANGE']],
    ['may end in 2099', { endDate: '2099-12-31' }, []],
    ['may not end after 2099', { endDate: '2100-01-01' }, ['endDate DATE_OUT_OF_RANGE']],
    ['may not end before it starts', { endDate: '2026-11-15' }, ['endDate END_BEFORE_START']],
    [
      'tells a bad message and a bad range at once',
      { message: '', endDate: '2026-11-15' },
      ['message MESSAGE_EMPTY', 'endDate END_BEFORE_START'],
    ],
  ])('%s', (_, change, refusals) => {
    expect(refusalsOf(change)).toEqual(refusals);
  });
});

describe('field names and codes from the server', () => {
  it.each(['message', 'startDate', 'endDate', 'payGroupId', 'teamId'])('%s is a field of the form', (field) => {
    expect(isDraftField(field)).toBe(true);
  });

  it.each(['version', '', null])('%s is not', (field) => {
    expect(isDraftField(field)).toBe(false);
  });

  it('only codes about one field are shown under a field', () => {
    expect(asRefusal('UNKNOWN_TARGET')).toBe('UNKNOWN_TARGET');
    expect(asRefusal('CONFLICT')).toBeNull();
    expect(asRefusal(undefined)).toBeNull();
  });
});

it('characters are counted as the server counts them', () => {
  expect(countCharacters(' añb🎉\n')).toBe(4);
  expect(countCharacters('👩\u200d👧')).toBe(3);
});
