import { ConsoleRights } from '../../api/console-rights';
import { NextCutoff } from '../../features/companies/NextCutoff';
import { HandoverPage } from '../../features/handover/HandoverPage';
import { mayHandOver, useViewer } from '../session/viewer';

/** For payroll, who need not administer anything. */
export default function AdminHandoverPage() {
  const viewer = useViewer();
  return (
    <ConsoleRights value={mayHandOver(viewer)}>
      <HandoverPage
        tenantId={viewer.tenantId}
        cutoff={(companyId) => <NextCutoff key={companyId} place={{ tenantId: viewer.tenantId, companyId }} />}
      />
    </ConsoleRights>
  );
}
