import { expect, it } from 'vitest';
import { inLanguage } from './timeOff';

it('a type is called as its reader calls it', () => {
  const balance = { typeId: '1', type: 'Vacation', typeEs: 'Vacaciones' };
  expect(inLanguage('en', balance).type).toBe('Vacation');
  expect(inLanguage('es', balance)).toEqual({ ...balance, type: 'Vacaciones' });
});
