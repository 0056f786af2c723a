// A one-time code of digits: phones offer it from the message, spaces and dashes of a pasted one do not count.
import { cx } from './style';
import { TextField, type TextFieldProps } from './text-field';

export interface CodeFieldProps extends Omit<TextFieldProps, 'type' | 'inputMode' | 'autoComplete' | 'maxLength'> {
  digits?: number | undefined;
}

export function CodeField({ digits = 6, onChange, className, ...field }: CodeFieldProps) {
  return (
    <TextField
      {...field}
      onChange={(typed) => onChange(typed.replace(/\D/g, '').slice(0, digits))}
      inputMode="numeric"
      autoComplete="one-time-code"
      tabular
      className={cx('[&_input]:text-xl [&_input]:font-semibold [&_input]:tracking-[.3em]', className)}
    />
  );
}
