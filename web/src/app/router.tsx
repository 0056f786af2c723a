/** Builds the router from the table: the guard before every page, the shell around pages that need a person. */
import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { Api } from '../api/client';
import { loadTexts, type Part } from '../i18n';
import { arrived } from './arrival';
import { breath } from './breath';
import { isPageEnabled } from './catalogue/catalogue';
import { loadCatalogue } from './catalogue/useCatalogue';
import { useErrors } from './errors/errors';
import { judge, type RouteMeta } from './guard';
import { FirstFrame, needsPerson } from './layout/FirstFrame';
import { PendingPage } from './layout/PendingPage';
import { Root } from './layout/Root';
import { Shell } from './layout/Shell';
import { PendingShell } from './layout/ShellFrame';
import { codeOf, type PageName } from './page-code';
import { CrashPage, FailedPage } from './pages/ErrorPage';
import { paths } from './paths';
import { currentPort, type Platform } from './platform/platform';
import { standBelowTabs, tabsRewrite } from './platform/tabs';
import { formerPaths, type PageRow, routeTable } from './routes';
import { isMaintenanceMarked } from './session/maintenance';
import { isSignedIn, useSession } from './session/store';
import { enterCompany, loadViewer, type Viewer, viewerKey, viewerOptions, visitorOf } from './session/viewer';

type Place = { pathname: string; searchStr: string };
type Surroundings = { api: Api; queryClient: QueryClient; platform: Platform };

/** Asks the guard and obeys. A viewer who cannot be loaded leads to the error page, which remembers the way back. */
async function beforePage(row: PageRow, at: Place, { api, queryClient, platform }: Surroundings): Promise<void> {
  const { meta, page } = row;
  // A page answers to /home/ and /HOME as well; the guard knows it by one address.
  const path = row.path.includes('$') ? at.pathname : row.path;
  const session = useSession.getState();
  const loaded =
    meta.authRequired && isSignedIn(session, Date.now())
      ? await loadVisit(api, queryClient).catch(() => {
          session.rememberPath(path + at.searchStr);
          const { accessToken, hasExpired } = useSession.getState();
          if (accessToken === null || hasExpired) throw redirect({ to: platform.signedOutPath });
          const isViewerMissing = queryClient.getQueryState(viewerKey)?.status === 'error';
          // Without a network the page itself says so.
          const text = isViewerMissing ? 'failed.userInfo' : 'failed.employeeById';
          if (currentPort().network.isOnline()) useErrors.getState().add(text);
          throw redirect({ to: paths.error() });
        })
      : null;
  const visitor = loaded && visitorOf(loaded.viewer, useSession.getState().companyId);
  const { featurePage } = meta;
  const isSwitchedOn = !loaded || !featurePage || isPageEnabled(loaded.catalogue, featurePage);
  const verdict = judge({ path, meta, isFeatureEnabled: page !== undefined && isSwitchedOn }, visitor, platform);
  if (verdict.kind === 'signIn') session.rememberPath(verdict.returnTo + at.searchStr);
  if (verdict.kind === 'featureNotEnabled') useErrors.getState().addFeatureNotEnabled(verdict.feature, platform);
  if (verdict.kind !== 'open') throw redirect({ to: verdict.to });
  if (visitor && !visitor.administersTenant && isMaintenanceMarked()) throw redirect({ to: paths.maintenance() });
  if (!loaded) return;
  followPage(meta, loaded.viewer);
  // Where the code does not arrive, the router tells.
  if (page)
    void codeOf(page).then(
      (code) => code.default.askAhead?.({ api, queryClient, ...loaded }),
      () => null,
    );
}

/**
 * Who comes back is where they were: both questions of the guard leave together, on a first visit before anything is drawn. Who turns out to
 * be elsewhere is asked about once more below.
 */
export function askAhead({ api, queryClient }: Pick<Surroundings, 'api' | 'queryClient'>): void {
  const { tenantId, companyId } = useSession.getState();
  void queryClient.prefetchQuery(viewerOptions(api));
  if (tenantId !== null) loadCatalogue(api, queryClient, tenantId, companyId).catch(() => null);
}

/** Who is here, and what is switched on for them in the company they are looking at. */
async function loadVisit(api: Api, queryClient: QueryClient) {
  askAhead({ api, queryClient });
  const viewer = await loadViewer(api, queryClient);
  const catalogue = await loadCatalogue(api, queryClient, viewer.tenantId, useSession.getState().companyId);
  await breath();
  return { viewer, catalogue };
}

/** Opening a manager's page by its address turns the view to manager, and an employee's page to employee. */
function followPage({ isManagerPage, isEmployeePage }: RouteMeta, viewer: Viewer): void {
  const { companyId, viewMode } = useSession.getState();
  const wanted = isManagerPage ? 'manager' : isEmployeePage ? 'employee' : viewMode;
  if (wanted === viewMode) return;
  enterCompany(viewer, viewer.companies.find((company) => company.companyId === companyId) ?? null, wanted);
}

export async function createAppRouter(surroundings: Surroundings) {
  const { platform } = surroundings;
  const root = createRootRouteWithContext<Surroundings>()({
    component: Root,
    notFoundComponent: lazyRouteComponent(() => codeOf('NotFoundPage')) as RouteComponent,
  });
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    component: Shell,
    pendingComponent: PendingShell,
  });

  const redirects = [
    { path: paths.root(), to: platform.startPath },
    ...formerPaths.map((path) => ({ path, to: paths.home() })),
  ].map(
    ({ path, to }): AnyRoute =>
      createRoute({
        getParentRoute: () => root,
        path,
        beforeLoad: () => {
          throw redirect({ to, replace: true });
        },
      }),
  );
  const routes = routeTable.map((row) => ({ row, route: pageRoute(row, row.meta.authRequired ? shell : root) }));
  const routesWhere = (authRequired: boolean) =>
    routes.filter(({ row }) => row.meta.authRequired === authRequired).map(({ route }) => route);

  await breath();
  const rewrite = platform.tabsRoot ? tabsRewrite(platform.tabsRoot, needsPerson) : null;
  if (rewrite) standBelowTabs(rewrite);
  return createRouter({
    routeTree: root.addChildren([...redirects, ...routesWhere(false), shell.addChildren(routesWhere(true))]),
    context: surroundings,
    defaultErrorComponent: CrashPage,
    defaultPendingComponent: PendingPage,
    // A page that has arrived is not held back for the sake of the one that stood for it.
    defaultPendingMinMs: 0,
    InnerWrap: FirstFrame,
    scrollRestoration: true,
    ...(rewrite && { rewrite }),
  });
}

/** The code of a page together with its texts. */
function loadPage(page: PageName, texts: readonly Part[]) {
  return arrived(Promise.all([codeOf(page), loadTexts(texts)]).then(([code]) => code));
}

function pageRoute(row: PageRow, parent: AnyRoute): AnyRoute {
  const { path, page, title, texts = [] } = row;
  const component = page && (lazyRouteComponent(() => loadPage(page, texts)) as RouteComponent);
  return createRoute({
    getParentRoute: () => parent,
    path,
    ...(component && { component }),
    ...(row.meta.authRequired && { errorComponent: FailedPage }),
    staticData: { title },
    beforeLoad: ({ context, location }: { context: unknown; location: Place }) => {
      // The code is on its way while the guard asks. Where it does not arrive, the router tries again, and tells.
      if (isSignedIn(useSession.getState(), Date.now())) void component?.preload?.();
      return beforePage(row, location, context as Surroundings);
    },
  });
}
