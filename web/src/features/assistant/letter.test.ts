import { expect, it } from 'vitest';
import { letterTo } from './letter';

const person = { name: 'Grace', email: 'grace@example.com', subject: 'Pay & taxes', body: 'Hello Grace,\nmy question' };

it('a letter is begun with its subject and its lines', () => {
  expect(letterTo(person)).toBe(
    'mailto:grace@example.com?subject=Pay%20%26%20taxes&body=Hello%20Grace%2C%0D%0Amy%20question',
  );
  expect(letterTo({ ...person, subject: '', body: '' })).toBe('mailto:grace@example.com');
});

it('a letter whose reader no one knows is begun, too', () => {
  expect(letterTo({ ...person, email: null, subject: 'Pay', body: '' })).toBe('mailto:?subject=Pay');
});

it.each(['', 'grace', 'a@b?bcc=c@d', 'a@b,c@d', 'a b@c', 'javascript:alert(1)'])('%j is no address', (email) => {
  expect(letterTo({ ...person, email })).toBeNull();
});
