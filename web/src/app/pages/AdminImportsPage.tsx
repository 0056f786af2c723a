import { useNavigate } from '@tanstack/react-router';
import { ImportsPage } from '../../features/import/ImportsPage';
import { paths } from '../paths';
import { useViewer } from '../session/viewer';

export default function AdminImportsPage() {
  const { tenantId } = useViewer();
  const navigate = useNavigate();
  return (
    <ImportsPage
      tenantId={tenantId}
      importHref={paths.adminImport}
      onOpen={(id) => void navigate({ to: paths.adminImport(id) })}
    />
  );
}
