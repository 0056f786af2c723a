import { useParams } from '@tanstack/react-router';
import { ImportPage } from '../../features/import/ImportPage';
import { useText } from '../../i18n';
import { paths } from '../paths';
import { useViewer } from '../session/viewer';

export default function AdminImportPage() {
  const { tenantId } = useViewer();
  const { language } = useText();
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  return <ImportPage key={id} tenantId={tenantId} importId={id} language={language} listHref={paths.adminImports()} />;
}
