/** Which tab of a page is open, in the page's address. */
import { useInAddress } from './useInAddress';

export type ChosenTab = { tab: string | null; onTab: (tab: string) => void };

export function useTab(): ChosenTab {
  const { value, onChange } = useInAddress('tab');
  return { tab: value, onTab: onChange };
}
