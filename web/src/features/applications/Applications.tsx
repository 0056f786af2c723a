/** The applications someone has next to the portal, as tiles on the central page, and the Evolution card for people who have it. */
import { useQuery } from '@tanstack/react-query';
import { AppWindow, ArrowRight, ArrowUpRight } from 'lucide-react';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Badge, Card, ErrorState, IconTile, Link, LinkButton, Notice, Skeleton } from '../../ui';
import {
  type ApplicationTile,
  addressOf,
  type CentralPage,
  centralOptions,
  iconOfCode,
  isElsewhere,
} from './application';

export function Applications({ tenantId }: { tenantId: string }) {
  const { t } = useText();
  const central = useQuery(centralOptions(useApi(), tenantId));
  if (central.isPending) return <PendingTiles />;
  if (!central.data)
    return (
      <Card>
        <ErrorState
          title={t('applications.loadFailed')}
          body={errorText(t, central.error, 'failed.applicationData')}
          onRetry={() => void central.refetch()}
          retrying={central.isFetching}
        />
      </Card>
    );
  const { title, tiles, showsEvolutionCard, isDesktopOnly } = central.data;
  return (
    <>
      {isDesktopOnly && <Notice tone="info">{t('applications.evolution.desktopOnly')}</Notice>}
      {showsEvolutionCard && <EvolutionCard central={central.data} />}
      {tiles.length > 0 && (
        <section aria-labelledby="applications-title" className="flex flex-col gap-4">
          <h2 id="applications-title" className="text-lg font-semibold tracking-tight">
            {title}
          </h2>
          <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {tiles.map((tile) => (
              <li key={tile.code} className="grid">
                <Tile {...tile} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Tile(tile: ApplicationTile) {
  const { t } = useText();
  const { code, name, plan, pricing } = tile;
  const address = addressOf(tile);
  const opensTab = isElsewhere(address);
  const newTab = opensTab && t('applications.newTab');
  const Arrow = opensTab ? ArrowUpRight : ArrowRight;
  return (
    <Link
      href={address}
      external={opensTab}
      variant="plain"
      className="group flex items-start gap-4 rounded-xl border border-line bg-surface p-5 shadow-card transition-colors hover:bg-hover"
    >
      <IconTile icon={iconOfCode(code)} />
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="font-semibold">{name}</span>
          {plan && <Badge>{plan}</Badge>}
        </span>
        {pricing && <span className="mt-0.5 block text-sm text-sub">{pricing}</span>}
        {newTab && <span className="mt-0.5 block text-sm text-sub">{newTab}</span>}
      </span>
      <Arrow aria-hidden className="mt-0.5 size-4.5 flex-none text-sub" />
    </Link>
  );
}

/** Payroll in the browser, for people with a web role. */
function EvolutionCard({ central: { tiles } }: { central: CentralPage }) {
  const { t } = useText();
  const payroll = tiles.find(({ code }) => code === 'PAY');
  return (
    <Card>
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
        <IconTile icon={AppWindow} />
        <div className="min-w-0 flex-1">
          <h2 className="text-lg font-semibold tracking-tight">{t('applications.evolution.title')}</h2>
          <p className="mt-0.5 text-sub text-pretty">
            {t(payroll ? 'applications.evolution.body' : 'applications.evolution.closed')}
          </p>
        </div>
        {payroll && (
          <LinkButton
            href={addressOf(payroll)}
            external={isElsewhere(addressOf(payroll))}
            icon={<ArrowUpRight aria-hidden className="size-4.5" />}
          >
            {t('applications.evolution.open')}
          </LinkButton>
        )}
      </div>
    </Card>
  );
}

function PendingTiles() {
  return (
    <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} className="h-22 rounded-xl" />
      ))}
    </div>
  );
}
