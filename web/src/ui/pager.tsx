// Previous and next for pages behind cursors, where nobody knows the number of pages.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { useUiText } from './text';

export interface PagerProps {
  hasPrevious: boolean;
  hasNext: boolean;
  onPrevious: () => void;
  onNext: () => void;
  /** E.g. «21–40». */
  summary?: ReactNode | undefined;
  /** The asked-for page is on its way. */
  pending?: boolean | undefined;
}

export function Pager({ hasPrevious, hasNext, onPrevious, onNext, summary, pending = false }: PagerProps) {
  const text = useUiText();
  return (
    <nav aria-label={text.pages} className="flex items-center justify-between gap-3">
      <Button
        variant="secondary"
        size="sm"
        onPress={onPrevious}
        disabled={!hasPrevious || pending}
        icon={<ChevronLeft aria-hidden className="-ml-1 size-4" />}
      >
        {text.previousPage}
      </Button>
      <span aria-live="polite" className="text-sm text-sub tabular-nums">
        {summary}
      </span>
      <Button variant="secondary" size="sm" onPress={onNext} disabled={!hasNext || pending}>
        {text.nextPage}
        <ChevronRight aria-hidden className="-mr-1 size-4" />
      </Button>
    </nav>
  );
}
