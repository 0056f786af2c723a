import { expect, it } from 'vitest';
import { formatFor } from '../../i18n/format';
import { factsOf, type Notice, placeOf } from './notice';

const notice: Notice = {
  id: '1',
  kind: 'timeOffAsked',
  companyId: 'c',
  employeeName: 'Ana Morales',
  type: 'Vacation',
  typeEs: 'Vacaciones',
  startDate: '2027-02-19',
  endDate: '2027-02-22',
  at: null,
  decidedByName: null,
  createdAt: '2026-11-16T10:00:00Z',
  isRead: false,
};

it('leads those who decide to their queue and the employee to their own page', () => {
  expect(placeOf('timeOffAsked')).toEqual({ view: 'manager', page: 'timeOff' });
  expect(placeOf('timeOffTaken')).toEqual({ view: 'manager', page: 'timeOff' });
  expect(placeOf('timeOffSecondNeeded')).toEqual({ view: 'manager', page: 'timeOff' });
  expect(placeOf('timeOffDelegated')).toEqual({ view: 'manager', page: 'timeOff' });
  expect(placeOf('timeOffDelegationEnded')).toEqual({ view: 'manager', page: 'timeOff' });
  expect(placeOf('timeOffWaits')).toEqual({ view: 'manager', page: 'timeOff' });
  expect(placeOf('timeOffApproved')).toEqual({ view: 'employee', page: 'timeOff' });
  expect(placeOf('correctionAsked')).toEqual({ view: 'manager', page: 'timeClock' });
  expect(placeOf('depositsAsked')).toEqual({ view: 'manager', page: 'deposits' });
  expect(placeOf('depositsFrozen')).toEqual({ view: 'manager', page: 'deposits' });
  expect(placeOf('profileAsked')).toEqual({ view: 'manager', page: 'changeRequests' });
  expect(placeOf('taxFormsAsked')).toEqual({ view: 'manager', page: 'changeRequests' });
  expect(placeOf('depositsDenied')).toEqual({ view: 'employee', page: 'deposits' });
});

it('says what it is about in the language of the reader', () => {
  expect(factsOf(notice, formatFor('en'), 'en')).toMatch(/^Vacation · Feb 19\s–\s22, 2027$/);
  expect(factsOf(notice, formatFor('es'), 'es')).toMatch(/^Vacaciones · /);
  const punch = { ...notice, type: null, typeEs: null, startDate: null, endDate: null, at: '2026-11-12T17:05:00' };
  expect(factsOf(punch, formatFor('en'), 'en')).toMatch(/^Nov 12, 2026 · 5:05\sPM$/);
  expect(factsOf({ ...punch, at: null }, formatFor('en'), 'en')).toBe('');
});
