/** Walks someone through every page the guard opens to them, by address; the route table says which there are. */
import type { Page } from '@playwright/test';
import { routeTable } from '../src/app/routes';
import { expect } from './people';

type Kind = 'employee' | 'manager' | 'admin' | 'idOnly' | 'nobody';

/** One of each kind, with everything of their kind to look at. */
export const walkers: Record<Exclude<Kind, 'nobody'>, string> = {
  employee: 'ana',
  manager: 'marcus',
  admin: 'grace',
  idOnly: 'omar',
};

/** The passages lead on at once, and somewhere else, and the assistant's flag is off: there is nothing to see. */
const passages = ['/callback', '/signout', '/check-version', '/assistant'];

export function addressesOf(kind: Kind): string[] {
  return routeTable
    .filter(({ page, meta, path }) => {
      if (!page || path.includes('$') || passages.includes(path)) return false;
      if (kind === 'nobody') return !meta.authRequired;
      if (!meta.authRequired) return false;
      if (kind === 'idOnly') return path === '/accountSettings';
      if (meta.isManagerPage) return kind === 'manager';
      if (meta.isEmployeePage) return kind === 'employee';
      return meta.isAdminPage ? kind === 'admin' : true;
    })
    .map(({ path }) => path);
}

/** Opens each and hands it over once it has come to rest; where the guard leads elsewhere there is nothing to look at. */
export async function walk(
  page: Page,
  addresses: readonly string[],
  look: (path: string) => Promise<void>,
): Promise<void> {
  for (const path of addresses) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    if (path === '/signin' || new URL(page.url()).pathname === path) await look(path);
  }
}
