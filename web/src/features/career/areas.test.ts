import { describe, expect, it } from 'vitest';
import { areasOf } from './areas';

describe('the areas of a career', () => {
  it('are those the permissions open, in one order', () => {
    const permissions = ['employee:career:training', 'employee:career:review.write', 'employee:pay'];
    expect(areasOf({ permissions })).toEqual(['review', 'training']);
  });

  it('are none without a permission for one', () => {
    expect(areasOf({ permissions: ['employee', 'employee:profile'] })).toEqual([]);
  });
});
