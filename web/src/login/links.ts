/** The provider's calls behind the links in its mails, and behind the one that a new installation prints. */
import { type Answer, call, type Failed, pathWithin } from './server';
import type { TextKey } from './text';

/** A link works once and for a while. */
type LinkGone = { outcome: 'linkGone' };

export type Link = {
  /** `unmerge`: the account was merged into another one. `sign_in`: the link stands in for a password. `email`: it confirms an address. */
  kind: 'reset' | 'invitation' | 'alarm' | 'unmerge' | 'sign_in' | 'email';
  username: string;
  firstName: string;
  minimumLength: number;
  /** Providers of the operator's at which an invited person may sign in instead. */
  upstreams?: { id: string; name: string }[];
};

/** What a mailed link is for. */
export type Wanted = 'newPassword' | 'signIn';

const mailPaths = { newPassword: '/login/forgot', signIn: '/login/mail-link' } as const;

/** `tooMany`: links were mailed a moment ago, and still work. */
export async function mailLink(wanted: Wanted, username: string): Promise<{ outcome: 'sent' | 'tooMany' } | Failed> {
  const { status } = await call(mailPaths[wanted], { username });
  if (status === 429) return { outcome: 'tooMany' };
  return { outcome: status === 204 ? 'sent' : 'failed' };
}

const linkKey = 'signInLink';

/** The sign-in begins at the app, which comes back to these pages: the token waits in this tab meanwhile. */
export function keepSignInLink(token: string): void {
  sessionStorage.setItem(linkKey, token);
}

/** Once. */
export function takeSignInLink(): string | null {
  const token = sessionStorage.getItem(linkKey);
  sessionStorage.removeItem(linkKey);
  return token;
}

export async function findLink(token: string): Promise<{ outcome: 'found'; link: Link } | LinkGone | Failed> {
  const { status, body } = await call(`/login/link?token=${encodeURIComponent(token)}`);
  if (status === 410) return { outcome: 'linkGone' };
  if (status !== 200 || typeof body.kind !== 'string') return { outcome: 'failed' };
  return { outcome: 'found', link: body as Link };
}

const refusals = [
  'REQUIRED',
  'TOO_LONG',
  'INVALID_EMAIL',
  'INVALID_TIME_ZONE',
  'INVALID_USERNAME',
  'USERNAME_TAKEN',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_COMMON',
  'PASSWORD_CONTEXT',
] as const;

type RefusalCode = (typeof refusals)[number];

/** The words for it: most are the app's as well. */
export function refusalText(code: RefusalCode): TextKey {
  switch (code) {
    case 'INVALID_TIME_ZONE':
    case 'INVALID_USERNAME':
    case 'USERNAME_TAKEN':
      return `login.setup.${code}`;
    default:
      return `error.${code}`;
  }
}

/** What a field was refused for. */
export type Refusal = { outcome: 'refused'; code: RefusalCode; field: string; minimumLength: number | null };

type Done = { outcome: 'done'; next: string };

export async function choosePassword(token: string, password: string): Promise<Done | Refusal | LinkGone | Failed> {
  return formAnswer(await call('/login/choose-password', { token, password }));
}

/** `taken`: the account is closed, but someone else of the organization has its previous address by now. */
export async function notMe(token: string): Promise<{ outcome: 'done' | 'taken' } | LinkGone | Failed> {
  const { status, body } = await call('/login/not-me', { token });
  if (status === 410) return { outcome: 'linkGone' };
  if (status === 422 && body.code === 'EMAIL_TAKEN') return { outcome: 'taken' };
  return { outcome: status === 200 ? 'done' : 'failed' };
}

/** `taken`: someone else in the organization has the address by now. */
export async function confirmEmail(token: string): Promise<{ outcome: 'done' | 'taken' } | LinkGone | Failed> {
  const { status, body } = await call('/login/confirm-email', { token });
  if (status === 410) return { outcome: 'linkGone' };
  if (status === 422 && body.code === 'EMAIL_TAKEN') return { outcome: 'taken' };
  return { outcome: status === 200 ? 'done' : 'failed' };
}

export async function findDepositLink(token: string): Promise<{ outcome: 'found' } | LinkGone | Failed> {
  const { status } = await call(`/login/deposit-link?token=${encodeURIComponent(token)}`);
  if (status === 410) return { outcome: 'linkGone' };
  return { outcome: status === 200 ? 'found' : 'failed' };
}

export async function freezeDeposit(token: string): Promise<{ outcome: 'done' } | LinkGone | Failed> {
  const { status } = await call('/login/freeze', { token });
  if (status === 410) return { outcome: 'linkGone' };
  return { outcome: status === 200 ? 'done' : 'failed' };
}

export async function findSetup(token: string): Promise<{ outcome: 'found' } | LinkGone | Failed> {
  const { status } = await call(`/login/setup/link?token=${encodeURIComponent(token)}`);
  if (status === 410) return { outcome: 'linkGone' };
  return { outcome: status === 200 ? 'found' : 'failed' };
}

export type Setup = Record<
  'language' | 'tenantName' | 'companyName' | 'timeZone' | 'firstName' | 'lastName' | 'email' | 'username' | 'password',
  string
>;

export async function setUp(token: string, setup: Setup): Promise<Done | Refusal | LinkGone | Failed> {
  return formAnswer(await call('/login/setup', { token, ...setup }));
}

function formAnswer({ status, body }: Answer): Done | Refusal | LinkGone | Failed {
  if (status === 410) return { outcome: 'linkGone' };
  const next = status === 200 ? pathWithin('/signin', body.next) : null;
  if (next !== null) return { outcome: 'done', next };
  const code = refusals.find((known) => known === body.code);
  if (status !== 422 || code === undefined) return { outcome: 'failed' };
  const minimumLength = typeof body.minimumLength === 'number' ? body.minimumLength : null;
  return { outcome: 'refused', code, field: String(body.field), minimumLength };
}
