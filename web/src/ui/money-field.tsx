// An amount of money as a decimal string ('1250.50'; '' is empty). Keystrokes that cannot belong to an amount are
// not taken; leaving the field groups the thousands.
import { type Ref, useState } from 'react';
import { TextField as AriaTextField, Group, Input, useLocale } from 'react-aria-components';
import { FieldLabel, FieldNotes, type FieldProps, fieldState } from './field';
import { formatAmount, parseAmount } from './money';
import { bareInput, controlBox, cx } from './style';

export interface MoneyFieldProps extends FieldProps {
  value: string;
  onChange: (value: string) => void;
  /** At most four, as amounts are kept in ten-thousandths. */
  maxDecimals?: 0 | 1 | 2 | 3 | 4 | undefined;
  symbol?: string | undefined;
  placeholder?: string | undefined;
}

export function MoneyField(props: MoneyFieldProps) {
  const { value, onChange, maxDecimals = 2, symbol = '$', placeholder, onBlur, ref } = props;
  const { locale } = useLocale();
  // What is being typed ('1,2', '5.') while the field has the focus; otherwise the value itself decides.
  const [draft, setDraft] = useState<string | null>(null);
  const state = fieldState(props);
  const minDecimals = Math.min(2, maxDecimals);
  const draftIsCurrent = draft !== null && parseAmount(draft, locale, maxDecimals) === value;
  const shown = draftIsCurrent ? draft : formatAmount(value, locale, minDecimals);

  function type(text: string) {
    const amount = parseAmount(text, locale, maxDecimals);
    if (amount === null) return;
    setDraft(text);
    onChange(amount);
  }

  return (
    <AriaTextField
      {...state}
      value={shown}
      onChange={type}
      inputMode="decimal"
      onBlur={() => {
        setDraft(null);
        onBlur?.();
      }}
    >
      <FieldLabel field={props} />
      <Group className={controlBox} isInvalid={state.isInvalid} isDisabled={state.isDisabled}>
        <span aria-hidden className="pl-3.5 text-sub">
          {symbol}
        </span>
        <Input
          ref={ref as Ref<HTMLInputElement>}
          placeholder={placeholder ?? formatAmount('0', locale, minDecimals)}
          autoComplete="off"
          className={cx(bareInput, 'pl-1.5 tabular-nums')}
        />
      </Group>
      <FieldNotes field={props} />
    </AriaTextField>
  );
}
