import { ProfilePage as Profile } from '../../features/profile/ProfilePage';
import { useActor } from '../session/viewer';

/** Another company is another employment: the key drops what was open of the one before. */
export default function ProfilePage() {
  const actor = useActor();
  return <Profile key={actor.companyId} actor={actor} />;
}
