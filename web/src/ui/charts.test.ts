import { describe, expect, it } from 'vitest';
import { slices } from './charts';

describe('the slices of a donut', () => {
  it('follow one another around the whole turn, with a gap between them', () => {
    const [first, second] = slices([1, 3]);
    expect(first?.start).toBeCloseTo(0.28);
    expect(first?.length).toBeCloseTo(24.44);
    expect(second?.start).toBeCloseTo(25.28);
    expect(second?.length).toBeCloseTo(74.44);
  });

  it('are one ring without a gap where one part is all', () => {
    expect(slices([0, 5])).toEqual([
      { start: 0, length: 0 },
      { start: 0, length: 100 },
    ]);
  });

  it('show even the smallest part, and none of nothing', () => {
    expect(slices([1, 999_999, 0]).map(({ length }) => length > 0)).toEqual([true, true, false]);
    expect(slices([0, 0]).map(({ length }) => length)).toEqual([0, 0]);
  });
});
