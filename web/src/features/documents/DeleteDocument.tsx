/** The question before a document disappears. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { ConfirmDialog, Notice, toast } from '../../ui';
import { type CompanyDocument, currentDocument, documentsKey } from './document';

const RemoveDocument = graphql(`
  mutation RemoveDocument($tenantId: ID!, $companyId: ID!, $managerId: ID!, $documentId: ID!, $version: Int!) {
    deleteCompanyDocument(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, documentId: $documentId, version: $version) {
      documentId
    }
  }
`);

type DeleteDocumentProps = { open: boolean; onClose: () => void; actor: Actor; document: CompanyDocument };

export function DeleteDocument({ open, onClose, actor, document }: DeleteDocumentProps) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const remove = useSubmit(RemoveDocument);
  const [changed, setChanged] = useState<ReturnType<typeof currentDocument>>(null);
  const { tenantId, companyId, personId } = actor;
  const { version } = changed ?? document;

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync({ tenantId, companyId, managerId: personId, documentId: document.id, version });
    } catch (error) {
      // Somebody else deleted it first: what was asked for is done.
      if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) {
        const current = error instanceof ApiError && error.code === 'CONFLICT' ? currentDocument(error.current) : null;
        setChanged((before) => current ?? before);
        void queryClient.invalidateQueries({ queryKey: [documentsKey] });
        if (!current) toast(errorText(t, error, 'documents.deleteFailed'), { tone: 'error' });
        throw error;
      }
    }
    void queryClient.invalidateQueries({ queryKey: [documentsKey] });
    toast(t('documents.deleted'), { tone: 'ok' });
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('documents.delete.title', { name: document.documentName })}
      body={t('documents.delete.body')}
      confirmLabel={t('documents.delete.confirm')}
      cancelLabel={t('app.cancel')}
      onConfirm={confirm}
    >
      {changed && (
        <Notice tone="warn" title={t('conflict.beforeDelete', { name: changed.updatedByName })}>
          {changed.documentName}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
