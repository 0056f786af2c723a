/** The heading above the tiles of the central page. */
import { useState } from 'react';
import { useText } from '../../i18n';
import { Button, Dialog, Form, TextField } from '../../ui';
import { useRevise } from './useRevise';

type HeadingEditorProps = { open: boolean; onClose: () => void; tenantId: string; title: string; version: number };

const formId = 'applications-heading';

export function HeadingEditor({ open, onClose, tenantId, title, version }: HeadingEditorProps) {
  const { t } = useText();
  const [heading, setHeading] = useState(title);
  const [isMissing, setMissing] = useState(false);
  const { save, isSaving, failure } = useRevise(tenantId, onClose);

  const submit = () => {
    setMissing(heading.trim() === '');
    if (heading.trim() !== '') save({ version, applicationTitle: heading.trim() });
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title={t('applications.heading.edit')}
      footer={
        <>
          <Button variant="secondary" onPress={onClose}>
            {t('app.cancel')}
          </Button>
          <Button type="submit" form={formId} pending={isSaving}>
            {t('applications.save')}
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={submit} error={failure}>
        <TextField
          label={t('applications.heading.label')}
          value={heading}
          onChange={setHeading}
          maxLength={100}
          required
          error={isMissing ? t('kit.required') : undefined}
        />
      </Form>
    </Dialog>
  );
}
