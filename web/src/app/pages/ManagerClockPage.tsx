import { ManagerClockPage as Page } from '../../features/clock/ManagerClockPage';
import { useActor } from '../session/viewer';

/** Another company has another clock: the key drops what was open in the one before. */
export default function ManagerClockPage() {
  const actor = useActor();
  return <Page key={actor.companyId} actor={actor} />;
}
