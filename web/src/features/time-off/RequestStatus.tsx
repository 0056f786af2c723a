import { useText } from '../../i18n';
import { StatusBadge } from '../../ui';
import type { Request } from './timeOff';

/** Approved green, Pending amber, Denied red, Partial blue. */
export function RequestStatus({ request }: { request: Pick<Request, 'status' | 'isHalfApproved'> }) {
  const { t } = useText();
  const label = request.isHalfApproved ? t('timeOff.status.HalfApproved') : t(`timeOff.status.${request.status}`);
  return <StatusBadge status={request.status} label={label} />;
}
