import { useText } from '../../i18n';

/** Our own mark: the open court of an atrium, seen from above, with the light falling in. */
function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 flex-none">
      <rect width="32" height="32" rx="9" className="fill-brand" />
      <path
        d="M8 24V14.5a8 8 0 0 1 16 0V24"
        fill="none"
        strokeWidth="2.6"
        strokeLinecap="round"
        className="stroke-on-brand"
      />
      <path
        d="M13.2 24v-8.6a2.8 2.8 0 0 1 5.6 0V24"
        strokeWidth="2.6"
        strokeLinecap="round"
        className="fill-none stroke-on-brand opacity-60"
      />
    </svg>
  );
}

/** The mark and the name beside it. Where there is no room for both, the name wraps to a line that is cut off, and the mark stays whole. */
export function LogoName() {
  const { t } = useText();
  return (
    <span className="flex h-8 min-w-0 flex-wrap content-start gap-x-2.5 overflow-hidden">
      <LogoMark />
      <span className="text-lg leading-8 font-bold tracking-tight">{t('app.name')}</span>
    </span>
  );
}
