//! Benefits on the wire, in the spec's names.

use super::rules::yearly;
use super::store::Enrollment;
use crate::access::{self, At, Read};
use crate::call::Call;
use crate::shared::amount::Amount;
use crate::shared::day::Day;
use crate::shared::id::EmployeeId;
use crate::shared::problem::Problem;
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, Object, SimpleObject};

/// A plan someone is enrolled in or has waived.
#[derive(SimpleObject)]
#[graphql(serial)]
pub struct Benefit {
    id: ID,
    benefit_name: String,
    /// Medical, Dental, Vision, Savings, Retirement, Life or Other.
    benefit_category: String,
    /// Who it covers, or how it's measured.
    benefit_tier_description: String,
    /// Per pay period.
    employee_amount: Amount,
    employer_amount: Amount,
    employee_yearly_amount: Amount,
    employer_yearly_amount: Amount,
    /// Enrolled, Waived or Pending.
    enrollment_status: &'static str,
    /// The provider's page, if any.
    benefit_link: Option<String>,
    start_date: Day,
    /// The last day, if it ends.
    end_date: Option<Day>,
    /// IDs of the covered dependents.
    dependents: Vec<ID>,
    /// IDs of the beneficiaries.
    beneficiaries: Vec<ID>,
}

/// An employee's benefits and their yearly totals.
#[derive(SimpleObject)]
#[graphql(serial)]
struct Benefits {
    results: Rows<Benefit>,
    employee_yearly_total: Amount,
    employer_yearly_total: Amount,
    /// Pay periods per year; null without benefits.
    pay_periods: Option<i64>,
}

fn ids(text: &str) -> Result<Vec<ID>, Problem> {
    let ids: Vec<String> =
        serde_json::from_str(text).map_err(|error| Problem::Internal(error.to_string()))?;
    Ok(ids.into_iter().map(ID).collect())
}

impl Benefit {
    pub fn new(row: Enrollment) -> Result<Benefit, Problem> {
        let (employee, employer) = (row.employee_amount(), row.employer_amount());
        Ok(Benefit {
            id: row.id.to_wire(),
            employee_yearly_amount: yearly(row.status, employee, row.periods),
            employer_yearly_amount: yearly(row.status, employer, row.periods),
            employee_amount: employee,
            employer_amount: employer,
            benefit_name: row.name,
            benefit_category: row.category,
            benefit_tier_description: row.tier,
            enrollment_status: row.status.as_text(),
            benefit_link: Some(row.link).filter(|link| !link.is_empty()),
            start_date: row.start_date,
            end_date: row.end_date,
            dependents: ids(&row.dependents)?,
            beneficiaries: ids(&row.beneficiaries)?,
        })
    }
}

#[derive(Default)]
pub struct BenefitQuery;

#[Object]
impl BenefitQuery {
    /// Your own benefits, in the company's order.
    async fn employee_benefits(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
    ) -> Result<Benefits, Problem> {
        let call = Call::of(context);
        let at = At::from_wire(&tenant_id, &company_id)?;
        let employee = EmployeeId::from_wire(&employee_id)?;
        let own = access::own::<_, Read>(call.viewer().await?, at, employee)?;
        let rows = super::of_employee(&call.db, &own, &call.app.clock).await?;
        let pay_periods = rows.first().map(|row| row.periods);
        let results = rows.into_iter().map(Benefit::new).collect::<Result<Vec<_>, _>>()?;
        Ok(Benefits {
            employee_yearly_total: results.iter().map(|benefit| benefit.employee_yearly_amount).sum(),
            employer_yearly_total: results.iter().map(|benefit| benefit.employer_yearly_amount).sum(),
            pay_periods,
            results: results.into(),
        })
    }
}
