import { useRouter, useSearch } from '@tanstack/react-router';
import { ConsoleRights } from '../../api/console-rights';
import { ReportsPage } from '../../features/reports/ReportsPage';
import { mayAdminister, mayHandOver, useViewer } from '../session/viewer';

/** For administrators and for payroll. What narrows a report is in the address: mail links to it. */
export default function AdminReportsPage() {
  const viewer = useViewer();
  const router = useRouter();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const words = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return (
    <ConsoleRights value={mayAdminister(viewer) || mayHandOver(viewer)}>
      <ReportsPage
        tenantId={viewer.tenantId}
        address={Object.fromEntries(words)}
        onAddress={(address) => void router.navigate({ to: '.', search: address, resetScroll: false })}
      />
    </ConsoleRights>
  );
}
