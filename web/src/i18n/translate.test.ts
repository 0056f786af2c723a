import { describe, expect, it } from 'vitest';
import { translator } from './translate';

const texts: Record<string, string> = {
  plain: 'Sign out',
  named: 'Hello, {{name}}. Goodbye, {{name}}.',
  'days.left_one': '{{count}} day left',
  'days.left_other': '{{count}} days left',
};
const t = translator('en', texts);

describe('a text', () => {
  it('is that of its key', () => {
    expect(t('plain')).toBe('Sign out');
  });

  it('has its values put in, as often as they are named and as they are', () => {
    expect(t('named', { name: '$& <b>' })).toBe('Hello, $& <b>. Goodbye, $& <b>.');
    expect(t('named', { name: null })).toBe('Hello, . Goodbye, .');
  });

  it.each([
    [0, '0 days left'],
    [1, '1 day left'],
    [2, '2 days left'],
  ])('of %d is in its number', (count, text) => {
    expect(t('days.left', { count })).toBe(text);
  });

  it('has the other form where a language has one more than the texts', () => {
    const es = translator('es', { personas_one: 'persona', personas_other: '{{count}} personas' });
    expect(es('personas', { count: 1_000_000 })).toBe('1000000 personas');
  });

  it('may come later', () => {
    texts.late = 'Here now';
    expect(t('late')).toBe('Here now');
  });

  it('that is missing shows its key', () => {
    expect(t('unheard.of')).toBe('unheard.of');
  });
});
