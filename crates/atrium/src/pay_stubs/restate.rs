//! A check that is voided or replaced leaves the year to date. Pure.
//!
//! A stub keeps its printed lines. What it shows for the year is restated without the voided check, if it was already
//! there: payroll counted that check when it printed the stub. A stub that comes with the void, or later, already says
//! what payroll means. A replacement counts for the stubs after its own date.

use super::rules::{Earning, ItemLine, StubLines};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use uuid::Uuid;

/// One of an employee's stubs, with what happened to it so far.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct BookedStub {
    pub id: Uuid,
    pub check_date: Day,
    pub check_number: String,
    pub revision: i64,
    /// Whether it comes with the import that is running.
    pub is_new: bool,
    /// As it shows them now.
    pub lines: StubLines,
    pub is_restated: bool,
    pub voided_on: Option<Day>,
    pub replacement: Option<Uuid>,
}

/// Stubs are in the order of their dates, then of their arrival.
fn is_before(one: &BookedStub, other: &BookedStub) -> bool {
    (one.check_date, one.id) < (other.check_date, other.id)
}

/// Voids a stub, with the one that takes its place if there is one, and restates the others. Only what was already voided
/// stays as it is.
pub(super) fn void(stubs: &mut [BookedStub], gone: Uuid, on: Day, replacement: Option<Uuid>) {
    let Some(leaving) = stubs.iter().find(|stub| stub.id == gone).cloned() else { return };
    let coming = replacement.and_then(|id| stubs.iter().find(|stub| stub.id == id)).cloned();
    let coming = coming.filter(|coming| coming.is_new);
    for stub in stubs {
        if stub.id == gone {
            stub.voided_on = stub.voided_on.or(Some(on));
            stub.replacement = replacement.or(stub.replacement);
            continue;
        }
        let counts = |other: &BookedStub| {
            is_before(other, stub) && other.check_date.0.year() == stub.check_date.0.year()
        };
        if stub.is_new || stub.voided_on.is_some() {
            continue;
        }
        let (leaves, comes) =
            (leaving.voided_on.is_none() && counts(&leaving), coming.as_ref().is_some_and(counts));
        if leaves {
            shift(&mut stub.lines, &leaving.lines, -1);
        }
        if let Some(coming) = coming.as_ref().filter(|_| comes) {
            shift(&mut stub.lines, &coming.lines, 1);
        }
        stub.is_restated |= leaves || comes;
    }
}

/// Adds another stub's amounts to the year, or takes them away.
fn shift(lines: &mut StubLines, by: &StubLines, sign: i64) {
    let signed = |amount: Amount| if sign < 0 { -amount } else { amount };
    for earning in &by.earnings {
        let same = |alike: bool| {
            move |line: &Earning| line.item == earning.item && (!alike || line.rate == earning.rate)
        };
        let at = lines
            .earnings
            .iter()
            .position(same(true))
            .or_else(|| lines.earnings.iter().position(same(false)));
        match at {
            Some(at) => lines.earnings[at].ytd = lines.earnings[at].ytd + signed(earning.current),
            None if sign > 0 && earning.current != Amount::ZERO => {
                let mut line = Earning { rate: None, hours: None, ..earning.clone() };
                (line.current, line.ytd) = (Amount::ZERO, earning.current);
                lines.earnings.push(line);
            }
            // The printed year never had it.
            None => {}
        }
    }
    for (to, from) in [
        (&mut lines.taxes, &by.taxes),
        (&mut lines.before_tax, &by.before_tax),
        (&mut lines.after_tax, &by.after_tax),
        (&mut lines.reimbursements, &by.reimbursements),
        (&mut lines.employer, &by.employer),
    ] {
        for line in from {
            match to.iter_mut().find(|it| it.item == line.item) {
                Some(there) => there.ytd = there.ytd + signed(line.current),
                None if sign > 0 && line.current != Amount::ZERO => {
                    to.push(ItemLine { item: line.item.clone(), current: Amount::ZERO, ytd: line.current });
                }
                None => {}
            }
        }
    }
    lines.checks_ytd = lines.checks_ytd + signed(by.check_amount());
}

/// Carries the year on from the stub before, if there is one this year: for stubs that come without their year to date.
pub(super) fn carry_on(lines: &mut StubLines, before: Option<&StubLines>) {
    lines.checks_ytd = lines.check_amount();
    let Some(before) = before else { return };
    for earning in &before.earnings {
        let same = |alike: bool| {
            move |line: &Earning| line.item == earning.item && (!alike || line.rate == earning.rate)
        };
        let at = lines.earnings.iter().position(same(true));
        match at.or_else(|| lines.earnings.iter().position(same(false))) {
            Some(at) => lines.earnings[at].ytd = lines.earnings[at].ytd + earning.ytd,
            None if earning.ytd == Amount::ZERO => {}
            None => {
                let gone = Earning { rate: None, hours: None, current: Amount::ZERO, ..earning.clone() };
                lines.earnings.push(gone);
            }
        }
    }
    for (to, from) in [
        (&mut lines.taxes, &before.taxes),
        (&mut lines.before_tax, &before.before_tax),
        (&mut lines.after_tax, &before.after_tax),
        (&mut lines.reimbursements, &before.reimbursements),
        (&mut lines.employer, &before.employer),
    ] {
        for line in from {
            match to.iter_mut().find(|it| it.item == line.item) {
                Some(there) => there.ytd = there.ytd + line.ytd,
                None if line.ytd == Amount::ZERO => {}
                None => to.push(ItemLine { current: Amount::ZERO, ..line.clone() }),
            }
        }
    }
    lines.checks_ytd = lines.checks_ytd + before.checks_ytd;
}

/// What a stub says about its payday alone.
pub(super) fn payday_of(lines: &StubLines) -> StubLines {
    let mut lines = StubLines { checks_ytd: Amount::ZERO, ..lines.clone() };
    lines.earnings.retain(|line| line.hours.is_some() || line.current != Amount::ZERO);
    lines.earnings.iter_mut().for_each(|line| line.ytd = line.current);
    let items = [&mut lines.taxes, &mut lines.before_tax, &mut lines.after_tax];
    for items in items.into_iter().chain([&mut lines.reimbursements, &mut lines.employer]) {
        items.retain(|line| line.current != Amount::ZERO);
        items.iter_mut().for_each(|line| line.ytd = line.current);
    }
    lines
}

/// A restated stub without the lines that have nothing left.
pub(super) fn without_empty(mut lines: StubLines) -> StubLines {
    let is_empty = |amounts: [Amount; 2]| amounts == [Amount::ZERO; 2];
    lines.earnings.retain(|line| line.hours.is_some() || !is_empty([line.current, line.ytd]));
    let items = [&mut lines.taxes, &mut lines.before_tax, &mut lines.after_tax];
    for items in items.into_iter().chain([&mut lines.reimbursements, &mut lines.employer]) {
        items.retain(|line| !is_empty([line.current, line.ytd]));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::rules::{FilingFault, Payday, StubDeposit, Sums, check, signed_times};
    use super::*;
    use jiff::civil::date;
    use proptest::prelude::*;

    /// What payroll pays on one payday, in cents.
    #[derive(Clone, Debug)]
    struct Pay {
        hours: i64,
        bonus: i64,
        tax: i64,
        dental: i64,
        mileage: i64,
        match_401k: i64,
        deposited: i64,
    }

    #[derive(Clone, Debug)]
    enum Event {
        Payday(Pay),
        Void(usize),
        /// With another date and number, or with its own.
        Replace(usize, Pay, bool),
    }

    fn pay() -> impl Strategy<Value = Pay> {
        (
            0..8_000i64,
            prop_oneof![Just(0), -5_000..20_000i64],
            0..9_000i64,
            -2_000..2_000i64,
            0..3_000i64,
            0..500i64,
            0..=100i64,
        )
            .prop_map(|(hours, bonus, tax, dental, mileage, match_401k, deposited)| {
                let hours = hours + 2_000;
                Pay { hours, bonus, tax, dental, mileage, match_401k, deposited }
            })
    }

    fn event() -> impl Strategy<Value = Event> {
        prop_oneof![
            4 => pay().prop_map(Event::Payday),
            1 => (0..64usize).prop_map(Event::Void),
            2 => (0..64usize, pay(), any::<bool>()).prop_map(|(which, pay, same)| Event::Replace(which, pay, same)),
        ]
    }

    const RATE: i64 = 2_437;

    /// The stub payroll prints: its year counts what isn't voided, up to its own date.
    fn printed(pay: &Pay, counted: &[&BookedStub]) -> StubLines {
        let cents = Amount::from_cents;
        let of = |pick: fn(&StubLines) -> &Vec<ItemLine>, item: &str| -> Amount {
            counted
                .iter()
                .flat_map(|stub| pick(&stub.lines))
                .filter(|line| line.item == item)
                .map(|line| line.current)
                .sum()
        };
        let line = |item: &str, current: i64, pick: fn(&StubLines) -> &Vec<ItemLine>| ItemLine {
            item: item.into(),
            current: cents(current),
            ytd: cents(current) + of(pick, item),
        };
        let earned = |item: &str| -> Amount {
            let lines = counted.iter().flat_map(|stub| &stub.lines.earnings);
            lines.filter(|line| line.item == item).map(|line| line.current).sum()
        };
        let (rate, hours) = (cents(RATE), cents(pay.hours));
        let regular = signed_times(rate, hours);
        let bonus = cents(pay.bonus);
        let mut lines = StubLines {
            earnings: vec![
                Earning {
                    item: "REG".into(),
                    rate: Some(rate),
                    hours: Some(hours),
                    current: regular,
                    ytd: regular + earned("REG"),
                },
                Earning {
                    item: "BON".into(),
                    rate: None,
                    hours: None,
                    current: bonus,
                    ytd: bonus + earned("BON"),
                },
            ],
            taxes: vec![line("FIT", pay.tax, |lines| &lines.taxes)],
            before_tax: vec![line("DENTAL", pay.dental, |lines| &lines.before_tax)],
            reimbursements: vec![line("MILEAGE", pay.mileage, |lines| &lines.reimbursements)],
            employer: vec![line("401K-ER", pay.match_401k, |lines| &lines.employer)],
            ..StubLines::default()
        };
        let net = lines.sums().net().ten_thousandths() / 100;
        lines.deposits = vec![StubDeposit { account: 0, amount: cents(net * pay.deposited / 100) }];
        lines.checks_ytd = lines.check_amount() + counted.iter().map(|stub| stub.lines.check_amount()).sum();
        lines
    }

    fn counted_before(stubs: &[BookedStub], day: Day, id: Uuid) -> Vec<&BookedStub> {
        stubs
            .iter()
            .filter(|stub| stub.voided_on.is_none() && (stub.check_date, stub.id) < (day, id))
            .collect()
    }

    fn booked(nth: u128, day: Day, number: &str, revision: i64, lines: StubLines) -> BookedStub {
        BookedStub {
            id: Uuid::from_u128(nth),
            check_date: day,
            check_number: number.to_owned(),
            revision,
            is_new: true,
            lines,
            is_restated: false,
            voided_on: None,
            replacement: None,
        }
    }

    proptest! {
        #[test]
        fn the_year_to_date_is_the_sum_of_what_is_not_voided_to_the_cent(events in prop::collection::vec(event(), 1..24)) {
            let (mut stubs, mut nth, mut today): (Vec<BookedStub>, u128, Day) = (vec![], 0, Day(date(2026, 1, 2)));
            for event in events {
                nth += 1;
                today = today.plus_days(7);
                stubs.iter_mut().for_each(|stub| stub.is_new = false);
                let open: Vec<usize> = (0..stubs.len()).filter(|n| stubs[*n].voided_on.is_none()).collect();
                let chosen = |which: usize| open.get(which % open.len().max(1)).copied();
                match event {
                    Event::Payday(pay) => {
                        let lines = printed(&pay, &counted_before(&stubs, today, Uuid::from_u128(nth)));
                        stubs.push(booked(nth, today, &nth.to_string(), 0, lines));
                    }
                    Event::Void(which) => {
                        let Some(at) = chosen(which) else { continue };
                        let id = stubs[at].id;
                        void(&mut stubs, id, today, None);
                    }
                    Event::Replace(which, pay, is_same) => {
                        let Some(at) = chosen(which) else { continue };
                        let old = stubs[at].clone();
                        let (day, number, revision) = if is_same {
                            (old.check_date, old.check_number.clone(), old.revision + 1)
                        } else {
                            (today, nth.to_string(), 0)
                        };
                        let id = Uuid::from_u128(nth);
                        let counted: Vec<&BookedStub> =
                            counted_before(&stubs, day, id).into_iter().filter(|stub| stub.id != old.id).collect();
                        let lines = printed(&pay, &counted);
                        stubs.push(booked(nth, day, &number, revision, lines));
                        void(&mut stubs, old.id, today, Some(id));
                    }
                }
            }
            for stub in stubs.iter().filter(|stub| stub.voided_on.is_none()) {
                let payday = Payday {
                    check_date: stub.check_date,
                    check_number: stub.check_number.clone(),
                    period_begin: stub.check_date,
                    period_end: stub.check_date,
                    lines: stub.lines.clone(),
                };
                let fault = check(&payday, 1);
                prop_assert!(
                    matches!(fault, Ok(()) | Err(FilingFault::MoreThisTimeThanThisYear)), "{fault:?}"
                );
                let counted = counted_before(&stubs, stub.check_date, stub.id);
                let all = || counted.iter().copied().chain([stub]);
                let sums = |pick: fn(&Sums) -> Amount| -> Amount { all().map(|it| pick(&it.lines.sums())).sum() };
                let year = stub.lines.sums_ytd();
                prop_assert_eq!(year.gross, sums(|sums| sums.gross));
                prop_assert_eq!(year.taxes, sums(|sums| sums.taxes));
                prop_assert_eq!(year.deductions, sums(|sums| sums.deductions));
                prop_assert_eq!(year.reimbursed, sums(|sums| sums.reimbursed));
                prop_assert_eq!(year.net(), sums(|sums| sums.net()));
                let employer: Amount = all().flat_map(|it| &it.lines.employer).map(|line| line.current).sum();
                prop_assert_eq!(stub.lines.employer.iter().map(|line| line.ytd).sum::<Amount>(), employer);
                prop_assert_eq!(stub.lines.checks_ytd, all().map(|it| it.lines.check_amount()).sum());
            }
        }
    }

    #[test]
    fn a_void_changes_neither_another_year_nor_what_came_before_nor_what_comes_with_it() {
        let lines = |ytd| StubLines {
            taxes: vec![ItemLine {
                item: "FIT".into(),
                current: Amount::from_cents(100),
                ytd: Amount::from_cents(ytd),
            }],
            ..StubLines::default()
        };
        let stub = |nth, year, month, ytd, is_new| {
            let day = Day(date(year, month, 1));
            BookedStub { is_new, ..booked(nth, day, &nth.to_string(), 0, lines(ytd)) }
        };
        let mut stubs = vec![
            stub(1, 2026, 1, 100, false),
            stub(2, 2026, 2, 200, false),
            stub(3, 2026, 3, 300, false),
            stub(4, 2026, 4, 300, true),
            stub(5, 2027, 1, 100, false),
        ];
        let on = Day(date(2026, 4, 1));
        void(&mut stubs, Uuid::from_u128(2), on, None);
        let shown: Vec<Amount> = stubs.iter().map(|stub| stub.lines.sums_ytd().taxes).collect();
        assert_eq!(shown, [100, 200, 200, 300, 100].map(Amount::from_cents));
        let restated: Vec<bool> = stubs.iter().map(|stub| stub.is_restated).collect();
        assert_eq!(restated, [false, false, true, false, false]);
        assert_eq!(stubs[1].voided_on, Some(on));
        let before = stubs.clone();
        void(&mut stubs, Uuid::from_u128(2), on.plus_days(1), None);
        assert_eq!(stubs, before, "a second time changes nothing");
    }
}
