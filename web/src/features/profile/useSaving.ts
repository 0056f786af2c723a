/** Saves what is right and closes; a refusal is told where it belongs, and the form stays. */
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { TextKey } from '../../i18n';
import { useRefusal } from './useRefusal';

type Saving<Draft> = {
  /** Refusals come back as errors. */
  onSave: (draft: Draft) => Promise<void>;
  onClose: () => void;
};

export function useSaving<Draft extends FieldValues>(
  form: UseFormReturn<Draft>,
  callMessage: TextKey,
  { onSave, onClose }: Saving<Draft>,
) {
  const refusal = useRefusal(form, callMessage);
  const submit = form.handleSubmit(async (draft) => {
    refusal.clear();
    await onSave(draft).then(onClose, refusal.explain);
  });
  return { refusal, submit };
}
