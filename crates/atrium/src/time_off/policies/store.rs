//! The SQL of a company's types of time off with their policies.

use super::super::ground::{EarlierRules, EventRow, Rates};
use super::super::kinds::TimeOffApproval;
use super::super::ledger::{Accrual, BalanceEvent, Policy};
use super::TimeOffPolicies;
use super::rules::PolicyDraft;
use crate::access::{AdminScope, Need, Write};
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, TimeOffTypeId};
use crate::shared::page::Ask;
use crate::shared::pay_period::PayPeriod;
use crate::shared::problem::Problem;
use crate::shared::row_version::row_version;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, params};
use serde::Serialize;
use serde_json::{Value as Json, json};

/// A type of time off, with its policy over time.
#[derive(Clone, Debug)]
pub struct PolicyRow {
    pub id: TimeOffTypeId,
    pub name: String,
    pub name_es: Option<String>,
    pub position: i64,
    pub has_balance: bool,
    pub accrual: Accrual,
    pub(in super::super) rates: Rates,
    pub pay_period: PayPeriod,
    pub period_end: Day,
    pub cap_hours: Option<Amount>,
    pub carry_over_hours: Option<Amount>,
    pub carry_over_months: Option<i64>,
    pub negative_hours: Amount,
    pub waiting_days: i64,
    pub approval: TimeOffApproval,
    pub attachment_after_days: Option<i64>,
    pub ends_on: Option<Day>,
    pub earning_code: Option<String>,
    pub(in super::super) earlier: EarlierRules,
}
db::row!(PolicyRow {
    id,
    name,
    name_es,
    position,
    has_balance,
    accrual,
    rates,
    pay_period,
    period_end,
    cap_hours,
    carry_over_hours,
    carry_over_months,
    negative_hours,
    waiting_days,
    approval,
    attachment_after_days,
    ends_on,
    earning_code,
    earlier
});

impl PolicyRow {
    /// The rules that count once all planned changes have come.
    pub fn newest(&self) -> Policy {
        Policy {
            accrual: self.accrual,
            rates: self.rates.0.clone(),
            pay_period: self.pay_period,
            period_end: self.period_end,
            cap: self.cap_hours,
            carry_over: self.carry_over_hours,
            carry_over_months: self.carry_over_months,
            negative: self.negative_hours,
            is_before_start: false,
            earlier: vec![],
        }
    }

    /// The first day of the newest rules, if there were others.
    pub fn newest_from(&self) -> Option<Day> {
        self.earlier.0.last().map(|(last, _)| last.plus_days(1))
    }

    /// What is in force on a day.
    pub fn on(&self, day: Day) -> Policy {
        let newest = Policy { earlier: self.earlier.0.clone(), ..self.newest() };
        newest.on(day).clone()
    }

    pub(super) fn detail(&self) -> Json {
        json!({
            "name": self.name, "nameEs": self.name_es, "hasBalance": self.has_balance, "rules": self.newest(),
            "waitingDays": self.waiting_days, "approval": self.approval, "endsOn": self.ends_on,
            "attachmentAfterDays": self.attachment_after_days, "earningCode": self.earning_code,
            "earlier": self.earlier.0,
        })
    }

    pub fn version(&self) -> String {
        row_version(&self.detail())
    }
}

const POLICIES: &str = "SELECT t.id, t.name, t.name_es, t.position, t.has_balance, t.accrual, t.rates, t.pay_period,
      t.period_end, t.cap_hours, t.carry_over_hours, t.carry_over_months, t.negative_hours, t.waiting_days, t.approval,
      t.attachment_after_days, t.ends_on, t.earning_code, t.earlier
    FROM time_off_type t WHERE t.tenant_id = $1 AND t.company_id = $2";

const IN_ORDER: Sort = Sort::ascending(&[("t.position", SortKey::Number), ("t.id", SortKey::Id)]);

/// The company's time zone, if the administrator looks after it.
pub(super) async fn time_zone(
    mut from: impl Read,
    scope: &AdminScope<TimeOffPolicies, impl Need>,
    company: CompanyId,
) -> db::Result<Option<String>> {
    if !scope.reaches(company) {
        return Ok(None);
    }
    let sql = "SELECT time_zone FROM company WHERE tenant_id = $1 AND id = $2";
    Ok(from.opt::<(String,)>(sql, params![scope.tenant(), company]).await?.map(|(zone,)| zone))
}

pub(super) async fn company_called(
    db: &Db,
    scope: &AdminScope<TimeOffPolicies, impl Need>,
    name: &str,
) -> db::Result<Option<CompanyId>> {
    let found: Option<(CompanyId,)> = match uuid::Uuid::try_parse(name) {
        Ok(id) => {
            let sql = "SELECT id FROM company WHERE tenant_id = $1 AND id = $2";
            db.opt(sql, params![scope.tenant(), id]).await?
        }
        Err(_) => {
            let sql = "SELECT id FROM company WHERE tenant_id = $1 AND name = $2";
            db.opt(sql, params![scope.tenant(), name]).await?
        }
    };
    Ok(found.map(|(id,)| id).filter(|id| scope.reaches(*id)))
}

/// Makes concurrent changes to one company's setup run one after the other.
pub(super) async fn take_turn(
    tx: &mut Tx,
    scope: &AdminScope<TimeOffPolicies, Write>,
    company: CompanyId,
) -> db::Result<()> {
    let sql = "UPDATE company SET name = name WHERE tenant_id = $1 AND id = $2";
    tx.exec(sql, params![scope.tenant(), company]).await?;
    Ok(())
}

pub(super) async fn policies(
    db: &Db,
    scope: &AdminScope<TimeOffPolicies, impl Need>,
    company: CompanyId,
    ask: &Ask,
) -> Result<Vec<PolicyRow>, Problem> {
    let mut values = params![scope.tenant(), company];
    let page = IN_ORDER.page(ask, &mut values)?;
    Ok(db.all(format!("{POLICIES} {page}"), values).await?)
}

pub(super) async fn policy(
    mut from: impl Read,
    scope: &AdminScope<TimeOffPolicies, impl Need>,
    company: CompanyId,
    id: TimeOffTypeId,
) -> db::Result<Option<PolicyRow>> {
    from.opt(format!("{POLICIES} AND t.id = $3"), params![scope.tenant(), company, id]).await
}

/// Whether another type of the company has this name, in capitals or not.
pub(super) async fn is_name_taken(
    tx: &mut Tx,
    scope: &AdminScope<TimeOffPolicies, Write>,
    company: CompanyId,
    (id, name): (TimeOffTypeId, &str),
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM time_off_type WHERE tenant_id = $1 AND company_id = $2 AND id <> $3 AND lower(name) = lower($4) LIMIT 1";
    Ok(tx.opt::<(i64,)>(sql, params![scope.tenant(), company, id, name]).await?.is_some())
}

/// A new type comes last.
pub(super) async fn write(
    tx: &mut Tx,
    scope: &AdminScope<TimeOffPolicies, Write>,
    company: CompanyId,
    (id, is_new): (TimeOffTypeId, bool),
    draft: &PolicyDraft,
    earlier: &[(Day, Policy)],
) -> db::Result<()> {
    let rules = &draft.rules;
    let rates: Vec<(i64, i64)> =
        rules.rates.iter().map(|(years, hours)| (*years, hours.ten_thousandths())).collect();
    let values = params![
        id,
        scope.tenant(),
        company,
        draft.name.clone(),
        draft.name_es.clone(),
        draft.has_balance,
        rules.accrual,
        json!(rates),
        rules.pay_period,
        rules.period_end,
        rules.cap,
        rules.carry_over,
        rules.carry_over_months,
        rules.negative,
        draft.waiting_days,
        draft.approval,
        draft.attachment_after_days,
        json!(earlier),
        draft.earning_code.clone()
    ];
    let sql = if is_new {
        "INSERT INTO time_off_type (id, tenant_id, company_id, name, name_es, has_balance, accrual, rates, pay_period,
           period_end, cap_hours, carry_over_hours, carry_over_months, negative_hours, waiting_days, approval,
           attachment_after_days, earlier, earning_code, position)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
           (SELECT coalesce(max(position), 0) + 1 FROM time_off_type WHERE tenant_id = $2 AND company_id = $3))"
    } else {
        "UPDATE time_off_type SET name = $4, name_es = $5, has_balance = $6, accrual = $7, rates = $8, pay_period = $9,
           period_end = $10, cap_hours = $11, carry_over_hours = $12, carry_over_months = $13, negative_hours = $14,
           waiting_days = $15, approval = $16, attachment_after_days = $17, earlier = $18,
           earning_code = $19
         WHERE id = $1 AND tenant_id = $2 AND company_id = $3"
    };
    tx.exec(sql, values).await?;
    Ok(())
}

pub(super) async fn end(
    tx: &mut Tx,
    scope: &AdminScope<TimeOffPolicies, Write>,
    company: CompanyId,
    id: TimeOffTypeId,
    last: Option<Day>,
) -> db::Result<()> {
    let sql = "UPDATE time_off_type SET ends_on = $4 WHERE id = $1 AND tenant_id = $2 AND company_id = $3";
    tx.exec(sql, params![id, scope.tenant(), company, last]).await?;
    Ok(())
}

pub(super) async fn remove(
    tx: &mut Tx,
    scope: &AdminScope<TimeOffPolicies, Write>,
    company: CompanyId,
    id: TimeOffTypeId,
) -> db::Result<()> {
    let sql = "DELETE FROM time_off_type WHERE id = $1 AND tenant_id = $2 AND company_id = $3";
    tx.exec(sql, params![id, scope.tenant(), company]).await?;
    Ok(())
}

/// What keeps a type from being removed.
#[derive(Debug, Serialize)]
pub(super) struct PolicyUses {
    /// With requests or a balance of it.
    people: i64,
    blackouts: i64,
}
db::row!(PolicyUses { people, blackouts });

impl PolicyUses {
    pub(super) fn is_nothing(&self) -> bool {
        self.people + self.blackouts == 0
    }
}

pub(super) async fn uses(
    tx: &mut Tx,
    scope: &AdminScope<TimeOffPolicies, Write>,
    company: CompanyId,
    id: TimeOffTypeId,
) -> db::Result<PolicyUses> {
    let sql = "SELECT (SELECT count(*) FROM (
           SELECT employee_id FROM time_off_request WHERE tenant_id = $1 AND company_id = $2 AND type_id = $3
           UNION SELECT employee_id FROM time_off_adjustment WHERE tenant_id = $1 AND company_id = $2 AND type_id = $3) u),
         (SELECT count(*) FROM time_off_blackout WHERE tenant_id = $1 AND company_id = $2 AND type_id = $3)";
    tx.one(sql, params![scope.tenant(), company, id]).await
}

/// Someone to show what a policy means for.
#[derive(Clone, Debug)]
pub(super) struct PolicyEmployee {
    pub id: EmployeeId,
    pub first_name: String,
    pub last_name: String,
    pub code: String,
    pub hired: Day,
}
db::row!(PolicyEmployee { id, first_name, last_name, code, hired });

const EMPLOYEES: &str = "SELECT e.id, e.first_name, e.last_name, e.employee_code, e.current_hire_date
    FROM person p JOIN employee e ON e.person_id = p.id
    WHERE p.tenant_id = $1 AND e.company_id = $2 AND e.status = 'Active'";

const MAX_FOUND: i64 = 20;
/// Search words beyond these don't narrow anything.
const MAX_WORDS: usize = 4;

pub(super) async fn people(
    db: &Db,
    scope: &AdminScope<TimeOffPolicies, impl Need>,
    company: CompanyId,
    search: &str,
) -> db::Result<Vec<PolicyEmployee>> {
    let mut values = params![scope.tenant(), company, MAX_FOUND];
    let mut matches = String::new();
    let words = search.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    for word in words.take(MAX_WORDS) {
        let word = word.to_lowercase();
        values.push(format!("{word}\u{10ffff}").into());
        values.push(word.into());
        let (to, from) = (values.len() - 1, values.len());
        let begins = |column: &str| format!("lower(p.{column}) >= ${from} AND lower(p.{column}) < ${to}");
        matches += &format!(" AND ({} OR {})", begins("last_name"), begins("first_name"));
    }
    db.all(format!("{EMPLOYEES}{matches} ORDER BY p.last_name, p.id LIMIT $3"), values).await
}

pub(super) async fn employee(
    db: &Db,
    scope: &AdminScope<TimeOffPolicies, impl Need>,
    company: CompanyId,
    id: EmployeeId,
) -> db::Result<Option<PolicyEmployee>> {
    db.opt(format!("{EMPLOYEES} AND e.id = $3"), params![scope.tenant(), company, id]).await
}

/// Everything that changed an employee's balance of one type.
pub(super) async fn events(
    db: &Db,
    scope: &AdminScope<TimeOffPolicies, impl Need>,
    company: CompanyId,
    employee: EmployeeId,
    id: TimeOffTypeId,
) -> db::Result<Vec<BalanceEvent>> {
    let sql = "SELECT type_id, 'time off', day, hours, request_id, status = 'Pending' FROM time_off_day
         WHERE employee_id = $1 AND tenant_id = $2 AND company_id = $3 AND type_id = $4 AND status IN ('Pending', 'Approved')
         UNION ALL
         SELECT type_id, kind, day, hours, NULL, FALSE FROM time_off_adjustment
         WHERE employee_id = $1 AND tenant_id = $2 AND company_id = $3 AND type_id = $4
         UNION ALL
         SELECT NULL, 'worked', day, hours, NULL, FALSE FROM hours_worked
         WHERE employee_id = $1 AND tenant_id = $2 AND company_id = $3";
    let rows: Vec<EventRow> = db.all(sql, params![employee, scope.tenant(), company, id]).await?;
    Ok(rows.iter().map(EventRow::event).collect())
}
