/** The question before a document disappears. */
import type { Actor } from '../../api/actor';
import { useDeletion } from '../../api/deletion';
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
  const remove = useSubmit(RemoveDocument);
  const { changed, run } = useDeletion(documentsKey, currentDocument);
  const { tenantId, companyId, personId } = actor;
  const { version } = changed ?? document;

  async function confirm(): Promise<void> {
    await run(
      () => remove.mutateAsync({ tenantId, companyId, managerId: personId, documentId: document.id, version }),
      (error) => toast(errorText(t, error, 'documents.deleteFailed'), { tone: 'error' }),
    );
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
