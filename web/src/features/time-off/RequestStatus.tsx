import { useText } from '../../i18n';
import { StatusBadge } from '../../ui';
import type { Request } from './timeOff';

type Stands = Pick<Request, 'status' | 'isHalfApproved'>;

export function useStatusText(): (request: Stands) => string {
  const { t } = useText();
  return ({ status, isHalfApproved }) => t(`timeOff.status.${isHalfApproved ? 'HalfApproved' : status}`);
}

/** Approved green, Pending amber, Denied red, Partial blue. */
export function RequestStatus({ request }: { request: Stands }) {
  const statusText = useStatusText();
  return <StatusBadge status={request.status} label={statusText(request)} />;
}
