/** What lies over a page comes in one piece, once the page stands. */
export const loadPanels = () => import('./ShellPanels');
