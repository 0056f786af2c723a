/** A balance less some hours, in whole ten-thousandths: never through a float. A balance may be below zero. */
export function less(balance: string, hours: readonly string[]): string {
  const left = hours.reduce((rest, each) => rest - unitsOf(each), unitsOf(balance));
  const digits = String(left < 0n ? -left : left).padStart(5, '0');
  const fraction = digits.slice(-4).replace(/0{1,2}$/, '');
  return `${left < 0n ? '-' : ''}${digits.slice(0, -4)}.${fraction}`;
}

function unitsOf(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(4, '0'));
  return decimal.startsWith('-') ? -units : units;
}
