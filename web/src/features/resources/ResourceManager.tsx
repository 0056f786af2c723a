/** All resources of a company for its managers: what is offered, and how many have acknowledged what waits. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link as LinkIcon, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { useFormat } from '../../i18n/format';
import {
  Badge,
  Button,
  EmptyState,
  ListFrame,
  Progress,
  RowAction,
  Table,
  type TableColumn,
  useOpened,
} from '../../ui';
import { Acknowledgements } from './Acknowledgements';
import { DeleteResource } from './DeleteResource';
import { ResourceEditor } from './ResourceEditor';
import { type Resource, ResourceFields, resourcesKey } from './resource';

const ListResources = graphql(
  `
    query ListResources($tenantId: ID!, $companyId: ID!, $managerId: ID!, $cursor: String) {
      listCompanyResources(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, cursor: $cursor) {
        results { ...ResourceFields }
        links { next previous }
      }
    }
  `,
  [ResourceFields],
);

export function ResourceManager({ actor }: { actor: Actor }) {
  const { t } = useText();
  const format = useFormat();
  const api = useApi();
  const { tenantId, companyId, personId } = actor;
  const [cursor, setCursor] = useState<string | null>(null);
  const { opened, open, close } = useOpened<'edit' | 'delete' | 'who', Resource>('edit');
  const list = useQuery({
    queryKey: [resourcesKey, 'list', tenantId, companyId, cursor],
    queryFn: async ({ signal }) =>
      (await api.query(ListResources, { tenantId, companyId, managerId: personId, cursor }, signal))
        .listCompanyResources,
    placeholderData: keepPreviousData,
  });
  const mayWrite = may(actor, 'manager.write');

  const columns: TableColumn<Resource>[] = [
    {
      id: 'name',
      header: t('resources.column.name'),
      cell: ({ name, description, link }) => (
        <span className="block min-w-0 sm:min-w-52">
          <span className="block font-medium [overflow-wrap:anywhere]">{name}</span>
          {description && <span className="line-clamp-2 text-sm text-sub [overflow-wrap:anywhere]">{description}</span>}
          {link && <span className="block text-sm text-sub [overflow-wrap:anywhere]">{link}</span>}
        </span>
      ),
    },
    {
      id: 'due',
      header: t('resources.column.due'),
      cell: ({ isActionItem, dueDate }) =>
        isActionItem ? (
          <span className="whitespace-nowrap tabular-nums">{dueDate ? format.day(dueDate) : t('resources.noDue')}</span>
        ) : (
          <Badge>{t('resources.noAction')}</Badge>
        ),
    },
    {
      id: 'acknowledged',
      header: t('resources.column.acknowledged'),
      cell: (resource) =>
        resource.isActionItem && (
          <span className="relative z-1 flex min-w-32 flex-col gap-1.5">
            <Progress
              label={t('resources.acknowledgedOf', { count: resource.acknowledged, people: resource.people })}
              value={resource.people === 0 ? 0 : (100 * resource.acknowledged) / resource.people}
            />
            <Button size="sm" variant="ghost" onPress={() => open('who', resource)} className="self-start px-0!">
              {t('resources.who')}
            </Button>
          </span>
        ),
    },
    {
      id: 'updated',
      header: t('resources.column.updated'),
      wideOnly: true,
      cell: ({ updatedDate, updatedByName }) => (
        <span className="block min-w-30 text-[.875rem]">
          <span className="block whitespace-nowrap tabular-nums">{format.dayOf(updatedDate, actor.timeZone)}</span>
          <span className="block text-sub">{updatedByName}</span>
        </span>
      ),
    },
  ];

  const addButton = (
    <Button
      onPress={() => open('edit', null)}
      icon={<Plus aria-hidden className="size-4.5" />}
      disabledReason={mayWrite ? undefined : t('resources.forbidden')}
    >
      {t('resources.add')}
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
                title: t('resources.loadFailed'),
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
          label={t('page.resources')}
          columns={columns}
          rows={[...(list.data?.results ?? [])]}
          rowKey={({ id }) => id}
          loadingRows={list.data ? undefined : 5}
          rowActions={
            mayWrite
              ? (resource) => (
                  <>
                    <RowAction
                      label={t('resources.edit')}
                      name={t('resources.editNamed', { name: resource.name })}
                      icon={Pencil}
                      onPress={() => open('edit', resource)}
                    />
                    <RowAction
                      label={t('resources.delete.confirm')}
                      name={t('resources.deleteNamed', { name: resource.name })}
                      icon={Trash2}
                      onPress={() => open('delete', resource)}
                    />
                  </>
                )
              : undefined
          }
          empty={
            <EmptyState
              icon={<LinkIcon />}
              title={t('resources.empty.title')}
              body={t('resources.empty.body')}
              action={mayWrite && addButton}
            />
          }
        />
      </ListFrame>
      {opened.kind === 'edit' && <ResourceEditor key={opened.serial} {...dialog} resource={opened.row} />}
      {opened.kind === 'delete' && opened.row && (
        <DeleteResource key={opened.serial} {...dialog} resource={opened.row} />
      )}
      {opened.kind === 'who' && opened.row && (
        <Acknowledgements key={opened.serial} {...dialog} resource={opened.row} />
      )}
    </div>
  );
}
