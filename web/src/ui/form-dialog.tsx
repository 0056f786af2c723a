// A dialog around a form: its two buttons, and a question before what was typed is thrown away.
import { useState } from 'react';
import { Button } from './button';
import { DiscardQuestion } from './discard-question';
import { Dialog, type DialogProps } from './overlay';
import { useUiText } from './text';
import { useUnsaved } from './unsaved';

export interface FormDialogProps extends Omit<DialogProps, 'footer' | 'dismissable' | 'role'> {
  /** Of the form inside, which the button sends. */
  formId: string;
  submitLabel: string;
  /** On its way: neither sent again nor left. */
  pending: boolean;
  /** Something was typed that would be lost. */
  isDirty: boolean;
  /** Why it cannot be sent as it is. */
  submitDisabledReason?: string | undefined;
}

export function FormDialog(props: FormDialogProps) {
  const { formId, submitLabel, pending, isDirty, submitDisabledReason, onClose, ...dialog } = props;
  const text = useUiText();
  useUnsaved(dialog.open && isDirty);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    if (pending) return;
    if (isDirty) setLeaving(true);
    else onClose();
  };
  return (
    <>
      <Dialog
        {...dialog}
        onClose={leave}
        footer={
          <>
            <Button variant="secondary" onPress={leave} disabled={pending}>
              {text.cancel}
            </Button>
            <Button type="submit" form={formId} pending={pending} disabledReason={submitDisabledReason}>
              {submitLabel}
            </Button>
          </>
        }
      />
      <DiscardQuestion open={isLeaving} onKeep={() => setLeaving(false)} onDiscard={onClose} />
    </>
  );
}
