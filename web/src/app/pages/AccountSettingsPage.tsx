import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../api/hooks';
import { AccountPage } from '../../features/account/AccountPage';
import { currentPlatform } from '../platform/platform';
import { loadViewer, viewerKey } from '../session/viewer';

export default function AccountSettingsPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  /** Names and companies in the frame follow at once; whoever lost the company they were in is put into another. */
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: viewerKey });
    await loadViewer(api, queryClient).catch(() => undefined);
  };
  return <AccountPage clientId={currentPlatform().clientId} onProfileSaved={() => void refresh()} />;
}
