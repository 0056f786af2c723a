/** One of a few, side by side: ordinary radio buttons in the dress of a switch. */
import { useId } from 'react';

type SegmentedChoiceProps<Value extends string> = {
  label: string;
  hideLabel?: boolean;
  options: readonly { value: Value; label: string; lang?: string }[];
  value: Value;
  onChange: (value: Value) => void;
};

export function SegmentedChoice<Value extends string>({
  label,
  hideLabel = false,
  options,
  value,
  onChange,
}: SegmentedChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className={hideLabel ? 'sr-only' : 'mb-2 text-sm font-semibold'}>{label}</legend>
      <div className="flex rounded-md border border-line bg-sunken p-1">
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex h-9 max-sm:h-10 flex-1 cursor-pointer items-center justify-center rounded-sm px-3.5 text-[.875rem] font-medium whitespace-nowrap text-sub transition-colors hover:text-ink has-checked:bg-surface has-checked:font-semibold has-checked:text-ink has-checked:shadow-card has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span lang={option.lang}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
