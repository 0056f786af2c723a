/** Who keeps a company's time cards, if it is a vendor. No code is made by looking. */
import { useQuery } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { clockKey } from './clock';

const Vendor = graphql(`
  query ClockVendor($tenantId: ID!, $companyId: ID!, $employeeId: ID, $managerId: ID) {
    getEeTimeClkVendorIntegrationDetails(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      managerId: $managerId
    ) { vendorName userName }
    companySwitches(tenantId: $tenantId, companyId: $companyId) { timeAndAttendance { id } }
  }
`);

export function useVendor(actor: Actor, as: 'employee' | 'manager') {
  const api = useApi();
  const { tenantId, companyId } = actor;
  const whose =
    as === 'manager'
      ? { employeeId: null, managerId: actor.personId }
      : { employeeId: actor.employeeId, managerId: null };
  return useQuery({
    queryKey: [clockKey, 'vendor', tenantId, companyId, whose],
    queryFn: async ({ signal }) => await api.query(Vendor, { tenantId, companyId, ...whose }, signal),
  });
}
