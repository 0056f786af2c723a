/** What the flags of a tenant make of the accounts. Pure. */
import { isLive } from './deposit';

export type DepositOptions = {
  /** `show-inactive-accounts`: those past their end date are listed too. */
  showsInactive: boolean;
  /** `hide-inactivate-link`: no one is offered to end an account that gets money. */
  hidesInactivate: boolean;
  /** `show-payment-card-and-tax-product-marketing`. */
  showsOffer: boolean;
};

type Account = { bankStatus: string };

/** Beside the live accounts: what was denied or frozen is always told. */
export function othersOf<Row extends Account>(deposits: readonly Row[], { showsInactive }: DepositOptions): Row[] {
  return deposits.filter((deposit) => !isLive(deposit) && (showsInactive || deposit.bankStatus !== 'Inactive'));
}

/** An account that never got money can be withdrawn all the same. */
export function offersToEnd({ bankStatus }: Account, { hidesInactivate }: DepositOptions): boolean {
  return !(hidesInactivate && bankStatus === 'Active');
}
