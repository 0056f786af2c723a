/** Which entry of a list is being written or removed. The serial gives each opening a form of its own. */
import { useState } from 'react';

export function usePersonDialogs<Entry>() {
  const [editing, setEditing] = useState<{ entry: Entry | null; isOpen: boolean; serial: number }>({
    entry: null,
    isOpen: false,
    serial: 0,
  });
  const [removing, setRemoving] = useState<{ entry: Entry | null; isOpen: boolean }>({ entry: null, isOpen: false });
  return {
    editing,
    edit: (entry: Entry | null) => setEditing(({ serial }) => ({ entry, isOpen: true, serial: serial + 1 })),
    closeEditor: () => setEditing((before) => ({ ...before, isOpen: false })),
    removing,
    remove: (entry: Entry) => setRemoving({ entry, isOpen: true }),
    closeRemoval: () => setRemoving((before) => ({ ...before, isOpen: false })),
  };
}
