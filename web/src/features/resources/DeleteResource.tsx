/** The question before a resource disappears from everybody's list. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
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
  const queryClient = useQueryClient();
  const remove = useSubmit(RemoveResource);
  const [changed, setChanged] = useState<ReturnType<typeof currentResource>>(null);
  const { tenantId, companyId, personId } = actor;
  const { version } = changed ?? resource;

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync({ tenantId, companyId, managerId: personId, resourceId: resource.id, version });
    } catch (error) {
      // Somebody else deleted it first: what was asked for is done.
      if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) {
        const current = error instanceof ApiError && error.code === 'CONFLICT' ? currentResource(error.current) : null;
        setChanged((before) => current ?? before);
        void queryClient.invalidateQueries({ queryKey: [resourcesKey] });
        if (!current) toast(errorText(t, error, 'resources.deleteFailed'), { tone: 'error' });
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
    >
      {changed && (
        <Notice tone="warn" title={t('conflict.beforeDelete', { name: changed.updatedByName })}>
          {changed.name}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
