/** The bank behind a routing number while it is being typed: seeing another bank's name shows a typo. */
import { useQuery } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { useApi } from '../../api/hooks';
import { depositsKey } from './deposit';
import { isRoutingNumber, type Refusal } from './rules';

/** Neither while no one knows; an installation without a directory knows no names. */
export function useBank({ companyId, employeeId }: Actor, typed: string): { name?: string; refusal?: Refusal } {
  const api = useApi();
  const routingNumber = typed.trim();
  const { data, error } = useQuery({
    queryKey: [depositsKey, 'bank', companyId, employeeId, routingNumber],
    queryFn: async ({ signal }) => {
      const asked = new URLSearchParams({ companyId, employeeId: employeeId ?? '', routingNumber });
      const bank = (await api.read(`/legacy/banking-institution?${asked}`, signal)) as { name: string };
      return bank.name;
    },
    enabled: employeeId !== null && isRoutingNumber(routingNumber),
    retry: false,
    staleTime: 300_000,
  });
  // Any other failure is no news: the server looks again when the account is saved.
  if (error instanceof ApiError && error.code === 'ROUTING_NUMBER_NOT_FOUND') return { refusal: error.code };
  return data ? { name: data } : {};
}
