import { useRouter } from '@tanstack/react-router';
import { ProfilePage as Profile } from '../../features/profile/ProfilePage';
import { callMessages } from '../../i18n/call-messages';
import { useErrors } from '../errors/errors';
import { paths } from '../paths';
import { useSession } from '../session/store';
import { useActor } from '../session/viewer';

/** Another company is another employment: the key drops what was open of the one before. */
export default function ProfilePage() {
  const actor = useActor();
  const router = useRouter();
  const leave = () => {
    const session = useSession.getState();
    // The alert of an expired session is above whatever is there.
    if (session.hasExpired) return;
    session.rememberPath(paths.profile());
    useErrors.getState().add(callMessages.employeeById);
    void router.navigate({ to: paths.error() });
  };
  return <Profile key={actor.companyId} actor={actor} onMissing={leave} />;
}
