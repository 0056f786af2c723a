/** The question before an announcement disappears. It names it, and says so when it changed in the meantime. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { ConfirmDialog, Notice, toast } from '../../ui';
import { type CurrentMessage, currentMessage } from './conflict';
import { announcementsKey, type Message, nameOf } from './message';

const DeleteMessage = graphql(`
  mutation DeleteMessage($tenantId: ID!, $companyId: ID!, $managerId: ID!, $messageId: ID!, $version: Int!) {
    deleteMessage(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, messageId: $messageId, version: $version) {
      messageId
    }
  }
`);

type DeleteAnnouncementProps = {
  open: boolean;
  onClose: () => void;
  actor: Actor;
  message: Message;
  onDeleted: (message: Message) => void;
  /** The dialog has faded out. */
  onClosed: () => void;
};

export function DeleteAnnouncement(props: DeleteAnnouncementProps) {
  const { open, onClose, actor, message, onDeleted, onClosed } = props;
  const { t } = useText();
  const queryClient = useQueryClient();
  const remove = useSubmit(DeleteMessage);
  const [changed, setChanged] = useState<CurrentMessage | null>(null);
  const { tenantId, companyId, personId } = actor;
  const { id, version, message: text } = changed ?? message;

  async function confirm(): Promise<void> {
    try {
      await remove.mutateAsync({ tenantId, companyId, managerId: personId, messageId: id, version });
    } catch (error) {
      if (!isGone(error)) throw explain(error);
    }
    onDeleted(message);
    void queryClient.invalidateQueries({ queryKey: [announcementsKey] });
    toast(t('announcements.deleteDialog.done'), { tone: 'ok' });
  }

  /** What is thrown keeps the question open. */
  function explain(error: unknown): unknown {
    const current = error instanceof ApiError && error.code === 'CONFLICT' ? currentMessage(error.current) : null;
    setChanged((before) => current ?? before);
    void queryClient.invalidateQueries({ queryKey: [announcementsKey] });
    if (current === null) toast(errorText(t, error, 'announcements.deleteDialog.failed'), { tone: 'error' });
    return error;
  }

  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('announcements.deleteDialog.title', { message: nameOf(text) })}
      body={t('announcements.deleteDialog.body')}
      confirmLabel={t('announcements.delete')}
      cancelLabel={t('app.cancel')}
      onConfirm={confirm}
    >
      <WhenGone run={onClosed} />
      {changed && (
        <Notice tone="warn" title={t('announcements.deleteDialog.changed', { name: changed.updatedByName })}>
          <p className="max-h-40 overflow-y-auto whitespace-pre-line [overflow-wrap:anywhere]">{changed.message}</p>
        </Notice>
      )}
    </ConfirmDialog>
  );
}

/** Inside a dialog: runs when its content has left the page, after it faded out. */
function WhenGone({ run }: { run: () => void }) {
  const onGone = useEffectEvent(run);
  useEffect(() => () => onGone(), []);
  return null;
}

/** Somebody else deleted it first: what was asked for is done. */
function isGone(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'NOT_FOUND' || (error.code === 'CONFLICT' && currentMessage(error.current) === null);
}
