/** Which tab of a page is open, in the page's address: a reload, a link and the browser's back button keep it. */
import { useRouter, useSearch } from '@tanstack/react-router';

export type ChosenTab = { tab: string | null; onTab: (tab: string) => void };

export function useTab(): ChosenTab {
  const router = useRouter();
  const { tab } = useSearch({ strict: false }) as { tab?: unknown };
  return {
    tab: typeof tab === 'string' ? tab : null,
    onTab: (chosen) => void router.navigate({ to: '.', search: { tab: chosen }, resetScroll: false }),
  };
}
