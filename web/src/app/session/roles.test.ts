import { describe, expect, it } from 'vitest';
import { type CompanyRoles, homeAfterSwitch, roleIdIn, rolesIn, viewIn } from './roles';

const company = (more: Partial<CompanyRoles> = {}): CompanyRoles => ({
  employeeId: 'e1',
  permissions: ['employee:pay', 'manager.write'],
  employeeRoleIds: ['er1'],
  managerRoleIds: ['mr1', 'mr2'],
  managerViewRoleId: 'view',
  ...more,
});

describe('what a person is in a company', () => {
  it.each([
    ['a permission of the employee scope', ['employee:pay'], 'e1', ['employee']],
    ['a permission of the manager scope', ['manager:time-off.write'], null, ['manager']],
    ['both', ['manager', 'employee'], 'e1', ['employee', 'manager']],
    ['an employee permission without being on the payroll', ['employee'], null, []],
    ['a permission of another scope', ['admin', 'identity:user:self'], 'e1', []],
  ])('follows from %s', (_, permissions, employeeId, roles) => {
    expect(rolesIn({ permissions, employeeId })).toEqual(roles);
  });
});

describe('the view', () => {
  it('is employee first', () => {
    expect(viewIn(company(), null)).toBe('employee');
  });

  it('is manager for a manager who is not an employee', () => {
    expect(viewIn(company({ employeeId: null }), null)).toBe('manager');
  });

  it('is the wanted one where the person has it, and theirs where not', () => {
    expect(viewIn(company(), 'manager')).toBe('manager');
    expect(viewIn(company({ permissions: ['employee'] }), 'manager')).toBe('employee');
  });
});

describe('the role in manager mode', () => {
  it('is the first manager role of the company', () => {
    expect(roleIdIn(company(), 'manager', 'er1')).toBe('mr1');
    expect(roleIdIn(company(), 'manager', null)).toBe('mr1');
  });

  it('stays the manager-view role where that is the current one', () => {
    expect(roleIdIn(company(), 'manager', 'view')).toBe('view');
  });

  it('is not the manager-view role of another company', () => {
    expect(roleIdIn(company({ managerViewRoleId: 'other' }), 'manager', 'view')).toBe('mr1');
    expect(roleIdIn(company({ managerViewRoleId: null }), 'manager', null)).toBe('mr1');
  });
});

it('the role in employee mode is the first employee role', () => {
  expect(roleIdIn(company(), 'employee', 'mr1')).toBe('er1');
  expect(roleIdIn(company({ employeeRoleIds: [] }), 'employee', 'mr1')).toBeNull();
});

it.each([
  ['manager', [], '/manager/home'],
  ['employee', ['PAY'], '/employee/home'],
  ['manager', ['HR'], '/home'],
  ['employee', ['PAY', 'HR'], '/home'],
] as const)('a switch to %s with the applications %j leads to %s', (view, applications, to) => {
  expect(homeAfterSwitch(view, applications)).toBe(to);
});
