/** The way to a company's clock at a vendor: a link that works once, made when it is asked for. */
import { ExternalLink, Timer } from 'lucide-react';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, Card, EmptyState, ErrorState, openTab, SkeletonList, toast } from '../../ui';
import { useVendor } from './useVendor';

const Launch = graphql(`
  mutation LaunchClock($tenantId: ID!, $companyId: ID!, $integrationId: ID!) {
    launchIntegration(tenantId: $tenantId, companyId: $companyId, integrationId: $integrationId) { url }
  }
`);

export function VendorClock({ actor, as }: { actor: Actor; as: 'employee' | 'manager' }) {
  const { t } = useText();
  const { tenantId, companyId } = actor;
  const launch = useSubmit(Launch);
  const vendor = useVendor(actor, as);
  const details = vendor.data?.getEeTimeClkVendorIntegrationDetails;
  const integrationId = vendor.data?.companySwitches.timeAndAttendance?.id;

  async function open(): Promise<void> {
    if (!integrationId) return;
    const tab = openTab();
    try {
      const { launchIntegration } = await launch.mutateAsync({ tenantId, companyId, integrationId });
      tab.goTo(launchIntegration.url);
    } catch (error) {
      tab.close();
      if (!(error instanceof ApiError && error.isTold))
        toast(errorText(t, error, 'clock.vendor.failed'), { tone: 'error' });
    }
  }

  return (
    <Card>
      {vendor.isPending && <SkeletonList rows={3} />}
      {vendor.isError && (
        <ErrorState
          title={t('clock.loadFailed')}
          body={errorText(t, vendor.error)}
          onRetry={() => void vendor.refetch()}
          retrying={vendor.isFetching}
        />
      )}
      {vendor.data && !details && (
        <EmptyState icon={<Timer />} title={t('clock.vendor.none.title')} body={t('clock.vendor.none.body')} />
      )}
      {details && (
        <EmptyState
          icon={<Timer />}
          title={t('clock.vendor.title', { company: actor.companyName, vendor: details.vendorName })}
          body={t(`clock.vendor.${as}`, { vendor: details.vendorName, user: details.userName })}
          action={
            <Button
              pending={launch.isPending}
              icon={<ExternalLink aria-hidden className="size-4.5" />}
              onPress={() => void open()}
            >
              {t('clock.vendor.open', { vendor: details.vendorName })}
            </Button>
          }
        />
      )}
    </Card>
  );
}
