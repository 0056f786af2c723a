// One of a list of places or people to go to, the current one with a check mark.
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';

export interface ChoiceRowProps {
  icon?: ReactNode;
  text: string;
  /** Tells apart what has the same name: an employee's code. */
  note?: string | undefined;
  isCurrent: boolean;
  /** What the check mark says. */
  currentLabel: string;
  onPress: () => void;
}

export function ChoiceRow({ icon, text, note, isCurrent, currentLabel, onPress }: ChoiceRowProps) {
  return (
    <li>
      <Button
        variant="ghost"
        wide
        onPress={onPress}
        aria-current={isCurrent ? 'true' : undefined}
        className="h-11! justify-start! gap-3! px-3! text-[.9375rem]! font-medium!"
      >
        {icon && <span className="flex-none text-sub [&>svg]:size-5">{icon}</span>}
        <span className="min-w-0 truncate text-left">{text}</span>
        {note && <span className="flex-none text-sm font-normal text-sub tabular-nums">{note}</span>}
        {isCurrent && (
          <>
            <Check aria-hidden className="ml-auto size-5 flex-none text-brand-ink" />
            <span className="sr-only">{currentLabel}</span>
          </>
        )}
      </Button>
    </li>
  );
}
