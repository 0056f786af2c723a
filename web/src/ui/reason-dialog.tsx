// The question before something is turned down, with room for one line that says why.
import { useId, useState } from 'react';
import { Form } from './form';
import { FormDialog } from './form-dialog';
import { TextField } from './text-field';

export interface ReasonDialogProps {
  open: boolean;
  onClose: () => void;
  /** Names the thing. */
  title: string;
  label: string;
  hint: string;
  submitLabel: string;
  pending: boolean;
  /** Why the last try came to nothing. */
  failure?: string | null | undefined;
  maxLength: number;
  onSubmit: (reason: string) => void;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { open, onClose, title, label, hint, submitLabel, pending, failure, maxLength, onSubmit } = props;
  const formId = useId();
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      size="sm"
      title={title}
      formId={formId}
      submitLabel={submitLabel}
      pending={pending}
      isDirty={reason.trim() !== ''}
    >
      <Form id={formId} error={failure} onSubmit={() => onSubmit(reason.trim())}>
        <TextField
          label={label}
          description={hint}
          value={reason}
          onChange={setReason}
          maxLength={maxLength}
          autoFocus
        />
      </Form>
    </FormDialog>
  );
}
