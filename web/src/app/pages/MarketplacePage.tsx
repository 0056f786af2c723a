import { MarketplacePage as Marketplace } from '../../features/integrations/MarketplacePage';
import { useActor } from '../session/viewer';

export default function MarketplacePage() {
  const actor = useActor();
  return <Marketplace key={actor.companyId} actor={actor} />;
}
