//! How a stub's lines are stored: one compact JSON text per payday, with amounts in whole ten-thousandths, e.g.
//! `{"e":[["REG",182500,800000,14600000,310250000]],"t":[["FIT",1200000,2400000]],"b":[],"a":[],"d":[[0,13400000]],"c":0}`

use super::rules::{Earning, ItemLine, StubDeposit, StubLines};
use crate::shared::amount::Amount;
use crate::shared::problem::Problem;
use serde::Deserialize;
use std::fmt::Write;

/// Item, rate, hours, current, year to date.
type KeptEarning = (String, Option<i64>, Option<i64>, i64, i64);

#[derive(Deserialize)]
struct KeptStub {
    /// Earnings.
    e: Vec<KeptEarning>,
    /// Taxes, pre-tax deductions, post-tax deductions: item, current, year to date.
    t: Vec<(String, i64, i64)>,
    b: Vec<(String, i64, i64)>,
    a: Vec<(String, i64, i64)>,
    /// Deposits: account in the heading, amount.
    d: Vec<(usize, i64)>,
    c: i64,
    /// Reimbursements, what the employer pays, and the cent of rounding: only on stubs that have them.
    #[serde(default)]
    r: Vec<(String, i64, i64)>,
    #[serde(default)]
    m: Vec<(String, i64, i64)>,
    #[serde(default)]
    o: i64,
}

/// Written by hand: a demo world has thousands of them, and in a debug build every serializer layer is slow.
pub(super) fn write(lines: &StubLines) -> String {
    let mut text = String::with_capacity(480);
    let units = |amount: Amount| amount.ten_thousandths();
    list(&mut text, "{\"e\":[", &lines.earnings, |text, line| {
        item(text, &line.item);
        for optional in [line.rate, line.hours] {
            match optional {
                Some(amount) => write!(text, ",{}", units(amount)),
                None => write!(text, ",null"),
            }
            .expect("a string takes any text");
        }
        write!(text, ",{},{}", units(line.current), units(line.ytd)).expect("a string takes any text");
    });
    for (name, withheld) in
        [(",\"t\":[", &lines.taxes), (",\"b\":[", &lines.before_tax), (",\"a\":[", &lines.after_tax)]
    {
        list(&mut text, name, withheld, item_line);
    }
    list(&mut text, ",\"d\":[", &lines.deposits, |text, deposit| {
        write!(text, "{},{}", deposit.account, units(deposit.amount)).expect("a string takes any text");
    });
    write!(text, ",\"c\":{}", units(lines.checks_ytd)).expect("a string takes any text");
    for (name, lines) in [(",\"r\":[", &lines.reimbursements), (",\"m\":[", &lines.employer)] {
        if !lines.is_empty() {
            list(&mut text, name, lines, item_line);
        }
    }
    if lines.rounding != Amount::ZERO {
        write!(text, ",\"o\":{}", units(lines.rounding)).expect("a string takes any text");
    }
    text.push('}');
    text
}

fn item_line(text: &mut String, line: &ItemLine) {
    item(text, &line.item);
    let (current, ytd) = (line.current.ten_thousandths(), line.ytd.ten_thousandths());
    write!(text, ",{current},{ytd}").expect("a string takes any text");
}

fn list<T>(text: &mut String, open: &str, entries: &[T], mut one: impl FnMut(&mut String, &T)) {
    text.push_str(open);
    for (index, entry) in entries.iter().enumerate() {
        text.push_str(if index == 0 { "[" } else { ",[" });
        one(text, entry);
        text.push(']');
    }
    text.push(']');
}

fn item(text: &mut String, item: &str) {
    if item.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
        text.push('"');
        text.push_str(item);
        text.push('"');
    } else {
        text.push_str(&serde_json::Value::from(item).to_string());
    }
}

pub(super) fn read(text: &str) -> Result<StubLines, Problem> {
    let kept: KeptStub = serde_json::from_str(text)
        .map_err(|error| Problem::Internal(format!("the lines of a pay stub cannot be read: {error}")))?;
    let units = Amount::from_ten_thousandths;
    let items = |rows: Vec<(String, i64, i64)>| {
        let line = |(item, current, ytd)| ItemLine { item, current: units(current), ytd: units(ytd) };
        rows.into_iter().map(line).collect()
    };
    let earning = |(item, rate, hours, current, ytd): (String, Option<i64>, Option<i64>, i64, i64)| Earning {
        item,
        rate: rate.map(units),
        hours: hours.map(units),
        current: units(current),
        ytd: units(ytd),
    };
    let deposit = |(account, amount)| StubDeposit { account, amount: units(amount) };
    Ok(StubLines {
        earnings: kept.e.into_iter().map(earning).collect(),
        taxes: items(kept.t),
        before_tax: items(kept.b),
        after_tax: items(kept.a),
        reimbursements: items(kept.r),
        employer: items(kept.m),
        deposits: kept.d.into_iter().map(deposit).collect(),
        checks_ytd: units(kept.c),
        rounding: units(kept.o),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn amount() -> impl Strategy<Value = Amount> {
        (-1_000_000_000_000i64..1_000_000_000_000).prop_map(Amount::from_ten_thousandths)
    }

    fn withheld() -> impl Strategy<Value = Vec<ItemLine>> {
        let line = (".{0,12}", amount(), amount());
        prop::collection::vec(line.prop_map(|(item, current, ytd)| ItemLine { item, current, ytd }), 0..4)
    }

    fn lines() -> impl Strategy<Value = StubLines> {
        let earning = (".{0,12}", prop::option::of(amount()), prop::option::of(amount()), amount(), amount());
        let earning =
            earning.prop_map(|(item, rate, hours, current, ytd)| Earning { item, rate, hours, current, ytd });
        let deposit = (0..5usize, amount()).prop_map(|(account, amount)| StubDeposit { account, amount });
        (
            prop::collection::vec(earning, 0..4),
            withheld(),
            withheld(),
            withheld(),
            (withheld(), withheld()),
            prop::collection::vec(deposit, 0..3),
            (amount(), -100i64..=100),
        )
            .prop_map(
                |(
                    earnings,
                    taxes,
                    before_tax,
                    after_tax,
                    (reimbursements, employer),
                    deposits,
                    (checks_ytd, cent),
                )| {
                    let rounding = Amount::from_ten_thousandths(cent);
                    StubLines {
                        earnings,
                        taxes,
                        before_tax,
                        after_tax,
                        reimbursements,
                        employer,
                        deposits,
                        checks_ytd,
                        rounding,
                    }
                },
            )
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back_the_same_whatever_the_words(lines in lines()) {
            prop_assert_eq!(read(&write(&lines)).unwrap(), lines);
        }
    }

    #[test]
    fn lines_that_cannot_be_read_are_our_fault() {
        assert!(matches!(read("{}"), Err(Problem::Internal(_))));
    }
}
