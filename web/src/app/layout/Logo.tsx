import { useText } from '../../i18n';

/** Our own mark: the open court of an atrium, seen from above, with the light falling in. */
function LogoMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
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

/** The mark and the name beside it. */
export function LogoName() {
  const { t } = useText();
  return (
    <>
      <LogoMark />
      <span className="text-lg font-bold tracking-tight">{t('app.name')}</span>
    </>
  );
}
