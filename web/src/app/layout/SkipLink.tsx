/** The first thing the keyboard reaches: past the menus, to the page. */
import { useText } from '../../i18n';

export function SkipLink() {
  const { t } = useText();
  return (
    <a
      href="#main"
      className="focus-ring sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-md focus:bg-brand focus:px-4 focus:py-2.5 focus:font-semibold focus:text-on-brand"
    >
      {t('app.skipToContent')}
    </a>
  );
}
