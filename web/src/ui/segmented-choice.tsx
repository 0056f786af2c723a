// One of a few, side by side: ordinary radio buttons in the dress of a switch.
import { useId } from 'react';

export interface SegmentedChoiceProps<Value extends string> {
  label: string;
  hideLabel?: boolean | undefined;
  options: readonly { value: Value; label: string; lang?: string | undefined }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Nothing can be chosen, and why. */
  disabledReason?: string | undefined;
}

export function SegmentedChoice<Value extends string>({
  label,
  hideLabel = false,
  options,
  value,
  onChange,
  disabledReason,
}: SegmentedChoiceProps<Value>) {
  const [name, reasonId] = [useId(), useId()];
  const isDisabled = disabledReason !== undefined;
  return (
    <fieldset disabled={isDisabled} aria-describedby={isDisabled ? reasonId : undefined}>
      <legend className={hideLabel ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{label}</legend>
      <div className="flex rounded-md border border-line bg-sunken p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex h-9 max-sm:h-10 flex-1 cursor-pointer items-center justify-center rounded-sm px-3.5 text-[.875rem] font-medium whitespace-nowrap text-sub transition-colors hover:text-ink has-disabled:cursor-default has-disabled:hover:text-sub has-checked:bg-surface has-checked:font-semibold not-has-disabled:has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
            />
            <span lang={option.lang}>{option.label}</span>
          </label>
        ))}
      </div>
      {isDisabled && (
        <p id={reasonId} className="mt-1.5 text-sm text-sub">
          {disabledReason}
        </p>
      )}
    </fieldset>
  );
}
