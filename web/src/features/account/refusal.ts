/** What a form was refused for: under the field the server names where the form has it, else above the whole form. */
import { useState } from 'react';
import { ApiError } from '../../api/error';
import { useFailureText } from './account';

export function useRefusal<Field extends string>(...fields: readonly Field[]) {
  const failureText = useFailureText();
  const [told, setTold] = useState<{ field: Field | null; text: string } | null>(null);
  const forget = () => setTold(null);
  const tell = (text: string, field: Field | null = null) => setTold({ field, text });
  return {
    /** What is said above the form. */
    failure: told?.field === null ? told.text : null,
    /** What is said under a field. */
    errorOf: (field: Field) => (told?.field === field ? told.text : undefined),
    tell,
    explain: (error: unknown) => {
      const text = failureText(error);
      if (text === null) return forget();
      tell(text, fields.find((field) => error instanceof ApiError && error.field === field) ?? null);
    },
    forget,
  };
}
