import { useState } from 'react';
import { PortalPage } from '../../features/portal/PortalPage';
import { LinksForm } from '../../features/resources/LinksForm';
import { useViewer } from '../session/viewer';

export default function AdminPortalPage() {
  const { tenantId } = useViewer();
  const [isTyped, setTyped] = useState(false);
  return (
    <PortalPage
      tenantId={tenantId}
      isTyped={isTyped}
      links={(companyId) => (
        <LinksForm
          key={companyId}
          place={{ tenantId, companyId, managerId: null }}
          mayWrite
          isDirty={isTyped}
          onDirty={setTyped}
        />
      )}
    />
  );
}
