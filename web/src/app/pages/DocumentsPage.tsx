import { DocumentsPage as CompanyDocuments } from '../../features/documents/DocumentsPage';
import { useActor } from '../session/viewer';

export default function DocumentsPage() {
  const actor = useActor();
  return <CompanyDocuments key={actor.companyId} actor={actor} />;
}
