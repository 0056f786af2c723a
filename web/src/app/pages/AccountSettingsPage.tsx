import { useQueryClient } from '@tanstack/react-query';
import { AccountPage } from '../../features/account/AccountPage';
import { currentPlatform } from '../platform/platform';
import { viewerKey } from '../session/viewer';

export default function AccountSettingsPage() {
  const queryClient = useQueryClient();
  return (
    <AccountPage
      clientId={currentPlatform().clientId}
      onProfileSaved={() => void queryClient.invalidateQueries({ queryKey: viewerKey })}
    />
  );
}
