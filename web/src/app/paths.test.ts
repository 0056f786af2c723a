import { describe, expect, it } from 'vitest';
import { ownPath, paths } from './paths';
import { routeTable } from './routes';

it('these are all the addresses of the app', () => {
  expect(Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, path()]))).toMatchInlineSnapshot(`
    {
      "accountSettings": "/accountSettings",
      "callback": "/callback",
      "central": "/central",
      "employeeHome": "/employee/home",
      "error": "/error",
      "home": "/home",
      "managerAnnouncements": "/manager/announcements",
      "managerHome": "/manager/home",
      "root": "/",
      "signIn": "/signin",
      "signOut": "/signout",
      "signedOut": "/signedout",
    }
  `);
});

it('every address has a route, and every route an address', () => {
  const addresses = Object.values(paths).map((path) => path());
  expect(routeTable.map(({ path }) => path).sort()).toEqual([...addresses].sort());
});

describe('a remembered address', () => {
  it.each(['/manager/announcements', '/home?from=mail#top'])('%s is followed', (path) => {
    expect(ownPath(path)).toBe(path);
  });

  it.each([
    null,
    undefined,
    '',
    'home',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'https://elsewhere.example/',
    'javascript:alert(1)',
  ])('%s is not followed', (path) => {
    expect(ownPath(path)).toBeNull();
  });
});
