/** /manager/resources: what a manager gives the company's people to read, to open and to acknowledge. */
import { useState } from 'react';
import { may } from '../../api/actor';
import { DocumentManager } from '../../features/documents/DocumentManager';
import { LinksForm } from '../../features/resources/LinksForm';
import { ResourceManager } from '../../features/resources/ResourceManager';
import { useText } from '../../i18n';
import { PageHeader, Tabs } from '../../ui';
import { useActor } from '../session/viewer';

export default function ManagerResourcesPage() {
  const { t } = useText();
  const actor = useActor();
  const [isDirty, setDirty] = useState(false);
  return (
    <div key={actor.companyId} className="flex flex-col gap-6">
      <PageHeader title={t('page.resources')} description={t('resources.lead', { company: actor.companyName })} />
      <Tabs
        label={t('page.resources')}
        items={[
          { id: 'resources', label: t('page.resources'), content: <ResourceManager actor={actor} /> },
          { id: 'documents', label: t('page.documents'), content: <DocumentManager actor={actor} /> },
          {
            id: 'links',
            label: t('resources.links'),
            content: (
              <LinksForm
                place={{ tenantId: actor.tenantId, companyId: actor.companyId, managerId: actor.personId }}
                mayWrite={may(actor, 'manager.write')}
                isDirty={isDirty}
                onDirty={setDirty}
              />
            ),
            keeps: isDirty,
          },
        ]}
      />
    </div>
  );
}
