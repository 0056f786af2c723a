/** Around every page: the document's title, the focus after a change of page, what has to be proved, the end of a session, toasts. */
import { useMatches, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type TextKey, useText } from '../../i18n';
import { Toaster } from '../../ui';
import { ErrorToasts } from '../errors/ErrorToasts';
import { useSessionUpkeep } from '../session/useSessionUpkeep';
import { StepUp } from '../step-up/StepUp';
import { FirstPage } from './FirstFrame';
import { InactivityDialog } from './InactivityDialog';
import { Locked } from './Locked';
import { NewVersion } from './NewVersion';
import { OfflineBanner } from './OfflineBanner';
import { SessionExpired } from './SessionExpired';
import { useLater } from './useLater';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Of the document. */
    title?: TextKey;
  }
}

export function Root() {
  useSessionUpkeep();
  useDocumentTitle();
  useFocusOnHeading();
  const isLater = useLater();
  return (
    <>
      <OfflineBanner />
      <FirstPage />
      {isLater && (
        <>
          <StepUp />
          <InactivityDialog />
          <SessionExpired />
          <Locked />
          <ErrorToasts />
          <Toaster>
            <NewVersion />
          </Toaster>
        </>
      )}
    </>
  );
}

function useDocumentTitle(): void {
  const { t } = useText();
  // What is below a page and is none still matches that page.
  const title =
    useMatches({
      select: (matches) => (matches.some(({ _notFound }) => _notFound) ? undefined : matches.at(-1)?.staticData.title),
    }) ?? 'notFound.title';
  useEffect(() => {
    document.title = `${t(title)} · ${t('app.name')}`;
  }, [t, title]);
}

/** A change of page without a load says nothing to a screen reader: the heading takes the focus and is read. */
function useFocusOnHeading(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const heading = document.querySelector('h1');
        if (!fromLocation || !pathChanged || heading === null) return;
        heading.tabIndex = -1;
        heading.style.outline = 'none';
        heading.focus({ preventScroll: true });
      }),
    [router],
  );
}
