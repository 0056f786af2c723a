/** A dependent, a beneficiary or a contact: new, or again. */
import { valibotResolver } from '@hookform/resolvers/valibot';
import { useId } from 'react';
import { type Control, Controller, type FieldValues, type Path, useForm } from 'react-hook-form';
import { Form, FormDialog, FormRow, Notice, SelectField, TextField } from '../../ui';
import {
  type Contact,
  type ContactDraft,
  contactSchema,
  contactTypes,
  type Relative,
  type RelativeDraft,
  relationsOf,
  relativeSchema,
} from './profile';
import { useSaving } from './useSaving';
import { useValueText } from './valueText';

type PersonDialogProps<Entry, Draft> = {
  open: boolean;
  onClose: () => void;
  /** Null to add someone. */
  entry: Entry | null;
  title: string;
  description: string;
  submitLabel: string;
  pending: boolean;
  /** Which payday it counts for, if there is a pay calendar. */
  timing: string | null;
  /** Refusals come back as errors. */
  onSave: (draft: Draft) => Promise<void>;
};

export function RelativeDialog(props: PersonDialogProps<Relative, RelativeDraft>) {
  const { entry, timing, onSave, ...frame } = props;
  const words = useValueText();
  const formId = useId();
  const form = useForm<RelativeDraft>({
    resolver: valibotResolver(relativeSchema),
    defaultValues: {
      firstName: entry?.firstName ?? '',
      lastName: entry?.lastName ?? '',
      relation: entry?.relation ?? '',
    },
  });
  const { refusal, submit } = useSaving(form, 'failed.submitChangeRequest', { onSave, onClose: frame.onClose });
  return (
    <FormDialog {...frame} formId={formId} isDirty={form.formState.isDirty}>
      <Form id={formId} error={refusal.failure} onSubmit={submit}>
        {timing && <Notice>{timing}</Notice>}
        <Names control={form.control} text={refusal.text} isLastRequired />
        <Controller
          control={form.control}
          name="relation"
          render={({ field, fieldState }) => (
            <SelectField
              {...field}
              required
              label={words.field('relation')}
              options={words.options(relationsOf(entry))}
              error={refusal.text(fieldState.error?.message)}
            />
          )}
        />
      </Form>
    </FormDialog>
  );
}

export function ContactDialog(props: PersonDialogProps<Contact, ContactDraft>) {
  const { entry, timing, onSave, ...frame } = props;
  const words = useValueText();
  const formId = useId();
  const form = useForm<ContactDraft>({
    resolver: valibotResolver(contactSchema),
    defaultValues: {
      type: entry?.type ?? 'Emergency',
      firstName: entry?.firstName ?? '',
      lastName: entry?.lastName ?? '',
      email: entry?.email ?? '',
      phoneNumber: entry?.phoneNumber ?? '',
    },
  });
  const { refusal, submit } = useSaving(form, 'failed.putEmployeeData', { onSave, onClose: frame.onClose });
  return (
    <FormDialog {...frame} formId={formId} isDirty={form.formState.isDirty}>
      <Form id={formId} error={refusal.failure} onSubmit={submit}>
        {timing && <Notice>{timing}</Notice>}
        <Controller
          control={form.control}
          name="type"
          render={({ field, fieldState }) => (
            <SelectField
              {...field}
              required
              label={words.field('type')}
              options={words.options(contactTypes)}
              error={refusal.text(fieldState.error?.message)}
            />
          )}
        />
        <Names control={form.control} text={refusal.text} />
        <Controller
          control={form.control}
          name="phoneNumber"
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              label={words.field('phoneNumber')}
              type="tel"
              error={refusal.text(fieldState.error?.message)}
            />
          )}
        />
        <Controller
          control={form.control}
          name="email"
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              label={words.field('email')}
              type="email"
              error={refusal.text(fieldState.error?.message)}
            />
          )}
        />
      </Form>
    </FormDialog>
  );
}

type NamesProps<Draft extends FieldValues> = {
  control: Control<Draft>;
  text: (code: string | undefined) => string | undefined;
  isLastRequired?: boolean;
};

function Names<Draft extends { firstName: string; lastName: string }>({
  control,
  text,
  isLastRequired = false,
}: NamesProps<Draft>) {
  const words = useValueText();
  return (
    <FormRow>
      {(['firstName', 'lastName'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name as Path<Draft>}
          render={({ field, fieldState }) => (
            <TextField
              {...field}
              label={words.field(name)}
              required={name === 'firstName' || isLastRequired}
              maxLength={60}
              error={text(fieldState.error?.message)}
            />
          )}
        />
      ))}
    </FormRow>
  );
}
