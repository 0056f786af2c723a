import { expect, test } from 'vitest';
import { areasOf, treeOf, yearsBetween } from './team';

test('years of service are full years', () => {
  expect(yearsBetween('2020-11-16', '2026-11-16')).toBe(6);
  expect(yearsBetween('2020-11-17', '2026-11-16')).toBe(5);
  expect(yearsBetween('2026-11-01', '2026-11-16')).toBe(0);
  expect(yearsBetween('2026-12-01', '2026-11-16')).toBe(0);
});

test('areas of both lines count, each once and in one order', () => {
  expect(areasOf({ primary: ['Personal Info'], secondary: ['Time Off', 'Personal Info'] })).toEqual([
    'Time Off',
    'Personal Info',
  ]);
  expect(areasOf({ primary: [], secondary: [] })).toEqual([]);
});

test('places become a tree, and one without its parent stands at the top', () => {
  const place = (organizationCode: string, parentOrganizationCode: string | null) => ({
    id: organizationCode,
    organizationCode,
    organizationName: organizationCode,
    organizationType: 'Team',
    parentOrganizationCode,
    reports: 1,
  });
  const tree = treeOf([place('10', null), place('1010', '10'), place('2010', '20')]);
  expect(tree.map((branch) => branch.organizationCode)).toEqual(['10', '2010']);
  expect(tree[0]?.children.map((branch) => branch.organizationCode)).toEqual(['1010']);
});
