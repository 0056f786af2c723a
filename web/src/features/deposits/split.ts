/**
 * How one pay is spread over accounts, as the server does it (deposits/split.rs): fixed amounts and percentages in the order of
 * priority, percentages of the whole net cut to the cent, the balance last, a check for what is left. Money is whole ten-thousandths.
 */
import type { AmountType } from './deposit';

export type Share = { amountType: AmountType; amount: string | null };
export type Spread = { amounts: string[]; check: string };

const one = 10_000n;
const cent = 100n;

/** '12.5' → 125000; what is no amount is nothing. */
export function units(decimal: string | null): bigint {
  const match = /^(\d{1,12})(?:\.(\d{0,4})\d*)?$/.exec(decimal ?? '');
  return match ? BigInt(match[1] ?? 0) * one + BigInt((match[2] ?? '').padEnd(4, '0')) : 0n;
}

function decimal(value: bigint): string {
  const fraction = String(value % one)
    .padStart(4, '0')
    .replace(/0{1,2}$/, '');
  return `${value / one}.${fraction}`;
}

/** Whole percents. */
function percent({ amountType, amount }: Share): bigint {
  return amountType === 'percentage' ? units(amount) / one : 0n;
}

export function spread(netPay: string, shares: readonly Share[]): Spread {
  const net = units(netPay);
  let left = net;
  const percents = shares.reduce((total, share) => total + percent(share), 0n);
  const lastPercentage = shares.findLastIndex((share) => share.amountType === 'percentage');
  const balance = shares.findIndex((share) => share.amountType === 'balance');
  const amounts = shares.map((share, place) => {
    let wanted = 0n;
    if (share.amountType === 'fixed') wanted = (units(share.amount) / cent) * cent;
    if (share.amountType === 'percentage') {
      const takesOddCents = percents === 100n && balance === -1 && place === lastPercentage;
      wanted = takesOddCents ? left : ((net * percent(share)) / 100n / cent) * cent;
    }
    const taken = wanted > left ? left : wanted;
    left -= taken;
    return taken;
  });
  if (balance !== -1) {
    amounts[balance] = left;
    left = 0n;
  }
  return { amounts: amounts.map(decimal), check: decimal(left) };
}

/** Half of a pay, cut to the cent. */
export function half(netPay: string): string {
  return decimal((units(netPay) / 2n / cent) * cent);
}
