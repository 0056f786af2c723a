// What lies over a page is not needed to show it: its code comes once the page stands, so that a first visit is light, and so that it is
// there when there is no network any more.
import { type ComponentType, useEffect, useState } from 'react';

/** A page that has stood for so long is taken to have everything it needs. */
export const restMs = 2_000;
/** And whoever looks at it for so long has, on a slow phone too, stopped waiting for it: what may be needed next can take its time. */
const calmMs = 8_000;

export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Who needs it before will load it then; a failure now is not worth a word.
    const timer = setTimeout(() => void load().catch(() => null), calmMs);
    return () => clearTimeout(timer);
  }, [load]);
}

export interface Late<Props> {
  /** Null until it was needed for the first time. */
  Part: ComponentType<Props> | null;
  isComing: boolean;
  /** Does `show` as soon as the part is there. */
  bring: (show: () => void) => Promise<void>;
}

/** A part that a press brings. Unlike React's `lazy` it tries again what failed before; `load` stands outside of the component. */
export function useLate<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  onFailure: (error: unknown) => void,
): Late<Props> {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [isComing, setComing] = useState(false);
  usePreload(load);

  async function bring(show: () => void): Promise<void> {
    if (Part) return show();
    setComing(true);
    try {
      const { default: loaded } = await load();
      setPart(() => loaded);
      show();
    } catch (error) {
      onFailure(error);
    } finally {
      setComing(false);
    }
  }

  return { Part, isComing, bring };
}
