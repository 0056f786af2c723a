import { expect, it } from 'vitest';
import { changedPeople } from './changed-people';

const field = (id: string, name: string, before: string | null, after: string | null) => ({ id, name, before, after });

it('whoever decides is told as what a person is added, changed or removed', () => {
  const fields = [
    field('a', 'Leo Morales', null, 'Leo'),
    field('a', 'Leo Morales', null, 'Child'),
    field('b', 'Anika Morales', 'Anika', null),
    field('c', 'Maja Morales', 'Child', 'Other'),
  ];
  expect(changedPeople('beneficiaries', fields)).toEqual([
    { id: 'a', name: 'Leo Morales', part: 'beneficiaries', what: 'added' },
    { id: 'b', name: 'Anika Morales', part: 'beneficiaries', what: 'removed' },
    { id: 'c', name: 'Maja Morales', part: 'beneficiaries', what: 'changed' },
  ]);
  expect(changedPeople('dependents', fields)[0]?.part).toBe('dependents');
});

it('a change of demographics is about nobody else', () => {
  expect(changedPeople('demographics', [field('', '', 'Ana', 'Anna')])).toEqual([]);
});
