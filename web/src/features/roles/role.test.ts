import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseLanguage, type Language, loadTexts, translate } from '../../i18n';
import { currentRole, nameOf, permissionChoices, permissionOptions, permissionText } from './role';

const catalogue = readFileSync(join(import.meta.dirname, '../../../../crates/atrium/src/access/permission.rs'), 'utf8');
const known = [...catalogue.matchAll(/^ {4}[A-Z]\w+ = "([a-z:-]+)",$/gm)].map(([, name]) => name ?? '');

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

describe.each(['en', 'es'] satisfies Language[])('in %s', (language) => {
  it('every permission of the catalogue has words, to see and to change', async () => {
    await loadTexts(['roles']);
    await chooseLanguage(language);
    expect(known).toEqual(expect.arrayContaining(['employee:pay:direct-deposits', 'identity:user', 'admin']));
    const all = permissionChoices(known, []);
    expect(all.filter((name) => permissionText(translate, name) === name)).toEqual([]);
    expect(new Set(all.map((name) => permissionText(translate, name))).size).toBe(all.length);
  });
});

it('a permission outside the catalogue stays as it is written, and is told apart', async () => {
  await loadTexts(['roles']);
  await chooseLanguage('en');
  expect(permissionOptions(translate, ['admin'], ['hr:files.write'])).toEqual([
    { value: 'admin', label: 'See the administration', isKnown: true, written: 'admin' },
    { value: 'admin.write', label: 'Administer', isKnown: true, written: 'admin.write' },
    { value: 'hr:files.write', label: 'hr:files.write', isKnown: false, written: null },
  ]);
});
