/** The panels over a page come in one file, once the page is drawn. */
export const loadPanels = () => import('./ShellPanels');
