/** A manager's way to the company's HR vendors. */
import { ArrowUpRight, Scale } from 'lucide-react';
import type { HomeCardProps } from '../../api/home-card';
import { useText } from '../../i18n';
import { Button, Card, EmptyState } from '../../ui';
import type { HrServicesData } from './home';
import { useLaunch } from './useLaunch';

export default function HrServicesCard({ data, actor }: HomeCardProps<HrServicesData>) {
  const { t } = useText();
  const { launch, launchingId } = useLaunch(actor);
  const vendors = data.hrServices.hrVendors;
  return (
    <Card title={t('page.hrServices')}>
      {vendors.length === 0 ? (
        <EmptyState icon={<Scale />} title={t('integration.hr.empty')} />
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-sm text-sub text-pretty">{t('integration.hr.lead')}</p>
          <ul className="flex flex-col gap-2">
            {vendors.map(({ id, name }) => (
              <li key={id}>
                <Button
                  variant="secondary"
                  wide
                  pending={launchingId === id}
                  onPress={() => void launch(id)}
                  aria-label={t('integration.openNamed', { vendor: name })}
                  icon={<ArrowUpRight aria-hidden className="size-4.5" />}
                >
                  {name}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
