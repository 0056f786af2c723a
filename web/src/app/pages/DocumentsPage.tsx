import { DocumentsPage as CompanyDocuments } from '../../features/documents/DocumentsPage';
import { ResourceList } from '../../features/resources/ResourceList';
import { useActor } from '../session/viewer';

export default function DocumentsPage() {
  const actor = useActor();
  return (
    <div key={actor.companyId} className="flex flex-col gap-6">
      <CompanyDocuments actor={actor} />
      <ResourceList actor={actor} />
    </div>
  );
}
