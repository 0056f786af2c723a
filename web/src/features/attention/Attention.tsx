/** The top of the console's home: what is left to set up in a new installation, and what needs attention today. */
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Badge, Card, ErrorState, Link, SkeletonList } from '../../ui';
import { AdministratorHome, type Home, isMany, type Links, needsOf } from './attention';
import { FirstHourCard } from './FirstHourCard';

const freshMs = 30_000;

export function Attention({ links }: { links: Links }) {
  const { t } = useText();
  const api = useApi();
  const home = useQuery({
    queryKey: ['attention'],
    queryFn: async ({ signal }) => (await api.query(AdministratorHome, {}, signal)).administratorHome,
    refetchInterval: freshMs,
  });
  if (home.isPending)
    return (
      <Card title={t('attention.title')}>
        <SkeletonList rows={3} />
      </Card>
    );
  if (home.isError && !home.data)
    return (
      <Card title={t('attention.title')}>
        <ErrorState
          title={t('attention.loadFailed')}
          body={errorText(t, home.error)}
          onRetry={() => void home.refetch()}
          retrying={home.isFetching}
        />
      </Card>
    );
  return (
    <>
      {home.data.firstHour && <FirstHourCard hour={home.data.firstHour} links={links} />}
      <AttentionCard home={home.data} links={links} />
    </>
  );
}

function AttentionCard({ home, links }: { home: Home; links: Links }) {
  const { t } = useText();
  const rows = needsOf(home, links);
  if (rows.length === 0)
    return (
      <Card title={t('attention.title')}>
        <p className="flex items-center gap-3 text-sub">
          <CircleCheck aria-hidden className="size-5 flex-none text-ok" />
          {t('attention.none')}
        </p>
      </Card>
    );
  return (
    <Card title={t('attention.title')} flush>
      <ul className="divide-y divide-line border-t border-line">
        {rows.map(({ need, count, href }) => (
          <li key={need} className="flex items-start gap-4 px-5 py-4 sm:px-6">
            <Badge tone="warn" className="mt-0.5 min-w-10 justify-center tabular-nums">
              {isMany(count) ? t('attention.many') : count}
            </Badge>
            <div className="min-w-0 flex-1">
              <Link href={href} className="font-medium">
                {t(`attention.need.${need}`)}
              </Link>
              <p className="text-sm text-sub text-pretty">{t(`attention.needBody.${need}`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
