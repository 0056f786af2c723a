import { AnnouncementsPage } from '../../features/announcements/AnnouncementsPage';
import { useActor } from '../session/viewer';

/** Another company is another list: the key drops the page and the draft of the one before. */
export default function ManagerAnnouncementsPage() {
  const actor = useActor();
  return <AnnouncementsPage key={actor.companyId} actor={actor} />;
}
