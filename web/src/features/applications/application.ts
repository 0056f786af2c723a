/** Applications beside the portal: what the central page and the administrator's list know of them. */
import { queryOptions } from '@tanstack/react-query';
import { Banknote, Clock, type LucideIcon, Percent, SquareArrowOutUpRight, UsersRound, Waypoints } from 'lucide-react';
import type { Api } from '../../api/client';
import { graphql, type ResultOf } from '../../api/graphql';

const Central = graphql(`
  query CentralPage($tenantId: ID!) {
    centralPage(tenantId: $tenantId) {
      title showsWidget showsEvolutionCard isDesktopOnly canEdit
      tiles { code name path targetUrl plan pricing }
    }
  }
`);

export type CentralPage = ResultOf<typeof Central>['centralPage'];
export type ApplicationTile = CentralPage['tiles'][number];

export const applicationsKey = 'applications';
const metadataPath = '/ui-datastore/application-metadata';

export const centralOptions = (api: Api, tenantId: string) =>
  queryOptions({
    queryKey: [applicationsKey, 'central', tenantId],
    queryFn: async ({ signal }) => {
      const { centralPage } = await api.query(Central, { tenantId }, signal);
      return { ...centralPage, tiles: inOrder(centralPage.tiles) };
    },
  });

export type Application = ApplicationTile & { clientId: string };
export type ApplicationList = { id: string; applicationTitle: string; version: number; results: Application[] };

/** The tenant's whole list, for its administrators. */
export const listOptions = (api: Api, tenantId: string) =>
  queryOptions({
    queryKey: [applicationsKey, 'list', tenantId],
    queryFn: async ({ signal }) => (await api.read(metadataPath, signal)) as ApplicationList,
  });

/** What is not given stays as it is. A version that is no longer the current one is refused. */
export type ListChange = {
  version: number;
  applicationTitle?: string;
  results?: readonly ({ code: string } & Partial<Record<Exclude<keyof Application, 'code'>, string>>)[];
};

export function reviseList(api: Api, tenantId: string, change: ListChange): Promise<unknown> {
  return api.send('PATCH', `${metadataPath}/${encodeURIComponent(tenantId)}`, change);
}

export const codes = ['PAY', 'TAX', 'HR', 'HCM', 'TIME'] as const;
export type Code = (typeof codes)[number];

/** Payroll first, as in the administrator's list; unknown ones come last. */
export function inOrder<Tile extends Pick<ApplicationTile, 'code'>>(tiles: readonly Tile[]): Tile[] {
  const known: readonly string[] = codes;
  const placeOf = ({ code }: Tile) => (known.includes(code) ? known.indexOf(code) : known.length);
  return [...tiles].sort((one, other) => placeOf(one) - placeOf(other));
}

const icons: Record<Code, LucideIcon> = {
  PAY: Banknote,
  TAX: Percent,
  HR: UsersRound,
  HCM: Waypoints,
  TIME: Clock,
};

export function iconOfCode(code: string): LucideIcon {
  const known = codes.find((candidate) => candidate === code);
  return known ? icons[known] : SquareArrowOutUpRight;
}

/** The application's site, and its own path there. */
export function addressOf({ targetUrl, path }: Pick<ApplicationTile, 'targetUrl' | 'path'>): string {
  const site = targetUrl.replace(/\/+$/, '');
  return path === '/' ? site || '/' : `${site}${path}`;
}

/** Another site opens in a tab of its own; a page of this portal does not. */
export function isElsewhere(address: string): boolean {
  return !address.startsWith('/');
}
