/** Forgets everything in this tab, then has the provider end the session: on the web at its own page, on native from here. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../i18n';
import { currentPlatform } from '../platform/platform';
import { endSession, signOutAddress } from '../session/provider';
import { useSession } from '../session/store';
import { useOnce } from '../session/useOnce';
import { Passage } from './Passage';

export default function SignOutPage() {
  const { t } = useText();
  const router = useRouter();
  const queryClient = useQueryClient();
  // Kept for Retry: by then the session has forgotten it.
  const [idToken] = useState(() => useSession.getState().idToken);
  const { hasFailed, retry } = useOnce(async () => {
    useSession.getState().signOut();
    queryClient.clear();
    const { kind, signedOutPath } = currentPlatform();
    if (kind === 'native') {
      await endSession(idToken);
      return router.navigate({ to: signedOutPath, replace: true });
    }
    location.replace(await signOutAddress(idToken));
  });
  const failure = { title: t('signOut.failed.title'), body: t('signOut.failed.body'), onRetry: retry };
  return <Passage title={t('signOut.leaving.title')} failure={hasFailed ? failure : null} />;
}
