/** What administrators are told of how someone signs in. */
import { graphql, type ResultOf } from '../../api/graphql';

export const HelpedAccount = graphql(`
  fragment HelpedAccount on AdministeredAccount {
    personId username email lockedAt mayHelp signIn isInUse passwordChangedAt totpEnabledAt recoveryCodesLeft phoneHint
    phoneUsableFrom
    passkeys { id name createdAt lastUsedAt }
    linkedIdentities { id name issuer linkedAt }
    sessions { id device address createdAt lastUsedAt }
    sentLinks { kind sentTo sentAt expiresAt usedAt }
    mergedAccount { id username mergedAt undoUntil }
  }
`);

export type Account = ResultOf<typeof HelpedAccount>;
