/** Asking for time off, new or again. A failure of any kind leaves everything typed where it is. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { Actor } from '../../api/actor';
import { Attempts } from '../../api/attempt';
import { ApiError } from '../../api/error';
import { toBase64 } from '../../api/file';
import { graphql, type VariablesOf } from '../../api/graphql';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { usePayTimingText } from '../../i18n/pay-timing';
import { Button, ConfirmDialog, Dialog, toast, useUnsaved } from '../../ui';
import { Attachments } from './Attachments';
import { NewAttachments, refuseFiles } from './NewAttachments';
import { RequestForm } from './RequestForm';
import { RequestPreview } from './RequestPreview';
import { RequestSummary } from './RequestSummary';
import { type Draft, draftOf, draftSchema, inputOf, isDraftField, newDraft } from './rules';
import { type Balance, type Request, timeOffKey, type Whose } from './timeOff';

const CreateRequest = graphql(`
  mutation CreateTimeOffRequest(
    $tenantId: ID!
    $companyId: ID!
    $employeeId: ID!
    $managerId: ID
    $input: TimeOffRequestInput!
    $attachments: [TimeOffFileInput!]
  ) {
    createTimeOffRequest(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      managerId: $managerId
      input: $input
      attachments: $attachments
    ) { id status }
  }
`);

const UpdateRequest = graphql(`
  mutation UpdateTimeOffRequest(
    $tenantId: ID!
    $companyId: ID!
    $employeeId: ID!
    $managerId: ID
    $input: UpdateTimeOffRequestInput!
  ) {
    updateTimeOffRequest(
      tenantId: $tenantId
      companyId: $companyId
      employeeId: $employeeId
      managerId: $managerId
      input: $input
    ) { id version }
  }
`);

type RequestEditorProps = {
  open: boolean;
  onClose: () => void;
  actor: Actor;
  whose: Whose;
  /** Whose request it is, if it's someone else's. */
  name?: string;
  balances: readonly Balance[];
  /** Null to ask for new time off. */
  request: Request | null;
};

export function RequestEditor({ open, onClose, actor, whose, name, balances, request }: RequestEditorProps) {
  const { t } = useText();
  const formId = useId();
  const queryClient = useQueryClient();
  const api = useApi();
  const [attempts] = useState(() => new Attempts());
  const [files, setFiles] = useState<readonly File[]>([]);
  const [fileError, setFileError] = useState<string | null>(null);
  /** Someone who chose a file wants it included: without it, nothing is sent before they say so. */
  const [refusedFile, setRefusedFile] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const create = useMutation({
    mutationFn: async (asked: VariablesOf<typeof CreateRequest>) => {
      const attachments = await Promise.all(
        files.map(async (file) => ({ fileName: file.name, fileString: await toBase64(file) })),
      );
      const variables = { ...asked, attachments };
      return attempts.run(variables, (key) =>
        files.length > 0
          ? api.upload(CreateRequest, variables, key, setProgress)
          : api.mutate(CreateRequest, variables, key),
      );
    },
    onSettled: () => setProgress(null),
  });
  const update = useSubmit(UpdateRequest);
  const [version, setVersion] = useState(request?.version ?? 0);
  const [attachmentCount, setAttachmentCount] = useState(request?.attachmentCount ?? 0);
  const [failure, setFailure] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const form = useForm<Draft>({
    resolver: valibotResolver(draftSchema),
    criteriaMode: 'all',
    defaultValues: request ? draftOf(request) : newDraft(balances[0]?.typeId ?? ''),
  });
  const isDirty = form.formState.isDirty || files.length > 0;
  useUnsaved(open && isDirty);
  const [typeId, startDate] = useWatch({ control: form.control, name: ['typeId', 'startDate'] });
  const { tenantId, companyId } = actor;
  const timing = usePayTimingText({ tenantId, companyId, ...whose, worked: startDate || null });
  const of = balances.find((balance) => balance.typeId === typeId);
  const rule = !name && of && of.attachmentAfterDays !== null ? { type: of.type, count: of.attachmentAfterDays } : null;
  const isApproved = request !== null && (request.status !== 'Pending' || request.isHalfApproved);
  const losesApproval = isApproved && !name && of?.approval !== 'none';
  const isSaving = create.isPending || update.isPending;

  async function send(draft: Draft): Promise<void> {
    setFailure(null);
    setFileError(refusedFile && t('timeOff.attachments.refused', { name: refusedFile }));
    if (refusedFile) return;
    const ids = { tenantId: actor.tenantId, companyId: actor.companyId, ...whose };
    const input = inputOf(draft);
    let isSettled = false;
    try {
      if (request) await update.mutateAsync({ ...ids, input: { ...input, id: request.id, version } });
      else isSettled = (await create.mutateAsync({ ...ids, input })).createTimeOffRequest.status === 'Approved';
    } catch (error) {
      explain(error);
      return;
    }
    void queryClient.invalidateQueries({ queryKey: [timeOffKey] });
    const company = actor.companyName;
    if (request) toast(name ? t('timeOff.form.corrected') : t('timeOff.form.updated', { company }), { tone: 'ok' });
    else if (isSettled) toast(t('timeOff.form.entered'), { tone: 'ok' });
    else toast(name ? t('timeOff.form.enteredHalf') : t('timeOff.form.sent', { company }), { tone: 'ok' });
    onClose();
  }

  function explain(error: unknown): void {
    if (error instanceof ApiError) {
      if (error.isTold) return;
      if (error.field !== null && ['attachments', 'fileName', 'fileString'].includes(error.field)) {
        setFileError(errorText(t, error));
        return;
      }
      if (isDraftField(error.field)) {
        form.setError(error.field, { type: 'server', message: error.code }, { shouldFocus: true });
        return;
      }
      if (error.code === 'CONFLICT') {
        const current = error.current as { version?: unknown } | null;
        if (typeof current?.version === 'number') setVersion(current.version);
        void queryClient.invalidateQueries({ queryKey: [timeOffKey] });
        setFailure(t('timeOff.form.changed'));
        return;
      }
    }
    toast(t('timeOff.form.failed'), { tone: 'error' });
    setFailure(errorText(t, error, 'timeOff.form.failed'));
  }

  const leave = () => (isDirty && !isSaving ? setLeaving(true) : onClose());
  const title = t(request ? 'timeOff.form.editTitle' : name ? 'timeOff.form.enter' : 'timeOff.form.newTitle');
  const hint = name ? t('timeOff.attachments.hintFor', { name }) : t('timeOff.attachments.hint');

  return (
    <>
      <Dialog
        open={open}
        onClose={leave}
        size="lg"
        title={name ? t('timeOff.form.titleFor', { title, name }) : title}
        footer={
          <>
            <RequestSummary actor={actor} whose={whose} control={form.control} requestId={request?.id ?? null} />
            <Button variant="secondary" onPress={leave}>
              {t('app.cancel')}
            </Button>
            <Button type="submit" form={formId} pending={isSaving}>
              {request ? t('timeOff.form.save') : name ? t('timeOff.form.enter') : t('timeOff.form.send')}
            </Button>
          </>
        }
      >
        <RequestForm
          id={formId}
          form={form}
          balances={balances}
          notesHint={name ? t('timeOff.form.notesHintFor', { name }) : t('timeOff.form.notesHint')}
          failure={failure}
          notice={losesApproval ? t('timeOff.form.approvedAgain') : null}
          timing={timing}
          onSubmit={form.handleSubmit(send)}
          attachments={
            request ? (
              <Attachments
                actor={actor}
                whose={whose}
                request={request}
                isChangeable={!name}
                error={fileError}
                onChange={(changed) => {
                  setFileError(null);
                  setVersion(changed.version);
                  setAttachmentCount(changed.attachmentCount);
                }}
              />
            ) : (
              <NewAttachments
                files={files}
                onChange={(chosen) => {
                  const refusal = refuseFiles(chosen);
                  setFileError(refusal && t(`error.${refusal}`));
                  if (!refusal) setFiles(chosen);
                }}
                onRefused={([first = null]) => {
                  setRefusedFile(first);
                  setFileError(null);
                }}
                description={rule ? t('timeOff.attachments.rule', rule) : hint}
                error={fileError}
                progress={progress}
                isSaving={isSaving}
              />
            )
          }
          preview={
            <RequestPreview
              actor={actor}
              whose={whose}
              control={form.control}
              requestId={request?.id ?? null}
              hasAttachment={files.length + attachmentCount > 0}
            />
          }
        />
      </Dialog>
      <ConfirmDialog
        open={isLeaving}
        onClose={() => setLeaving(false)}
        title={t('timeOff.form.discard.title')}
        body={t('timeOff.form.discard.body')}
        confirmLabel={t('timeOff.form.discard.action')}
        cancelLabel={t('timeOff.form.discard.stay')}
        onConfirm={onClose}
      />
    </>
  );
}
