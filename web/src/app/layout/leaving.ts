/** A switch of company or view takes the page with it: whoever typed something there is asked first (LeaveQuestion). */
import { create } from 'zustand';

type Leaving = { isDirty: boolean; wish: (() => void) | null };

export const useLeaving = create<Leaving>(() => ({ isDirty: false, wish: null }));

/** At once, or when the question is answered: a navigation that belongs to it ignores the router's own blocker. */
export function leaveFor(go: () => void): void {
  if (useLeaving.getState().isDirty) useLeaving.setState({ wish: go });
  else go();
}
