/** The sum of two amounts of the API, in whole ten-thousandths: never through a float. */
export function together(one: string, other: string): string {
  const units = (text: string) => {
    const [whole = '0', part = ''] = text.split('.');
    return BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0'));
  };
  const sum = units(one) + units(other);
  return `${sum / 10_000n}.${String(sum % 10_000n).padStart(4, '0')}`.replace(/0{1,2}$/, '');
}
