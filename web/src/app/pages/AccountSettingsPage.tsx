import { useQueryClient } from '@tanstack/react-query';
import { AccountPage } from '../../features/account/AccountPage';
import { viewerKey } from '../session/viewer';

export default function AccountSettingsPage() {
  const queryClient = useQueryClient();
  return <AccountPage onProfileSaved={() => void queryClient.invalidateQueries({ queryKey: viewerKey })} />;
}
