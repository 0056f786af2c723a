/** Offers of the company's partners, side by side as far as there is room; the rest by scrolling or by the arrows. Nothing moves by itself. */
import { ChevronLeft, ChevronRight, Store } from 'lucide-react';
import { useRef } from 'react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { Card, EmptyState, IconButton, IconTile } from '../../ui';
import { areaIcons } from './areaIcons';
import type { OffersData } from './home';
import { OfferButton } from './OfferButton';
import { offerOf } from './offers';
import { useLaunch } from './useLaunch';
import { useOverflow } from './useOverflow';

export default function CarouselCard({ data, actor }: HomeCardProps<OffersData>) {
  const { t } = useText();
  const { launch, launchingId } = useLaunch(actor);
  const track = useRef<HTMLUListElement>(null);
  const { hasBefore, hasAfter, move } = useOverflow(track);
  const offers = data.offers.marketplace;
  return (
    <Card
      title={t('page.offers')}
      action={
        (hasBefore || hasAfter) && (
          <span className="flex gap-1">
            <IconButton
              disabled={!hasBefore}
              onPress={() => move(-1)}
              label={t('integration.carousel.previous')}
              icon={<ChevronLeft aria-hidden className="size-5" />}
            />
            <IconButton
              disabled={!hasAfter}
              onPress={() => move(1)}
              label={t('integration.carousel.next')}
              icon={<ChevronRight aria-hidden className="size-5" />}
            />
          </span>
        )
      }
    >
      {offers.length === 0 ? (
        <EmptyState icon={<Store />} title={t('integration.empty.title')} body={t('integration.empty.body')} />
      ) : (
        <ul ref={track} className="flex snap-x snap-mandatory gap-4 overflow-x-auto scroll-smooth">
          {offers.map(({ integrationId, vendor, area }) => {
            const offer = offerOf(vendor, area);
            return (
              <li
                key={integrationId}
                className="flex min-w-full flex-1 snap-start flex-col gap-4 rounded-lg border border-line p-4 @2xl:min-w-80"
              >
                <div className="flex items-start gap-3.5">
                  <IconTile icon={areaIcons[offer.area]} />
                  <div className="min-w-0">
                    <h3 className="font-semibold">{vendor}</h3>
                    <p className="mt-0.5 text-sm text-sub text-pretty">{t(offer.text)}</p>
                  </div>
                </div>
                <div className="mt-auto">
                  <OfferButton
                    vendor={vendor}
                    pending={launchingId === integrationId}
                    onPress={() => void launch(integrationId)}
                  />
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
