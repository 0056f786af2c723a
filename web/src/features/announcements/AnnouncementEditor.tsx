/**
 * Writing an announcement, new or again: the form on the left, who will see it and how on the right.
 * A failure of any kind leaves everything typed where it is.
 */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Actor } from '../../api/actor';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { Button, ConfirmDialog, Dialog, toast, useUnsaved } from '../../ui';
import { AnnouncementForm } from './AnnouncementForm';
import { ConflictPanel } from './ConflictPanel';
import { type CurrentMessage, currentMessage, draftOf } from './conflict';
import { announcementsKey, type Message } from './message';
import { asRefusal, type Draft, draftSchema, isDraftField, newDraft } from './rules';
import type { Places } from './targets';
import { usePlaces } from './usePlaces';

const CreateMessage = graphql(`
  mutation CreateMessage($tenantId: ID!, $companyId: ID!, $managerId: ID!, $input: CreateMessageInput!) {
    createMessage(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, input: $input) { id }
  }
`);

const UpdateMessage = graphql(`
  mutation UpdateMessage($tenantId: ID!, $companyId: ID!, $managerId: ID!, $input: UpdateMessageInput!) {
    updateMessage(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, input: $input) { id version }
  }
`);

const nowhere: Places = { organizations: [], payGroups: [] };

/** The saved version a draft is based on; null for a new announcement. */
type Base = { id: string; version: number } | null;

type AnnouncementEditorProps = {
  open: boolean;
  onClose: () => void;
  actor: Actor;
  /** Null to write a new one. */
  message: Message | null;
};

export function AnnouncementEditor({ open, onClose, actor, message }: AnnouncementEditorProps) {
  const { t } = useText();
  const formId = useId();
  const queryClient = useQueryClient();
  const places = usePlaces(actor);
  const create = useSubmit(CreateMessage);
  const update = useSubmit(UpdateMessage);
  const [base, setBase] = useState<Base>(message);
  const [conflict, setConflict] = useState<{ current: CurrentMessage | null } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const form = useForm<Draft>({
    resolver: valibotResolver(draftSchema),
    // Otherwise the range is not checked while the message is empty, and the errors come one by one.
    criteriaMode: 'all',
    defaultValues: message ? draftOf(message) : newDraft(actor.today),
  });
  const { isDirty } = form.formState;
  useUnsaved(open && isDirty);
  const isSaving = create.isPending || update.isPending;

  async function save(draft: Draft, onto: Base): Promise<void> {
    setFailure(null);
    const ids = { tenantId: actor.tenantId, companyId: actor.companyId, managerId: actor.personId };
    try {
      if (onto) await update.mutateAsync({ ...ids, input: { ...draft, id: onto.id, version: onto.version } });
      else await create.mutateAsync({ ...ids, input: draft });
    } catch (error) {
      explain(error, onto !== null);
      return;
    }
    void queryClient.invalidateQueries({ queryKey: [announcementsKey] });
    toast(onto ? t('announcements.form.updated') : t('announcements.form.created'), { tone: 'ok' });
    onClose();
  }

  function explain(error: unknown, wasUpdate: boolean): void {
    if (error instanceof ApiError) {
      if (isDraftField(error.field) && asRefusal(error.code)) {
        form.setError(error.field, { type: 'server', message: error.code }, { shouldFocus: true });
        return;
      }
      if (wasUpdate && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')) {
        setConflict({ current: currentMessage(error.current) });
        void queryClient.invalidateQueries({ queryKey: [announcementsKey] });
        return;
      }
      // Someone else saved first; the form stays behind the notice.
      if (error.isTold) return;
    }
    const callMessage = wasUpdate ? 'announcements.form.updateFailed' : 'announcements.form.createFailed';
    toast(t(callMessage), { tone: 'error' });
    setFailure(errorText(t, error, callMessage));
  }

  function keepMine(): void {
    const onto = conflict?.current ?? null;
    setBase(onto);
    void form.handleSubmit(async (draft) => {
      setConflict(null);
      await save(draft, onto);
    })();
  }

  function takeTheirs(): void {
    if (!conflict?.current) {
      onClose();
      return;
    }
    form.reset(draftOf(conflict.current));
    setBase(conflict.current);
    setConflict(null);
  }

  const leave = () => (isDirty && !isSaving ? setLeaving(true) : onClose());

  return (
    <>
      <Dialog
        open={open}
        onClose={leave}
        size="lg"
        title={message ? t('announcements.form.editTitle') : t('announcements.form.newTitle')}
        footer={
          <>
            <Button variant="secondary" onPress={leave}>
              {t('app.cancel')}
            </Button>
            <Button
              type="submit"
              form={formId}
              pending={isSaving}
              disabledReason={conflict ? t('conflict.chooseFirst') : undefined}
            >
              {message ? t('announcements.form.save') : t('announcements.form.publish')}
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-5">
          {conflict && (
            <ConflictPanel
              current={conflict.current}
              mine={form.getValues()}
              places={places.data ?? nowhere}
              isSaving={isSaving}
              onKeepMine={keepMine}
              onTakeTheirs={takeTheirs}
            />
          )}
          <AnnouncementForm
            id={formId}
            form={form}
            actor={actor}
            places={places}
            failure={failure}
            onSubmit={form.handleSubmit((draft) => save(draft, base))}
          />
        </div>
      </Dialog>
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title={t('announcements.form.discard.title')}
        body={t('announcements.form.discard.body')}
        confirmLabel={t('announcements.form.discard.action')}
        cancelLabel={t('announcements.form.discard.stay')}
        onConfirm={onClose}
      />
    </>
  );
}
