import { describe, expect, it } from 'vitest';
import type { Translate } from '../../i18n';
import { choices, type Organization, type Target, targetInWords, withoutMisfits } from './targets';

const place = (id: string, organizationType: string, parentOrganizationCode: string | null = null): Organization => ({
  id,
  organizationCode: `code-${id}`,
  organizationName: `Name of ${id}`,
  organizationType,
  parentOrganizationCode,
});

const organizations = [
  place('retail', 'Division'),
  place('operations', 'Division'),
  place('downtown', 'Branch', 'code-retail'),
  place('hub', 'Branch', 'code-operations'),
  place('sales', 'Department', 'code-downtown'),
  place('warehouse', 'Department', 'code-hub'),
  place('finance', 'Department', 'code-operations'),
  place('shipping', 'Team', 'code-warehouse'),
  place('floor', 'Team', 'code-sales'),
];

const everyone: Target = { payGroupId: null, divisionId: null, branchId: null, departmentId: null, teamId: null };
const ids = (found: Organization[]) => found.map(({ id }) => id);

describe('the choices of a level', () => {
  it('are all of that level while nothing is chosen above', () => {
    expect(ids(choices('departmentId', everyone, organizations))).toEqual(['sales', 'warehouse', 'finance']);
  });

  it('lie under what is chosen above, however far', () => {
    expect(ids(choices('teamId', { ...everyone, divisionId: 'operations' }, organizations))).toEqual(['shipping']);
  });

  it('include those that skip a level of the tree', () => {
    expect(ids(choices('departmentId', { ...everyone, divisionId: 'operations' }, organizations))).toEqual([
      'warehouse',
      'finance',
    ]);
  });

  it('are not narrowed by what is chosen below', () => {
    expect(ids(choices('divisionId', { ...everyone, teamId: 'floor' }, organizations))).toEqual([
      'retail',
      'operations',
    ]);
  });

  it('come to an end when parent codes make a circle', () => {
    const circle = [place('a', 'Department', 'code-b'), place('b', 'Department', 'code-a')];
    expect(
      ids(choices('teamId', { ...everyone, departmentId: 'a' }, [...circle, place('t', 'Team', 'code-b')])),
    ).toEqual([]);
  });
});

describe('after a change higher up', () => {
  it('what still fits stays', () => {
    const target = {
      ...everyone,
      divisionId: 'operations',
      departmentId: 'warehouse',
      teamId: 'shipping',
      payGroupId: 'weekly',
    };
    expect(withoutMisfits(target, organizations)).toEqual(target);
  });

  it('what no longer fits is dropped, and what hung from it', () => {
    const target = {
      ...everyone,
      divisionId: 'retail',
      departmentId: 'warehouse',
      teamId: 'shipping',
      payGroupId: 'weekly',
    };
    expect(withoutMisfits(target, organizations)).toEqual({ ...everyone, divisionId: 'retail', payGroupId: 'weekly' });
  });
});

describe('a target in words', () => {
  const t = ((key: string, values?: { name: string }) =>
    values ? `${key.split('.').at(-1)} ${values.name}` : key) as Translate;
  const places = { organizations, payGroups: [{ id: 'weekly', payGroupName: 'Weekly' }] };

  it('is everyone when nothing is chosen', () => {
    expect(targetInWords(everyone, places, t)).toBe('announcements.target.everyone');
  });

  it('names each choice from the top of the tree down', () => {
    const target = { ...everyone, payGroupId: 'weekly', departmentId: 'warehouse', divisionId: 'operations' };
    expect(targetInWords(target, places, t)).toBe(
      'divisionId Name of operations · departmentId Name of warehouse · payGroupId Weekly',
    );
  });

  it('says so when a place is gone', () => {
    expect(targetInWords({ ...everyone, teamId: 'closed' }, places, t)).toBe('teamId announcements.target.gone');
  });
});
