/** What should stand under the names of the company: sent to be approved. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import type { Actor } from '../../api/actor';
import type { AttributeKind } from '../../api/additional-info';
import { useText } from '../../i18n';
import { usePayTimingText } from '../../i18n/pay-timing';
import { DateField, type FieldProps, Form, FormDialog, MoneyField, Notice, TextField, toast } from '../../ui';
import { type AdditionalDraft, additionalDraftOf, additionalSchema, type Profile } from './profile';
import { useAsk } from './useAsk';
import { useSaving } from './useSaving';

type AdditionalDialogProps = { open: boolean; onClose: () => void; actor: Actor; profile: Profile };

export function AdditionalDialog({ open, onClose, actor, profile }: AdditionalDialogProps) {
  const { t } = useText();
  const formId = useId();
  const ask = useAsk(actor);
  const { tenantId, companyId, employeeId } = actor;
  const timing = usePayTimingText({ tenantId, companyId, employeeId: open ? employeeId : null });
  const form = useForm<AdditionalDraft>({
    resolver: valibotResolver(additionalSchema),
    defaultValues: additionalDraftOf(profile),
  });
  const onSave = async (draft: AdditionalDraft) => {
    await ask.additional(draft, profile.version);
    toast(t('profile.asked'), { tone: 'ok' });
  };
  const { refusal, submit } = useSaving(form, 'failed.submitChangeRequest', { onSave, onClose });

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('profile.additional.form')}
      description={t('profile.form.lead')}
      submitLabel={t('profile.form.submit')}
      pending={ask.isPending}
      formId={formId}
      isDirty={form.formState.isDirty}
    >
      <Form id={formId} error={refusal.failure} onSubmit={submit}>
        {timing && <Notice>{timing}</Notice>}
        {form.getValues('values').map(({ name, kind }, place) => (
          <Controller
            key={name}
            control={form.control}
            name={`values.${place}.value`}
            render={({ field, fieldState }) => (
              <Value {...field} kind={kind} label={name} error={refusal.text(fieldState.error?.message)} />
            )}
          />
        ))}
      </Form>
    </FormDialog>
  );
}

type ValueProps = FieldProps & { kind: AttributeKind; value: string; onChange: (value: string) => void };

function Value({ kind, ...field }: ValueProps) {
  if (kind === 'attributeDate') return <DateField {...field} required />;
  if (kind === 'attributeAmount') return <MoneyField {...field} required maxDecimals={4} />;
  return <TextField {...field} required maxLength={100} />;
}
