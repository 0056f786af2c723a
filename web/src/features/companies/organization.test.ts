import { describe, expect, it } from 'vitest';
import type { Entry } from './entries';
import { found, treeOf } from './organization';

const entry = (id: string, parentId: string | null): Entry => ({
  id,
  code: id.toUpperCase(),
  name: `The ${id}`,
  organizationType: 'Division',
  parentId,
  parentName: null,
  category: null,
  lastDay: null,
  version: '1',
});
const entries = [entry('d10', null), entry('d2', null), entry('b1', 'd2'), entry('t1', 'b1'), entry('x', 'gone')];

describe('the organization tree', () => {
  it('puts each inside its parent, in order of code, and loses none', () => {
    const tree = treeOf(entries);
    expect(tree.map(({ id }) => id)).toEqual(['d2', 'd10', 'x']);
    expect(tree[0]?.children[0]?.children[0]?.id).toBe('t1');
  });

  it('keeps what a search finds and what is around it', () => {
    expect(found(entries, 'THE t1').map(({ id }) => id)).toEqual(['d2', 'b1', 't1']);
    expect(found(entries, 'nothing')).toEqual([]);
    expect(found(entries, ' ')).toHaveLength(5);
  });
});
