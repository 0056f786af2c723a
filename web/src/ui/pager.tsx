// Previous and next for pages behind cursors, where no one knows the number of pages.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { cx } from './style';
import { useUiText } from './text';

/** The cursors of the neighbouring pages. */
export interface PageLinks {
  next: string | null;
  previous: string | null;
}

export interface PagerProps {
  /** Nothing is drawn before they are known, nor where one page is all. */
  links: PageLinks | undefined;
  onTurn: (cursor: string | null) => void;
  /** E.g. «21–40». */
  summary?: ReactNode | undefined;
  /** The asked-for page is on its way. */
  pending?: boolean | undefined;
  className?: string | undefined;
}

export function Pager({ links, onTurn, summary, pending = false, className }: PagerProps) {
  const text = useUiText();
  if (!links || (links.next === null && links.previous === null)) return null;
  return (
    <nav aria-label={text.pages} className={cx('flex items-center justify-between gap-3', className)}>
      <Button
        variant="secondary"
        size="sm"
        onPress={() => onTurn(links.previous)}
        disabled={links.previous === null || pending}
        icon={<ChevronLeft aria-hidden className="-ml-1 size-4" />}
      >
        {text.previousPage}
      </Button>
      <span aria-live="polite" className="text-sm text-sub tabular-nums">
        {summary}
      </span>
      <Button
        variant="secondary"
        size="sm"
        onPress={() => onTurn(links.next)}
        disabled={links.next === null || pending}
      >
        {text.nextPage}
        <ChevronRight aria-hidden className="-mr-1 size-4" />
      </Button>
    </nav>
  );
}
