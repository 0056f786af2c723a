/** Where these pages lead when they do not follow the server. */

/** The app's own start of a sign-in: it makes a fresh request and comes back here. */
export const signInPath = '/signin';
export const homePath = '/';
export const forgotPath = '/login/forgot';
/** Where a link is asked for that signs in without a password. */
export const mailLinkPath = '/login/mail-link';

/** The operator's own provider: for the same request by the same client, or from an invitation mail. */
export function upstreamPath(upstream: string, from: { request: string } | { invitation: string }): string {
  return `/login/upstream/${encodeURIComponent(upstream)}?${new URLSearchParams(from)}`;
}
