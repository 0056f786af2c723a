//! The SQL of benefits. Every function takes a scope and filters by it.

use super::rules::EnrollmentStatus;
use super::{Enrollments, NamedAs, NamedPeople};
use crate::access::{EmployeeScope, Need, OperatorScope, Write};
use crate::demo_world::of_tenant;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::{BenefitEnrollmentId, CompanyId, RelatedId};
use db::{Db, Tx, Value, params};

db::text!(EnrollmentStatus { Enrolled = "Enrolled", Waived = "Waived", Pending = "Pending" });

#[derive(Clone, Debug)]
pub struct Enrollment {
    pub id: BenefitEnrollmentId,
    pub name: String,
    pub category: String,
    pub link: String,
    pub tier: String,
    employee_amount: i64,
    employer_amount: i64,
    pub periods: i64,
    pub status: EnrollmentStatus,
    pub start_date: Day,
    /// The last day, if the plan or this enrollment has one.
    pub end_date: Option<Day>,
    /// JSON: the ids of dependents in the profile.
    pub dependents: String,
    pub beneficiaries: String,
}
db::row!(Enrollment {
    id,
    name,
    category,
    link,
    tier,
    employee_amount,
    employer_amount,
    periods,
    status,
    start_date,
    end_date,
    dependents,
    beneficiaries
});

impl Enrollment {
    pub fn employee_amount(&self) -> Amount {
        Amount::from_ten_thousandths(self.employee_amount)
    }

    pub fn employer_amount(&self) -> Amount {
        Amount::from_ten_thousandths(self.employer_amount)
    }
}

/// Without what has ended.
pub(super) async fn of_employee(
    db: &Db,
    scope: &EmployeeScope<Enrollments, impl Need>,
    today: Day,
) -> db::Result<Vec<Enrollment>> {
    db.all(
        "SELECT b.id, p.name, p.category, p.link, b.tier, b.employee_amount, b.employer_amount, b.periods, b.status,
           b.start_date, CASE WHEN p.ends_on IS NULL OR b.ends_on < p.ends_on THEN b.ends_on ELSE p.ends_on END,
           b.dependents, b.beneficiaries
         FROM benefit_enrollment b JOIN benefit_plan p ON p.id = b.plan_id
         WHERE b.tenant_id = $1 AND b.company_id = $2 AND b.employee_id = $3
           AND (b.ends_on IS NULL OR b.ends_on >= $4) AND (p.ends_on IS NULL OR p.ends_on >= $4)
         ORDER BY p.position, p.id",
        params![scope.tenant(), scope.company(), scope.employee(), today],
    )
    .await
}

/// Removes one id from every plan's lists, which are JSON without spaces.
pub(super) async fn release(
    tx: &mut Tx,
    scope: &EmployeeScope<NamedPeople, Write>,
    named_as: NamedAs,
    id: RelatedId,
) -> db::Result<()> {
    let list = match named_as {
        NamedAs::Dependent => "dependents",
        NamedAs::Beneficiary => "beneficiaries",
    };
    let sql = format!(
        "UPDATE benefit_enrollment SET {list} = replace(replace(replace({list}, $4, ''), $5, ''), $6, '')
         WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3"
    );
    let mut values = params![scope.tenant(), scope.company(), scope.employee()];
    values.extend(params![format!("\"{id}\","), format!(",\"{id}\""), format!("\"{id}\"")]);
    tx.exec(sql, values).await.map(drop)
}

/// The last position among each company's benefit plans.
pub(super) async fn last_plans(tx: &mut Tx, scope: &OperatorScope) -> db::Result<Vec<(CompanyId, i64)>> {
    let sql = "SELECT company_id, max(position) FROM benefit_plan WHERE tenant_id = $1 GROUP BY company_id";
    tx.all(sql, params![scope.tenant()]).await
}

/// Plans and enrollments in bulk, in the column order named here, without their tenant.
pub(super) async fn insert_many(
    tx: &mut Tx,
    scope: &OperatorScope,
    plans: Vec<Vec<Value>>,
    enrollments: Vec<Vec<Value>>,
) -> db::Result<()> {
    tx.exec_many(
        "INSERT INTO benefit_plan (id, company_id, name, category, deduction_code, link, position, tenant_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        of_tenant(scope, plans),
    )
    .await?;
    tx.exec_many(
        "INSERT INTO benefit_enrollment (id, company_id, employee_id, plan_id, tier, employee_amount, employer_amount,
           periods, status, start_date, dependents, beneficiaries, tenant_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
        of_tenant(scope, enrollments),
    )
    .await?;
    Ok(())
}
