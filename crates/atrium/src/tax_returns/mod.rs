//! Tax returns, as the spec calls them: an employee's wage and tax statements (W-2), and how they are delivered.
//!
//! - An employee sees their own forms, newest year first, on screen and as a PDF.
//! - The boxes come from the last pay stub of the year: its year-to-date amounts are the year's totals.
//! - Forms go out on paper until the employee reads the current disclosures and consents to electronic delivery.
//! - Consent can be withdrawn at any time. From the next form on, it's paper again. Either choice is confirmed by
//!   mail.

mod demo;
mod graphql;
mod import;
mod pdf;
mod rules;
mod store;

pub use demo::DEMO;
pub use graphql::{TaxReturnMutation, TaxReturnQuery};
pub use import::SHEETS;
pub use rules::{Boxes, StateBoxes, W2, YearOfPay};

use crate::access::{Asked, EmployeeScope, Feature, Need, Own, Viewer, Write};
use crate::notices::{self, Changed, Letter};
use crate::shared::event_feed::EventType;
use crate::shared::id::{EmployeeId, TaxReturnId, TenantId};
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Read, Tx};
use rules::DeliveryMethod;
use serde_json::json;
use store::{Delivery, TaxReturnRow};

pub const REFUSALS: &[&str] = rules::TaxReturnRefusal::CODES;

/// Access: an employee's W-2 forms.
pub struct TaxReturns;

impl Own for TaxReturns {
    const OWN: Asked = Feature::TaxReturns.asked();
}

async fn list(
    db: &Db,
    scope: &EmployeeScope<TaxReturns, impl Need>,
    year: Option<i32>,
    cursors: Cursors<'_>,
    limit: Option<i32>,
    cursor: Option<&str>,
) -> Result<Page<TaxReturnRow>, Problem> {
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::newest(db, scope, year, &ask).await?;
    Ok(cursors.page(&ask, rows, TaxReturnRow::sort_keys))
}

async fn one(
    db: &Db,
    scope: &EmployeeScope<TaxReturns, impl Need>,
    id: TaxReturnId,
) -> Result<TaxReturnRow, Problem> {
    store::one(db, scope, id).await?.ok_or(Problem::NotFound)
}

/// Anyone who never chose gets paper.
async fn delivery(
    from: impl Read,
    scope: &EmployeeScope<TaxReturns, impl Need>,
) -> Result<Delivery, Problem> {
    Ok(store::delivery(from, scope).await?.unwrap_or_default())
}

/// What comes with a choice: who is choosing, from where, and the version of the choice they saw.
struct Choosing<'a> {
    viewer: &'a Viewer,
    address: &'a str,
    version: i64,
}

async fn consent(
    work: &mut Work,
    scope: &EmployeeScope<TaxReturns, Write>,
    choosing: Choosing<'_>,
    disclosure: &str,
) -> Result<Delivery, Problem> {
    let current = seen(work, scope, choosing.version).await?;
    rules::consent(current.method, disclosure)?;
    choose(work, scope, choosing, DeliveryMethod::Electronic).await
}

async fn withdraw(
    work: &mut Work,
    scope: &EmployeeScope<TaxReturns, Write>,
    choosing: Choosing<'_>,
) -> Result<Delivery, Problem> {
    let current = seen(work, scope, choosing.version).await?;
    rules::withdraw(current.method)?;
    choose(work, scope, choosing, DeliveryMethod::Paper).await
}

/// The current choice, if it's the one the person saw.
async fn seen(
    work: &mut Work,
    scope: &EmployeeScope<TaxReturns, Write>,
    version: i64,
) -> Result<Delivery, Problem> {
    let current = delivery(work.tx(), scope).await?;
    if current.version == version { Ok(current) } else { Err(Problem::conflict(current)) }
}

async fn choose(
    work: &mut Work,
    scope: &EmployeeScope<TaxReturns, Write>,
    choosing: Choosing<'_>,
    method: DeliveryMethod,
) -> Result<Delivery, Problem> {
    let Choosing { viewer, address, version } = choosing;
    let now = work.now();
    let Some(chosen) = store::choose(work.tx(), scope, method, rules::DISCLOSURE, version, now).await? else {
        let current = delivery(work.tx(), scope).await?;
        return Err(Problem::conflict(current));
    };
    let (action, changed, event_type) = match method {
        DeliveryMethod::Electronic => {
            ("tax_forms.consent", Changed::TaxFormsElectronic, EventType::TaxFormsElectronic)
        }
        DeliveryMethod::Paper => ("tax_forms.withdraw", Changed::TaxFormsOnPaper, EventType::TaxFormsOnPaper),
    };
    let employee = scope.employee();
    work.record(action, "employee", employee.0, json!({ "disclosure": rules::DISCLOSURE }));
    work.publish(event_type.of(employee.0).at(scope.company()).about(employee));
    let letter = Letter::Changed { first_name: &viewer.first_name, changed, at: now, address, not_me: None };
    notices::mail(work, &viewer.email, &viewer.language, letter)?;
    Ok(chosen)
}

/// A form as payroll provides it.
pub struct TaxReturnFiling {
    pub id: TaxReturnId,
    pub tenant: TenantId,
    pub employee: EmployeeId,
    pub w2: W2,
}

/// Files forms in bulk for payroll, which doesn't act for anyone in particular.
pub async fn file(tx: &mut Tx, filings: &[TaxReturnFiling]) -> Result<(), Problem> {
    tx.exec_many(store::INSERT, store::values(filings)?).await?;
    Ok(())
}
