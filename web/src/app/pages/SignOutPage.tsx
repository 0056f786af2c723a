/** Forgets everything in this tab, then has the provider end the session. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n';
import { signOutAddress } from '../session/provider';
import { useSession } from '../session/store';
import { useOnce } from '../session/useOnce';
import { Passage } from './Passage';

export default function SignOutPage() {
  const { t } = useText();
  const queryClient = useQueryClient();
  // Kept for Retry: by then the session has forgotten it.
  const [idToken] = useState(() => useSession.getState().idToken);
  const { hasFailed, retry } = useOnce(async () => {
    useSession.getState().signOut();
    queryClient.clear();
    location.replace(await signOutAddress(idToken));
  });
  const failure = { title: t('signOut.failed.title'), body: t('signOut.failed.body'), onRetry: retry };
  return <Passage title={t('signOut.leaving.title')} failure={hasFailed ? failure : null} />;
}
