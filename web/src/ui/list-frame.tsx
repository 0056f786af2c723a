// The frame of a list of records that comes page by page: the sheet, the refusal with Retry in its place, and the pages below.
import type { ReactNode } from 'react';
import { Card } from './card';
import { type PageLinks, Pager } from './pager';
import { ErrorState, type ErrorStateProps } from './states';

export interface ListFrameProps {
  /** In place of the list, when it could not be loaded. */
  failure?: ErrorStateProps | null | undefined;
  /** The cursors of the neighbouring pages; no pager where there are none. */
  links?: PageLinks | undefined;
  onTurn: (cursor: string | null) => void;
  /** The next page is on its way. */
  turning?: boolean | undefined;
  /** The table. */
  children: ReactNode;
}

export function ListFrame({ failure, links, onTurn, turning, children }: ListFrameProps) {
  return (
    <>
      <Card flush className="overflow-hidden">
        {failure ? <ErrorState {...failure} /> : children}
      </Card>
      <Pager links={links} onTurn={onTurn} pending={turning} />
    </>
  );
}
