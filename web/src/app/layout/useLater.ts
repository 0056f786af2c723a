/** What can wait a moment is drawn in a piece of its own, and does not hold up the rest. */
import { startTransition, useEffect, useState } from 'react';

/** False when its component is first drawn, unless told otherwise, and true right after. */
export function useLater(isNow = false): boolean {
  const [isLater, setLater] = useState(isNow);
  useEffect(() => startTransition(() => setLater(true)), []);
  return isLater;
}
