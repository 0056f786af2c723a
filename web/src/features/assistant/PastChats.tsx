/** Past Chats: the newest 20, each to be opened again or deleted. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronLeft, History, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n';
import { useFormat } from '../../i18n/format';
import { Button, ConfirmDialog, EmptyState, ErrorState, IconButton, SkeletonList, toast, useOpened } from '../../ui';
import { useAssistant, useSurroundings } from './surroundings';
import type { PastConversation } from './wire';

export function PastChats({ onBack }: { onBack: () => void }) {
  const { t } = useText();
  const { assistant } = useSurroundings();
  const queryClient = useQueryClient();
  const key = ['assistant', 'past', assistant.asker.companyId];
  const past = useQuery({
    queryKey: key,
    queryFn: () => assistant.server.pastConversations([]),
    // What was said a moment ago is in it.
    staleTime: 0,
    gcTime: 0,
  });
  const { opened, open: ask, close } = useOpened<'delete', PastConversation>('delete');
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);

  const open = (conversation: PastConversation) => {
    assistant.resume(conversation);
    onBack();
  };
  const remove = async ({ conversationId }: PastConversation) => {
    try {
      await assistant.deleteChat(conversationId);
    } catch (error) {
      toast(t('assistant.failed.rest'), { tone: 'error' });
      throw error;
    }
    queryClient.setQueryData<PastConversation[]>(key, (before) =>
      before?.filter((other) => other.conversationId !== conversationId),
    );
    toast(t('assistant.past.deleted'), { tone: 'ok' });
    back.current?.focus();
  };

  const kept = assistant.keptIds();
  const isOfNow = ({ conversationId }: PastConversation) => kept.includes(conversationId);
  const groups = [
    { title: t('assistant.past.now'), conversations: past.data?.filter(isOfNow) ?? [] },
    { title: t('assistant.past.earlier'), conversations: past.data?.filter((other) => !isOfNow(other)) ?? [] },
  ].filter(({ conversations }) => conversations.length > 0);

  return (
    <section aria-label={t('assistant.pastChats')} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto p-4">
      <Button
        ref={back}
        variant="ghost"
        size="sm"
        onPress={onBack}
        icon={<ChevronLeft aria-hidden className="size-4" />}
        className="self-start"
      >
        {t('assistant.past.back')}
      </Button>
      {past.isPending && <SkeletonList rows={5} />}
      {past.isError && (
        <ErrorState title={t('assistant.failed.rest')} onRetry={() => void past.refetch()} retrying={past.isFetching} />
      )}
      {past.data?.length === 0 && (
        <EmptyState icon={<History />} title={t('assistant.past.empty.title')} body={t('assistant.past.empty.body')} />
      )}
      {groups.map(({ title, conversations }) => (
        <div key={title}>
          <h3 className="mb-1 px-3 text-xs font-semibold text-sub">{title}</h3>
          <ul className="flex flex-col gap-1">
            {conversations.map((conversation) => (
              <li key={conversation.conversationId}>
                <PastChat
                  conversation={conversation}
                  onOpen={() => open(conversation)}
                  onDelete={() => ask('delete', conversation)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {opened.row && (
        <ConfirmDialog
          key={opened.serial}
          open={opened.isOpen}
          onClose={close}
          title={t('assistant.past.delete.title', { title: opened.row.title })}
          body={t('assistant.past.delete.body')}
          confirmLabel={t('assistant.past.delete.action')}
          onConfirm={() => opened.row && remove(opened.row)}
        />
      )}
    </section>
  );
}

type PastChatProps = { conversation: PastConversation; onOpen: () => void; onDelete: () => void };

function PastChat({ conversation: { conversationId, title, updatedAt }, onOpen, onDelete }: PastChatProps) {
  const { t } = useText();
  const format = useFormat();
  const { timeZone } = useSurroundings();
  const isOpen = useAssistant(({ chat }) => chat.conversationId === conversationId);
  const when = updatedAt === null || Number.isNaN(Date.parse(updatedAt)) ? null : format.instant(updatedAt, timeZone);
  const facts = [isOpen ? t('assistant.past.open') : null, when].filter((fact) => fact !== null);
  return (
    <div className="flex items-center gap-1">
      <Button
        variant="ghost"
        wide
        onPress={onOpen}
        className="h-auto! min-w-0 shrink justify-start! px-3! py-2.5! text-left! font-normal! whitespace-normal!"
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate">{title}</span>
          {facts.length > 0 && <span className="block text-sm text-sub tabular-nums">{facts.join(' · ')}</span>}
        </span>
      </Button>
      <IconButton
        label={t('assistant.past.delete', { title })}
        onPress={onDelete}
        icon={<Trash2 aria-hidden className="size-4.5" />}
      />
    </div>
  );
}
