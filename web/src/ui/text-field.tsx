// Text in one line or several, passwords and search.
import { Eye, EyeOff, Search, X } from 'lucide-react';
import { type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref, useState } from 'react';
import {
  Button as AriaButton,
  SearchField as AriaSearchField,
  TextField as AriaTextField,
  Group,
  Input,
  TextArea,
} from 'react-aria-components';
import { FieldLabel, FieldNotes, type FieldProps, fieldState } from './field';
import { bareInput, controlBox, cx } from './style';
import { useUiText } from './text';

export interface TextFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'tel' | 'url' | 'password' | undefined;
  inputMode?: 'text' | 'numeric' | 'decimal' | 'tel' | 'email' | 'url' | undefined;
  autoComplete?: HTMLInputAutoCompleteAttribute | undefined;
  autoFocus?: boolean | undefined;
  placeholder?: string | undefined;
  maxLength?: number | undefined;
  readOnly?: boolean | undefined;
  /** Icon or text before and after the value. */
  prefix?: ReactNode | undefined;
  suffix?: ReactNode | undefined;
  /** Figures of equal width, for numbers and codes. */
  tabular?: boolean | undefined;
}

export function TextField(props: TextFieldProps) {
  const { value, onChange, type = 'text', prefix, suffix, tabular, ref } = props;
  const text = useUiText();
  const [revealed, setRevealed] = useState(false);
  const isPassword = type === 'password';
  return (
    <AriaTextField
      {...fieldState(props)}
      {...inputProps(props)}
      value={value}
      onChange={onChange}
      type={isPassword && revealed ? 'text' : type}
    >
      <FieldLabel field={props} />
      <Group className={controlBox} isInvalid={Boolean(props.error)} isDisabled={fieldState(props).isDisabled}>
        {prefix && <Affix className="pl-3.5">{prefix}</Affix>}
        <Input
          ref={ref as Ref<HTMLInputElement>}
          placeholder={props.placeholder ?? ''}
          className={cx(bareInput, tabular && 'tabular-nums')}
        />
        {suffix && <Affix className="pr-3.5">{suffix}</Affix>}
        {isPassword && (
          <AriaButton
            aria-label={revealed ? text.hidePassword : text.showPassword}
            onPress={() => setRevealed(!revealed)}
            className="focus-ring mr-0.5 grid size-10 flex-none place-items-center rounded-sm text-sub hover:text-ink"
          >
            {revealed ? <EyeOff aria-hidden className="size-4.5" /> : <Eye aria-hidden className="size-4.5" />}
          </AriaButton>
        )}
      </Group>
      <FieldNotes field={props} />
    </AriaTextField>
  );
}

export interface TextAreaFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  rows?: number | undefined;
  placeholder?: string | undefined;
  /** Longer text cannot be typed; the count is shown under the field. */
  maxLength?: number | undefined;
  readOnly?: boolean | undefined;
}

export function TextAreaField(props: TextAreaFieldProps) {
  const { value, onChange, rows = 3, maxLength, ref } = props;
  return (
    <AriaTextField {...fieldState(props)} {...inputProps(props)} value={value} onChange={onChange}>
      <div className="flex items-end justify-between gap-3">
        <FieldLabel field={props} />
        {maxLength !== undefined && (
          <span aria-hidden className="text-sm text-sub tabular-nums">
            {value.length}/{maxLength}
          </span>
        )}
      </div>
      <TextArea
        ref={ref as Ref<HTMLTextAreaElement>}
        rows={rows}
        placeholder={props.placeholder ?? ''}
        className={cx(
          controlBox,
          'h-auto min-h-20 resize-y px-3.5 py-2.5 focus:border-focus focus:outline-2 focus:outline-focus focus:-outline-offset-1 placeholder:text-sub',
        )}
      />
      <FieldNotes field={props} />
    </AriaTextField>
  );
}

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onSubmit?: ((value: string) => void) | undefined;
  placeholder?: string | undefined;
  autoFocus?: boolean | undefined;
  className?: string | undefined;
}

export function SearchField({ label, value, onChange, onSubmit, placeholder, autoFocus, className }: SearchFieldProps) {
  const text = useUiText();
  return (
    <AriaSearchField
      aria-label={label}
      value={value}
      onChange={onChange}
      {...(onSubmit ? { onSubmit } : {})}
      autoFocus={autoFocus ?? false}
      className={cx('group min-w-0', className)}
    >
      <Group className={controlBox}>
        <Affix className="pl-3.5">
          <Search aria-hidden className="size-4.5" />
        </Affix>
        <Input
          placeholder={placeholder ?? label}
          className={cx(bareInput, '[&::-webkit-search-cancel-button]:hidden')}
        />
        <AriaButton
          aria-label={text.clear}
          className="focus-ring mr-0.5 grid size-10 flex-none place-items-center rounded-sm text-sub hover:text-ink group-data-[empty]:hidden"
        >
          <X aria-hidden className="size-4" />
        </AriaButton>
      </Group>
    </AriaSearchField>
  );
}

function Affix({ children, className }: { children: ReactNode; className: string }) {
  return <span className={cx('flex flex-none items-center text-sub', className)}>{children}</span>;
}

type InputProps = Pick<
  TextFieldProps,
  'onBlur' | 'inputMode' | 'autoComplete' | 'autoFocus' | 'maxLength' | 'readOnly'
>;

function inputProps(props: InputProps) {
  return {
    isReadOnly: props.readOnly ?? false,
    autoFocus: props.autoFocus ?? false,
    ...(props.onBlur ? { onBlur: props.onBlur } : {}),
    ...(props.inputMode ? { inputMode: props.inputMode } : {}),
    ...(props.autoComplete ? { autoComplete: props.autoComplete } : {}),
    ...(props.maxLength !== undefined ? { maxLength: props.maxLength } : {}),
  };
}
