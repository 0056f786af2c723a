// Two fields of a form, the first and the last day, in one control: an error of either shows under it and leads the focus there.
import type { FocusTarget } from './field';

interface DayField {
  field: {
    value: string;
    onChange: (isoDay: string) => void;
    onBlur: () => void;
    ref: (target: FocusTarget | null) => void;
  };
  fieldState: { error?: { message?: string | undefined } | undefined };
}

export function rangeOfFields(start: DayField, end: DayField) {
  const isWhole = start.field.value !== '' && end.field.value !== '';
  return {
    value: isWhole ? { start: start.field.value, end: end.field.value } : null,
    onChange: (range: { start: string; end: string } | null) => {
      start.field.onChange(range?.start ?? '');
      end.field.onChange(range?.end ?? '');
    },
    onBlur: start.field.onBlur,
    ref: (target: FocusTarget | null) => {
      start.field.ref(target);
      end.field.ref(target);
    },
    refusal: start.fieldState.error?.message ?? end.fieldState.error?.message,
  };
}
