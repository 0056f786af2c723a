/** What other features know of a person: the app puts it into their drawer. */
import { createContext, type ReactNode } from 'react';
import type { HeldRole } from './employment';

export type PersonExtras = {
  /** The person's roles, which came with the person; `onChanged` reads both again. */
  roles: (held: readonly HeldRole[], onChanged: () => void) => ReactNode;
  /** Null for those who can't read the audit trail. */
  historyHref: ((personId: string) => string) | null;
};

export const PersonExtrasContext = createContext<PersonExtras>({ roles: () => null, historyHref: null });
