/** Adding a document or changing one: its file by drop or choice with a progress bar, its name, its dates. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { Actor } from '../../api/actor';
import { Attempts } from '../../api/attempt';
import { ApiError } from '../../api/error';
import { fileRules, toBase64 } from '../../api/file';
import { graphql } from '../../api/graphql';
import { useApi } from '../../api/hooks';
import { type TextKey, useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { CheckboxField, DateField, FileDrop, Form, FormDialog, FormRow, TextField, toast } from '../../ui';
import { type CompanyDocument, type Draft, documentsKey, draftSchema, nameFromFile, newDraft } from './document';

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
  const form = useForm<Draft>({
    resolver: valibotResolver(draftSchema),
    criteriaMode: 'all',
    defaultValues: document ?? newDraft(actor.today),
  });

  const save = useMutation({
    mutationFn: async (draft: Draft) => {
      const { tenantId, companyId, personId } = actor;
      const { documentName, startDate, endDate, showOnDashboard } = draft;
      const input = {
        ...(document && { id: document.id, version: document.version }),
        documentName,
        startDate,
        endDate,
        showOnDashboard,
        ...(file && { fileName: file.name, fileString: await toBase64(file) }),
      };
      const variables = { tenantId, companyId, managerId: personId, input };
      if (file) setProgress(0);
      return attempts.run(variables, (key) => api.upload(PutDocument, variables, key, setProgress));
    },
    onSettled: () => setProgress(null),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [documentsKey] });
      toast(document ? t('documents.saved') : t('documents.added'), { tone: 'ok' });
      onClose();
    },
    onError: explain,
  });

  function explain(error: unknown): void {
    if (error instanceof ApiError && error.isTold) return;
    const field = error instanceof ApiError ? error.field : null;
    const code = error instanceof ApiError ? error.code : 'INTERNAL';
    const own = draftFields.find((name) => name === field);
    if (own) {
      form.setError(own, { type: 'server', message: code }, { shouldFocus: true });
      return;
    }
    const words = errorText(t, error, 'documents.uploadFailed');
    if (field === 'fileName' || field === 'fileString') setFileError(words);
    else setFailure(words);
    if (code === 'CONFLICT') void queryClient.invalidateQueries({ queryKey: [documentsKey] });
  }

  function submit(draft: Draft): void {
    setFailure(null);
    if (!document && !file) {
      setFileError(t('error.FILE_MISSING'));
      return;
    }
    save.mutate(draft);
  }

  function take(chosen: File | undefined): void {
    setFileError(null);
    setFile(chosen ?? null);
    if (chosen && form.getValues('documentName') === '') {
      form.setValue('documentName', nameFromFile(chosen.name), { shouldValidate: true });
    }
  }

  const refusal = (code: string | undefined) => (code ? t(`error.${code}` as TextKey) : undefined);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={document ? t('documents.form.editTitle') : t('documents.form.newTitle')}
      submitLabel={document ? t('documents.form.save') : t('documents.form.add')}
      pending={save.isPending}
      formId={formId}
      isDirty={form.formState.isDirty || file !== null}
    >
      <Form
        id={formId}
        error={failure}
        onSubmit={(event) => {
          // A file that is missing is told together with the rest.
          if (!document && !file) setFileError(t('error.FILE_MISSING'));
          void form.handleSubmit(submit)(event);
        }}
      >
        <FileDrop
          {...fileRules}
          label={t('documents.form.file')}
          description={document ? t('documents.form.keepsFile', { name: document.fileName }) : undefined}
          required={!document}
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
