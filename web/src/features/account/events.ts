/** The security events of an account, in words. The server may learn new ones before this build does. */
import type { TextKey } from '../../i18n';

const actions = [
  'sign_in.done',
  'sign_in.refused',
  'password.changed',
  'password.reset_asked',
  'sign_in.link_asked',
  'profile.changed',
  'email.asked',
  'email.cancelled',
  'email.changed',
  'phone.changed',
  'phone.removed',
  'passkey.added',
  'passkey.removed',
  'totp.enabled',
  'totp.disabled',
  'recovery_codes.renewed',
  'session.signed_out',
  'session.ended',
  'sessions.ended',
  'session.code_reused',
  'session.refresh_reused',
  'upstream.linked',
  'upstream.unlinked',
  'step_up.done',
  'step_up.refused',
  'factor.warned',
  'account.alarm',
  'account.merged',
  'account.merge_undone',
] as const;

type Action = (typeof actions)[number];
type Spelled<Name extends string> = Name extends `${infer Thing}.${infer Happened}` ? `${Thing}_${Happened}` : Name;

export function eventText(action: string): TextKey {
  const known = actions.find((candidate) => candidate === action);
  if (known === undefined) return 'account.event.unknown';
  return `account.event.${known.replace('.', '_') as Spelled<Action>}`;
}

/** Someone tried and wasn't let in, or had a copy of what signs this person in: worth a second look. */
export function isRefusal({ action, result }: { action: string; result: string }): boolean {
  return /\.refused$|_reused$/.test(action) || result === 'refused';
}
