/** The files of a request there is: read, saved, and by the employee added and removed, each at once. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Actor } from '../../api/actor';
import { Attempts } from '../../api/attempt';
import { ApiError } from '../../api/error';
import { fileRules, toBase64 } from '../../api/file';
import { graphql } from '../../api/graphql';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { localeOf } from '../../i18n/format';
import {
  ConfirmDialog,
  ErrorState,
  FileDrop,
  formatBytes,
  IconButton,
  SkeletonList,
  saveFile,
  toast,
  useOpened,
} from '../../ui';
import { type Request, timeOffKey, type Whose } from './timeOff';

const ListAttachments = graphql(`
  query TimeOffAttachments($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $managerId: ID, $requestId: ID!) {
    listTimeOffAttachments(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      managerId: $managerId
      requestId: $requestId
    ) { id fileName sizeBytes addedAt }
  }
`);

const AddAttachment = graphql(`
  mutation AddTimeOffAttachment(
    $tenantId: ID!
    $companyId: ID!
    $employeeId: ID!
    $requestId: ID!
    $file: TimeOffFileInput!
  ) {
    addTimeOffAttachment(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      requestId: $requestId
      file: $file
    ) { id version attachmentCount }
  }
`);

const RemoveAttachment = graphql(`
  mutation RemoveTimeOffAttachment($tenantId: ID!, $companyId: ID!, $employeeId: ID!, $attachmentId: ID!) {
    removeTimeOffAttachment(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      attachmentId: $attachmentId
    ) { id version attachmentCount }
  }
`);

type Named = { id: string; fileName: string };
type Changed = { version: number; attachmentCount: number };

type AttachmentsProps = {
  actor: Actor;
  whose: Whose;
  request: Request;
  /** Whether the reader is the employee, who may add and remove. */
  isChangeable: boolean;
  /** Why the request was refused, where it has to do with its files. */
  error?: string | null;
  onChange?: (changed: Changed) => void;
};

export function Attachments({ actor, whose, request, isChangeable, error = null, onChange }: AttachmentsProps) {
  const { t, language } = useText();
  const api = useApi();
  const queryClient = useQueryClient();
  const [attempts] = useState(() => new Attempts());
  const [sending, setSending] = useState<{ name: string; size: number; percent: number } | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const ids = { tenantId: actor.tenantId, companyId: actor.companyId };
  const { employeeId } = whose;
  const list = useQuery({
    queryKey: [timeOffKey, 'attachments', ids, whose, request.id],
    queryFn: async ({ signal }) =>
      (await api.query(ListAttachments, { ...ids, ...whose, requestId: request.id }, signal)).listTimeOffAttachments,
  });
  const add = useMutation({
    mutationFn: async (file: File) => {
      const variables = {
        ...ids,
        employeeId,
        requestId: request.id,
        file: { fileName: file.name, fileString: await toBase64(file) },
      };
      const about = { name: file.name, size: file.size };
      setSending({ ...about, percent: 0 });
      return attempts.run(variables, (key) =>
        api.upload(AddAttachment, variables, key, (percent) => setSending({ ...about, percent })),
      );
    },
    onSettled: () => setSending(null),
    onSuccess: ({ addTimeOffAttachment }) => settle(addTimeOffAttachment, t('timeOff.attachments.added')),
    onError: (failure) => {
      if (!(failure instanceof ApiError && failure.isTold))
        setRefusal(errorText(t, failure, 'timeOff.attachments.addFailed'));
    },
  });
  const remove = useSubmit(RemoveAttachment);
  const { opened, open, close } = useOpened<'remove', Named>('remove');
  const save = useMutation({
    mutationFn: async (id: string) => {
      const path = `/companies/${actor.companyId}/employees/${employeeId}/time-off-attachments/${id}/file`;
      const { name, blob } = await api.download(path);
      await saveFile(blob, name);
    },
    onError: (failure) => toast(errorText(t, failure, 'timeOff.attachments.downloadFailed'), { tone: 'error' }),
  });

  function settle(changed: Changed, words: string): void {
    setRefusal(null);
    onChange?.(changed);
    void queryClient.invalidateQueries({ queryKey: [timeOffKey] });
    toast(words, { tone: 'ok' });
  }

  async function takeAway(id: string): Promise<void> {
    try {
      const { removeTimeOffAttachment } = await remove.mutateAsync({ ...ids, employeeId, attachmentId: id });
      settle(removeTimeOffAttachment, t('timeOff.attachments.removed'));
    } catch (failure) {
      setRefusal(errorText(t, failure, 'timeOff.attachments.removeFailed'));
    }
  }

  const files = list.data ?? [];
  const mayAdd = isChangeable && !['Denied', 'Cancelled'].includes(request.status);
  const mayRemove = isChangeable && ['Pending', 'Cancelled'].includes(request.status);
  if (!mayAdd && request.attachmentCount === 0) return null;
  return (
    <section aria-label={t('timeOff.attachments.title')} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{t('timeOff.attachments.title')}</h3>
      {list.isPending && request.attachmentCount > 0 && <SkeletonList rows={1} />}
      {list.isError && (
        <ErrorState
          title={t('timeOff.attachments.loadFailed')}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )}
      {files.length > 0 && (
        <ul className="flex flex-col gap-2">
          {files.map(({ id, fileName, sizeBytes }) => (
            <li
              key={id}
              className="flex min-h-14 items-center gap-3 rounded-md border border-line bg-surface py-2 pr-2 pl-3.5"
            >
              <FileText aria-hidden className="size-5 flex-none text-sub" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-medium">{fileName}</span>
                <span className="block text-sm text-sub tabular-nums">
                  {formatBytes(sizeBytes, localeOf(language))}
                </span>
              </span>
              <IconButton
                label={t('timeOff.attachments.download', { name: fileName })}
                icon={<Download aria-hidden className="size-4.5" />}
                size="sm"
                pending={save.isPending && save.variables === id}
                onPress={() => save.mutate(id)}
              />
              {mayRemove && (
                <IconButton
                  label={t('timeOff.attachments.remove', { name: fileName })}
                  icon={<Trash2 aria-hidden className="size-4.5" />}
                  size="sm"
                  onPress={() => open('remove', { id, fileName })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {opened.row && <Removal open={opened.isOpen} onClose={close} file={opened.row} onConfirm={takeAway} />}
      {mayAdd ? (
        <FileDrop
          {...fileRules}
          label={t('timeOff.attachments.add')}
          hideLabel
          description={t('timeOff.attachments.hint')}
          error={refusal ?? error ?? undefined}
          items={
            sending ? [{ id: 'sending', name: sending.name, sizeBytes: sending.size, progress: sending.percent }] : []
          }
          onAdd={([file]) => file && add.mutate(file)}
        />
      ) : (
        <p role="alert" className="text-sm font-medium text-bad-ink empty:hidden">
          {refusal}
        </p>
      )}
    </section>
  );
}

type RemovalProps = { open: boolean; onClose: () => void; file: Named; onConfirm: (id: string) => Promise<void> };

function Removal({ open, onClose, file: { id, fileName }, onConfirm }: RemovalProps) {
  const { t } = useText();
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('timeOff.attachments.removal.title', { name: fileName })}
      body={t('timeOff.attachments.removal.body')}
      confirmLabel={t('timeOff.attachments.removal.confirm')}
      cancelLabel={t('app.cancel')}
      onConfirm={() => onConfirm(id)}
    />
  );
}
