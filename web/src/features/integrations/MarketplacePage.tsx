/** /more/marketplace: what the company offers through vendors, a tile each; the vendor's site opens in a tab of its own. */
import { useQuery } from '@tanstack/react-query';
import { Store } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Badge, Card, EmptyState, ErrorState, IconTile, PageHeader, SkeletonList } from '../../ui';
import { areaIcons } from './areaIcons';
import { OfferButton } from './OfferButton';
import { offerOf } from './offers';
import { switchesOptions } from './switches';
import { useLaunch } from './useLaunch';

export function MarketplacePage({ actor }: { actor: Actor }) {
  const { t } = useText();
  const { tenantId, companyId } = actor;
  const switches = useQuery(switchesOptions(useApi(), tenantId, companyId));
  const { launch, launchingId } = useLaunch(actor);
  return (
    <div className="flex flex-col gap-6">
      <PageHeader title={t('page.marketplace')} description={t('integration.lead', { company: actor.companyName })} />
      {switches.isPending && (
        <Card>
          <SkeletonList rows={3} />
        </Card>
      )}
      {switches.isError && !switches.data && (
        <Card>
          <ErrorState
            title={t('integration.loadFailed')}
            body={errorText(t, switches.error)}
            onRetry={() => void switches.refetch()}
            retrying={switches.isFetching}
          />
        </Card>
      )}
      {switches.data?.marketplace.length === 0 && (
        <Card>
          <EmptyState icon={<Store />} title={t('integration.empty.title')} body={t('integration.empty.body')} />
        </Card>
      )}
      {switches.data && switches.data.marketplace.length > 0 && (
        <ul className="grid gap-5 md:grid-cols-2">
          {switches.data.marketplace.map(({ integrationId, vendor, area }) => {
            const offer = offerOf(vendor, area);
            return (
              <li key={integrationId} className="grid">
                <Card>
                  <div className="flex h-full flex-col gap-5">
                    <div className="flex items-start gap-4">
                      <IconTile icon={areaIcons[offer.area]} />
                      <div className="min-w-0 flex-1">
                        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                          <h2 className="text-lg font-semibold tracking-tight">{vendor}</h2>
                          <Badge>{t(`integration.area.${offer.area}`)}</Badge>
                        </div>
                        <p className="mt-1 text-sub text-pretty">{t(offer.text)}</p>
                      </div>
                    </div>
                    <div className="mt-auto">
                      <OfferButton
                        vendor={vendor}
                        pending={launchingId === integrationId}
                        onPress={() => void launch(integrationId)}
                      />
                    </div>
                  </div>
                </Card>
              </li>
            );
          })}
        </ul>
      )}
      {switches.data && switches.data.marketplace.length > 0 && (
        <p className="text-sm text-sub text-pretty">{t('integration.note')}</p>
      )}
    </div>
  );
}
