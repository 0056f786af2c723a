/** How someone signs in, as administrators see it and help with it. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/error';
import { graphql } from '../../api/graphql';
import { useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { toast } from '../../ui';
import { employmentKey } from './employment';
import { type Account, HelpedAccount } from './helped';

export const EndSessionsOf = graphql(
  `mutation EndSessionsOf($personId: ID!, $sessionId: ID) {
    endSessionsOf(personId: $personId, sessionId: $sessionId) { ...HelpedAccount }
  }`,
  [HelpedAccount],
);

export const ResetSignIn = graphql(
  `mutation ResetSignIn($personId: ID!, $input: SignInResetInput!) {
    resetSignIn(personId: $personId, input: $input) { ...HelpedAccount }
  }`,
  [HelpedAccount],
);

export const LockAccount = graphql(
  `mutation LockAccount($personId: ID!) { lockAccount(personId: $personId) { ...HelpedAccount } }`,
  [HelpedAccount],
);

export const UnlockAccount = graphql(
  `mutation UnlockAccount($personId: ID!) { unlockAccount(personId: $personId) { ...HelpedAccount } }`,
  [HelpedAccount],
);

export const SendSignInLink = graphql(
  `mutation SendSignInLink($personId: ID!) { sendSignInLink(personId: $personId) { ...HelpedAccount } }`,
  [HelpedAccount],
);

export const CorrectSignInName = graphql(
  `mutation CorrectSignInName($personId: ID!, $input: SignInNameInput!, $shown: SignInNameInput!) {
    correctSignInName(personId: $personId, input: $input, shown: $shown) { ...HelpedAccount }
  }`,
  [HelpedAccount],
);

export const UndoMergeOf = graphql(
  `mutation UndoMergeOf($personId: ID!, $mergeId: ID!) {
    undoMergeOf(personId: $personId, mergeId: $mergeId) { ...HelpedAccount }
  }`,
  [HelpedAccount],
);

export type { Account };
export type SignInName = Pick<Account, 'email' | 'username'>;

export const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What a lost phone takes with it: what is chosen when the dialog opens. */
export function onDevices(account: Account): string[] {
  return [
    ...(account.totpEnabledAt !== null || account.recoveryCodesLeft > 0 ? ['totp'] : []),
    ...(account.phoneHint !== null ? ['phone'] : []),
    ...account.passkeys.map(({ id }) => `passkey ${id}`),
  ];
}

/** The chosen ones as the server takes them. */
export function resetOf(chosen: readonly string[], sendsLink: boolean) {
  const idsOf = (kind: string) =>
    chosen.flatMap((value) => (value.startsWith(`${kind} `) ? [value.slice(kind.length + 1)] : []));
  return {
    passkeyIds: idsOf('passkey'),
    linkedIdentityIds: idsOf('identity'),
    totp: chosen.includes('totp'),
    phone: chosen.includes('phone'),
    sendsLink,
  };
}

/** The names as they are now, which a conflict carries. */
export function currentName(current: unknown): SignInName | null {
  if (typeof current !== 'object' || current === null) return null;
  const { email, username } = current as Record<string, unknown>;
  return typeof email === 'string' && typeof username === 'string' ? { email, username } : null;
}

/** What follows a saved change: the person is read again, and it is said. */
export function useHelp(onClose?: () => void) {
  const { t } = useText();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<{ text: string; error: ApiError | null } | null>(null);

  /** True when it was saved. What was declined in the dialog of the factor is not told again. */
  async function run(change: () => Promise<unknown>, done: string): Promise<boolean> {
    setFailure(null);
    try {
      await change();
    } catch (error) {
      const known = error instanceof ApiError ? error : null;
      if (!known?.isTold) {
        const text = errorText(t, error);
        setFailure({ text, error: known });
        // Where there is no form to say it in.
        if (!onClose) toast(text, { tone: 'error' });
      }
      return false;
    } finally {
      void queryClient.invalidateQueries({ queryKey: [employmentKey] });
    }
    toast(done, { tone: 'ok' });
    onClose?.();
    return true;
  }

  /** The words under a field, where the refusal is about it. */
  const at = (field: string) => (failure?.error?.field === field ? failure.text : undefined);
  return { run, failure, setFailure, at };
}
