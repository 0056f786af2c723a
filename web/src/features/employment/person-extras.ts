/** What other features know of a person: the app puts it into their drawer. */
import { createContext, type ReactNode } from 'react';

export type PersonExtras = {
  roles: (personId: string) => ReactNode;
  /** Null for those who can't read the audit trail. */
  historyHref: ((personId: string) => string) | null;
};

export const PersonExtrasContext = createContext<PersonExtras>({ roles: () => null, historyHref: null });
