/** What a change of password is refused for, here as a courtesy and by the server for good, and under which field it is said. */
import type { ApiError } from '../../api/error';

type Passwords = { currentPassword: string; newPassword: string };

const refusals = [
  'REQUIRED',
  'INCORRECT_PASSWORD',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'PASSWORD_COMMON',
  'PASSWORD_CONTEXT',
] as const;

export type PasswordRefusal = { field: keyof Passwords; code: (typeof refusals)[number] };

const maximumLength = 128;

/** As the server counts: code points, so that an emoji is one character. */
const lengthOf = (password: string) => Array.from(password).length;

export function refusePasswords({ currentPassword, newPassword }: Passwords, minimum: number): PasswordRefusal | null {
  if (currentPassword === '') return { field: 'currentPassword', code: 'REQUIRED' };
  if (lengthOf(newPassword) < minimum) return { field: 'newPassword', code: 'PASSWORD_TOO_SHORT' };
  if (lengthOf(newPassword) > maximumLength) return { field: 'newPassword', code: 'PASSWORD_TOO_LONG' };
  return null;
}

/** Null for a failure that is not about one of the two fields. */
export function passwordField({ code }: ApiError): PasswordRefusal | null {
  const known = refusals.find((refusal) => refusal === code);
  if (known === undefined) return null;
  return { field: known === 'INCORRECT_PASSWORD' ? 'currentPassword' : 'newPassword', code: known };
}
