// Apart from kept-filter.ts: every first visit carries this, and none of the lists.
export const filtersKey = 'filters';

/** At the end of a session: the next one may be someone else's. */
export function forgetFilters(): void {
  sessionStorage.removeItem(filtersKey);
}
