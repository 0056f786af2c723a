//! Types of time off with their policies on the wire, for the console. The command line calls the same use cases.

use super::super::kinds::TimeOffApproval;
use super::super::ledger::{Accrual, Policy};
use super::rules::PolicyDraft;
use super::store::{PolicyEmployee, PolicyRow};
use super::{PolicyPreview, PolicyPreviewDay, TimeOffPolicies};
use crate::access::{self, AdminScope, Need, Read, Write};
use crate::call::Call;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{CompanyId, EmployeeId, TenantId, TimeOffTypeId};
use crate::shared::page::Links;
use crate::shared::pay_period::PayPeriod;
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use serde_json::json;

/// Hours earned after so many full years of service.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffRate {
    years: i64,
    hours: Amount,
}

#[derive(InputObject)]
struct TimeOffRateInput {
    years: i64,
    hours: Amount,
}

/// What is earned and kept, from a day on.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffRules {
    accrual: Accrual,
    rates: Vec<TimeOffRate>,
    pay_period: PayPeriod,
    /// The last day of one pay period.
    period_end: Day,
    cap: Option<Amount>,
    carry_over: Option<Amount>,
    carry_over_months: Option<i64>,
    /// How far below zero a balance can go.
    negative: Amount,
}

impl From<Policy> for TimeOffRules {
    fn from(of: Policy) -> TimeOffRules {
        TimeOffRules {
            accrual: of.accrual,
            rates: of.rates.into_iter().map(|(years, hours)| TimeOffRate { years, hours }).collect(),
            pay_period: of.pay_period,
            period_end: of.period_end,
            cap: of.cap,
            carry_over: of.carry_over,
            carry_over_months: of.carry_over_months,
            negative: of.negative,
        }
    }
}

/// A type of time off with its policy.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffPolicy {
    id: ID,
    name: String,
    name_es: Option<String>,
    has_balance: bool,
    /// The newest ones, which may only count from `rulesFrom` on.
    rules: TimeOffRules,
    /// The first day of the newest rules; null where there never were others.
    rules_from: Option<Day>,
    /// The ones that count today, where newer ones are planned.
    rules_today: Option<TimeOffRules>,
    waiting_days: i64,
    approval: TimeOffApproval,
    attachment_after_days: Option<i64>,
    /// What payroll books it under; null: its name.
    earning_code: Option<String>,
    /// The last day that can be taken.
    ends_on: Option<Day>,
    version: String,
}

impl TimeOffPolicy {
    /// `today` is the earliest day anywhere: rules planned for later are planned everywhere.
    fn new(row: PolicyRow, today: Day) -> TimeOffPolicy {
        let is_planned = row.newest_from().is_some_and(|from| from > today);
        TimeOffPolicy {
            version: row.version(),
            rules: row.newest().into(),
            rules_from: row.newest_from(),
            rules_today: is_planned.then(|| row.on(today).into()),
            id: row.id.to_wire(),
            name: row.name,
            name_es: row.name_es,
            has_balance: row.has_balance,
            waiting_days: row.waiting_days,
            approval: row.approval,
            attachment_after_days: row.attachment_after_days,
            earning_code: row.earning_code,
            ends_on: row.ends_on,
        }
    }
}

impl Current for PolicyRow {
    fn on_wire(&self) -> serde_json::Value {
        let rates =
            self.newest().rates.into_iter().map(|(years, hours)| json!({ "years": years, "hours": hours }));
        let mut shown = self.detail();
        shown["rules"]["rates"] = rates.collect();
        shown["id"] = json!(self.id);
        shown["rulesFrom"] = json!(self.newest_from());
        shown["version"] = json!(self.version());
        if let Some(shown) = shown.as_object_mut() {
            shown.remove("earlier");
        }
        shown
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TimeOffPolicyPage {
    results: Rows<TimeOffPolicy>,
    links: Links,
}

#[derive(InputObject)]
struct TimeOffPolicyInput {
    name: String,
    /// Absent or empty: the English name.
    name_es: Option<String>,
    has_balance: bool,
    accrual: Accrual,
    rates: Vec<TimeOffRateInput>,
    pay_period: PayPeriod,
    /// The last day of one pay period: needed where weekly or biweekly periods are counted from it.
    period_end: Option<Day>,
    cap: Option<Amount>,
    carry_over: Option<Amount>,
    carry_over_months: Option<i64>,
    negative: Option<Amount>,
    waiting_days: Option<i64>,
    approval: TimeOffApproval,
    attachment_after_days: Option<i64>,
    /// What payroll books it under. Absent or empty: its name.
    earning_code: Option<String>,
    /// The first day of the rules, where they change what is earned and kept.
    from: Option<Day>,
}

impl TimeOffPolicyInput {
    fn days(&self) -> (Option<Day>, Option<Day>) {
        (self.period_end, self.from)
    }

    fn draft(self) -> PolicyDraft {
        PolicyDraft {
            name: self.name,
            name_es: self.name_es,
            has_balance: self.has_balance,
            rules: Policy {
                accrual: self.accrual,
                rates: self.rates.into_iter().map(|rate| (rate.years, rate.hours)).collect(),
                pay_period: self.pay_period,
                period_end: self.period_end.unwrap_or(Day::FIRST),
                cap: self.cap,
                carry_over: self.carry_over,
                carry_over_months: self.carry_over_months,
                negative: self.negative.unwrap_or(Amount::ZERO),
                is_before_start: false,
                earlier: vec![],
            },
            waiting_days: self.waiting_days.unwrap_or(0),
            approval: self.approval,
            attachment_after_days: self.attachment_after_days,
            earning_code: self.earning_code,
        }
    }
}

/// Someone to show what a policy means for.
#[derive(SimpleObject)]
#[graphql(serial)]
struct PolicyCandidate {
    employee_id: ID,
    first_name: String,
    last_name: String,
    employee_code: String,
    hire_date: Day,
}

impl From<PolicyEmployee> for PolicyCandidate {
    fn from(row: PolicyEmployee) -> PolicyCandidate {
        PolicyCandidate {
            employee_id: row.id.to_wire(),
            first_name: row.first_name,
            last_name: row.last_name,
            employee_code: row.code,
            hire_date: row.hired,
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct PolicyEffectDay {
    day: Day,
    /// The balance as the rules are now; null for a type that would be new.
    before: Option<Amount>,
    after: Amount,
}

impl From<PolicyPreviewDay> for PolicyEffectDay {
    fn from(row: PolicyPreviewDay) -> PolicyEffectDay {
        PolicyEffectDay { day: row.day, before: row.before, after: row.after }
    }
}

/// What a policy would mean for someone.
#[derive(SimpleObject)]
#[graphql(serial)]
struct PolicyEffect {
    of: PolicyCandidate,
    /// Hours earned each time today; null for a type that would be new.
    rate_before: Option<Amount>,
    /// Hours earned each time under the new rules.
    rate_after: Amount,
    days: Vec<PolicyEffectDay>,
}

impl From<PolicyPreview> for PolicyEffect {
    fn from(preview: PolicyPreview) -> PolicyEffect {
        PolicyEffect {
            of: preview.employee.into(),
            rate_before: preview.rates.0,
            rate_after: preview.rates.1,
            days: preview.days.into_iter().map(PolicyEffectDay::from).collect(),
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RemovedTimeOffPolicy {
    type_id: ID,
}

async fn administered<N: Need>(
    call: &Call,
    tenant_id: &ID,
) -> Result<AdminScope<TimeOffPolicies, N>, Problem> {
    access::administered(call.viewer().await?, TenantId::from_wire(tenant_id)?)
}

fn earliest_day(call: &Call) -> Day {
    call.today("Etc/GMT+12")
}

#[derive(Default)]
pub struct PolicyQuery;

#[Object]
impl PolicyQuery {
    /// A company's types of time off with their policies, in its order.
    async fn list_time_off_policies(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<TimeOffPolicyPage, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let cursors = call.cursors(format!("time off policies of company {company}"));
        let page = super::policies(&call.db, &scope, company, cursors, (limit, cursor.as_deref())).await?;
        let page = page.map(|row| TimeOffPolicy::new(row, earliest_day(call)));
        Ok(TimeOffPolicyPage { results: page.results.into(), links: page.links })
    }

    /// The first twenty people in a company whose name begins so.
    async fn policy_candidates(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        search: String,
    ) -> Result<Vec<PolicyCandidate>, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let found = super::people(&call.db, &scope, company, &search).await?;
        Ok(found.into_iter().map(PolicyCandidate::from).collect())
    }

    /// What a policy would mean for someone. Refused like saving it.
    async fn preview_time_off_policy(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        type_id: Option<ID>,
        employee_id: ID,
        input: TimeOffPolicyInput,
    ) -> Result<PolicyEffect, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let at = (CompanyId::from_wire(&company_id)?, EmployeeId::from_wire(&employee_id)?);
        let of = type_id.as_ref().map(TimeOffTypeId::from_wire).transpose()?;
        let days = input.days();
        let draft = input.draft();
        Ok(super::preview(&call.db, &call.app.clock, &scope, at, of, draft, days).await?.into())
    }
}

#[derive(Default)]
pub struct PolicyMutation;

#[Object]
impl PolicyMutation {
    /// Adds a type, or edits the one given.
    async fn save_time_off_policy(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        type_id: Option<ID>,
        version: Option<String>,
        input: TimeOffPolicyInput,
    ) -> Result<TimeOffPolicy, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let id = type_id.as_ref().map(TimeOffTypeId::from_wire).transpose()?;
        let before = id.map(|id| (id, Some(version.as_deref().unwrap_or_default())));
        let days = input.days();
        let draft = input.draft();
        let mut work = call.work().await?;
        let saved = super::save_policy(&mut work, &scope, company, before, draft, days).await?;
        Ok(TimeOffPolicy::new(saved, earliest_day(call)))
    }

    /// Gives a type a last day; without one it goes on.
    async fn end_time_off_policy(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        type_id: ID,
        version: String,
        last_day: Option<Day>,
    ) -> Result<TimeOffPolicy, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let what = (TimeOffTypeId::from_wire(&type_id)?, Some(version.as_str()));
        let ended = super::end_policy(&mut *call.work().await?, &scope, company, what, last_day).await?;
        Ok(TimeOffPolicy::new(ended, earliest_day(call)))
    }

    /// Removes a type no one has used.
    async fn remove_time_off_policy(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        type_id: ID,
        version: String,
    ) -> Result<RemovedTimeOffPolicy, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let what = (TimeOffTypeId::from_wire(&type_id)?, Some(version.as_str()));
        super::remove_policy(&mut *call.work().await?, &scope, company, what).await?;
        Ok(RemovedTimeOffPolicy { type_id })
    }
}
