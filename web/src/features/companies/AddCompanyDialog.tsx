/** A further company. Its settings are the usual ones until someone changes them. */
import { useState } from 'react';
import { useSubmit } from '../../api/hooks';
import { useText } from '../../i18n';
import { ComboboxField, Form, FormDialog, TextField } from '../../ui';
import { AddCompany, timeZoneOptions } from './companies';
import { useSaved } from './useSaved';

type AddCompanyDialogProps = { open: boolean; onClose: () => void; tenantId: string };

const formId = 'companies-add';
const maximumCharacters = 100;

export function AddCompanyDialog({ open, onClose, tenantId }: AddCompanyDialogProps) {
  const { t } = useText();
  const add = useSubmit(AddCompany);
  const [name, setName] = useState('');
  const [timeZone, setTimeZone] = useState(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [isTried, setTried] = useState(false);
  const { run, failure, setFailure, at } = useSaved(onClose);
  const missing = (value: string) => (isTried && value.trim() === '' ? t('kit.required') : undefined);
  function submit(): void {
    setTried(true);
    if (name.trim() === '' || timeZone === '') return;
    void run(
      () => add.mutateAsync({ tenantId, name: name.trim(), timeZone }),
      t('companies.add.done', { name: name.trim() }),
    );
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('companies.add')}
      description={t('companies.add.lead')}
      formId={formId}
      submitLabel={t('companies.add')}
      pending={add.isPending}
      isDirty={name.trim() !== ''}
    >
      <Form id={formId} onSubmit={submit} error={failure && !['name', 'timeZone'].some(at) ? failure.text : null}>
        <TextField
          label={t('companies.name')}
          value={name}
          onChange={(text) => {
            setFailure(null);
            setName(text);
          }}
          maxLength={maximumCharacters}
          error={at('name') ?? missing(name)}
          required
        />
        <ComboboxField
          label={t('companies.timeZone')}
          description={t('companies.timeZone.hint')}
          options={timeZoneOptions(timeZone)}
          value={timeZone}
          onChange={(zone) => {
            setFailure(null);
            setTimeZone(zone);
          }}
          error={at('timeZone') ?? missing(timeZone)}
          required
        />
      </Form>
    </FormDialog>
  );
}
