/** One's own account as every part of this feature reads it, and the one way to change it. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TadaDocumentNode } from 'gql.tada';
import { ApiError } from '../../api/error';
import { graphql, type ResultOf } from '../../api/graphql';
import { useApi, useSubmit } from '../../api/hooks';
import { type TextKey, useText } from '../../i18n';
import { errorText } from '../../i18n/errors';
import { toast } from '../../ui';

export const AccountFields = graphql(`
  fragment AccountFields on AccountSecurity {
    personId username firstName lastName email newEmail { email } phone phoneUsableFrom language passwordChangedAt minimumPasswordLength
    passkeysPossible passkeys { id name createdAt lastUsedAt }
    totpEnabledAt recoveryCodesLeft
    sessions { id device address createdAt lastUsedAt isCurrent }
    events { id action at address result }
    merge { username mergedAt undoUntil }
    linkedIdentities { id name issuer linkedAt }
  }
`);

const AccountQuery = graphql(`query Account { accountSecurity { ...AccountFields } }`, [AccountFields]);

export type Account = ResultOf<typeof AccountFields>;
export type Passkey = Account['passkeys'][number];
export type LinkedIdentity = Account['linkedIdentities'][number];
export type Session = Account['sessions'][number];

const accountKey = ['account'];

export function useAccount() {
  const api = useApi();
  return useQuery({
    queryKey: accountKey,
    queryFn: async ({ signal }) => (await api.query(AccountQuery, {}, signal)).accountSecurity,
  });
}

/** For the changes that answer with something else than the account. */
export function useReloadAccount(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: accountKey });
}

/** A mutation that answers, under its one name, with the account as it is now: the whole page follows at once. */
export function useAccountChange<Variables>(document: TadaDocumentNode<Record<string, Account>, Variables>) {
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useSubmit(document);
  const change = async (variables: Variables): Promise<void> => {
    const [account] = Object.values(await mutateAsync(variables));
    queryClient.setQueryData(accountKey, account);
  };
  return { change, isPending };
}

/** Says what came of a change. A failure the person knows about already is not told twice. */
export function useOutcome() {
  const { t } = useText();
  return {
    done: (text: TextKey) => toast(t(text), { tone: 'ok' }),
    failed: (error: unknown, callMessage?: TextKey) => {
      if (error instanceof ApiError && error.isTold) return;
      toast(errorText(t, error, callMessage), { tone: 'error' });
    },
  };
}

/** What went wrong in the words of a form; null when the person knows already. */
export function useFailureText(): (error: unknown) => string | null {
  const { t } = useText();
  return (error) => (error instanceof ApiError && error.isTold ? null : errorText(t, error));
}

/** People read the times of their own account on their own clock. */
export const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
