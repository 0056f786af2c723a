/** A role of one's own, with what another one has. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { Form, FormDialog, TextField } from '../../ui';
import { CopyRole, type Role } from './role';
import { useSaved } from './useSaved';

type CopyRoleDialogProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  role: Role;
  /** The copy, to adapt right away. */
  onCopied: (copy: Role) => void;
};

const formId = 'roles-copy';
const maximumCharacters = 120;

export function CopyRoleDialog({ open, onClose, tenantId, role, onCopied }: CopyRoleDialogProps) {
  const { t } = useText();
  const copy = useSubmit(CopyRole);
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const { run, failure, at } = useSaved(() => undefined);
  function submit(): void {
    setTried(true);
    if (name.trim() === '') return;
    void run(
      async () => onCopied((await copy.mutateAsync({ tenantId, roleId: role.id, name: name.trim() })).copyRole),
      t('roles.copy.done', { role: name.trim() }),
    );
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('roles.copy.title', { role: role.name })}
      description={t('roles.copy.lead')}
      formId={formId}
      submitLabel={t('roles.copy.submit')}
      pending={copy.isPending}
      isDirty={name.trim() !== ''}
      size="sm"
    >
      <Form id={formId} onSubmit={submit} error={failure && !at('name') ? failure.text : null}>
        <TextField
          label={t('roles.name')}
          value={name}
          onChange={setName}
          maxLength={maximumCharacters}
          error={at('name') ?? (isTried && name.trim() === '' ? t('kit.required') : undefined)}
          required
        />
      </Form>
    </FormDialog>
  );
}
