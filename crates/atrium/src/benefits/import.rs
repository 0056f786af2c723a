//! `benefits.csv`: who is in which plan, and what it costs. An enrollment is matched by employee and plan. A new plan
//! is added after the company's other ones. The people a plan covers aren't in the file, and stay as they are. An
//! enrollment ends with its `last_day`, and a plan, for everyone, with its `plan_last_day`.

use super::store;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::CompanyId;
use crate::shared::problem::Problem;
use crate::sheets::cells::{self, one_of};
use crate::sheets::{
    self, Desk, EndingRule, EndsBy, Entry, EntryPlan, Given, ImportSheet, PlanFor, SheetEntry, SheetRow,
    StoredRow, StoredTable, TENANT, Wish, needed, optional,
};
use db::{Ty, Value, params};
use std::collections::HashMap;
use url::Url;

pub const SHEETS: &[&ImportSheet] = &[&BENEFITS];

static BENEFITS: ImportSheet = ImportSheet {
    name: "benefits",
    after: &["people"],
    columns: &[
        needed("company", "Cedar Outfitters"),
        needed("employee_code", "1042"),
        needed("plan", "Evergreen Dental"),
        needed("category", "Dental"),
        optional("tier", "Employee and spouse"),
        needed("employee_amount", "14.50"),
        needed("employer_amount", "21.75"),
        needed("pay_periods", "26"),
        optional("status", "Enrolled"),
        needed("start_date", "2026-01-01"),
        optional("link", "https://dental.example.com"),
        optional("deduction_code", "DENTAL"),
        optional("last_day", ""),
        optional("plan_last_day", ""),
    ],
    tables: &[&BENEFIT_PLAN, &BENEFIT_ENROLLMENT],
    names: &[&BENEFIT_PLAN],
    ending: Some(&EndingRule {
        table: &BENEFIT_ENROLLMENT,
        counts: "(x.ends_on IS NULL OR x.ends_on > $3) AND x.start_date <= $3",
        called: "(SELECT p.name FROM benefit_plan p WHERE p.id = x.plan_id) || ' of ' ||
            (SELECT e.employee_code FROM employee e WHERE e.id = x.employee_id)",
        ends: EndsBy::Today("ends_on"),
    }),
    apply: |desk, rows| Box::pin(sheets::apply(desk, rows, EnrollmentEntry::read)),
    ..ImportSheet::PLAIN
};

static BENEFIT_PLAN: StoredTable = StoredTable {
    name: "benefit_plan",
    key: &[("company_id", Ty::Uuid), ("name", Ty::Text)],
    narrow: 2,
    columns: &[
        ("company_id", Ty::Uuid),
        ("name", Ty::Text),
        ("category", Ty::Text),
        ("link", Ty::Text),
        ("deduction_code", Ty::Text),
        ("ends_on", Ty::Day),
    ],
    once: &[TENANT, ("position", Ty::I64)],
    ..StoredTable::PLAIN
};

static BENEFIT_ENROLLMENT: StoredTable = StoredTable {
    name: "benefit_enrollment",
    key: &[("employee_id", Ty::Uuid), ("plan_id", Ty::Uuid)],
    narrow: 2,
    columns: &[
        ("employee_id", Ty::Uuid),
        ("plan_id", Ty::Uuid),
        ("tier", Ty::Text),
        ("employee_amount", Ty::I64),
        ("employer_amount", Ty::I64),
        ("periods", Ty::I64),
        ("status", Ty::Text),
        ("start_date", Ty::Day),
        ("ends_on", Ty::Day),
    ],
    once: &[TENANT, ("company_id", Ty::Uuid), ("dependents", Ty::Text), ("beneficiaries", Ty::Text)],
    ..StoredTable::PLAIN
};

const CATEGORIES: &[&str] = &["Medical", "Dental", "Vision", "Savings", "Retirement", "Life", "Other"];
const STATUSES: &[&str] = &["Enrolled", "Waived", "Pending"];
const MAX_LINK_CHARS: usize = 254;

struct EnrollmentEntry {
    company: CompanyId,
    code: String,
    plan: String,
    category: &'static str,
    link: Given,
    deduction_code: Given,
    tier: Given,
    employee_amount: Amount,
    employer_amount: Amount,
    periods: i64,
    status: Given,
    starts: Day,
    ends: Given,
    plan_ends: Given,
}

const NO_DAY: Value = Value::Null(Ty::Day);

impl EnrollmentEntry {
    fn read(row: &mut SheetRow, desk: &Desk<'_>) -> Option<EnrollmentEntry> {
        let company = desk.company(row);
        let code = row.name("employee_code");
        let plan = row.name("plan");
        let category = row.required("category", |cell| one_of(cell, CATEGORIES));
        let employee_amount = row.required("employee_amount", cells::cost);
        let employer_amount = row.required("employer_amount", cells::cost);
        let periods = row.required("pay_periods", cells::whole);
        if periods.is_some_and(|periods| !(1..=53).contains(&periods)) {
            row.fault("pay_periods", "the number of pay periods per year must be from 1 to 53");
        }
        let starts = row.day("start_date");
        let tier = row.optional_name("tier");
        let status = row.optional("status", |cell| one_of(cell, STATUSES));
        let link = row.optional("link", link);
        let deduction_code = row.optional_name("deduction_code");
        let ends = row.optional("last_day", cells::day);
        let plan_ends = row.optional("plan_last_day", cells::day);
        if starts.zip(ends).is_some_and(|(starts, ends)| ends < starts) {
            row.fault("last_day", "the last day can't be before the start date");
        }
        let (company, code, plan) = (company?, code?, plan?);
        let (category, periods, starts) = (category?, periods?, starts?);
        let (employee_amount, employer_amount) = (employee_amount?, employer_amount?);
        row.once("plan", format!("{company} {code} {plan}"));
        Some(EnrollmentEntry {
            company,
            code,
            plan,
            category,
            link: row.given("link", link, ""),
            deduction_code: row.given("deduction_code", deduction_code, ""),
            tier: row.given("tier", tier, ""),
            employee_amount,
            employer_amount,
            periods,
            status: row.given("status", status, "Enrolled"),
            starts,
            ends: row.given("last_day", ends.map(Value::from), NO_DAY),
            plan_ends: row.given("plan_last_day", plan_ends.map(Value::from), NO_DAY),
        })
    }
}

impl SheetEntry for EnrollmentEntry {
    const TABLE: &'static StoredTable = &BENEFIT_ENROLLMENT;

    fn employee(&self) -> Option<(CompanyId, &str)> {
        Some((self.company, &self.code))
    }

    async fn prepare(desk: &mut Desk<'_>, entries: &mut Vec<Entry<Self>>) -> Result<(), Problem> {
        let last = store::last_plans(desk.work.tx(), desk.scope).await?;
        let mut last: HashMap<CompanyId, i64> = last.into_iter().collect();
        let mut wishes = vec![];
        entries.retain_mut(|entry| {
            wishes.extend(plan(entry, desk, &mut last));
            desk.is_whole(&entry.row)
        });
        desk.settle(&BENEFIT_PLAN, wishes).await
    }

    fn key(entry: &Entry<Self>, desk: &Desk<'_>) -> Vec<Value> {
        let plan = desk
            .known(&BENEFIT_PLAN, &entry.says.plan_key())
            .map_or(Value::Null(Ty::Uuid), |plan| plan.uuid().into());
        vec![entry.employee_id(), plan]
    }

    fn plan(entry: &mut Entry<Self>, _desk: &Desk<'_>, at: &PlanFor<'_>) -> EntryPlan {
        let one = &entry.says;
        let mut values = at.key.to_vec();
        values.push(one.tier.clone().over(at.there, &BENEFIT_ENROLLMENT, "tier"));
        values.extend(params![one.employee_amount, one.employer_amount, one.periods]);
        values.push(one.status.clone().over(at.there, &BENEFIT_ENROLLMENT, "status"));
        values.push(one.starts.into());
        values.push(one.ends.clone().over(at.there, &BENEFIT_ENROLLMENT, "ends_on"));
        let what = format!("{} of {}", one.plan, one.code);
        EntryPlan { once: params![one.company, "[]", "[]"], ..EntryPlan::new(what, values) }
    }
}

impl EnrollmentEntry {
    fn plan_key(&self) -> Vec<Value> {
        params![self.company, self.plan.clone()]
    }

    fn plan_values(&self, there: Option<&StoredRow>) -> Vec<Value> {
        let mut values = self.plan_key();
        values.push(self.category.into());
        values.push(self.link.clone().over(there, &BENEFIT_PLAN, "link"));
        values.push(self.deduction_code.clone().over(there, &BENEFIT_PLAN, "deduction_code"));
        values.push(self.plan_ends.clone().over(there, &BENEFIT_PLAN, "ends_on"));
        values
    }
}

/// The plan as a file's first row describes it. Later rows must agree.
fn plan(
    entry: &mut Entry<EnrollmentEntry>,
    desk: &mut Desk<'_>,
    last: &mut HashMap<CompanyId, i64>,
) -> Option<Wish> {
    let key = entry.says.plan_key();
    let there = desk.known(&BENEFIT_PLAN, &key).cloned();
    let values = entry.says.plan_values(there.as_ref());
    let (company, name) = (entry.says.company, entry.says.plan.clone());
    if desk.is_repeated(&format!("plan {company} {name}")) {
        if there.is_some_and(|there| there.values != values) {
            entry.row.fault("plan", "an earlier row in this file disagrees about this plan");
        }
        return None;
    }
    let position = last.entry(company).or_insert(-1);
    *position += i64::from(there.is_none());
    let id = there.as_ref().map_or_else(|| params![desk.new_id()], |there| there.id.clone());
    desk.learn(&BENEFIT_PLAN, &id, &key, &values);
    let (what, once) = (format!("benefit plan {name}"), params![desk.scope.tenant(), *position]);
    Some(Wish { line: entry.row.line, what, found: there, id, values, once, fixed: None })
}

/// A provider's page. A click can't open anything else.
fn link(text: &str) -> Result<String, String> {
    let is_page =
        Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "https" | "http") && url.has_host());
    let is_plain = text.chars().count() <= MAX_LINK_CHARS && !text.contains(char::is_whitespace);
    if is_page && is_plain {
        Ok(text.to_owned())
    } else {
        Err(format!("{text:?} is not an address like https://…"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_a_page() {
        assert!(link("https://dental.example.com/claims?x=1").is_ok());
        for text in
            ["javascript:alert(1)", "data:text/html,x", "dental.example.com", "https://", "https://a b"]
        {
            assert!(link(text).is_err(), "{text}");
        }
    }
}
