import { describe, expect, it } from 'vitest';
import { currentRole, nameOf, permissionChoices } from './role';

describe('roles', () => {
  it('offers every known permission with its right to change, and keeps the role’s own', () => {
    expect(permissionChoices(['admin', 'payroll'], ['payroll.write', 'hr:files'])).toEqual([
      'admin',
      'admin.write',
      'payroll',
      'payroll.write',
      'hr:files',
    ]);
  });

  it('reads the role that a conflict carries, and nothing else', () => {
    const role = { id: 'r', name: 'Lead', permissions: [], version: 2 };
    expect(currentRole(role)).toEqual(role);
    for (const other of [null, 'x', { version: 1 }, { permissions: [] }]) expect(currentRole(other)).toBeNull();
  });

  it('names people', () => {
    expect(nameOf({ firstName: 'Ana', lastName: 'Morales' })).toBe('Ana Morales');
  });
});
