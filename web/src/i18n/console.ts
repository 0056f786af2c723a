/** The words of every console list (ConsoleList). */
import type { Translate } from './index';

export function consoleWords(t: Translate) {
  return {
    filters: (count: number) => (count === 0 ? t('console.filters') : t('console.filtersOn', { count })),
    clear: t('console.clear'),
    nothingTitle: t('console.nothing.title'),
    nothingBody: t('console.nothing.body'),
    exportCsv: t('console.export'),
  };
}
