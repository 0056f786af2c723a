// Code that a page can be shown without: panels, dialogs, bubbles. It comes once the page has been calm or a form opens, so that a first
// visit is light and an open form never waits for a file that is gone. Code that does not arrive takes nothing down with it.
import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';

/** A page that has stood for so long is taken to have everything it needs. */
export const restMs = 2_000;
/** After so long even a slow phone is done with the page: what may be needed next can come. */
export const calmMs = 8_000;

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

const awaited = new Set<() => Promise<unknown>>();
let hasBegun = false;

function loadAhead(load: () => Promise<unknown>): void {
  if (hasBegun) void load().catch(() => awaited.add(load));
  else awaited.add(load);
}

/** Loads everything that may be needed over this page. What fails is tried again the next time. */
export function preload(): void {
  hasBegun = true;
  const loads = [...awaited];
  awaited.clear();
  for (const load of loads) loadAhead(load);
}

/** Once, in the frame of the app. */
export function usePreloadWhenCalm(): void {
  useEffect(() => {
    const timer = setTimeout(preload, calmMs);
    return () => clearTimeout(timer);
  }, []);
}

/** `load` stands outside of the component. */
export function usePreload(load: () => Promise<unknown>): void {
  useEffect(() => loadAhead(load), [load]);
}

type LateProps = {
  /** The code did not arrive, or its part crashed: there is nothing to see. */
  onMissing?: (() => void) | undefined;
};

/** Like React's `lazy`, but a part that is missing is simply not there, and is tried again when it is next needed. */
export function late<Props extends object>(load: Load<Props>): ComponentType<Props & LateProps> {
  let Part: ComponentType<Props> | null = null;
  const bring = async () => {
    Part ??= (await load()).default;
  };
  loadAhead(bring);

  return function Late({ onMissing, ...props }) {
    const [, setHere] = useState(false);
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked for once, when it is needed.
    useEffect(() => {
      let isNeeded = true;
      void bring().then(
        () => isNeeded && setHere(true),
        () => isNeeded && onMissing?.(),
      );
      return () => {
        isNeeded = false;
      };
    }, []);
    return (
      Part && (
        <Boundary onMissing={onMissing}>
          <Part {...(props as unknown as Props)} />
        </Boundary>
      )
    );
  };
}

class Boundary extends Component<LateProps & { children: ReactNode }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidCatch() {
    this.props.onMissing?.();
  }

  override render() {
    return this.state.hasCrashed ? null : this.props.children;
  }
}

export interface Late<Props> {
  /** Null until it was needed for the first time. */
  Part: ComponentType<Props> | null;
  isComing: boolean;
  /** Does `show` as soon as the part is there. */
  bring: (show: () => void) => Promise<void>;
}

/** A part that a press brings; `load` stands outside of the component. */
export function useLate<Props>(load: Load<Props>, onFailure: (error: unknown) => void): Late<Props> {
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
