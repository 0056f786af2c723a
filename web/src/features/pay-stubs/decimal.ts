/** Signs and comparisons of decimal strings. Nothing is added up here: sums come from the server. */
export function isZero(decimal: string): boolean {
  return !/[1-9]/.test(decimal);
}

export function isNegative(decimal: string): boolean {
  return decimal.startsWith('-') && !isZero(decimal);
}

/** Without its sign. */
export function absolute(decimal: string): string {
  return decimal.replace(/^-/, '');
}

/** `after − before`, exactly: both have at most four decimals. */
export function difference(after: string, before: string): string {
  const units = toUnits(after) - toUnits(before);
  const digits = (units < 0n ? -units : units).toString().padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0{1,2}$/, '');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -4)}.${fraction}`;
}

function toUnits(decimal: string): bigint {
  const [whole = '0', fraction = ''] = absolute(decimal).split('.');
  const units = BigInt(whole + fraction.padEnd(4, '0'));
  return decimal.startsWith('-') ? -units : units;
}
