/** Opens a vendor's site in a tab of its own with a one-time code. The code lives for a minute and counts once: never keep the address. */

import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { openTab, toast } from '../../ui';

const LaunchIntegration = graphql(`
  mutation LaunchIntegration($tenantId: ID!, $companyId: ID!, $integrationId: ID!) {
    launchIntegration(tenantId: $tenantId, companyId: $companyId, integrationId: $integrationId) { url }
  }
`);

export function useLaunch({ tenantId, companyId }: { tenantId: string; companyId: string }) {
  const { t } = useText();
  const launching = useSubmit(LaunchIntegration);

  const launch = async (integrationId: string): Promise<void> => {
    const tab = openTab();
    try {
      const { url } = (await launching.mutateAsync({ tenantId, companyId, integrationId })).launchIntegration;
      tab.goTo(url);
    } catch (error) {
      tab.close();
      toast(errorText(t, error, 'integration.launchFailed'), { tone: 'error' });
    }
  };

  return { launch, launchingId: launching.isPending ? launching.variables.integrationId : null };
}
