import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/hooks';
import { AccountPage } from '../../features/account/AccountPage';
import { currentPlatform } from '../platform/platform';
import { loadViewer, viewerKey } from '../session/viewer';

export default function AccountSettingsPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  /** Names and companies in the frame follow right away; someone who lost their current company moves to another. */
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: viewerKey });
    await loadViewer(api, queryClient).catch(() => undefined);
  };
  return <AccountPage clientId={currentPlatform().clientId} onProfileSaved={() => void refresh()} />;
}
