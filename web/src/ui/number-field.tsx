// Whole or decimal quantities with step buttons: hours, dependents, percentages. Money has its own field.
import { Minus, Plus } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { Button as AriaButton, NumberField as AriaNumberField, Group, Input } from 'react-aria-components';
import { FieldLabel, FieldNotes, type FieldProps, fieldState } from './field';
import { bareInput, controlBox, cx } from './style';
import { useUiText } from './text';

export interface NumberFieldProps extends FieldProps {
  value: number | null;
  onChange: (value: number | null) => void;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  /** By how much the buttons change it, where more than their multiples can be typed. */
  stride?: number | undefined;
  format?: Intl.NumberFormatOptions | undefined;
  /** A unit after the figure, e.g. `h`. */
  suffix?: ReactNode | undefined;
}

export function NumberField(props: NumberFieldProps) {
  const { value, onChange, min, max, step, stride, format, suffix, onBlur, ref } = props;
  const text = useUiText();
  const state = fieldState(props);
  /** To the next multiple. */
  const stepBy = (by: number) => {
    const next = (by > 0 ? Math.floor((value ?? 0) / by) + 1 : Math.ceil((value ?? 0) / -by) - 1) * Math.abs(by);
    onChange(Math.min(Math.max(next, min ?? next), max ?? next));
  };
  return (
    <AriaNumberField
      {...state}
      // What was typed stays, whether it fits or not: a form says so, and no one sends a number they didn't type.
      commitBehavior="validate"
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
      {...(min !== undefined ? { minValue: min } : {})}
      {...(max !== undefined ? { maxValue: max } : {})}
      {...(step !== undefined ? { step } : {})}
      {...(format ? { formatOptions: format } : {})}
      {...(onBlur ? { onBlur } : {})}
    >
      <FieldLabel field={props} />
      <Group className={controlBox} isInvalid={state.isInvalid} isDisabled={state.isDisabled}>
        <StepButton slot="decrement" label={text.decrease} onPress={stride && (() => stepBy(-stride))}>
          <Minus aria-hidden className="size-4" />
        </StepButton>
        <Input ref={ref as Ref<HTMLInputElement>} className={cx(bareInput, 'px-1 text-center tabular-nums')} />
        {suffix && <span className="-ml-2 pr-2 text-sub">{suffix}</span>}
        <StepButton slot="increment" label={text.increase} onPress={stride && (() => stepBy(stride))}>
          <Plus aria-hidden className="size-4" />
        </StepButton>
      </Group>
      <FieldNotes field={props} />
    </AriaNumberField>
  );
}

function StepButton({
  slot,
  label,
  onPress,
  children,
}: {
  slot: 'increment' | 'decrement';
  label: string;
  /** In place of the field's own step. */
  onPress?: (() => void) | 0 | undefined;
  children: ReactNode;
}) {
  return (
    <AriaButton
      slot={onPress ? null : slot}
      aria-label={label}
      {...(onPress ? { onPress } : {})}
      className={cx(
        'grid h-full w-11 flex-none place-items-center border-line text-sub outline-none hover:bg-hover hover:text-ink pressed:bg-press disabled:opacity-50',
        slot === 'increment' ? 'rounded-r-md border-l' : 'rounded-l-md border-r',
      )}
    >
      {children}
    </AriaButton>
  );
}
