/** All documents of a company for its managers: add, change, download, delete. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Download, Folder, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { localeOf, useFormat } from '../../i18n/format';
import {
  Badge,
  Button,
  EmptyState,
  formatBytes,
  ListFrame,
  RowAction,
  Table,
  type TableColumn,
  useOpened,
} from '../../ui';
import { DeleteDocument } from './DeleteDocument';
import { DocumentEditor } from './DocumentEditor';
import { type CompanyDocument, DocumentFields, documentsKey, stateOf } from './document';
import { useDownload } from './useDownload';

const AllDocuments = graphql(
  `
    query AllDocuments($tenantId: ID!, $companyId: ID!, $managerId: ID!, $cursor: String) {
      listCompanyDocuments(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, cursor: $cursor) {
        results { ...DocumentFields }
        links { next previous }
      }
    }
  `,
  [DocumentFields],
);

const stateTones = { scheduled: 'info', current: 'ok', ended: 'neutral' } as const;

export function DocumentManager({ actor }: { actor: Actor }) {
  const { t, language } = useText();
  const format = useFormat();
  const api = useApi();
  const download = useDownload(actor);
  const { tenantId, companyId, personId } = actor;
  const [cursor, setCursor] = useState<string | null>(null);
  const { opened, open, close } = useOpened<'edit' | 'delete', CompanyDocument>('edit');
  const list = useQuery({
    queryKey: [documentsKey, 'all', tenantId, companyId, cursor],
    queryFn: async ({ signal }) => {
      const variables = { tenantId, companyId, managerId: personId, cursor };
      return (await api.query(AllDocuments, variables, signal)).listCompanyDocuments;
    },
    placeholderData: keepPreviousData,
  });
  const mayWrite = may(actor, 'manager.write');

  const columns: TableColumn<CompanyDocument>[] = [
    {
      id: 'name',
      header: t('documents.column.name'),
      cell: ({ documentName, fileName, sizeBytes }) => (
        <span className="block min-w-0 sm:min-w-48">
          <span className="block font-medium [overflow-wrap:anywhere]">{documentName}</span>
          <span className="block text-sm text-sub tabular-nums [overflow-wrap:anywhere]">
            {fileName} · {formatBytes(sizeBytes, localeOf(language))}
          </span>
        </span>
      ),
    },
    {
      id: 'dates',
      header: t('documents.column.dates'),
      cell: (document) => (
        <span className="flex flex-col gap-1.5 max-sm:items-end">
          <Badge tone={stateTones[stateOf(document, actor.today)]}>
            {t(`documents.state.${stateOf(document, actor.today)}`)}
          </Badge>
          <span className="text-[.875rem] whitespace-nowrap tabular-nums">
            {format.dayRange(document.startDate, document.endDate)}
          </span>
        </span>
      ),
    },
    {
      id: 'dashboard',
      header: t('documents.column.dashboard'),
      cell: ({ showOnDashboard }) => (showOnDashboard ? t('documents.yes') : t('documents.no')),
    },
    {
      id: 'updated',
      header: t('documents.column.updated'),
      cell: ({ updatedAt, updatedByName }) => (
        <span className="block min-w-30 text-[.875rem]">
          <span className="block whitespace-nowrap tabular-nums">{format.dayOf(updatedAt, actor.timeZone)}</span>
          <span className="block text-sub">{updatedByName}</span>
        </span>
      ),
    },
  ];

  const addButton = (
    <Button
      onPress={() => open('edit', null)}
      icon={<Plus aria-hidden className="size-4.5" />}
      disabledReason={mayWrite ? undefined : t('documents.forbidden')}
    >
      {t('documents.add')}
    </Button>
  );
  const dialog = { open: opened.isOpen, onClose: close, actor };
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col sm:items-end">{addButton}</div>
      <ListFrame
        failure={
          list.isError
            ? {
                title: t('documents.loadFailed'),
                body: errorText(t, list.error),
                onRetry: () => void list.refetch(),
                retrying: list.isFetching,
              }
            : null
        }
        links={list.data?.links}
        onTurn={setCursor}
        turning={list.isPlaceholderData}
      >
        <Table
          label={t('page.documents')}
          columns={columns}
          rows={[...(list.data?.results ?? [])]}
          rowKey={({ id }) => id}
          loadingRows={list.data ? undefined : 5}
          rowActions={(document) => (
            <>
              <RowAction
                label={t('documents.download')}
                name={t('documents.downloadNamed', { name: document.documentName })}
                icon={Download}
                onPress={() => download.mutate(document.id)}
              />
              {mayWrite && (
                <>
                  <RowAction
                    label={t('documents.edit')}
                    name={t('documents.editNamed', { name: document.documentName })}
                    icon={Pencil}
                    onPress={() => open('edit', document)}
                  />
                  <RowAction
                    label={t('documents.delete.confirm')}
                    name={t('documents.deleteNamed', { name: document.documentName })}
                    icon={Trash2}
                    onPress={() => open('delete', document)}
                  />
                </>
              )}
            </>
          )}
          empty={
            <EmptyState
              icon={<Folder />}
              title={t('documents.empty.title')}
              body={t('documents.manage.empty')}
              action={mayWrite && addButton}
            />
          }
        />
      </ListFrame>
      {opened.kind === 'edit' && <DocumentEditor key={opened.serial} {...dialog} document={opened.row} />}
      {opened.kind === 'delete' && opened.row && (
        <DeleteDocument key={opened.serial} {...dialog} document={opened.row} />
      )}
    </div>
  );
}
