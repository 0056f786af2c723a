import { expect, test } from 'vitest';
import { treeOf } from './organizations';

test('organizations become a tree, and one without its parent stands at the top', () => {
  const organization = (code: string, type: string, parent: string | null) => ({
    id: code,
    organizationCode: code,
    organizationName: code,
    organizationType: type,
    parentOrganizationCode: parent,
  });
  const tree = treeOf([
    organization('10', 'Division', null),
    organization('1010', 'Branch', '10'),
    organization('2010', 'Team', '20'),
  ]);
  expect(tree.map(({ id, kind }) => [id, kind])).toEqual([
    ['10', 'Division'],
    ['2010', 'Team'],
  ]);
  expect(tree[0]?.children.map(({ id }) => id)).toEqual(['1010']);
});
