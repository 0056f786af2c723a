/** The question before an announcement disappears. It names it, and says so when it changed in the meantime. */
import { useEffect, useEffectEvent } from 'react';
import type { Actor } from '../../api/actor';
import { useDeletion } from '../../api/deletion';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { ConfirmDialog, Notice, toast } from '../../ui';
import { currentMessage } from './conflict';
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
  const remove = useSubmit(DeleteMessage);
  const { changed, run } = useDeletion(announcementsKey, currentMessage);
  const { tenantId, companyId, personId } = actor;
  const { id, version, message: text } = changed ?? message;

  async function confirm(): Promise<void> {
    await run(
      () => remove.mutateAsync({ tenantId, companyId, managerId: personId, messageId: id, version }),
      (error) => toast(errorText(t, error, 'announcements.deleteDialog.failed'), { tone: 'error' }),
    );
    onDeleted(message);
    toast(t('announcements.deleteDialog.done'), { tone: 'ok' });
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
