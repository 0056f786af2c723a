// What every field has around its control: label, required mark, description, error, and the reason when it is disabled.
import { CircleAlert, Lock } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { FieldError, Label, Text } from 'react-aria-components';
import { useInSight } from './in-sight';
import { cx } from './style';
import { useUiText } from './text';

/** What a form library needs to move the focus to the first error. */
export interface FocusTarget {
  focus(): void;
}

/** Props that all fields share. They fit the `field` object of react-hook-form's Controller. */
export interface FieldProps {
  label: string;
  /** Keeps the label for screen readers only; for a field whose place already says what it is. */
  hideLabel?: boolean | undefined;
  description?: ReactNode | undefined;
  /** The message to show; its presence makes the field invalid. */
  error?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Disables the field and tells why, in place of the description. */
  disabledReason?: string | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  className?: string | undefined;
  ref?: Ref<FocusTarget> | undefined;
}

/** The state props of a react-aria field for ours. */
export function fieldState(props: FieldProps) {
  return {
    isRequired: props.required ?? false,
    isDisabled: (props.disabled ?? false) || props.disabledReason !== undefined,
    isInvalid: props.error !== undefined && props.error !== '',
    validationBehavior: 'aria' as const,
    ...(props.name ? { name: props.name } : {}),
    ...(props.hideLabel ? { 'aria-label': props.label } : {}),
    className: cx('group/field flex min-w-0 flex-col gap-1.5', props.className),
  };
}

export function FieldLabel({ field }: { field: FieldProps }) {
  if (field.hideLabel) return null;
  return (
    <Label className="w-fit text-sm font-semibold text-ink">
      {field.label}
      {field.required && <RequiredMark />}
    </Label>
  );
}

export function RequiredMark() {
  const text = useUiText();
  return (
    <span aria-hidden title={text.required} className="ml-1 text-bad-ink">
      *
    </span>
  );
}

export function FieldNotes({ field }: { field: FieldProps }) {
  const note = field.disabledReason ?? field.description;
  return (
    <>
      {note && (
        <Text slot="description" className="flex items-start gap-1.5 text-sm text-sub">
          {field.disabledReason && <Lock aria-hidden className="mt-[3px] size-3.5 flex-none" />}
          <span className="min-w-0">{note}</span>
        </Text>
      )}
      <FieldError className="flex items-start gap-1.5 text-sm font-medium text-bad-ink">
        <CircleAlert aria-hidden className="mt-[3px] size-3.5 flex-none" />
        <ErrorText>{field.error}</ErrorText>
      </FieldError>
    </>
  );
}

/** A form moves the focus to its first error, and the browser brings that control into sight; its message is below it. */
function ErrorText({ children }: { children: string | undefined }) {
  const text = useInSight<HTMLSpanElement>(children, '.group\\/field');
  return (
    <span ref={text} className="min-w-0 scroll-my-24">
      {children}
    </span>
  );
}
