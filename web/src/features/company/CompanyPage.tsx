/** /more/company: how the company is made up, and where its own links lead. */
import { useQuery } from '@tanstack/react-query';
import { Building2, ExternalLink } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { everyRow, maximumPageLimit, useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Badge, Card, EmptyState, ErrorState, FactList, Link, Notice, PageHeader, SkeletonList } from '../../ui';
import { toCome } from './holidays';
import { type Organization, type Place, treeOf } from './organizations';

const CompanyOrganizations = graphql(`
  query CompanyOrganizations($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $limit: Int!, $cursor: String) {
    listOrganizations(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, limit: $limit, cursor: $cursor) {
      results { id organizationCode organizationName organizationType parentOrganizationCode }
      links { next }
    }
  }
`);

const CompanyPartners = graphql(`
  query CompanyPartners($tenantId: ID!, $companyId: ID!, $employeeId: ID!) {
    listCompanyIntegrations(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
      results { id name active }
    }
  }
`);

const CompanyFacts = graphql(`
  query CompanyFacts($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $limit: Int!, $nextYear: Int!) {
    listCompanyPaygroups(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId, limit: $limit) {
      results { id payGroupName }
    }
    getCompanyLinks(tenantId: $tenantId, companyId: $companyId, employeeId: $employeeId) {
      federalW4Link stateW4Link customLinks { name url } dashboardMessages { message }
    }
    holidays(tenantId: $tenantId, companyId: $companyId) { date name nameEs }
    nextYear: holidays(tenantId: $tenantId, companyId: $companyId, year: $nextYear) { date name nameEs }
  }
`);

/** A page of the portal that the company has switched on. */
type OpenPage = { href: string; name: string };

export function CompanyPage({ actor, pages }: { actor: Actor; pages: readonly OpenPage[] }) {
  const { t } = useText();
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={actor.companyName} description={t('company.lead')} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Organizations actor={actor} />
        <Facts actor={actor} />
      </div>
      <SwitchedOn actor={actor} pages={pages} />
    </div>
  );
}

/** What the company has switched on: pages of the portal, and the partners it works with. */
function SwitchedOn({ actor, pages }: { actor: Actor; pages: readonly OpenPage[] }) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId } = actor;
  const partners = useQuery({
    queryKey: ['company', 'partners', tenantId, companyId],
    queryFn: async ({ signal }) => {
      const variables = { tenantId, companyId, employeeId: actor.employeeId ?? '' };
      return (await api.query(CompanyPartners, variables, signal)).listCompanyIntegrations.results;
    },
  });
  const active = partners.data?.filter((partner) => partner.active) ?? [];
  return (
    <Card title={t('company.enabled')} description={t('company.enabled.lead')}>
      <div className="flex flex-col gap-5">
        <ul className="flex flex-wrap gap-x-6 gap-y-3">
          {pages.map(({ href, name }) => (
            <li key={href}>
              <Link href={href} variant="quiet">
                {name}
              </Link>
            </li>
          ))}
        </ul>
        {partners.isError && !partners.data && (
          <ErrorState
            title={t('company.loadFailed')}
            body={errorText(t, partners.error)}
            onRetry={() => void partners.refetch()}
            retrying={partners.isFetching}
          />
        )}
        {active.length > 0 && (
          <div className="border-t border-line pt-4">
            <h3 className="mb-2.5 text-sm font-semibold">{t('company.partners')}</h3>
            <ul className="flex flex-wrap gap-2">
              {active.map(({ id, name }) => (
                <li key={id}>
                  <Badge>{name}</Badge>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Card>
  );
}

function Organizations({ actor }: { actor: Actor }) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId } = actor;
  const employeeId = actor.employeeId ?? '';
  const organizations = useQuery({
    queryKey: ['company', 'organizations', tenantId, companyId],
    queryFn: ({ signal }) =>
      everyRow<Organization>(async (cursor) => {
        const variables = { tenantId, companyId, employeeId, limit: maximumPageLimit, cursor };
        return (await api.query(CompanyOrganizations, variables, signal)).listOrganizations;
      }),
  });
  return (
    <Card title={t('company.organization')}>
      {organizations.isPending && <SkeletonList rows={6} />}
      {organizations.isError && (
        <ErrorState
          title={t('company.loadFailed')}
          body={errorText(t, organizations.error)}
          onRetry={() => void organizations.refetch()}
          retrying={organizations.isFetching}
        />
      )}
      {organizations.data?.length === 0 && (
        <EmptyState icon={<Building2 />} title={t('company.empty.title')} body={t('company.empty.body')} />
      )}
      {organizations.data && <Places places={treeOf(organizations.data)} />}
    </Card>
  );
}

function Places({ places }: { places: readonly Place[] }) {
  const { t } = useText();
  return (
    <ul className="flex flex-col gap-1">
      {places.map((place) => (
        <li key={place.id}>
          <span className="flex items-center justify-between gap-3 py-1">
            <span className="min-w-0 [overflow-wrap:anywhere]">{place.organizationName}</span>
            <span className="text-sm text-sub">{t(`company.type.${place.kind}`)}</span>
          </span>
          {place.children.length > 0 && (
            <div className="ml-1.5 border-l border-line pl-4">
              <Places places={place.children} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Facts({ actor }: { actor: Actor }) {
  const { t, language } = useText();
  const format = useFormat();
  const api = useApi();
  const { tenantId, companyId } = actor;
  const employeeId = actor.employeeId ?? '';
  const thisYear = actor.today.slice(0, 4);
  const facts = useQuery({
    queryKey: ['company', 'facts', tenantId, companyId, thisYear],
    queryFn: ({ signal }) => {
      const nextYear = Number(thisYear) + 1;
      return api.query(CompanyFacts, { tenantId, companyId, employeeId, limit: maximumPageLimit, nextYear }, signal);
    },
  });
  if (facts.isPending || facts.isError) {
    return (
      <Card title={t('company.links')}>
        {facts.isPending ? (
          <SkeletonList rows={4} />
        ) : (
          <ErrorState
            title={t('company.loadFailed')}
            body={errorText(t, facts.error)}
            onRetry={() => void facts.refetch()}
            retrying={facts.isFetching}
          />
        )}
      </Card>
    );
  }
  const { federalW4Link, stateW4Link, customLinks, dashboardMessages } = facts.data.getCompanyLinks;
  const links = [
    ...customLinks,
    ...(federalW4Link ? [{ name: t('company.federalW4'), url: federalW4Link }] : []),
    ...(stateW4Link ? [{ name: t('company.stateW4'), url: stateW4Link }] : []),
  ];
  const holidays = toCome([...facts.data.holidays, ...facts.data.nextYear], actor.today);
  return (
    <div className="flex flex-col gap-6">
      {dashboardMessages.map(({ message }) => (
        <Notice key={message} tone="info">
          <span className="whitespace-pre-line [overflow-wrap:anywhere]">{message}</span>
        </Notice>
      ))}
      <Card title={t('company.links')}>
        {links.length === 0 ? (
          <EmptyState icon={<ExternalLink />} title={t('company.noLinks.title')} body={t('company.noLinks.body')} />
        ) : (
          <ul className="-my-2 divide-y divide-line">
            {links.map(({ name, url }) => (
              <li key={name} className="flex items-center gap-2.5 py-2.5">
                <ExternalLink aria-hidden className="size-4 flex-none text-sub" />
                <Link href={url} external={!url.startsWith('/')}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card title={t('company.holidays')} description={t('company.holidays.lead')}>
        {holidays.length === 0 ? (
          <p className="text-sub">{t('company.holidays.none')}</p>
        ) : (
          <FactList
            facts={holidays.map(({ date, name, nameEs }) => ({
              label: language === 'es' ? nameEs : name,
              value: date.startsWith(thisYear) ? format.weekday(date) : format.day(date),
              numeric: true,
            }))}
          />
        )}
      </Card>
      <Card title={t('company.payGroups')}>
        <span className="flex flex-wrap gap-2">
          {facts.data.listCompanyPaygroups.results.map(({ id, payGroupName }) => (
            <Badge key={id}>{payGroupName}</Badge>
          ))}
        </span>
      </Card>
    </div>
  );
}
