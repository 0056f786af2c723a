/** Phone numbers as people type them and as the server wants them (E.164). The server decides what is a real one. */

/** `(312) 555-0142` → `+13125550142`. Without a country a number is of the United States. Null when it cannot be one. */
export function toE164(typed: string): string | null {
  const hasCountry = typed.trim().startsWith('+');
  const digits = typed.replace(/\D/g, '');
  if (hasCountry) return digits.length >= 7 && digits.length <= 15 ? `+${digits}` : null;
  if (digits.length === 10) return `+1${digits}`;
  return digits.length === 11 && digits.startsWith('1') ? `+${digits}` : null;
}

/** `+13125550142` → `(312) 555-0142`; other countries as they are. */
export function shownPhone(e164: string): string {
  const [, area, exchange, line] = /^\+1(\d{3})(\d{3})(\d{4})$/.exec(e164) ?? [];
  return area ? `(${area}) ${exchange}-${line}` : e164;
}
