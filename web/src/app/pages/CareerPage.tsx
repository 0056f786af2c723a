/** Careers are managed in the talent application, for people who have it. */
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/hooks';
import { addressOf, centralOptions } from '../../features/applications/application';
import { CareerPage as Career } from '../../features/career/CareerPage';
import { useActor, useViewer } from '../session/viewer';

export default function CareerPage() {
  const actor = useActor();
  const { applications, tenantId } = useViewer();
  const central = useQuery({ ...centralOptions(useApi(), tenantId), enabled: applications.includes('HCM') });
  const talent = central.data?.tiles.find(({ code }) => code === 'HCM');
  return (
    <Career
      key={actor.companyId}
      actor={actor}
      application={talent ? { name: talent.name, address: addressOf(talent) } : null}
    />
  );
}
