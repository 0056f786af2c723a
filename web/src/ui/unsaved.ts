// Anything typed but not saved, on any page: whatever leads away from the page asks before it's lost.
import { useEffect } from 'react';
import { create } from 'zustand';

/** How many forms hold something. */
const useHolders = create(() => 0);

/** For a form: says that it holds something, until it does not or is gone. */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return;
    useHolders.setState((holders) => holders + 1);
    return () => useHolders.setState((holders) => holders - 1);
  }, [isDirty]);
}

/** Where no component is to be told. */
export const hasUnsaved = () => useHolders.getState() > 0;

/** Whether any form of the page holds something. */
export const useAnyUnsaved = () => useHolders((holders) => holders > 0);
