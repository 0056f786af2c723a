/** The countdown that is running, if one is, and how it can be ended. */
import { create } from 'zustand';

type InactivityState = {
  /** Null while nothing counts down. */
  deadlineMs: number | null;
  stay: () => void;
  leave: () => void;
};

export const useInactivity = create<InactivityState>()(() => ({
  deadlineMs: null,
  stay: () => {},
  leave: () => {},
}));
