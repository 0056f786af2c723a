/** The tenant's own logo, if an operator has set one; until it is known, and otherwise, ours. */
import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useViewer } from '../session/viewer';
import { LogoName } from './Logo';

const TenantLogoQuery = graphql(`
  query TenantLogo($tenantId: ID!) {
    tenantLogo(tenantId: $tenantId) { id logoUrl }
  }
`);

export function TenantLogo() {
  const api = useApi();
  const { tenantId, tenantName } = useViewer();
  const logo = useQuery({
    queryKey: ['tenant-logo', tenantId],
    queryFn: async ({ signal }) => (await api.query(TenantLogoQuery, { tenantId }, signal)).tenantLogo,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!logo.data) return <LogoName />;
  return (
    <img
      src={logo.data.logoUrl}
      alt={tenantName}
      className="h-8 min-w-0 max-w-40 object-contain object-left max-sm:max-w-full"
    />
  );
}
