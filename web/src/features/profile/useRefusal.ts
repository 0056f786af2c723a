/** Where a refusal is shown: at the field that is at fault, else above the form. */
import { useState } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { ApiError } from '../../api/error';
import { type TextKey, useText } from '../../i18n';
import { errorText, refusalText } from '../../i18n/errors';

export function useRefusal<Draft extends FieldValues>(form: UseFormReturn<Draft>, callMessage: TextKey) {
  const { t } = useText();
  const [failure, setFailure] = useState<string | null>(null);
  const explain = (error: unknown) => {
    if (error instanceof ApiError && error.isTold) return;
    if (error instanceof ApiError && error.field && error.field in form.getValues()) {
      form.setError(error.field as Path<Draft>, { type: 'server', message: error.code }, { shouldFocus: true });
      return;
    }
    setFailure(errorText(t, error, callMessage));
  };
  const text = (code: string | undefined) => refusalText(t, code);
  return { failure, explain, text, clear: () => setFailure(null) };
}
