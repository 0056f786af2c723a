import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  type AdditionalDraft,
  additionalDraftOf,
  additionalSchema,
  askedOf,
  contactSchema,
  type DetailsDraft,
  detailsSchema,
  isZip,
  type OwnRequest,
  outstanding,
  type Profile,
  relativeSchema,
  withEntry,
} from './profile';

const ana: DetailsDraft = {
  firstName: 'Ana',
  middleName: '',
  lastName: 'Morales',
  dateOfBirth: '1990-02-28',
  gender: '',
  maritalStatus: 'Single',
  addressLine1: '12 Elm Court',
  addressLine2: '',
  city: 'Portland',
  state: 'OR',
  zip: '97214',
};

function refusals(change: Partial<DetailsDraft>): string[] {
  const { issues } = v.safeParse(detailsSchema('2026-11-16'), { ...ana, ...change });
  return (issues ?? []).map(({ message }) => message);
}

describe('details', () => {
  it.each([
    ['97214', true],
    [' 97214-1234 ', true],
    ['9721', false],
    ['972141234', false],
    ['97214-', false],
    ['9721a', false],
  ])('a zip code has the format XXXXX or XXXXX-XXXX: %s', (zip, valid) => expect(isZip(zip)).toBe(valid));

  it('each field says what is wrong with it', () => {
    expect(refusals({})).toEqual([]);
    expect(refusals({ zip: '1' })).toEqual(['INVALID_ZIP']);
    expect(refusals({ dateOfBirth: '1899-12-31' })).toEqual(['DATE_OUT_OF_RANGE']);
    expect(refusals({ dateOfBirth: '1900-01-01' })).toEqual([]);
    expect(refusals({ dateOfBirth: '2026-11-17' })).toEqual(['BORN_IN_FUTURE']);
    expect(refusals({ state: 'XX' })).toEqual(['UNKNOWN_STATE']);
    expect(refusals({ lastName: '  ' })).toEqual(['REQUIRED']);
  });
});

it('a contact can be reached by phone or by e-mail', () => {
  const luis = { type: 'Emergency', firstName: 'Luis', lastName: '', email: '', phoneNumber: '' };
  expect(v.safeParse(contactSchema, luis).issues?.[0]).toMatchObject({ message: 'CONTACT_UNREACHABLE' });
  expect(v.is(contactSchema, { ...luis, email: 'luis@example.com' })).toBe(true);
  expect(v.is(contactSchema, { ...luis, phoneNumber: '503 555 0100' })).toBe(true);
});

it('a relative has a relation of the list', () => {
  expect(v.is(relativeSchema, { firstName: 'Leo', lastName: 'Morales', relation: 'Child' })).toBe(true);
  expect(v.is(relativeSchema, { firstName: 'Leo', lastName: 'Morales', relation: 'Cousin' })).toBe(false);
});

it('only a request that waits, about this part, blocks it', () => {
  const request = (entityType: string, status: string, changeType = 'ee-info') =>
    ({ entityType, status, changeType }) as OwnRequest;
  const waiting = request('dependents', 'Pending');
  const all = [request('dependents', 'Denied'), request('demographics', 'Approved'), waiting];
  expect(outstanding(all, 'dependents')).toBe(waiting);
  expect(outstanding(all, 'demographics')).toBeUndefined();
  expect(outstanding([request('demographics', 'Pending', 'direct-deposit')], 'demographics')).toBeUndefined();
});

it('an entry takes its own place, a new one the last', () => {
  const list = [
    { id: 'a', name: 1 },
    { id: 'b', name: 2 },
  ] as { id?: string; name: number }[];
  expect(withEntry(list, { id: 'a', name: 3 })).toEqual([
    { id: 'a', name: 3 },
    { id: 'b', name: 2 },
  ]);
  expect(withEntry(list, { name: 4 })).toHaveLength(3);
});

describe('additional information', () => {
  const kept = (attributeName: string, attributeValue: string, of: 'String' | 'Date' | 'Amount') => ({
    attributeName,
    attributeValue,
    attributeDate: of === 'Date' ? attributeValue : null,
    attributeAmount: of === 'Amount' ? attributeValue : null,
  });
  const draft = (...typed: string[]): AdditionalDraft => {
    const additionalInfo = [
      kept('Locker', '', 'String'),
      kept('Uniform size', 'M', 'String'),
      kept('Badge issued', '2024-05-06', 'Date'),
      kept('Gear allowance', '150.00', 'Amount'),
    ];
    const { values } = additionalDraftOf({ additionalInfo } as unknown as Profile);
    return { values: values.map((entry, place) => ({ ...entry, value: typed[place] ?? entry.value })) };
  };
  const refused = (...typed: string[]) =>
    (v.safeParse(additionalSchema, draft(...typed)).issues ?? []).map(
      ({ message, path }) => `${message} ${path?.map(({ key }) => String(key)).join('.')}`,
    );

  it('only what differs is asked for, each as what the company keeps', () => {
    expect(askedOf(draft())).toEqual([]);
    expect(askedOf(draft('', 'XL', '2026-02-28', '175.5'))).toEqual([
      { attributeName: 'Uniform size', attributeString: 'XL' },
      { attributeName: 'Badge issued', attributeDate: '2026-02-28' },
      { attributeName: 'Gear allowance', attributeAmount: '175.5' },
    ]);
  });

  it('a value cannot be taken away, and each says what is wrong with it', () => {
    expect(refused()).toEqual([]);
    expect(refused('B12', ' ', '', '')).toEqual([
      'REQUIRED values.1.value',
      'REQUIRED values.2.value',
      'REQUIRED values.3.value',
    ]);
    expect(refused('', 'M', '1899-12-31', '1000000000')).toEqual([
      'DATE_OUT_OF_RANGE values.2.value',
      'AMOUNT_OUT_OF_RANGE values.3.value',
    ]);
  });
});
