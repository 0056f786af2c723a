/** Opens a vendor's site in a tab of its own with a one-time code. The code lives for a minute and counts once: never keep the address. */

import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { toast } from '../../ui';

const LaunchIntegration = graphql(`
  mutation LaunchIntegration($tenantId: ID!, $companyId: ID!, $integrationId: ID!) {
    launchIntegration(tenantId: $tenantId, companyId: $companyId, integrationId: $integrationId) { url }
  }
`);

export function useLaunch({ tenantId, companyId }: { tenantId: string; companyId: string }) {
  const { t } = useText();
  const launching = useSubmit(LaunchIntegration);

  const launch = async (integrationId: string): Promise<void> => {
    // Opened at once, while the press still counts as one: a tab opened after the answer is a pop-up to many browsers.
    const tab = window.open('about:blank');
    if (tab) tab.opener = null;
    try {
      const { url } = (await launching.mutateAsync({ tenantId, companyId, integrationId })).launchIntegration;
      if (tab) tab.location.replace(url);
      else window.location.assign(url);
    } catch (error) {
      tab?.close();
      toast(errorText(t, error, 'integration.launchFailed'), { tone: 'error' });
    }
  };

  return { launch, launchingId: launching.isPending ? launching.variables.integrationId : null };
}
