// Yes or no, some of several, one of several: checkbox, checkbox group, radio group, switch.
import { Check, Minus } from 'lucide-react';
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react';
import {
  CheckboxField as AriaCheckboxField,
  CheckboxGroup as AriaCheckboxGroup,
  RadioGroup as AriaRadioGroup,
  SwitchField as AriaSwitchField,
  CheckboxButton,
  RadioButton,
  RadioField,
  SwitchButton,
  Text,
} from 'react-aria-components';
import { FieldLabel, FieldNotes, type FieldProps, type FocusTarget, fieldState, RequiredMark } from './field';
import { cx } from './style';

export interface ChoiceOption {
  value: string;
  label: ReactNode;
  description?: ReactNode | undefined;
  disabled?: boolean | undefined;
}

export interface CheckboxFieldProps extends Omit<FieldProps, 'label' | 'hideLabel'> {
  label: ReactNode;
  value: boolean;
  onChange: (value: boolean) => void;
  /** Some but not all of what it stands for. */
  mixed?: boolean | undefined;
}

const row =
  'group relative flex min-h-10 w-fit max-w-full cursor-pointer items-start gap-3 py-2 text-base disabled:cursor-not-allowed disabled:text-sub';

export function CheckboxField(props: CheckboxFieldProps) {
  const { value, onChange, mixed, onBlur, label, ref } = props;
  const field = { ...props, label: '' };
  return (
    <AriaCheckboxField
      {...fieldState(field)}
      isSelected={value}
      onChange={onChange}
      isIndeterminate={mixed ?? false}
      {...(onBlur ? { onBlur } : {})}
      ref={useFocusFirst(ref)}
      // The row is 40 px tall to be easy to hit; its white space counts towards the gaps of a form.
      className={cx('group/field -my-2 flex flex-col', props.className)}
    >
      <CheckboxButton className={row}>
        <CheckMark />
        <span>
          {label}
          {props.required && <RequiredMark />}
        </span>
      </CheckboxButton>
      <div className="flex flex-col gap-1 pl-8 empty:hidden">
        <FieldNotes field={field} />
      </div>
    </AriaCheckboxField>
  );
}

export interface CheckboxGroupProps extends FieldProps {
  options: ChoiceOption[];
  value: string[];
  onChange: (value: string[]) => void;
}

export function CheckboxGroup(props: CheckboxGroupProps) {
  const { options, value, onChange, onBlur, ref } = props;
  return (
    <AriaCheckboxGroup
      {...fieldState(props)}
      value={value}
      onChange={onChange}
      {...(onBlur ? { onBlur } : {})}
      ref={useFocusFirst(ref)}
    >
      <FieldLabel field={props} />
      <div className="flex flex-col">
        {options.map((option) => (
          <AriaCheckboxField key={option.value} value={option.value} isDisabled={option.disabled ?? false}>
            <CheckboxButton className={row}>
              <CheckMark />
              <OptionText option={option} />
            </CheckboxButton>
          </AriaCheckboxField>
        ))}
      </div>
      <FieldNotes field={props} />
    </AriaCheckboxGroup>
  );
}

export interface RadioGroupProps extends FieldProps {
  options: ChoiceOption[];
  /** '' when nothing is chosen yet. */
  value: string;
  onChange: (value: string) => void;
  /** `cards` frames each choice; for few choices that carry a description. */
  layout?: 'list' | 'row' | 'cards' | undefined;
}

export function RadioGroup(props: RadioGroupProps) {
  const { options, value, onChange, layout = 'list', onBlur, ref } = props;
  return (
    <AriaRadioGroup
      {...fieldState(props)}
      value={value === '' ? null : value}
      onChange={onChange}
      {...(onBlur ? { onBlur } : {})}
      ref={useFocusFirst(ref)}
    >
      <FieldLabel field={props} />
      <div
        className={cx(
          layout === 'list' && 'flex flex-col',
          layout === 'row' && 'flex flex-wrap gap-x-7',
          layout === 'cards' && 'grid gap-3',
          // Four stand in a square: none is left alone in a row.
          layout === 'cards' &&
            (options.length === 4 ? 'sm:grid-cols-2' : 'sm:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]'),
        )}
      >
        {options.map((option) => (
          <RadioField key={option.value} value={option.value} isDisabled={option.disabled ?? false}>
            <RadioButton className={layout === 'cards' ? radioCard : row}>
              <span className="mt-0.5 grid size-5 flex-none place-items-center rounded-full border border-line-strong bg-surface transition-colors group-hover:border-sub group-selected:border-brand group-selected:bg-brand group-invalid:border-danger group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-focus group-disabled:border-line">
                <span className="size-2 scale-0 rounded-full bg-on-brand transition-transform group-selected:scale-100" />
              </span>
              <OptionText option={option} />
            </RadioButton>
          </RadioField>
        ))}
      </div>
      <FieldNotes field={props} />
    </AriaRadioGroup>
  );
}

const radioCard =
  'group relative flex h-full cursor-pointer items-start gap-3 rounded-lg border border-line bg-surface p-4 transition-colors hover:border-line-strong selected:border-brand selected:bg-brand-soft';

export interface SwitchFieldProps extends Omit<FieldProps, 'required' | 'hideLabel'> {
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A setting that takes effect at once. The label is on the left, the switch on the right, so that a list of them lines up. */
export function SwitchField(props: SwitchFieldProps) {
  const { value, onChange, label, onBlur, ref } = props;
  const { isInvalid: _, isRequired: __, ...state } = fieldState(props);
  return (
    <AriaSwitchField
      {...state}
      isSelected={value}
      onChange={onChange}
      {...(onBlur ? { onBlur } : {})}
      ref={useFocusFirst(ref)}
      className={cx('flex flex-col', props.className)}
    >
      <SwitchButton className="group relative flex min-h-11 cursor-pointer items-center justify-between gap-4 text-base font-medium disabled:cursor-not-allowed disabled:text-sub">
        {label}
        <span className="flex h-6 w-11 flex-none items-center rounded-full bg-line-strong p-0.5 transition-colors group-hover:bg-sub group-selected:bg-brand group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-focus group-disabled:opacity-50">
          <span className="size-5 rounded-full bg-surface shadow-card transition-transform duration-200 group-selected:translate-x-5 group-selected:bg-on-brand" />
        </span>
      </SwitchButton>
      <div className="-mt-1.5 flex flex-col gap-1 pr-16 empty:hidden">
        <FieldNotes field={props} />
      </div>
    </AriaSwitchField>
  );
}

function CheckMark() {
  return (
    <span className="mt-0.5 grid size-5 flex-none place-items-center rounded-[6px] border border-line-strong bg-surface text-on-brand transition-colors group-hover:border-sub group-selected:border-brand group-selected:bg-brand group-indeterminate:border-brand group-indeterminate:bg-brand group-invalid:border-danger group-focus-visible:outline-2 group-focus-visible:outline-offset-2 group-focus-visible:outline-focus group-disabled:border-line group-disabled:bg-sunken">
      <Check aria-hidden strokeWidth={3} className="hidden size-3.5 group-selected:block group-indeterminate:hidden" />
      <Minus aria-hidden strokeWidth={3} className="hidden size-3.5 group-indeterminate:block" />
    </span>
  );
}

function OptionText({ option }: { option: ChoiceOption }) {
  return (
    <span className="min-w-0">
      <span className={cx('block', option.description !== undefined && 'font-medium')}>{option.label}</span>
      {option.description !== undefined && (
        <Text slot="description" className="block text-sm text-sub">
          {option.description}
        </Text>
      )}
    </span>
  );
}

/** Lets a form library focus the first input inside a group. */
function useFocusFirst(ref: Ref<FocusTarget> | undefined) {
  const group = useRef<HTMLDivElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => group.current?.querySelector('input')?.focus() }), []);
  return group;
}
