/** Gives a role someone holds a last day, or ends it right away. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi, useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { DateField, Form, FormDialog } from '../../ui';
import { RolePreview } from './RolePreview';
import { EndRole, type Held, nameOf, PreviewRoleEnd, rolesKey } from './role';
import { useSaved } from './useSaved';

type EndRoleDialogProps = { open: boolean; onClose: () => void; tenantId: string; held: Held };

const formId = 'roles-end';

export function EndRoleDialog({ open, onClose, tenantId, held }: EndRoleDialogProps) {
  const { t } = useText();
  const api = useApi();
  const end = useSubmit(EndRole);
  const [lastDay, setLastDay] = useState('');
  const { run, failure, setFailure, at } = useSaved(onClose);
  const asked = { tenantId, assignmentId: held.id, lastDay: lastDay || null };
  const preview = useQuery({
    queryKey: [rolesKey, 'preview-end', asked],
    queryFn: async ({ signal }) => (await api.query(PreviewRoleEnd, asked, signal)).previewRoleEnd,
  });
  const submit = () =>
    void run(
      () => end.mutateAsync({ ...asked, version: held.version }),
      t('roles.end.done', { role: held.roleName, name: nameOf(held) }),
    );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('roles.end.title', { role: held.roleName, name: nameOf(held) })}
      description={held.companyName ?? t('roles.place.tenant')}
      formId={formId}
      submitLabel={t('roles.end.submit')}
      pending={end.isPending}
      isDirty={lastDay !== ''}
    >
      <Form id={formId} onSubmit={submit} error={failure && !at('endsOn') ? failure.text : null}>
        <DateField
          label={t('roles.end.lastDay')}
          description={t('roles.end.hint')}
          value={lastDay}
          onChange={(day) => {
            setFailure(null);
            setLastDay(day);
          }}
          error={at('endsOn')}
        />
        <RolePreview preview={preview} />
      </Form>
    </FormDialog>
  );
}
