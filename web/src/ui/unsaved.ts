// Anything typed but not saved, on any page: whatever leads away from the page asks before it's lost.
import { useEffect } from 'react';
import { create } from 'zustand';

/** How many forms hold something. */
const useHolders = create(() => 0);
/** How many say at least that something was typed: dialogs that ask no question when they are closed. */
const useTypists = create(() => 0);

function useCounted(isCounted: boolean, count: typeof useHolders): void {
  useEffect(() => {
    if (!isCounted) return;
    count.setState((before) => before + 1);
    return () => count.setState((before) => before - 1);
  }, [isCounted, count]);
}

/** For a form: says that it holds something, until it does not or is gone. */
export const useUnsaved = (isDirty: boolean) => useCounted(isDirty, useHolders);

/** For what is typed in passing: no one asks before it is left, but nothing reloads the app over it. */
export const useTyped = (isTyped: boolean) => useCounted(isTyped, useTypists);

/** Where no component is to be told. */
export const hasUnsaved = () => useHolders.getState() > 0;

/** Whether any form of the page holds something. */
export const useAnyUnsaved = () => useHolders((holders) => holders > 0);

/** Whether a reload would lose anything. */
export function useAnyTyped(): boolean {
  const isTyped = useTypists((typists) => typists > 0);
  return useAnyUnsaved() || isTyped;
}
