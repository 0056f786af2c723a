//! Tax returns on the wire, in the spec's names. The boxes and the delivery choice are ours.

use super::rules::{self, DeliveryMethod};
use super::store::{Delivery, TaxReturnRow as Row};
use super::{Choosing, TaxReturns, W2};
use crate::access::{self, At, EmployeeScope, Need, Read, Write};
use crate::call::Call;
use crate::shared::amount::Amount;
use crate::shared::day::Moment;
use crate::shared::id::{EmployeeId, TaxReturnId};
use crate::shared::page::Links;
use crate::shared::problem::{Current, Problem};
use async_graphql::{Context, Enum, ID, Object, SimpleObject};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::json;

struct TaxReturn(Row);

/// A wage and tax statement.
#[Object(serial)]
impl TaxReturn {
    async fn id(&self) -> ID {
        self.0.id.to_wire()
    }

    async fn tax_return_name(&self) -> &str {
        &self.0.name
    }

    /// The year it is for.
    async fn tax_period(&self) -> String {
        self.0.year.to_string()
    }

    /// The form as a PDF, in base64. Created only when selected, at most four per request.
    async fn tax_return_string(&self, context: &Context<'_>) -> Result<String, Problem> {
        Call::of(context).may_print()?;
        Ok(STANDARD.encode(super::pdf::print(self.0.clone()).await?))
    }

    async fn boxes(&self) -> Result<TaxReturnBoxes, Problem> {
        Ok(self.0.w2()?.into())
    }
}

/// A W-2's boxes, by number.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TaxReturnBoxes {
    employer_name: String,
    employer_id: String,
    employee_name: String,
    ssn_last_four: String,
    box1: Amount,
    box2: Amount,
    box3: Amount,
    box4: Amount,
    box5: Amount,
    box6: Amount,
    box12: Vec<TaxReturnEntry>,
    has_retirement_plan: bool,
    box14: Vec<TaxReturnEntry>,
    /// The state in box 15; empty if the state has no income tax.
    box15: Option<String>,
    box16: Option<Amount>,
    box17: Option<Amount>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TaxReturnEntry {
    code: String,
    amount: Amount,
}

impl From<W2> for TaxReturnBoxes {
    fn from(w2: W2) -> TaxReturnBoxes {
        let boxes = w2.boxes;
        let entries = |entries: Vec<(String, Amount)>| {
            entries.into_iter().map(|(code, amount)| TaxReturnEntry { code, amount }).collect()
        };
        TaxReturnBoxes {
            employer_name: w2.employer_name,
            employer_id: w2.ein,
            employee_name: w2.employee_name,
            ssn_last_four: w2.ssn_last_four,
            box1: boxes.wages,
            box2: boxes.federal_tax,
            box3: boxes.security_wages,
            box4: boxes.security_tax,
            box5: boxes.medicare_wages,
            box6: boxes.medicare_tax,
            box12: entries(boxes.coded),
            has_retirement_plan: boxes.has_retirement_plan,
            box14: entries(boxes.other),
            box15: boxes.state.as_ref().map(|state| state.state.clone()),
            box16: boxes.state.as_ref().map(|state| state.wages),
            box17: boxes.state.as_ref().map(|state| state.tax),
        }
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct TaxReturnPage {
    results: Vec<TaxReturn>,
    links: Links,
}

#[derive(Clone, Copy, PartialEq, Eq, Enum)]
#[graphql(remote = "DeliveryMethod")]
enum TaxFormMethod {
    Electronic,
    Paper,
}

/// How an employee gets their tax forms.
#[derive(SimpleObject)]
#[graphql(serial)]
struct TaxFormDelivery {
    method: TaxFormMethod,
    /// Null until the employee chooses; until then, forms go out on paper.
    changed_at: Option<Moment>,
    /// Send it back with a choice, which is refused if it was changed elsewhere first.
    version: i64,
    /// The disclosures in force. Consent names the ones that were read.
    disclosure: &'static str,
}

impl From<Delivery> for TaxFormDelivery {
    fn from(delivery: Delivery) -> TaxFormDelivery {
        TaxFormDelivery {
            method: delivery.method.into(),
            changed_at: delivery.changed_at,
            version: delivery.version,
            disclosure: rules::DISCLOSURE,
        }
    }
}

impl Current for Delivery {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "method": self.method.as_text().to_uppercase(),
            "changedAt": self.changed_at,
            "version": self.version,
            "disclosure": rules::DISCLOSURE,
        })
    }
}

async fn own<N: Need>(
    call: &Call,
    tenant_id: &ID,
    company_id: &ID,
    employee_id: &ID,
) -> Result<EmployeeScope<TaxReturns, N>, Problem> {
    let viewer = call.viewer().await?;
    let at = At::from_wire(tenant_id, company_id)?;
    access::own(viewer, at, EmployeeId::from_wire(employee_id)?)
}

#[derive(Default)]
pub struct TaxReturnQuery;

#[Object]
impl TaxReturnQuery {
    /// Your own tax returns, newest year first, optionally for one year.
    #[expect(clippy::too_many_arguments, reason = "the spec's inputs")]
    async fn list_employee_tax_returns(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        year: Option<i32>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<TaxReturnPage, Problem> {
        let call = Call::of(context);
        let scope = own::<Read>(call, &tenant_id, &company_id, &employee_id).await?;
        let of_year = year.map_or(String::new(), |year| format!(" for {year}"));
        let cursors = call.cursors(format!("tax returns of employee {}{of_year}", scope.employee()));
        let page =
            super::list(&call.db, &scope, year, cursors, limit, cursor.as_deref()).await?.map(TaxReturn);
        Ok(TaxReturnPage { results: page.results, links: page.links })
    }

    async fn employee_tax_return(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        tax_return_id: ID,
    ) -> Result<TaxReturn, Problem> {
        let call = Call::of(context);
        let scope = own::<Read>(call, &tenant_id, &company_id, &employee_id).await?;
        super::one(&call.db, &scope, TaxReturnId::from_wire(&tax_return_id)?).await.map(TaxReturn)
    }

    async fn tax_form_delivery(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
    ) -> Result<TaxFormDelivery, Problem> {
        let call = Call::of(context);
        let scope = own::<Read>(call, &tenant_id, &company_id, &employee_id).await?;
        Ok(super::delivery(&call.db, &scope).await?.into())
    }
}

#[derive(Default)]
pub struct TaxReturnMutation;

#[Object]
impl TaxReturnMutation {
    /// Switches your tax forms from paper to electronic delivery. `disclosure` names the text you read.
    async fn consent_to_electronic_tax_forms(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        version: i64,
        disclosure: String,
    ) -> Result<TaxFormDelivery, Problem> {
        let call = Call::of(context);
        let scope = own::<Write>(call, &tenant_id, &company_id, &employee_id).await?;
        let choosing = Choosing { viewer: call.viewer().await?, address: &call.address, version };
        Ok(super::consent(&mut *call.work().await?, &scope, choosing, &disclosure).await?.into())
    }

    /// Switches your tax forms back to paper, starting with the next one.
    async fn withdraw_electronic_tax_forms(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        employee_id: ID,
        version: i64,
    ) -> Result<TaxFormDelivery, Problem> {
        let call = Call::of(context);
        let scope = own::<Write>(call, &tenant_id, &company_id, &employee_id).await?;
        let choosing = Choosing { viewer: call.viewer().await?, address: &call.address, version };
        Ok(super::withdraw(&mut *call.work().await?, &scope, choosing).await?.into())
    }
}
