/** The question before a resource disappears from everyone's list. */
import type { Actor } from '../../api/actor';
import { useDeletion } from '../../api/deletion';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { ConfirmDialog, Notice, toast } from '../../ui';
import { currentResource, type Resource, resourcesKey } from './resource';

const RemoveResource = graphql(`
  mutation RemoveResource($tenantId: ID!, $companyId: ID!, $managerId: ID!, $resourceId: ID!, $version: Int!) {
    deleteResource(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, resourceId: $resourceId, version: $version) {
      resourceId
    }
  }
`);

type DeleteResourceProps = { open: boolean; onClose: () => void; actor: Actor; resource: Resource };

export function DeleteResource({ open, onClose, actor, resource }: DeleteResourceProps) {
  const { t } = useText();
  const remove = useSubmit(RemoveResource);
  const { changed, run } = useDeletion(resourcesKey, currentResource);
  const { tenantId, companyId, personId } = actor;
  const { version } = changed ?? resource;

  async function confirm(): Promise<void> {
    await run(
      () => remove.mutateAsync({ tenantId, companyId, managerId: personId, resourceId: resource.id, version }),
      (error) => toast(errorText(t, error, 'resources.deleteFailed'), { tone: 'error' }),
    );
    toast(t('resources.deleted'), { tone: 'ok' });
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('resources.delete.title', { name: resource.name })}
      body={t('resources.delete.body')}
      confirmLabel={t('resources.delete.confirm')}
      cancelLabel={t('app.cancel')}
      onConfirm={confirm}
    >
      {changed && (
        <Notice tone="warn" title={t('conflict.beforeDelete', { name: changed.updatedByName })}>
          {changed.name}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
