/** One's own details and address, as they should be: sent to be approved. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useId } from 'react';
import { type Control, Controller, useForm } from 'react-hook-form';
import type { Actor } from '../../api/actor';
import { useText } from '../../i18n';
import { usePayTimingText } from '../../i18n/pay-timing';
import { ComboboxField, DateField, Form, FormDialog, FormRow, Notice, SelectField, TextField, toast } from '../../ui';
import { type DetailsDraft, detailsSchema, draftOf, genders, maritalStatuses, type Profile, states } from './profile';
import { useAsk } from './useAsk';
import { useSaving } from './useSaving';
import { useValueText } from './valueText';

type DetailsDialogProps = { open: boolean; onClose: () => void; actor: Actor; profile: Profile };

type Line = { name: keyof DetailsDraft; required?: boolean; autoComplete: string };

export function DetailsDialog({ open, onClose, actor, profile }: DetailsDialogProps) {
  const { t } = useText();
  const formId = useId();
  const ask = useAsk(actor);
  const words = useValueText();
  const { tenantId, companyId, employeeId } = actor;
  const timing = usePayTimingText({ tenantId, companyId, employeeId });
  const form = useForm<DetailsDraft>({
    resolver: valibotResolver(detailsSchema(actor.today)),
    defaultValues: draftOf(profile),
  });
  const onSave = async (draft: DetailsDraft) => {
    await ask.details(draft, profile.version);
    toast(t('profile.asked'), { tone: 'ok' });
  };
  const { refusal, submit } = useSaving(form, 'failed.submitChangeRequest', { onSave, onClose });

  const line = ({ name, required = false, autoComplete }: Line) => (
    <Text control={form.control} name={name} required={required} autoComplete={autoComplete} text={refusal.text} />
  );
  const notSaid = { value: '', label: t('profile.form.notSaid') };
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="lg"
      title={t('profile.form.title')}
      description={t('profile.form.lead')}
      submitLabel={t('profile.form.submit')}
      pending={ask.isPending}
      formId={formId}
      isDirty={form.formState.isDirty}
    >
      <Form id={formId} error={refusal.failure} onSubmit={submit}>
        {timing && <Notice>{timing}</Notice>}
        <FormRow>
          {line({ name: 'firstName', required: true, autoComplete: 'given-name' })}
          {line({ name: 'middleName', autoComplete: 'additional-name' })}
          {line({ name: 'lastName', required: true, autoComplete: 'family-name' })}
        </FormRow>
        <FormRow>
          <Controller
            control={form.control}
            name="dateOfBirth"
            render={({ field, fieldState }) => (
              <DateField
                {...field}
                required
                label={words.field('dateOfBirth')}
                error={refusal.text(fieldState.error?.message)}
              />
            )}
          />
          {(['gender', 'maritalStatus'] as const).map((name) => (
            <Controller
              key={name}
              control={form.control}
              name={name}
              render={({ field, fieldState }) => (
                <SelectField
                  {...field}
                  label={words.field(name)}
                  placeholder={notSaid.label}
                  options={words.options(name === 'gender' ? genders : maritalStatuses)}
                  error={refusal.text(fieldState.error?.message)}
                />
              )}
            />
          ))}
        </FormRow>
        {line({ name: 'addressLine1', required: true, autoComplete: 'address-line1' })}
        {line({ name: 'addressLine2', autoComplete: 'address-line2' })}
        <FormRow>
          {line({ name: 'city', required: true, autoComplete: 'address-level2' })}
          <Controller
            control={form.control}
            name="state"
            render={({ field, fieldState }) => (
              <ComboboxField
                {...field}
                required
                label={words.field('state')}
                options={states.map((code) => ({ value: code, label: code }))}
                error={refusal.text(fieldState.error?.message)}
              />
            )}
          />
          {line({ name: 'zip', required: true, autoComplete: 'postal-code' })}
        </FormRow>
      </Form>
    </FormDialog>
  );
}

type TextProps = Line & {
  control: Control<DetailsDraft>;
  required: boolean;
  text: (code: string | undefined) => string | undefined;
};

function Text({ control, name, required, autoComplete, text }: TextProps) {
  const words = useValueText();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextField
          {...field}
          label={words.field(name)}
          required={required}
          autoComplete={autoComplete}
          maxLength={100}
          error={text(fieldState.error?.message)}
        />
      )}
    />
  );
}
