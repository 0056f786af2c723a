// What lies over a list: which dialog, about which record. The serial, used as a key, gives each opening a fresh form; a closed one
// stays as it was, so that it does not change while it slides away.
import { useState } from 'react';

export interface Opened<Kind, Row> {
  kind: Kind;
  row: Row | null;
  isOpen: boolean;
  serial: number;
}

export function useOpened<Kind extends string, Row>(first: Kind) {
  const [opened, setOpened] = useState<Opened<Kind, Row>>({ kind: first, row: null, isOpen: false, serial: 0 });
  const open = (kind: Kind, row: Row | null) =>
    setOpened(({ serial }) => ({ kind, row, isOpen: true, serial: serial + 1 }));
  const close = () => setOpened((before) => ({ ...before, isOpen: false }));
  return { opened, open, close };
}
