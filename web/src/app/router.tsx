/** Builds the router from the table: the guard before every page, the shell around pages that need a person. */
import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { Api } from '../api/client';
import { loadTexts } from '../i18n';
import { judge, type RouteMeta } from './guard';
import { PendingPage } from './layout/PendingPage';
import { Root } from './layout/Root';
import { Shell } from './layout/Shell';
import { PendingShell } from './layout/ShellFrame';
import { CrashPage } from './pages/ErrorPage';
import { NotFoundPage } from './pages/NotFoundPage';
import { paths } from './paths';
import { routeTable } from './routes';
import { isSignedIn, useSession } from './session/store';
import { enterCompany, loadViewer, visitorOf } from './session/viewer';

type Surroundings = { api: Api; queryClient: QueryClient };

/** Asks the guard and obeys. A viewer who cannot be loaded leads to the error page, which remembers the way back. */
async function beforePage(meta: RouteMeta, path: string, { api, queryClient }: Surroundings): Promise<void> {
  const session = useSession.getState();
  const loaded =
    meta.authRequired && isSignedIn(session, Date.now())
      ? await loadViewer(api, queryClient).catch(() => {
          session.rememberPath(path);
          const { accessToken, hasExpired } = useSession.getState();
          throw redirect({ to: accessToken === null || hasExpired ? paths.signIn() : paths.error() });
        })
      : null;
  const verdict = judge(path, meta, loaded && visitorOf(loaded, useSession.getState().companyId));
  if (verdict.kind === 'signIn') {
    session.rememberPath(verdict.returnTo);
    throw redirect({ to: paths.signIn() });
  }
  if (verdict.kind === 'go') throw redirect({ to: verdict.to });
  if (loaded) followPath(path, meta, loaded);
}

/** Opening a manager's page by its address turns the view to manager, and an employee's page to employee. */
function followPath(path: string, meta: RouteMeta, viewer: Awaited<ReturnType<typeof loadViewer>>): void {
  const { companyId, viewMode } = useSession.getState();
  const wanted = meta.isManagerPage ? 'manager' : path === paths.employeeHome() ? 'employee' : viewMode;
  if (wanted === viewMode) return;
  enterCompany(viewer, viewer.companies.find((company) => company.companyId === companyId) ?? null, wanted);
}

export function createAppRouter(surroundings: Surroundings) {
  const root = createRootRouteWithContext<Surroundings>()({ component: Root, notFoundComponent: NotFoundPage });
  const shell = createRoute({
    getParentRoute: () => root,
    id: 'shell',
    component: Shell,
    pendingComponent: PendingShell,
  });

  const publicRoutes: AnyRoute[] = [];
  const shellRoutes: AnyRoute[] = [];
  for (const row of routeTable) {
    if ('redirectTo' in row) {
      const { path, redirectTo } = row;
      publicRoutes.push(
        createRoute({
          getParentRoute: () => root,
          path,
          beforeLoad: () => {
            throw redirect({ to: redirectTo, replace: true });
          },
        }),
      );
      continue;
    }
    const { path, page, meta, title, texts = [] } = row;
    const parent = meta.authRequired ? shell : root;
    const route = createRoute({
      getParentRoute: () => parent,
      path,
      component: lazyRouteComponent(async () => (await Promise.all([page(), loadTexts(texts)]))[0]),
      staticData: { title },
      beforeLoad: ({ context, location }) => beforePage(meta, location.pathname, context),
    });
    (meta.authRequired ? shellRoutes : publicRoutes).push(route);
  }

  return createRouter({
    routeTree: root.addChildren([...publicRoutes, shell.addChildren(shellRoutes)]),
    context: surroundings,
    defaultErrorComponent: CrashPage,
    defaultPendingComponent: PendingPage,
    scrollRestoration: true,
  });
}
