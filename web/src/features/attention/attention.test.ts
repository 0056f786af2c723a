import { describe, expect, it } from 'vitest';
import { chooseLanguage, loadTexts, translate } from '../../i18n';
import { type Home, isMany, needsOf, stepsOf } from './attention';

const links = {
  people: '/people',
  unmanaged: '/people#unmanaged',
  roles: '/roles',
  companies: '/companies',
  handover: '/handover',
  imports: '/import',
  health: '/health',
};
const calm: Home = {
  undecidable: 0,
  unmanaged: 0,
  invited: 0,
  parked: 0,
  handoversDue: 0,
  failedImports: 0,
  failingJobs: 0,
  pendingMigrations: 0,
  lateBackups: 0,
  firstHour: null,
};

describe('what needs attention', () => {
  it('is nothing where nothing waits', () => expect(needsOf(calm, links)).toEqual([]));

  it('begins with what has a deadline and leads where it is looked after', () => {
    const home = { ...calm, invited: 3, undecidable: 2, failedImports: 1, parked: 1, lateBackups: 1, handoversDue: 1 };
    expect(needsOf(home, links)).toEqual([
      { need: 'handoversDue', count: 1, href: '/handover' },
      { need: 'undecidable', count: 2, href: '/people#unmanaged' },
      { need: 'failedImports', count: 1, href: '/import' },
      { need: 'parked', count: 1, href: '/health' },
      { need: 'lateBackups', count: 1, href: '/health' },
      { need: 'invited', count: 3, href: '/people' },
    ]);
  });

  it('counts to a hundred', () => expect([isMany(99), isMany(100)]).toEqual([false, true]));

  it('begins a new installation with its company, which there is', () => {
    const hour = {
      payGroups: false,
      payCalendar: false,
      mail: true,
      roles: false,
      employees: false,
      invitations: false,
      signIn: false,
    };
    const steps = stepsOf(hour, links);
    expect(steps.filter(({ isDone }) => isDone).map(({ step }) => step)).toEqual(['company', 'mail']);
    expect(steps.at(-1)).toEqual({ step: 'signIn', isDone: false, href: '/people' });
    expect(steps).toContainEqual({ step: 'employees', isDone: false, href: '/people' });
  });
});

it.each([
  ['en', 'Email works', 'Add or import people'],
  ['es', 'El correo funciona', 'Agregue o importe personas'],
] as const)(
  'the steps promise in %s what the server looks at: any delivered mail, anyone employed',
  async (language, mail, people) => {
    await loadTexts(['attention']);
    await chooseLanguage(language);
    expect(translate('attention.step.mail')).toBe(mail);
    expect(translate('attention.step.employees')).toBe(people);
  },
);
