/** The address of a letter that is already begun. */
import type { HandOver } from './wire';

/** An address and nothing that would add another reader or line to it. */
const isAddress = (email: string) => /^[^\s@?&,;:<>"%]+@[^\s@?&,;:<>"%]+$/.test(email);

/** Without an address, its writer says who it goes to. Null for one that can't be written to. */
export function letterTo({ email, subject, body }: HandOver): string | null {
  if (email !== null && !isAddress(email)) return null;
  const parts = [
    ['subject', subject],
    ['body', body.replaceAll(/\r?\n/g, '\r\n')],
  ] as const;
  const query = parts.filter(([, text]) => text !== '').map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  return `mailto:${email ?? ''}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
