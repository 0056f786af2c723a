/** What other features know of a person: the app puts it into their drawer. */
import { createContext, type ReactNode } from 'react';

export type PersonExtras = {
  /** What is read by `queryKey` is read again whenever something about the person changes. */
  roles: (personId: string, queryKey: readonly string[]) => ReactNode;
  /** Null for those who can't read the audit trail. */
  historyHref: ((personId: string) => string) | null;
};

export const PersonExtrasContext = createContext<PersonExtras>({ roles: () => null, historyHref: null });
