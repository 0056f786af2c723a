/**
 * Every route of the app in one table: where, what, and for whom. The guard (guard.ts) reads `meta`;
 * pages are loaded when they are first opened.
 */
import type { ComponentType } from 'react';
import type { Part, TextKey } from '../i18n';
import type { RouteMeta } from './guard';
import { paths } from './paths';

type PageRow = {
  path: string;
  /** Of the document; the page's own heading may say more. */
  title: TextKey;
  page: () => Promise<{ default: ComponentType }>;
  /** Whose texts the page shows, beside the app's own. */
  texts?: readonly Part[];
  meta: RouteMeta;
};

type RedirectRow = { path: string; redirectTo: string };

export const routeTable: readonly (PageRow | RedirectRow)[] = [
  { path: paths.root(), redirectTo: paths.home() },
  { path: paths.central(), redirectTo: paths.home() },
  {
    path: paths.signIn(),
    title: 'signIn.title',
    page: () => import('./pages/SignInPage'),
    meta: { authRequired: false },
  },
  {
    path: paths.callback(),
    title: 'signIn.title',
    page: () => import('./pages/CallbackPage'),
    meta: { authRequired: false },
  },
  {
    path: paths.signOut(),
    title: 'signOut.leaving.title',
    page: () => import('./pages/SignOutPage'),
    meta: { authRequired: false },
  },
  {
    path: paths.signedOut(),
    title: 'signedOut.title',
    page: () => import('./pages/SignedOutPage'),
    meta: { authRequired: false },
  },
  {
    path: paths.error(),
    title: 'error.page.title',
    page: () => import('./pages/ErrorPage'),
    meta: { authRequired: false },
  },
  { path: paths.home(), title: 'home.title', page: () => import('./pages/HomePage'), meta: { authRequired: true } },
  {
    path: paths.accountSettings(),
    title: 'page.account',
    page: () => import('./pages/AccountSettingsPage'),
    texts: ['account'],
    meta: { authRequired: true },
  },
  {
    path: paths.employeeHome(),
    title: 'home.title',
    page: () => import('./pages/EmployeeHomePage'),
    texts: ['announcements'],
    meta: { authRequired: true },
  },
  {
    path: paths.managerHome(),
    title: 'home.title',
    page: () => import('./pages/ManagerHomePage'),
    texts: ['announcements'],
    meta: { authRequired: true, isManagerPage: true },
  },
  {
    path: paths.managerAnnouncements(),
    title: 'page.announcements',
    page: () => import('./pages/ManagerAnnouncementsPage'),
    texts: ['announcements'],
    meta: { authRequired: true, featurePage: 'Manager_announcements', isManagerPage: true },
  },
];
