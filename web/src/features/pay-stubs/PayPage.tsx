/** /pay: the latest paycheck, the paydays before it, and where to go from here. */
import { useQuery } from '@tanstack/react-query';
import { ArrowRight, Banknote, FileText, History, Landmark, type LucideIcon, ReceiptText } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import { Card, EmptyState, ErrorState, Link, LinkButton, Loading, PageHeader, Skeleton } from '../../ui';
import { NetPayDonut } from './NetPayDonut';
import { ListStubs, payStubsKey } from './stub';
import type { Summary } from './summary';

/** Where the page leads; null where a page is not open to the person. */
export type PayPlaces = {
  history: string | null;
  stub: (id: string) => string;
  w2: string | null;
  disbursements: string | null;
  taxes: string | null;
};

const shownPaydays = 5;

export function PayPage({ actor, places }: { actor: Actor; places: PayPlaces }) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, employeeId } = actor;
  const recent = useQuery({
    queryKey: [payStubsKey, 'recent', tenantId, companyId, employeeId],
    queryFn: async ({ signal }) => {
      const variables = { tenantId, companyId, employeeId: employeeId ?? '', withoutVoided: true, limit: shownPaydays };
      return (await api.query(ListStubs, variables, signal)).listEmployeePayStubs.results;
    },
  });
  const [latest, ...earlier] = recent.data ?? [];
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.pay')} description={t('payStubs.lead')} />
      {recent.isPending && <Pending />}
      {recent.isError && (
        <Card>
          <ErrorState
            title={t('payStubs.failed.history')}
            body={errorText(t, recent.error)}
            onRetry={() => void recent.refetch()}
            retrying={recent.isFetching}
          />
        </Card>
      )}
      {recent.data && !latest && (
        <Card>
          <EmptyState icon={<Banknote />} title={t('payStubs.empty.title')} body={t('payStubs.empty.body')} />
        </Card>
      )}
      {latest && (
        <div className="grid gap-6 lg:grid-cols-2">
          <Latest stub={latest} href={places.stub(latest.id)} />
          {earlier.length > 0 && <Earlier stubs={earlier} places={places} />}
        </div>
      )}
      <More places={places} />
    </div>
  );
}

function Latest({ stub, href }: { stub: Summary; href: string }) {
  const { t } = useText();
  const format = useFormat();
  const { checkDate, periodBegin, periodEnd } = stub.details;
  return (
    <Card
      title={t('payStubs.latest')}
      description={t('payStubs.paidOn', { day: format.day(checkDate) })}
      footer={
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-sm text-sub tabular-nums">
            {t('payStubs.period', { days: format.dayRange(periodBegin, periodEnd) })}
          </span>
          <LinkButton href={href} size="sm">
            {t('payStubs.view')}
          </LinkButton>
        </div>
      }
    >
      <NetPayDonut sums={stub.sums} />
    </Card>
  );
}

function Earlier({ stubs, places }: { stubs: readonly Summary[]; places: PayPlaces }) {
  const { t } = useText();
  const format = useFormat();
  return (
    <Card
      title={t('payStubs.recent')}
      action={
        places.history && (
          <Link variant="quiet" href={places.history}>
            {t('payStubs.viewAll')}
          </Link>
        )
      }
      flush
    >
      <ul className="divide-y divide-line border-t border-line">
        {stubs.map(({ id, details, sums }) => (
          <li key={id}>
            <Link
              href={places.stub(id)}
              variant="plain"
              className="flex items-center justify-between gap-4 px-5 py-3.5 transition-colors hover:bg-hover sm:px-6"
            >
              <span className="min-w-0">
                <span className="block font-medium">{format.day(details.checkDate)}</span>
                <span className="block text-sm text-sub tabular-nums">
                  {format.dayRange(details.periodBegin, details.periodEnd)}
                </span>
              </span>
              <span className="font-semibold tabular-nums">{format.money(sums.net)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function More({ places }: { places: PayPlaces }) {
  const { t } = useText();
  const entries: { href: string | null; title: string; body: string; icon: LucideIcon }[] = [
    { href: places.history, title: t('page.payHistory'), body: t('payStubs.more.history'), icon: History },
    { href: places.w2, title: t('page.w2'), body: t('payStubs.more.w2'), icon: FileText },
    {
      href: places.disbursements,
      title: t('page.disbursements'),
      body: t('payStubs.more.disbursements'),
      icon: Landmark,
    },
    { href: places.taxes, title: t('page.taxes'), body: t('payStubs.more.taxes'), icon: ReceiptText },
  ];
  return (
    <Card title={t('payStubs.more')}>
      <ul className="-mx-3 grid gap-1 sm:grid-cols-2">
        {entries.map(
          ({ href, title, body, icon: Icon }) =>
            href && (
              <li key={href}>
                <Link
                  href={href}
                  variant="plain"
                  className="group flex items-center gap-4 rounded-lg p-3 transition-colors hover:bg-hover"
                >
                  <span
                    aria-hidden
                    className="grid size-11 flex-none place-items-center rounded-full bg-brand-soft text-brand-soft-ink"
                  >
                    <Icon className="size-5" strokeWidth={1.75} />
                  </span>
                  <span className="min-w-0 flex-1">
                    <span className="block font-semibold">{title}</span>
                    <span className="block text-sm text-sub">{body}</span>
                  </span>
                  <ArrowRight
                    aria-hidden
                    className="size-4.5 flex-none text-sub transition-transform group-hover:translate-x-0.5"
                  />
                </Link>
              </li>
            ),
        )}
      </ul>
    </Card>
  );
}

function Pending() {
  return (
    <Loading>
      <div className="grid gap-6 lg:grid-cols-2">
        <Card>
          <div className="flex items-center gap-6 py-6">
            <Skeleton round className="size-36" />
            <div className="flex flex-1 flex-col gap-4">
              <Skeleton className="h-4 w-2/3" />
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-4 w-3/5" />
            </div>
          </div>
        </Card>
        <Card>
          <div className="flex flex-col gap-6 py-3">
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-5 w-full" />
          </div>
        </Card>
      </div>
    </Loading>
  );
}
