/** The start: language, appearance, one fetcher, one cache, one router. */
import '../ui/theme.css';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition, useMemo } from 'react';
import { createRoot } from 'react-dom/client';
import { type Api, createApi } from '../api/client';
import { ApiProvider, createQueryClient } from '../api/hooks';
import { loadTexts, startI18n, useText } from '../i18n';
import { localeOf } from '../i18n/format';
import { UiProvider } from '../ui';
import { breath } from './breath';
import { kitText } from './kitText';
import { isExpectedAt } from './layout/FirstFrame';
import { startTheme } from './layout/theme';
import { keepForOffline } from './offline';
import { paths } from './paths';
import { findPort } from './platform/find-port';
import { currentPlatform, setPort } from './platform/platform';
import { askAhead, createAppRouter } from './router';
import { markMaintenance } from './session/maintenance';
import { freshToken } from './session/refresh';
import { useSession } from './session/store';
import { proveIt } from './step-up/asked';
import { followVersion } from './version';

// The page has none traced until here (first-files.ts).
Error.stackTraceLimit = 10;

type AppRouter = Awaited<ReturnType<typeof createAppRouter>>;
type AppProps = { api: Api; queryClient: QueryClient; router: AppRouter };

function App({ api, queryClient, router }: AppProps) {
  const { t, language } = useText();
  const text = useMemo(() => kitText(t), [t]);
  return (
    <UiProvider locale={localeOf(language)} text={text} navigate={(href) => void router.navigate({ href })}>
      <QueryClientProvider client={queryClient}>
        <ApiProvider value={api}>
          <RouterProvider router={router} />
        </ApiProvider>
      </QueryClientProvider>
    </UiProvider>
  );
}

/** A function, not top-level awaits: with those the bundler no longer dares to merge chunks, and a home's page comes in one more file. */
async function start(): Promise<void> {
  let router: AppRouter | null = null;
  const port = await findPort();
  setPort(port);
  const device = port.kind === 'native' ? await import('./native') : null;
  await device?.keepInVault(port);
  const api = createApi({
    token: () => useSession.getState().accessToken,
    freshToken,
    onSessionEnded: () => useSession.getState().expire(),
    onMaintenance: () => {
      markMaintenance();
      void router?.navigate({ to: paths.maintenance(), replace: true });
    },
    proveIt,
    // On a home they are not there yet. Without them a refusal is still better than silence.
    beforeRefusal: () => loadTexts(['refusals']).catch(() => null),
  });
  const queryClient = createQueryClient();
  await breath();
  if (isExpectedAt(location.pathname)) askAhead({ api, queryClient });
  await breath();
  router = await createAppRouter({ api, queryClient, platform: currentPlatform() });

  // A page that comes back from the browser's memory may belong to a session that has ended since.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void router.invalidate();
  });

  device?.followDevice({ port, router, queryClient });
  followVersion();
  if (!device) keepForOffline();
  startTheme();
  await startI18n();
  await breath();

  const container = document.getElementById('root');
  if (container === null) throw new Error('index.html has no #root');
  const root = createRoot(container);
  // Drawn in pieces: a phone hears what is pressed meanwhile.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App api={api} queryClient={queryClient} router={router} />
      </StrictMode>,
    ),
  );
}

void start();
