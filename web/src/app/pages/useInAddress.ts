/** One word in the page's address, such as the open tab: a reload, a link and the browser's back button keep it. */
import { useRouter, useSearch } from '@tanstack/react-router';

export function useInAddress(name: string): { value: string | null; onChange: (value: string | null) => void } {
  const router = useRouter();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const value = search[name];
  return {
    value: typeof value === 'string' ? value : null,
    onChange: (chosen) =>
      void router.navigate({ to: '.', search: chosen === null ? {} : { [name]: chosen }, resetScroll: false }),
  };
}
