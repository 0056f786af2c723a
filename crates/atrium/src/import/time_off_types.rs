//! `time-off-types.csv`: what a company grants, with the policy of each type, found again by its name.

use super::desk::{Desk, Wish};
use super::record::Record;
use super::rules::{self, PAY_PERIODS, SOME_PERIOD_END};
use super::table::{self, TIME_OFF_TYPE};
use crate::shared::amount::Amount;
use crate::shared::id::TimeOffTypeId;
use crate::shared::problem::Problem;
use db::{Value, params};
use serde_json::json;

const ACCRUALS: [&str; 4] = ["none", "pay_period", "hour_worked", "year"];
const APPROVALS: [&str; 3] = ["none", "manager", "two_steps"];

/// The values of a type, each with its column; `None` where the file does not have the column.
type Values = Vec<(&'static str, Option<Value>)>;

pub(super) async fn take(desk: &mut Desk<'_>, rows: Vec<Record>) -> Result<(), Problem> {
    let mut read = vec![];
    for mut row in rows {
        let company = desk.company(&mut row);
        let name = row.name("time_off_type");
        let values = policy(&mut row);
        let Some((company, name)) = company.zip(name) else {
            desk.is_whole(&row);
            continue;
        };
        desk.once(&mut row, "time_off_type", &format!("{company} {name}"));
        if desk.is_whole(&row) {
            read.push((row.line, company, name, values));
        }
    }
    let keys: Vec<Vec<Value>> = read.iter().map(|row| params![row.1, row.2.clone()]).collect();
    let mut found = desk.find(&TIME_OFF_TYPE, &keys).await?;
    let tenant = desk.scope.tenant();
    let mut wishes = vec![];
    for ((line, company, name, policy), key) in read.into_iter().zip(keys) {
        let found = found.remove(&table::to_text(&key));
        let id = found.as_ref().map_or_else(|| desk.new_id(), |found| found.uuid());
        let mut values = key;
        for (column, value) in policy {
            let kept = || found.as_ref().map(|found| found.get(&TIME_OFF_TYPE, column));
            values.push(value.or_else(kept).unwrap_or_else(|| default_of(column)));
        }
        // Balances of the same import may be of this type.
        let is_counted = values[TIME_OFF_TYPE.at("has_balance")] == Value::Bool(true);
        desk.known.time_off_types.insert((company, name.clone()), (TimeOffTypeId(id), is_counted));
        let what = format!("time off {name}");
        let (id, once) = (params![id], params![tenant]);
        wishes.push(Wish { line, what, found, id, values, once, fixed: None });
    }
    desk.settle(&TIME_OFF_TYPE, wishes).await
}

/// In the order of the table's columns, after company and name.
fn policy(row: &mut Record) -> Values {
    let hours = |row: &mut Record, column| row.optional(column, rules::cost);
    let count = |row: &mut Record, column| row.optional(column, rules::whole);
    let name_es = row.optional_name("name_es");
    let position = count(row, "position").unwrap_or_default();
    let has_balance = row.optional("has_balance", rules::yes).unwrap_or(true);
    let accrual = row.required("accrual", |cell| rules::one_of(cell, &ACCRUALS)).unwrap_or_default();
    let rates = row.optional("rates", rates).unwrap_or_default();
    let pay_period = row.optional("pay_period", |cell| rules::one_of(cell, &PAY_PERIODS));
    let period_end = row.optional("period_end", rules::day);
    if accrual == "pay_period" && rules::lacks_period_end(pay_period, period_end) {
        row.fault("period_end", rules::NO_PERIOD_END);
    }
    if accrual != "none" && row.has("rates") && row.cell("rates").is_none() {
        row.fault("rates", "enter how much is earned, like 0:4, or 0:4;5:6 for more after five years");
    }
    let negative = hours(row, "negative_hours").unwrap_or_default();
    let approval = row.required("approval", |cell| rules::one_of(cell, &APPROVALS)).unwrap_or_default();
    let (cap, carry_over) = (hours(row, "cap_hours"), hours(row, "carry_over_hours"));
    let months = row.optional("carry_over_months", months);
    let waiting = count(row, "waiting_days").unwrap_or_default();
    let attachment = count(row, "attachment_after_days");
    let rates: Vec<(i64, i64)> =
        rates.into_iter().map(|(years, hours)| (years, hours.ten_thousandths())).collect();
    let all = [
        ("name_es", name_es.into()),
        ("position", position.into()),
        ("has_balance", has_balance.into()),
        ("accrual", accrual.into()),
        ("rates", json!(rates).into()),
        ("pay_period", pay_period.unwrap_or("biweekly").into()),
        ("period_end", period_end.unwrap_or(SOME_PERIOD_END).into()),
        ("cap_hours", cap.into()),
        ("carry_over_hours", carry_over.into()),
        ("carry_over_months", months.into()),
        ("negative_hours", negative.into()),
        ("waiting_days", waiting.into()),
        ("approval", approval.into()),
        ("attachment_after_days", attachment.into()),
    ];
    all.into_iter().map(|(column, value): (_, Value)| (column, row.has(column).then_some(value))).collect()
}

/// Of a new type, where the file does not have the column.
fn default_of(column: &str) -> Value {
    match column {
        "has_balance" => true.into(),
        "rates" => json!([]).into(),
        "pay_period" => "biweekly".into(),
        "period_end" => SOME_PERIOD_END.into(),
        "position" | "negative_hours" | "waiting_days" => Value::I64(0),
        _ => Value::Null(TIME_OFF_TYPE.columns[TIME_OFF_TYPE.at(column)].1),
    }
}

/// What is carried over is carried over once: after twelve months the next year turns.
fn months(text: &str) -> Result<i64, String> {
    let months = rules::whole(text)?;
    let says =
        || format!("{text:?} must be from 1 to 12; leave it empty if carried-over time doesn't expire");
    (1..=12).contains(&months).then_some(months).ok_or_else(says)
}

/// `0:4;5:6`: four hours, and six after five full years of service.
fn rates(text: &str) -> Result<Vec<(i64, Amount)>, String> {
    let one = |part: &str| {
        let (years, hours) = part.split_once(':').ok_or_else(|| format!("{part:?} is not like 5:6"))?;
        Ok((rules::whole(years.trim())?, rules::cost(hours.trim())?))
    };
    let mut all = text.split(';').map(|part| one(part.trim())).collect::<Result<Vec<_>, String>>()?;
    all.sort_unstable_by_key(|(years, _)| *years);
    match all.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        Some(pair) => Err(format!("{} years is listed twice", pair[0].0)),
        None => Ok(all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_hours_by_full_years_of_service() {
        let hours = |whole: i64| Amount::from_cents(whole * 100);
        assert_eq!(rates("0:4"), Ok(vec![(0, hours(4))]));
        assert_eq!(rates("5:6; 0:4"), Ok(vec![(0, hours(4)), (5, hours(6))]));
        for bad in ["", "4", "a:4", "0:-4", "0:4;0:6", "0:4;"] {
            assert!(rates(bad).is_err(), "{bad}");
        }
    }
}
