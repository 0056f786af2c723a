import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Avatar, avatarBand } from './avatar';
import { statusTone } from './badge';

it.each([
  ['abcde', 1],
  ['fghij', 2],
  ['klmno', 3],
  ['pqrst', 4],
  ['uvwxyz', 5],
] as const)('first names on %s share band %i, in either case', (letters, band) => {
  for (const letter of letters) {
    expect(avatarBand(`${letter}x`)).toBe(band);
    expect(avatarBand(`${letter.toUpperCase()}x`)).toBe(band);
  }
});

it('accents do not move a name to another band, and other scripts have one of their own', () => {
  expect(avatarBand('Émile')).toBe(1);
  expect(avatarBand('Ñandú')).toBe(3);
  expect(avatarBand(' ana')).toBe(1);
  expect(avatarBand('愛')).toBe(0);
  expect(avatarBand('')).toBe(0);
});

it('shows the initials', () => {
  render(<Avatar firstName="ana" lastName="Delgado" label="Ana Delgado" />);
  expect(screen.getByRole('img', { name: 'Ana Delgado' }).textContent).toBe('AD');
});

it('statuses wear the colours of the spec', () => {
  expect(['Approved', 'Pending', 'Denied', 'Partial', 'Cancelled'].map(statusTone)).toEqual([
    'ok',
    'warn',
    'bad',
    'info',
    'neutral',
  ]);
});
