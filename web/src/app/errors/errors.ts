/** The app's error list. The latest is the one displayed (ErrorToasts.tsx): 2000 ms, or 6000 ms for a feature that is not enabled. */
import { create } from 'zustand';
import type { TextKey } from '../../i18n';
import type { Platform } from '../platform/platform';

export type ListedError = { text: TextKey; ms: 2000 | 6000 };

type Errors = {
  errors: readonly ListedError[];
  /** On native: the feature someone was turned away from. */
  featureNotEnabled: string | null;
  add: (text: TextKey) => void;
  addFeatureNotEnabled: (feature: string, platform: Pick<Platform, 'kind'>) => void;
};

const maximumKept = 20;
const timeFeatures: readonly string[] = ['time', 'accruals', 'Manager_timeClock'];

export const useErrors = create<Errors>()((set) => {
  const list = (error: ListedError) => set(({ errors }) => ({ errors: [...errors.slice(1 - maximumKept), error] }));
  return {
    errors: [],
    featureNotEnabled: null,
    add: (text) => list({ text, ms: 2000 }),
    addFeatureNotEnabled: (feature, { kind }) => {
      if (kind === 'native') set({ featureNotEnabled: feature });
      const isTimeOnNative = kind === 'native' && timeFeatures.includes(feature);
      list({ text: isTimeOnNative ? 'timeFeatureNotAvailable' : 'featureNotEnabled', ms: 6000 });
    },
  };
});
