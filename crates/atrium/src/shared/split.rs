//! Splits one pay among accounts. Pure, and the same for the simulator, the demo's pay stubs and the export.
//!
//! - Fixed amounts and percentages go in order of priority, while there's something left.
//! - A percentage is of the whole net pay, cut to the cent.
//! - The balance comes last, whatever its priority. Without one, the rest is paid by check.
//! - If percentages make up the whole pay, the last one gets the odd cents.

use crate::shared::amount::Amount;

const CENT: i64 = 100;

/// What an account gets from each pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    Fixed(Amount),
    /// Whole percent, 1 to 100.
    Percentage(i64),
    Balance,
}

/// One pay, split: an amount for each share, in the given order, and the rest for a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    pub amounts: Vec<Amount>,
    pub check: Amount,
}

/// `shares` sorted by priority.
pub fn spread(net: Amount, shares: &[Share]) -> Spread {
    let net = net.ten_thousandths().max(0);
    let mut left = net;
    let mut amounts = vec![0; shares.len()];
    let percents: i64 =
        shares.iter().map(|share| if let Share::Percentage(n) = share { *n } else { 0 }).sum();
    let last_percentage = shares.iter().rposition(|share| matches!(share, Share::Percentage(_)));
    let has_balance = shares.contains(&Share::Balance);
    for (n, share) in shares.iter().enumerate() {
        let wanted = match share {
            Share::Fixed(amount) => amount.ten_thousandths() / CENT * CENT,
            Share::Percentage(_) if percents == 100 && !has_balance && last_percentage == Some(n) => left,
            Share::Percentage(percent) => percentage_of(net, *percent),
            Share::Balance => 0,
        };
        amounts[n] = wanted.clamp(0, left);
        left -= amounts[n];
    }
    if let Some(balance) = shares.iter().position(|share| *share == Share::Balance) {
        amounts[balance] = std::mem::take(&mut left);
    }
    Spread {
        amounts: amounts.into_iter().map(Amount::from_ten_thousandths).collect(),
        check: Amount::from_ten_thousandths(left),
    }
}

fn percentage_of(net: i64, percent: i64) -> i64 {
    let exact = i128::from(net) * i128::from(percent) / 100;
    i64::try_from(exact).unwrap_or(i64::MAX) / CENT * CENT
}

#[cfg(test)]
mod tests {
    use super::Share::{Balance, Fixed, Percentage};
    use super::*;
    use proptest::prelude::*;

    fn cents(cents: i64) -> Amount {
        Amount::from_cents(cents)
    }

    #[test]
    fn a_pay_is_spread_by_priority_and_the_balance_takes_the_rest() {
        for (net, shares, amounts, check) in [
            (100_000, vec![Balance], vec![100_000], 0),
            (100_000, vec![], vec![], 100_000),
            (100_000, vec![Fixed(cents(15_000)), Balance], vec![15_000, 85_000], 0),
            (100_000, vec![Balance, Fixed(cents(15_000))], vec![85_000, 15_000], 0),
            (10_000, vec![Fixed(cents(15_000)), Percentage(50), Balance], vec![10_000, 0, 0], 0),
            (10_000, vec![Percentage(50), Fixed(cents(15_000))], vec![5_000, 5_000], 0),
            (100_001, vec![Percentage(33), Percentage(33), Percentage(34)], vec![33_000, 33_000, 34_001], 0),
            (100_001, vec![Percentage(33), Percentage(33)], vec![33_000, 33_000], 34_001),
            (100_001, vec![Percentage(99), Balance], vec![99_000, 1_001], 0),
            (0, vec![Percentage(10), Balance], vec![0, 0], 0),
            (-5, vec![Balance], vec![0], 0),
        ] {
            let expected = Spread { amounts: amounts.into_iter().map(cents).collect(), check: cents(check) };
            assert_eq!(spread(cents(net), &shares), expected, "{net} over {shares:?}");
        }
    }

    fn share() -> impl Strategy<Value = Share> {
        prop_oneof![
            (1i64..500_000).prop_map(|n| Fixed(cents(n))),
            (1i64..=100).prop_map(Percentage),
            Just(Balance),
        ]
    }

    proptest! {
        #[test]
        fn every_cent_of_the_net_goes_somewhere_and_nobody_gets_less_than_nothing(
            net in 0i64..2_000_000,
            shares in prop::collection::vec(share(), 0..6),
        ) {
            let spread = spread(cents(net), &shares);
            let total: Amount = spread.amounts.iter().copied().chain([spread.check]).sum();
            prop_assert_eq!(total, cents(net));
            prop_assert!(spread.amounts.iter().all(|amount| *amount >= Amount::ZERO));
            for (share, amount) in shares.iter().zip(&spread.amounts) {
                if let Fixed(wanted) = share {
                    prop_assert!(amount <= wanted);
                }
            }
            if shares.contains(&Balance) {
                prop_assert_eq!(spread.check, Amount::ZERO);
            }
        }

        #[test]
        fn more_pay_never_means_less_in_an_account(
            net in 0i64..2_000_000,
            more in 0i64..1_000_000,
            shares in prop::collection::vec((1i64..500_000).prop_map(|n| Fixed(cents(n))), 0..4),
        ) {
            let shares: Vec<Share> = shares.into_iter().chain([Balance]).collect();
            let (less, more) = (spread(cents(net), &shares), spread(cents(net + more), &shares));
            prop_assert!(less.amounts.iter().zip(&more.amounts).all(|(less, more)| less <= more));
        }
    }
}
