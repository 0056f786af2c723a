/** One page of a list at a time, behind the server's cursors. Other filters start again at the first page. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from './error';

type Links = { next: string | null; previous: string | null };
export type ListPage<Row> = { results: readonly Row[]; links: Links };

export type Pages<Row> = {
  /** Undefined until the first page is there. */
  rows: readonly Row[] | undefined;
  links: Links | undefined;
  turn: (cursor: string | null) => void;
  isTurning: boolean;
  error: Error | null;
  retry: () => void;
  isRetrying: boolean;
};

/** `key` names the list with everything that narrows it. */
export function usePages<Row>(
  key: readonly unknown[],
  load: (cursor: string | null, signal: AbortSignal) => Promise<ListPage<Row>>,
): Pages<Row> {
  const name = JSON.stringify(key);
  const [place, setPlace] = useState<{ name: string; cursor: string | null }>({ name, cursor: null });
  const cursor = place.name === name ? place.cursor : null;
  const list = useQuery({
    queryKey: [...key, cursor],
    queryFn: ({ signal }) => load(cursor, signal),
    placeholderData: keepPreviousData,
  });
  const turn = (to: string | null) => setPlace({ name, cursor: to });
  const retry = () => {
    if (list.error instanceof ApiError && list.error.code === 'INVALID_CURSOR') turn(null);
    else void list.refetch();
  };
  return {
    rows: list.data?.results,
    links: list.data?.links,
    turn,
    isTurning: list.isPlaceholderData,
    error: list.error,
    retry,
    isRetrying: list.isFetching,
  };
}
