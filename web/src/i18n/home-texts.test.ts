/** What a home shows is picked out of its features' parts by the keys its modules name (scripts/home-texts.ts). */
import { describe, expect, it } from 'vitest';
import { files } from './part-files';
import { firstFiles, type HomePart } from './parts';

const textsOf = async (home: HomePart, language: 'en' | 'es') => (await firstFiles[home][language]()).default;
const homes = ['employee-home', 'manager-home'] as const;

describe('the texts of a home', () => {
  it.each(homes)('%s are the same keys in both languages', async (home) => {
    const [english, spanish] = await Promise.all([textsOf(home, 'en'), textsOf(home, 'es')]);
    expect(Object.keys(spanish)).toEqual(Object.keys(english));
  });

  it('have what a card spells, what it begins, and both numbers of a plural', async () => {
    const employee = await textsOf('employee-home', 'en');
    expect(employee).toMatchObject({
      'clock.card.open': expect.any(String),
      'clock.state.onBreak': expect.any(String),
    });
    const manager = await textsOf('manager-home', 'es');
    expect(manager).toHaveProperty(['clock.today.more_one']);
    expect(manager).toHaveProperty(['clock.today.more_other']);
  });

  it('have what the dialog behind a card says, which comes when it is opened', async () => {
    for (const home of homes) expect(await textsOf(home, 'en')).toHaveProperty(['announcements.dialog.title']);
  });

  it('have nothing of the pages the cards lead to', async () => {
    const clock = (await files['./clock.en.json']?.()) ?? {};
    const employee = await textsOf('employee-home', 'en');
    const ofPages = Object.keys(clock).filter((key) => !(key in employee));
    expect(ofPages).toContain('clock.correction.title');
    expect(await textsOf('manager-home', 'en')).not.toHaveProperty(['clock.state.onBreak']);
  });

  it('have nothing for those who left, nor of payroll: the one has a part of its own, the other is on the pages with forms', async () => {
    for (const home of homes) {
      const first = { ...(await firstFiles.app.en()).default, ...(await textsOf(home, 'en')) };
      expect(Object.keys(first).filter((key) => /^(home\.former|payroll|payTiming)\./.test(key))).toEqual([]);
    }
  });
});
