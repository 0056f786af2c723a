/** The code of a page by its name. Most visits begin with a home, which is therefore not looked up in the list of all pages. */
import type { ComponentType } from 'react';
import type { pageFiles } from './page-files';
import type { Visit } from './visit';

const homes = {
  EmployeeHomePage: () => import('./pages/EmployeeHomePage'),
  ManagerHomePage: () => import('./pages/ManagerHomePage'),
};

/** A page that can ask for what it shows before it is drawn: on a phone that takes as long as the answer. */
type Page = ComponentType & { askAhead?: (visit: Visit) => void };

type HomeName = keyof typeof homes;
export type PageName = HomeName | keyof typeof pageFiles;

const isHome = (page: PageName): page is HomeName => Object.hasOwn(homes, page);

/** Once a page is drawn, so that the next one comes right away. */
export const loadPageFiles = () => import('./page-files');

export async function codeOf(page: PageName): Promise<{ default: Page }> {
  return isHome(page) ? homes[page]() : (await loadPageFiles()).pageFiles[page]();
}
