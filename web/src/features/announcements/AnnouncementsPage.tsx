/** /manager/announcements: everything the company has been told, is told and will be told. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Megaphone, Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type Actor, may } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, Card, EmptyState, ErrorState, PageHeader, Pager, useOpened } from '../../ui';
import { AnnouncementDetails } from './AnnouncementDetails';
import { AnnouncementEditor } from './AnnouncementEditor';
import { AnnouncementsTable } from './AnnouncementsTable';
import { DeleteAnnouncement } from './DeleteAnnouncement';
import { announcementsKey, type Message, MessageFields } from './message';
import { useFocusAfterDelete } from './useFocusAfterDelete';
import { usePlaces } from './usePlaces';

const ListMessages = graphql(
  `
    query ListMessages($tenantId: ID!, $companyId: ID!, $managerId: ID!, $cursor: String) {
      listCompanyMessages(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, cursor: $cursor) {
        results { ...MessageFields }
        links { next previous }
      }
    }
  `,
  [MessageFields],
);

export function AnnouncementsPage({ actor }: { actor: Actor }) {
  const { t } = useText();
  const api = useApi();
  const { tenantId, companyId, personId } = actor;
  const places = usePlaces(actor);
  const [cursor, setCursor] = useState<string | null>(null);
  const { opened, open, close } = useOpened<'read' | 'edit' | 'delete', Message>('read');
  const list = useQuery({
    queryKey: [announcementsKey, 'list', tenantId, companyId, cursor],
    queryFn: async ({ signal }) => {
      const answer = await api.query(ListMessages, { tenantId, companyId, managerId: personId, cursor }, signal);
      return answer.listCompanyMessages;
    },
    placeholderData: keepPreviousData,
  });

  // Deleting the last row of a later page empties it: no one should be left there.
  const isStranded = cursor !== null && !list.isPlaceholderData && list.data?.results.length === 0;
  useEffect(() => {
    if (isStranded) setCursor(null);
  }, [isStranded]);

  const focus = useFocusAfterDelete();
  const mayWrite = may(actor, 'manager.write');
  const retry = () => {
    if (list.error instanceof ApiError && list.error.code === 'INVALID_CURSOR') setCursor(null);
    else void list.refetch();
  };

  const newButton = (
    <Button
      ref={focus.newButton}
      onPress={() => open('edit', null)}
      icon={<Plus aria-hidden className="size-4.5" />}
      disabledReason={mayWrite ? undefined : t('announcements.new.forbidden')}
    >
      {t('announcements.new')}
    </Button>
  );
  const dialog = { open: opened.isOpen, onClose: close, actor };

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={t('page.announcements')}
        description={t('announcements.lead', { company: actor.companyName })}
        actions={newButton}
      />
      <div ref={focus.list}>
        <Card flush className="overflow-hidden">
          {list.isError ? (
            <ErrorState
              title={t('announcements.loadFailed')}
              body={errorText(t, list.error)}
              onRetry={retry}
              retrying={list.isFetching}
            />
          ) : (
            <AnnouncementsTable
              actor={actor}
              messages={list.data?.results ?? null}
              places={places.data ?? null}
              onRead={(message) => open('read', message)}
              actions={
                mayWrite
                  ? [
                      {
                        label: 'announcements.edit',
                        fullLabel: 'announcements.editNamed',
                        icon: Pencil,
                        onPress: (message) => open('edit', message),
                      },
                      {
                        label: 'announcements.delete',
                        fullLabel: 'announcements.deleteNamed',
                        icon: Trash2,
                        onPress: (message) => open('delete', message),
                      },
                    ]
                  : []
              }
              empty={
                <EmptyState
                  icon={<Megaphone />}
                  title={t('announcements.empty.title')}
                  body={
                    mayWrite
                      ? t('announcements.empty.body')
                      : t('announcements.empty.readOnlyBody', { company: actor.companyName })
                  }
                  action={mayWrite && newButton}
                />
              }
            />
          )}
        </Card>
      </div>
      <Pager links={list.data?.links} onTurn={setCursor} pending={list.isPlaceholderData} />

      {opened.kind === 'edit' && <AnnouncementEditor key={opened.serial} {...dialog} message={opened.row} />}
      {opened.kind === 'delete' && opened.row && (
        <DeleteAnnouncement
          key={opened.serial}
          {...dialog}
          message={opened.row}
          onDeleted={(deleted) => focus.onDeleted(deleted, list.data?.results ?? [])}
          onClosed={focus.onClosed}
        />
      )}
      {opened.kind === 'read' && opened.row && (
        <AnnouncementDetails
          key={opened.serial}
          {...dialog}
          message={opened.row}
          places={places.data ?? null}
          onEdit={mayWrite ? (message) => open('edit', message) : null}
        />
      )}
    </div>
  );
}
