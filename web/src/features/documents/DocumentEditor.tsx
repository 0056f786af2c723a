/** Adding a document or changing one: its file by drop or choice with a progress bar, its name, its dates. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type BaseSyntheticEvent, useId, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { Actor } from '../../api/actor';
import { Attempts } from '../../api/attempt';
import { ApiError } from '../../api/error';
import { fileRules, toBase64 } from '../../api/file';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { useText } from '../../i18n';
import { errorText, refusalText } from '../../i18n/errors';
import { CheckboxField, DateField, FileDrop, Form, FormDialog, FormRow, TextField, toast } from '../../ui';
import { DocumentConflict } from './DocumentConflict';
import {
  type CompanyDocument,
  type CurrentDocument,
  currentDocument,
  type Draft,
  documentsKey,
  draftOf,
  draftSchema,
  nameFromFile,
  newDraft,
} from './document';

const PutDocument = graphql(`
  mutation PutDocument($tenantId: ID!, $companyId: ID!, $managerId: ID!, $input: CompanyDocumentInput!) {
    putCompanyDocuments(tenantId: $tenantId, companyId: $companyId, managerId: $managerId, input: $input) { id version }
  }
`);

type DocumentEditorProps = {
  open: boolean;
  onClose: () => void;
  actor: Actor;
  /** Null to add a new one. */
  document: CompanyDocument | null;
};

const draftFields: readonly (keyof Draft)[] = ['documentName', 'startDate', 'endDate'];

export function DocumentEditor({ open, onClose, actor, document }: DocumentEditorProps) {
  const { t } = useText();
  const formId = useId();
  const api = useApi();
  const queryClient = useQueryClient();
  const [attempts] = useState(() => new Attempts());
  const [file, setFile] = useState<File | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  /** What the form changes; null where it adds a new one. */
  const [base, setBase] = useState<CurrentDocument | null>(document);
  const [conflict, setConflict] = useState<{ current: CurrentDocument | null } | null>(null);
  const form = useForm<Draft>({
    resolver: valibotResolver(draftSchema),
    criteriaMode: 'all',
    defaultValues: document ? draftOf(document) : newDraft(actor.today),
  });

  const save = useMutation({
    mutationFn: async ({ draft, onto }: { draft: Draft; onto: CurrentDocument | null }) => {
      const { tenantId, companyId, personId } = actor;
      const input = {
        ...(onto && { id: onto.id, version: onto.version }),
        ...draftOf(draft),
        ...(file && { fileName: file.name, fileString: await toBase64(file) }),
      };
      const variables = { tenantId, companyId, managerId: personId, input };
      if (file) setProgress(0);
      return attempts.run(variables, (key) => api.upload(PutDocument, variables, key, setProgress));
    },
    onSettled: () => setProgress(null),
    onSuccess: (_, { onto }) => {
      void queryClient.invalidateQueries({ queryKey: [documentsKey] });
      toast(onto ? t('documents.saved') : t('documents.added'), { tone: 'ok' });
      onClose();
    },
    onError: (error, { onto }) => explain(error, onto !== null),
  });

  function explain(error: unknown, wasChange: boolean): void {
    if (error instanceof ApiError && error.isTold) return;
    const field = error instanceof ApiError ? error.field : null;
    const code = error instanceof ApiError ? error.code : 'INTERNAL';
    if (wasChange && error instanceof ApiError && (code === 'CONFLICT' || code === 'NOT_FOUND')) {
      setConflict({ current: currentDocument(error.current) });
      void queryClient.invalidateQueries({ queryKey: [documentsKey] });
      return;
    }
    const own = draftFields.find((name) => name === field);
    if (own) {
      form.setError(own, { type: 'server', message: code }, { shouldFocus: true });
      return;
    }
    const words = errorText(t, error, 'documents.uploadFailed');
    if (field === 'fileName' || field === 'fileString') setFileError(words);
    else setFailure(words);
  }

  function submit(event: BaseSyntheticEvent | undefined, onto: CurrentDocument | null): void {
    setFailure(null);
    // A file that is missing is told together with the rest.
    const isFileMissing = !onto && !file;
    if (isFileMissing) setFileError(t('error.FILE_MISSING'));
    void form.handleSubmit((draft) => {
      if (!isFileMissing) save.mutate({ draft, onto });
    })(event);
  }

  function keepMine(): void {
    const onto = conflict?.current ?? null;
    setBase(onto);
    setConflict(null);
    submit(undefined, onto);
  }

  function takeTheirs(): void {
    if (!conflict?.current) {
      onClose();
      return;
    }
    form.reset(draftOf(conflict.current));
    setFile(null);
    setBase(conflict.current);
    setConflict(null);
  }

  function take(chosen: File | undefined): void {
    setFileError(null);
    setFile(chosen ?? null);
    if (chosen && form.getValues('documentName') === '') {
      form.setValue('documentName', nameFromFile(chosen.name), { shouldValidate: true });
    }
  }

  const hasFile = base !== null && !(conflict && !conflict.current);
  const refusal = (code: string | undefined) => refusalText(t, code);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={base ? t('documents.form.editTitle') : t('documents.form.newTitle')}
      submitLabel={base ? t('documents.form.save') : t('documents.form.add')}
      pending={save.isPending}
      formId={formId}
      isDirty={form.formState.isDirty || file !== null}
      submitDisabledReason={conflict ? t('conflict.chooseFirst') : undefined}
    >
      <Form id={formId} error={failure} onSubmit={(event) => !conflict && submit(event, base)}>
        {conflict && (
          <DocumentConflict
            current={conflict.current}
            mine={{ ...form.getValues(), fileName: file?.name }}
            isSaving={save.isPending}
            onKeepMine={keepMine}
            onTakeTheirs={takeTheirs}
          />
        )}
        <FileDrop
          {...fileRules}
          label={t('documents.form.file')}
          description={hasFile ? t('documents.form.keepsFile', { name: base.fileName }) : undefined}
          required={!hasFile}
          error={fileError ?? undefined}
          items={file ? [{ id: 'file', name: file.name, sizeBytes: file.size, progress: progress ?? undefined }] : []}
          onAdd={([chosen]) => take(chosen)}
          onRemove={save.isPending ? undefined : () => take(undefined)}
        />
        <Controller
          control={form.control}
          name="documentName"
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              label={t('documents.form.name')}
              maxLength={120}
              required
              error={refusal(fieldState.error?.message)}
            />
          )}
        />
        <FormRow>
          <Controller
            control={form.control}
            name="startDate"
            render={({ field, fieldState }) => (
              <DateField
                {...field}
                label={t('documents.form.startDate')}
                required
                error={refusal(fieldState.error?.message)}
              />
            )}
          />
          <Controller
            control={form.control}
            name="endDate"
            render={({ field, fieldState }) => (
              <DateField
                {...field}
                label={t('documents.form.endDate')}
                required
                error={refusal(fieldState.error?.message)}
              />
            )}
          />
        </FormRow>
        <Controller
          control={form.control}
          name="showOnDashboard"
          render={({ field }) => (
            <CheckboxField
              {...field}
              label={t('documents.form.showOnDashboard')}
              description={t('documents.form.showOnDashboardHint')}
            />
          )}
        />
      </Form>
    </FormDialog>
  );
}
