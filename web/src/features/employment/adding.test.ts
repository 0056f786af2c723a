import { describe, expect, it } from 'vitest';
import {
  blank,
  type Choices,
  type Draft,
  inputOf,
  kindsFor,
  missingIn,
  placesOf,
  rolesOfJob,
  rolesOfOutside,
} from './adding';

const role = (name: string, applies: 'tenant' | 'company' | 'either') => ({ id: name, name, applies, isShipped: true });
const choices: Choices = {
  companies: [
    { id: 'bakery', name: 'Juniper Bakery' },
    { id: 'coast', name: 'Juniper Coast' },
  ],
  isWholeTenant: true,
  roles: [
    role('Administrator', 'tenant'),
    role('Complete Evolution Access', 'either'),
    role('Employee', 'company'),
    role('Manager View', 'company'),
    role('Identity User', 'tenant'),
  ],
};
const ofBakery: Choices = { ...choices, companies: choices.companies.slice(0, 1), isWholeTenant: false };
const noah: Draft = {
  ...blank(choices),
  firstName: ' Noah ',
  lastName: 'Berg',
  email: 'noah@juniper.example',
  username: 'noah',
  companyId: 'coast',
  employeeCode: '7',
  dateOfBirth: '1990-04-23',
  hireDate: '2026-12-01',
};

describe('someone new', () => {
  it('needs a name, an address, and a job with a role', () => {
    expect(missingIn(blank(choices))).toEqual([
      ...['firstName', 'lastName', 'email', 'username'],
      ...['companyId', 'employeeCode', 'dateOfBirth', 'hireDate'],
    ]);
    expect(missingIn(noah)).toEqual([]);
    expect(missingIn({ ...noah, roles: [] })).toEqual(['roles']);
    expect(missingIn({ ...noah, kind: 'account', employeeCode: '', roles: [] })).toEqual([]);
  });

  it('who works here gets each role where it applies', () => {
    const input = inputOf(choices, { ...noah, roles: ['Employee', 'Administrator'] });
    expect(input.firstName).toBe('Noah');
    expect(input.job).toMatchObject({ companyId: 'coast', payGroupId: null, managerId: null });
    expect(input.roles).toEqual([
      { roleId: 'Employee', companyId: 'coast' },
      { roleId: 'Administrator', companyId: null },
    ]);
  });

  it('who does not work here has one role, where it can be given', () => {
    const manager: Draft = { ...noah, kind: 'outside', outsideRole: 'Manager View' };
    expect(rolesOfOutside(choices).map(({ name }) => name)).toEqual(['Administrator', 'Manager View']);
    expect(placesOf(choices, 'Manager View')).toEqual(['bakery', 'coast']);
    expect(placesOf(choices, 'Administrator')).toEqual(['tenant']);
    expect(placesOf(choices, 'Complete Evolution Access')).toEqual(['tenant', 'bakery', 'coast']);
    expect(missingIn(manager)).toEqual(['place']);
    expect(inputOf(choices, { ...manager, place: 'coast' })).toMatchObject({
      job: null,
      roles: [{ roleId: 'Manager View', companyId: 'coast' }],
    });
  });

  it('of Evolution, or with only an account, has no job', () => {
    const evolution = inputOf(choices, { ...noah, kind: 'evolution', place: 'bakery' });
    expect(evolution.job).toBeNull();
    expect(evolution.roles).toEqual([{ roleId: 'Complete Evolution Access', companyId: 'bakery' }]);
    const account = inputOf(choices, { ...noah, kind: 'account' });
    expect(account.roles).toEqual([{ roleId: 'Identity User', companyId: null }]);
  });

  it('is added by a company administrator to their company, with its roles', () => {
    expect(kindsFor(ofBakery)).toEqual(['employee']);
    expect(blank(ofBakery).companyId).toBe('bakery');
    expect(rolesOfJob(ofBakery).map(({ name }) => name)).toEqual([
      'Complete Evolution Access',
      'Employee',
      'Manager View',
    ]);
  });
});
