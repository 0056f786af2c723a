/** One application of the list: what it is called and where it is. */
import { useState } from 'react';
import { ApiError } from '../../api/error';
import { useText } from '../../i18n';
import { Button, Dialog, Form, TextField } from '../../ui';
import type { Application, Code } from './application';
import {
  changeOf,
  type FieldName,
  type Fields,
  fieldsOf,
  isOptional,
  missingIn,
  namesOf,
  type ShownFields,
} from './fields';
import { useRevise } from './useRevise';

type ApplicationEditorProps = {
  open: boolean;
  onClose: () => void;
  tenantId: string;
  shows: ShownFields;
  code: Code;
  application: Application | null;
  version: number;
};

const formId = 'application-editor';

export function ApplicationEditor({
  open,
  onClose,
  tenantId,
  shows,
  code,
  application,
  version,
}: ApplicationEditorProps) {
  const { t } = useText();
  const [fields, setFields] = useState<Fields>(() => fieldsOf(application));
  const [missing, setMissing] = useState<FieldName | undefined>();
  const { save, isSaving, error, failure } = useRevise(tenantId, onClose);
  const refused = error instanceof ApiError ? namesOf(shows).find((name) => name === error.field) : undefined;

  const submit = () => {
    const absent = missingIn(fields, shows);
    setMissing(absent);
    if (absent === undefined) save(changeOf(version, code, fields, shows));
  };
  const messageOf = (name: FieldName) => {
    if (missing === name) return t('kit.required');
    return refused === name && failure ? failure : undefined;
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('applications.editNamed', { name: application?.name ?? t(`applications.code.${code}`) })}
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
      <Form id={formId} onSubmit={submit} error={refused ? undefined : failure}>
        {namesOf(shows).map((name) => (
          <TextField
            key={name}
            label={t(`applications.field.${name}`)}
            value={fields[name]}
            onChange={(value) => setFields((before) => ({ ...before, [name]: value }))}
            required={!isOptional(name)}
            error={messageOf(name)}
          />
        ))}
      </Form>
    </Dialog>
  );
}
