/** The question before a resource disappears from everybody's list. */
import { useQueryClient } from '@tanstack/react-query';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { ConfirmDialog, toast } from '../../ui';
import { type Resource, resourcesKey } from './resource';

const RemoveResource = graphql(`
  mutation RemoveResource($tenantId: ID!, $companyId: ID!, $managerId: ID!, $resourceId: ID!) {
    deleteResource(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, resourceId: $resourceId) {
      resourceId
    }
  }
`);

type DeleteResourceProps = { open: boolean; onClose: () => void; actor: Actor; resource: Resource };

export function DeleteResource({ open, onClose, actor, resource }: DeleteResourceProps) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const remove = useSubmit(RemoveResource);
  const { tenantId, companyId, personId } = actor;

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync({ tenantId, companyId, managerId: personId, resourceId: resource.id });
    } catch (error) {
      // Somebody else deleted it first: what was asked for is done.
      if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) {
        toast(errorText(t, error, 'resources.deleteFailed'), { tone: 'error' });
        throw error;
      }
    }
    void queryClient.invalidateQueries({ queryKey: [resourcesKey] });
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
    />
  );
}
