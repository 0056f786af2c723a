/** While there is no network. Everything else makes room for it by `--top-bar`. */
import { WifiOff } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useText } from '../../i18n';
import { currentPort } from '../platform/platform';

export function OfflineBanner() {
  const { t } = useText();
  const { onChange, isOnline: isOnlineNow } = currentPort().network;
  const isOnline = useSyncExternalStore(onChange, isOnlineNow);
  useEffect(() => {
    document.documentElement.style.setProperty('--top-bar', isOnline ? '0px' : '3rem');
  }, [isOnline]);
  return (
    // The region is there before its text, so that the text is read out.
    <div role="status" className="sticky top-0 z-40">
      {!isOnline && (
        <p className="flex h-12 items-center justify-center gap-2.5 bg-warn-soft px-4 text-sm font-medium text-warn-ink">
          <WifiOff aria-hidden className="size-4.5 flex-none" />
          {t('error.offline')}
        </p>
      )}
    </div>
  );
}
