/** One page of announcements: a table where there is room, cards on a phone. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Actor } from '../../api/actor';
import { type TextKey, useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { RowAction, Skeleton, Table, type TableColumn } from '../../ui';
import { Excerpt } from './Excerpt';
import { type Message, nameOf } from './message';
import { StateBadge } from './StateBadge';
import { type Places, targetInWords } from './targets';

type MessageAction = {
  label: Extract<TextKey, 'announcements.edit' | 'announcements.delete'>;
  /** Says which announcement, for those who do not see the row. */
  fullLabel: Extract<TextKey, 'announcements.editNamed' | 'announcements.deleteNamed'>;
  icon: LucideIcon;
  onPress: (message: Message) => void;
};

type AnnouncementsTableProps = {
  actor: Actor;
  /** Null while they are on their way. */
  messages: readonly Message[] | null;
  places: Places | null;
  onRead: (message: Message) => void;
  actions: readonly MessageAction[];
  empty: ReactNode;
};

export function AnnouncementsTable({ actor, messages, places, onRead, actions, empty }: AnnouncementsTableProps) {
  const { t } = useText();
  const format = useFormat();

  const columns: TableColumn<Message>[] = [
    {
      id: 'message',
      header: t('announcements.column.message'),
      cell: ({ message }) => <Excerpt message={message} className="sm:min-w-56" />,
    },
    {
      id: 'audience',
      header: t('announcements.column.audience'),
      cell: (message) => (
        <span className="block sm:min-w-32">
          {places ? targetInWords(message, places, t) : <Skeleton className="h-4 w-24" />}
        </span>
      ),
    },
    {
      id: 'dates',
      header: t('announcements.column.dates'),
      cell: ({ startDate, endDate, state }) => (
        <span className="flex flex-col gap-1.5 max-sm:items-end">
          <StateBadge state={state} />
          <span className="whitespace-nowrap text-[.875rem] tabular-nums">{format.dayRange(startDate, endDate)}</span>
        </span>
      ),
    },
    {
      id: 'updated',
      header: t('announcements.column.updated'),
      cell: ({ updatedAt, updatedByName }) => (
        <span className="block min-w-30 text-[.875rem]">
          <span className="block whitespace-nowrap tabular-nums">{format.dayOf(updatedAt, actor.timeZone)}</span>
          <span className="block text-sub">{t('announcements.updatedBy', { name: updatedByName })}</span>
        </span>
      ),
    },
  ];

  return (
    <Table
      label={t('page.announcements')}
      columns={columns}
      rows={[...(messages ?? [])]}
      rowKey={({ id }) => id}
      loadingRows={messages ? undefined : 6}
      empty={empty}
      onRowPress={onRead}
      rowActions={
        actions.length === 0
          ? undefined
          : (message) =>
              actions.map((action) => (
                <RowAction
                  key={action.label}
                  label={t(action.label)}
                  name={t(action.fullLabel, { message: nameOf(message.message) })}
                  icon={action.icon}
                  onPress={() => action.onPress(message)}
                />
              ))
      }
    />
  );
}
