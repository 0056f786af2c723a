/** Changes a role of the tenant's own, with what its holders gain and lose. The second of two who save sees both versions. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { conflictWords, disagreeing } from '../../i18n/conflict';
import { CheckboxGroup, ConflictNotice, Form, FormDialog, SelectField, TextField } from '../../ui';
import { RolePreview } from './RolePreview';
import {
  type Choices,
  currentRole,
  type Edit,
  EditRole,
  PreviewRoleEdit,
  permissionOptions,
  permissionText,
  type Role,
  rolesKey,
} from './role';
import { useSaved } from './useSaved';

type EditRoleDialogProps = { open: boolean; onClose: () => void; tenantId: string; role: Role; choices: Choices };

const formId = 'roles-edit';
const maximumCharacters = 120;
const applies = ['tenant', 'company', 'either'] as const;

export function EditRoleDialog({ open, onClose, tenantId, role, choices }: EditRoleDialogProps) {
  const { t } = useText();
  const api = useApi();
  const save = useSubmit(EditRole);
  const [base, setBase] = useState(role);
  const [draft, setDraft] = useState(role);
  const { run, failure, setFailure, at } = useSaved(onClose);
  const isConflict = failure?.error?.code === 'CONFLICT';
  const current = isConflict ? currentRole(failure.error?.current) : null;

  const input: Edit = {
    name: draft.name.trim(),
    permissions: [...draft.permissions],
    applications: [...draft.applications],
    applies: draft.applies,
  };
  const isDirty = JSON.stringify(draft) !== JSON.stringify(base);
  const preview = useQuery({
    queryKey: [rolesKey, 'preview-edit', tenantId, role.id, input],
    queryFn: async ({ signal }) =>
      (await api.query(PreviewRoleEdit, { tenantId, roleId: role.id, input }, signal)).previewRoleEdit,
    enabled: isDirty && draft.name.trim() !== '',
  });
  const change = (part: Partial<Role>) => {
    setFailure(null);
    setDraft((before) => ({ ...before, ...part }));
  };
  const saveOnto = (version: number) =>
    void run(
      () => save.mutateAsync({ tenantId, roleId: role.id, version, input }),
      t('roles.edit.done', { role: draft.name.trim() }),
    );

  const spoken = (permissions: readonly string[]) =>
    [...permissions]
      .sort()
      .map((permission) => permissionText(t, permission))
      .join(', ');
  const rows = current
    ? disagreeing([
        { label: t('roles.name'), theirs: current.name, mine: draft.name },
        {
          label: t('roles.permissions'),
          theirs: spoken(current.permissions),
          mine: spoken(draft.permissions),
        },
        {
          label: t('roles.applications'),
          theirs: [...current.applications].sort().join(', '),
          mine: [...draft.applications].sort().join(', '),
        },
      ])
    : [];
  const known = [...new Set([...choices.applications.map(({ code }) => code), ...role.applications])];

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('roles.edit.title', { role: role.name })}
      formId={formId}
      submitLabel={t('roles.edit.submit')}
      pending={save.isPending}
      isDirty={isDirty}
      submitDisabledReason={isConflict ? t('conflict.chooseFirst') : undefined}
      size="lg"
    >
      <div className="flex flex-col gap-5">
        {isConflict && (
          <ConflictNotice
            words={conflictWords(t, current && {}, rows)}
            rows={rows}
            pending={save.isPending}
            onKeepMine={() => (current ? saveOnto(current.version) : onClose())}
            onTakeTheirs={() => {
              if (!current) return onClose();
              setBase(current);
              setDraft(current);
              setFailure(null);
            }}
          />
        )}
        <Form
          id={formId}
          onSubmit={() => saveOnto(base.version)}
          error={failure && !isConflict && !['name', 'permissions', 'applications'].some(at) ? failure.text : null}
        >
          <TextField
            label={t('roles.name')}
            value={draft.name}
            onChange={(name) => change({ name })}
            maxLength={maximumCharacters}
            error={at('name')}
            required
          />
          <SelectField
            label={t('roles.applies')}
            value={draft.applies}
            onChange={(value) => {
              const next = applies.find((one) => one === value);
              if (next) change({ applies: next });
            }}
            options={applies.map((value) => ({ value, label: t(`roles.applies.${value}`) }))}
          />
          <CheckboxGroup
            label={t('roles.permissions')}
            value={[...draft.permissions]}
            onChange={(permissions) => change({ permissions })}
            options={permissionOptions(t, choices.permissions, role.permissions).map(
              ({ value, label, isKnown, written }) => ({
                value,
                label,
                description: isKnown ? (
                  (written ?? undefined)
                ) : (
                  <span className="text-warn-ink">{t('roles.permissionUnknown')}</span>
                ),
              }),
            )}
            error={at('permissions')}
          />
          {known.length > 0 && (
            <CheckboxGroup
              label={t('roles.applications')}
              value={[...draft.applications]}
              onChange={(applications) => change({ applications })}
              options={known.map((code) => ({
                value: code,
                label: choices.applications.find((one) => one.code === code)?.name ?? code,
              }))}
              error={at('applications')}
            />
          )}
          {isDirty && draft.name.trim() !== '' && <RolePreview preview={preview} />}
        </Form>
      </div>
    </FormDialog>
  );
}
