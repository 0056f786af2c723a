/** Requests about accounts that wait for this manager: whose, since when, and whether to look twice. */
import { Landmark, TriangleAlert } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Avatar, Badge, Card, EmptyState, Link } from '../../ui';
import type { DepositRequestsData } from './home';
import { cautionsOf, isGrave } from './request';

export default function DepositRequestsCard({ data, actor, href }: HomeCardProps<DepositRequestsData>) {
  const { t } = useText();
  const format = useFormat();
  const { results, links } = data.depositRequests;
  return (
    <Card
      title={t('page.managerDisbursements')}
      action={
        href && (
          <Link href={href} variant="quiet">
            {t('requests.card.open')}
          </Link>
        )
      }
    >
      {results.length === 0 ? (
        <EmptyState icon={<Landmark />} title={t('requests.empty.title')} />
      ) : (
        <ul className="-my-2 divide-y divide-line">
          {results.map(({ id, firstName, lastName, status, requestedAt, cautions }) => (
            <li key={id} className="flex items-center gap-3 py-2.5">
              <Avatar firstName={firstName} lastName={lastName} size="sm" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">
                  {t('requests.personNamed', { first: firstName, last: lastName })}
                </span>
                <span className="block text-sm text-sub tabular-nums">
                  {t('requests.card.since', { day: format.dayOf(requestedAt, actor.timeZone) })}
                </span>
              </span>
              {(status === 'Frozen' || cautionsOf({ cautions }).some(({ code }) => isGrave(code))) && (
                <Badge tone="bad">
                  <TriangleAlert aria-hidden className="size-3.5" />
                  {t('requests.lookTwice')}
                </Badge>
              )}
            </li>
          ))}
          {links.next && <li className="pt-2.5 text-sm text-sub">{t('requests.card.more')}</li>}
        </ul>
      )}
    </Card>
  );
}
