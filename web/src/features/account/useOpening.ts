import { useState } from 'react';

/** A dialog that opens and closes; `serial` as its key gives each opening a fresh form, which stays while it fades out. */
export function useOpening() {
  const [state, setState] = useState({ isOpen: false, serial: 0 });
  return {
    ...state,
    show: () => setState(({ serial }) => ({ isOpen: true, serial: serial + 1 })),
    close: () => setState(({ serial }) => ({ isOpen: false, serial })),
  };
}
