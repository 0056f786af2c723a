//! "Why did my pay change?" Compares two stubs, line by line. Pure.
//!
//! Every cause has an effect on net pay, and the effects add up to the difference, to the cent. More hours count at
//! the old rate, a new rate counts for the later stub's hours, and rounding goes with the rate. Next to it is where
//! the difference went: what each account got more or less, which adds up to the same.

use super::rules::{Earning, Heading, Item, ItemLine, PaidInto, StubLines, signed_times};
use crate::shared::amount::Amount;

#[derive(Clone, Copy)]
pub(super) struct Side<'a> {
    pub heading: &'a Heading,
    pub lines: &'a StubLines,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct PayChange {
    pub net_before: Amount,
    pub net_after: Amount,
    /// Largest effect first, up or down.
    pub causes: Vec<Cause>,
    pub arrivals: Vec<Arrival>,
}

impl PayChange {
    pub(super) fn difference(&self) -> Amount {
        self.net_after - self.net_before
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cause {
    pub kind: CauseKind,
    pub item: Item,
    /// Hours, rates or amounts, depending on the kind.
    pub before: Amount,
    pub after: Amount,
    /// What the difference was multiplied by: the rate for hours, the hours for a rate.
    pub times: Option<Amount>,
    /// On net pay: withholding more makes it smaller.
    pub effect: Amount,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CauseKind {
    Hours,
    Rate,
    Earning,
    Tax,
    BeforeTax,
    AfterTax,
    Reimbursement,
    /// The cent by which one of the two is rounded.
    Rounding,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Arrival {
    /// `None` is the paper check.
    pub account: Option<PaidInto>,
    pub before: Amount,
    pub after: Amount,
}

pub(super) fn compare(before: Side<'_>, after: Side<'_>) -> PayChange {
    let mut causes = vec![];
    let at_same_rate = |one: &Earning, other: &Earning| one.rate == other.rate;
    let earnings = pairs(&before.lines.earnings, &after.lines.earnings, |line| &line.item, at_same_rate);
    for (item, before, after) in earnings {
        causes.extend(earned(item, before, after));
    }
    for (kind, before, after) in [
        (CauseKind::Tax, &before.lines.taxes, &after.lines.taxes),
        (CauseKind::BeforeTax, &before.lines.before_tax, &after.lines.before_tax),
        (CauseKind::AfterTax, &before.lines.after_tax, &after.lines.after_tax),
    ] {
        for (item, before, after) in pairs(before, after, |line| &line.item, |_, _| true) {
            let current = |line: Option<&ItemLine>| line.map_or(Amount::ZERO, |line| line.current);
            let (before, after) = (current(before), current(after));
            causes.push(Cause {
                kind,
                item: item.clone(),
                before,
                after,
                times: None,
                effect: before - after,
            });
        }
    }
    let paid_back = (&before.lines.reimbursements, &after.lines.reimbursements);
    for (item, before, after) in pairs(paid_back.0, paid_back.1, |line| &line.item, |_, _| true) {
        let current = |line: Option<&ItemLine>| line.map_or(Amount::ZERO, |line| line.current);
        causes.push(whole(CauseKind::Reimbursement, item.clone(), current(before), current(after)));
    }
    causes.push(whole(CauseKind::Rounding, Item::new(), before.lines.rounding, after.lines.rounding));
    causes.retain(|cause| cause.effect != Amount::ZERO);
    causes.sort_by_key(|cause| std::cmp::Reverse(cause.effect.ten_thousandths().abs()));
    PayChange {
        net_before: before.lines.sums().net(),
        net_after: after.lines.sums().net(),
        causes,
        arrivals: arrivals(before, after),
    }
}

fn whole(kind: CauseKind, item: Item, before: Amount, after: Amount) -> Cause {
    Cause { kind, item, before, after, times: None, effect: after - before }
}

/// Pairs both sides' lines by item: the later stub's lines first, then the ones that are gone. A stub may have an
/// item more than once, such as hours at two rates. Lines that are alike are paired first, the rest in order.
fn pairs<'a, T>(
    before: &'a [T],
    after: &'a [T],
    item: fn(&T) -> &Item,
    is_alike: fn(&T, &T) -> bool,
) -> Vec<(&'a Item, Option<&'a T>, Option<&'a T>)> {
    let mut left: Vec<Option<&T>> = before.iter().map(Some).collect();
    let mut met: Vec<Option<&T>> = vec![None; after.len()];
    for must_be_alike in [true, false] {
        for (line, met) in after.iter().zip(&mut met).filter(|(_, met)| met.is_none()) {
            let fits = |other: &T| item(other) == item(line) && (!must_be_alike || is_alike(other, line));
            *met = left.iter_mut().find(|other| other.is_some_and(fits)).and_then(Option::take);
        }
    }
    let kept = after.iter().zip(met).map(|(line, met)| (item(line), met, Some(line)));
    kept.chain(left.into_iter().flatten().map(|line| (item(line), Some(line), None))).collect()
}

/// Hours and rate separately if both are known, otherwise the amount as a whole.
fn earned(item: &Item, before: Option<&Earning>, after: Option<&Earning>) -> Vec<Cause> {
    let current = |line: Option<&Earning>| line.map_or(Amount::ZERO, |line| line.current);
    let (amount_before, amount_after) = (current(before), current(after));
    let difference = amount_after - amount_before;
    let cause =
        |kind, before, after, times, effect| Cause { kind, item: item.clone(), before, after, times, effect };
    // A line that's only there for the year to date counts as no hours.
    let measured = |line: Option<&Earning>| match line {
        Some(line) if line.current != Amount::ZERO => Some((line.rate?, line.hours?)),
        _ => Some((Amount::ZERO, Amount::ZERO)),
    };
    let (Some((rate_before, hours_before)), Some((rate_after, hours_after))) =
        (measured(before), measured(after))
    else {
        return vec![cause(CauseKind::Earning, amount_before, amount_after, None, difference)];
    };
    let known = if rate_before == Amount::ZERO { rate_after } else { rate_before };
    let by_hours = signed_times(known, hours_after - hours_before);
    let mut causes = vec![cause(CauseKind::Hours, hours_before, hours_after, Some(known), by_hours)];
    let by_rate = difference - by_hours;
    if rate_before != rate_after && rate_before != Amount::ZERO && rate_after != Amount::ZERO {
        causes.push(cause(CauseKind::Rate, rate_before, rate_after, Some(hours_after), by_rate));
    } else if by_rate != Amount::ZERO {
        // If the rate is the same, a cent of rounding goes with the hours.
        causes[0].effect = difference;
    }
    causes
}

fn arrivals(before: Side<'_>, after: Side<'_>) -> Vec<Arrival> {
    let mut arrivals: Vec<Arrival> = vec![];
    // An account whose percentage changed is still the same account.
    let is_same = |one: &PaidInto, other: &PaidInto| {
        (&one.bank, one.kind, &one.last_four) == (&other.bank, other.kind, &other.last_four)
    };
    for (side, is_after) in [(after, true), (before, false)] {
        for deposit in &side.lines.deposits {
            let Some(account) = side.heading.accounts.get(deposit.account) else { continue };
            let found =
                arrivals.iter().position(|it| it.account.as_ref().is_some_and(|it| is_same(it, account)));
            let place = found.unwrap_or_else(|| {
                let (before, after) = (Amount::ZERO, Amount::ZERO);
                arrivals.push(Arrival { account: Some(account.clone()), before, after });
                arrivals.len() - 1
            });
            let sum = if is_after { &mut arrivals[place].after } else { &mut arrivals[place].before };
            *sum = *sum + deposit.amount;
        }
    }
    let (check_before, check_after) = (before.lines.check_amount(), after.lines.check_amount());
    if check_before != Amount::ZERO || check_after != Amount::ZERO {
        arrivals.push(Arrival { account: None, before: check_before, after: check_after });
    }
    arrivals
}

#[cfg(test)]
mod tests {
    use super::super::rules::{AccountKind, Address, Basis, FilingStatus, Frequency, StubDeposit, StubShare};
    use super::*;
    use proptest::prelude::*;

    fn cents(cents: i64) -> Amount {
        Amount::from_cents(cents)
    }

    fn heading() -> Heading {
        let account = |last_four: &str| PaidInto {
            bank: "First Harbor".into(),
            kind: AccountKind::Checking,
            last_four: last_four.into(),
            share: StubShare::Balance,
        };
        Heading {
            employee_name: "Ana Morales".into(),
            employee_number: "1".into(),
            employee_address: Address::default(),
            company_name: "Cedar".into(),
            company_number: "1".into(),
            company_address: Address::default(),
            ein: "00-0000000".into(),
            department: "Sales".into(),
            frequency: Frequency::Biweekly,
            basis: Basis::Hourly(cents(2_000)),
            filing_status: FilingStatus::Single,
            accounts: vec![account("1111"), account("2222")],
        }
    }

    fn at(item: &str, rate: i64, hours: i64) -> Earning {
        let (rate, hours) = (cents(rate), cents(hours));
        let current = signed_times(rate, hours);
        Earning { item: item.into(), rate: Some(rate), hours: Some(hours), current, ytd: current }
    }

    fn tax(item: &str, current: i64) -> ItemLine {
        ItemLine { item: item.into(), current: cents(current), ytd: cents(current) }
    }

    fn causes(before: &StubLines, after: &StubLines) -> Vec<(CauseKind, String, Amount)> {
        let heading = heading();
        let side = |lines| Side { heading: &heading, lines };
        let change = compare(side(before), side(after));
        change.causes.into_iter().map(|cause| (cause.kind, cause.item, cause.effect)).collect()
    }

    #[test]
    fn more_hours_count_at_the_old_rate_and_a_raise_for_the_new_hours() {
        let before = StubLines {
            earnings: vec![at("REG", 2_000, 8_000)],
            taxes: vec![tax("FIT", 10_000)],
            ..StubLines::default()
        };
        let after = StubLines {
            earnings: vec![at("REG", 2_100, 7_200)],
            taxes: vec![tax("FIT", 9_500)],
            ..StubLines::default()
        };
        let found = causes(&before, &after);
        assert_eq!(
            found,
            [
                (CauseKind::Hours, "REG".into(), cents(-16_000)),
                (CauseKind::Rate, "REG".into(), cents(7_200)),
                (CauseKind::Tax, "FIT".into(), cents(500)),
            ]
        );
    }

    #[test]
    fn a_line_that_is_new_or_gone_or_only_there_for_the_year_counts_whole() {
        let overtime = at("OT", 3_075, 650);
        let for_the_year = Earning { rate: None, hours: None, current: Amount::ZERO, ..overtime.clone() };
        let with = StubLines { earnings: vec![overtime.clone()], ..StubLines::default() };
        for without in
            [StubLines::default(), StubLines { earnings: vec![for_the_year], ..StubLines::default() }]
        {
            assert_eq!(causes(&without, &with), [(CauseKind::Hours, "OT".into(), overtime.current)]);
            assert_eq!(causes(&with, &without), [(CauseKind::Hours, "OT".into(), -overtime.current)]);
        }
    }

    #[test]
    fn a_bonus_without_hours_is_one_amount() {
        let bonus = Earning {
            item: "BON".into(),
            rate: None,
            hours: None,
            current: cents(25_000),
            ytd: cents(25_000),
        };
        let with = StubLines { earnings: vec![bonus], ..StubLines::default() };
        assert_eq!(causes(&StubLines::default(), &with), [(CauseKind::Earning, "BON".into(), cents(25_000))]);
    }

    #[test]
    fn hours_at_two_rates_are_two_lines_and_each_is_compared_with_its_own() {
        let lines = |earnings: Vec<Earning>| StubLines { earnings, ..StubLines::default() };
        let before = lines(vec![at("REG", 2_000, 6_000), at("REG", 2_300, 2_000)]);
        let swapped = lines(vec![at("REG", 2_300, 2_000), at("REG", 2_000, 6_400)]);
        assert_eq!(causes(&before, &swapped), [(CauseKind::Hours, "REG".into(), cents(8_000))]);
        let one_left = lines(vec![at("REG", 2_300, 2_000)]);
        assert_eq!(causes(&before, &one_left), [(CauseKind::Hours, "REG".into(), cents(-120_000))]);
    }

    /// An item may appear twice, as on imported stubs.
    fn lines() -> impl Strategy<Value = StubLines> {
        let rated = ("REG|OT|PTO", 1_000..9_000i64, 0..9_000i64)
            .prop_map(|(item, rate, hours)| at(&item, rate, hours));
        let whole = ("BON|SAL", 0..900_000i64).prop_map(|(item, amount)| Earning {
            item,
            rate: None,
            hours: None,
            current: cents(amount),
            ytd: cents(amount),
        });
        let withheld = |items: &'static str| {
            prop::collection::vec((items, 0..90_000i64).prop_map(|(item, amount)| tax(&item, amount)), 0..4)
        };
        let earnings = prop::collection::vec(prop_oneof![rated, whole], 0..5);
        let deposits = prop::collection::vec((0..2usize, 0..90_000i64), 0..3);
        let kept = (
            withheld("FIT|SS|MED"),
            withheld("401K|HSA"),
            withheld("LIFE|UNION"),
            withheld("MILEAGE"),
            -1..=1i64,
        );
        (earnings, kept, deposits).prop_map(
            |(earnings, (taxes, before_tax, after_tax, reimbursements, rounding), deposits)| {
                let deposit = |(account, amount)| StubDeposit { account, amount: cents(amount) };
                let deposits = deposits.into_iter().map(deposit).collect();
                let rounding = cents(rounding);
                StubLines {
                    earnings,
                    taxes,
                    before_tax,
                    after_tax,
                    reimbursements,
                    deposits,
                    rounding,
                    ..StubLines::default()
                }
            },
        )
    }

    proptest! {
        #[test]
        fn the_effects_add_up_to_the_difference_to_the_cent(before in lines(), after in lines()) {
            let heading = heading();
            let side = |lines| Side { heading: &heading, lines };
            let change = compare(side(&before), side(&after));
            let effects: Amount = change.causes.iter().map(|cause| cause.effect).sum();
            prop_assert_eq!(effects, change.difference());
            let arrived: Amount = change.arrivals.iter().map(|it| it.after - it.before).sum();
            prop_assert_eq!(arrived, change.difference());
            prop_assert!(change.causes.iter().all(|cause| cause.effect.ten_thousandths() % 100 == 0));
            prop_assert!(change.causes.windows(2).all(|pair|
                pair[0].effect.ten_thousandths().abs() >= pair[1].effect.ten_thousandths().abs()));
        }

        #[test]
        fn a_stub_compared_with_itself_has_no_causes(lines in lines()) {
            prop_assert_eq!(causes(&lines, &lines), vec![]);
        }

        #[test]
        fn looking_back_turns_the_difference_around(before in lines(), after in lines()) {
            let heading = heading();
            let side = |lines| Side { heading: &heading, lines };
            let there = compare(side(&before), side(&after));
            let back = compare(side(&after), side(&before));
            prop_assert_eq!(there.difference(), -back.difference());
        }
    }
}
