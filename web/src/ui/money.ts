// Amounts as people type them, and as decimal strings. No float ever touches an amount.

interface Separators {
  decimal: string;
  group: string;
}

function separators(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale).formatToParts(12345.6);
  const find = (type: 'decimal' | 'group') => parts.find((part) => part.type === type)?.value;
  return { decimal: find('decimal') ?? '.', group: find('group') ?? ',' };
}

/**
 * Reads typed or pasted text as an amount: `$1,234.5` becomes `1234.5`, nothing becomes ''.
 * Answers null for text that is no amount in this language, or that has more decimals than allowed.
 */
export function parseAmount(text: string, locale: string, maxDecimals = 2): string | null {
  const { decimal, group } = separators(locale);
  const bare = text.replace(/[\s\p{Sc}]/gu, '');
  if (bare === '') return '';
  const [whole = '', fraction = '', ...rest] = bare.split(decimal);
  const digits = whole.split(group).join('');
  if (rest.length > 0 || fraction.length > maxDecimals) return null;
  if (!/^\d*$/.test(digits) || !/^\d*$/.test(fraction)) return null;
  if (digits === '' && fraction === '') return '';
  const canonicalWhole = digits.replace(/^0+(?=\d)/, '') || '0';
  return fraction === '' ? canonicalWhole : `${canonicalWhole}.${fraction}`;
}

/** Shows a decimal string in this language with at least `minDecimals` decimals: `1234.5` becomes `1,234.50`. */
export function formatAmount(amount: string, locale: string, minDecimals = 2): string {
  if (!/^\d+(\.\d+)?$/.test(amount)) return amount;
  const { decimal } = separators(locale);
  const [whole = '0', fraction = ''] = amount.split('.');
  const grouped = new Intl.NumberFormat(locale).format(BigInt(whole));
  const padded = fraction.padEnd(minDecimals, '0');
  return padded === '' ? grouped : `${grouped}${decimal}${padded}`;
}
