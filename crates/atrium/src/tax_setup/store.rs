//! The SQL of tax setups. Every function takes a scope and filters by it.

use super::rules::{Figures, Form, Level};
use super::{TaxSetup, TaxStates};
use crate::access::{CompanyScope, EmployeeScope, Need, OperatorScope, Write};
use crate::demo_world::of_tenant;
use crate::shared::day::Moment;
use crate::shared::id::{ChangeRequestId, CompanyStateId, TaxSetupId};
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;

db::text!(Level { Federal = "federal", State = "state", Local = "local" });

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaxApproval {
    Pending,
    Approved,
    Denied,
}
db::text!(TaxApproval { Pending = "Pending", Approved = "Approved", Denied = "Denied" });

impl TaxApproval {
    pub fn as_str(self) -> &'static str {
        self.as_text()
    }
}

/// One version of one form.
#[derive(Clone, Debug)]
pub struct TaxFormVersion {
    pub id: TaxSetupId,
    pub level: Level,
    pub state: String,
    pub locality: String,
    pub version: i64,
    figures: String,
    pub approval: TaxApproval,
    pub request_id: Option<ChangeRequestId>,
    pub signed_name: Option<String>,
    pub created_at: Moment,
    pub in_force_at: Option<Moment>,
    /// The local tax people in its state also pay, if the company has a location with one.
    pub state_locality: Option<String>,
}
db::row!(TaxFormVersion {
    id,
    level,
    state,
    locality,
    version,
    figures,
    approval,
    request_id,
    signed_name,
    created_at,
    in_force_at,
    state_locality
});

impl TaxFormVersion {
    pub fn form(&self) -> Form {
        Form { level: self.level, state: self.state.clone(), locality: self.locality.clone() }
    }

    pub fn figures(&self) -> Result<Figures, Problem> {
        serde_json::from_str(&self.figures)
            .map_err(|error| Problem::Internal(format!("a tax setup cannot be read: {error}")))
    }
}

/// The most versions we read: more than anyone signs in a working life.
const MAX_VERSIONS: i64 = 400;

/// Every version of every form, newest first.
pub(super) async fn of_employee(
    mut from: impl Read,
    scope: &EmployeeScope<TaxSetup, impl Need>,
) -> db::Result<Vec<TaxFormVersion>> {
    let sql = format!(
        "SELECT {} FROM (
           SELECT t.*, s.locality AS state_locality FROM tax_setup t
           LEFT JOIN company_state s ON s.company_id = t.company_id AND s.state = t.state
           WHERE t.tenant_id = $1 AND t.company_id = $2 AND t.employee_id = $3) AS form
         ORDER BY created_at DESC, version DESC, id DESC LIMIT {MAX_VERSIONS}",
        TaxFormVersion::COLS
    );
    from.all(sql, params![scope.tenant(), scope.company(), scope.employee()]).await
}

#[derive(Clone, Debug)]
pub(super) struct CompanyState {
    pub id: CompanyStateId,
    pub state: String,
}
db::row!(CompanyState { id, state });

impl CompanyState {
    pub(super) fn sort_keys(&self) -> Vec<String> {
        vec![self.state.clone()]
    }
}

/// Sorted by code.
pub(super) async fn company_states(
    db: &Db,
    scope: &CompanyScope<TaxStates, impl Need>,
    ask: &Ask,
) -> Result<Vec<CompanyState>, Problem> {
    let mut values = params![scope.tenant(), scope.company()];
    let page = Sort::ascending(&[("state", SortKey::Text)]).page(ask, &mut values)?;
    let columns = CompanyState::COLS;
    let sql = format!("SELECT {columns} FROM company_state WHERE tenant_id = $1 AND company_id = $2 {page}");
    Ok(db.all(sql, values).await?)
}

/// All of them, for one employee's forms. There are only fifty-one states.
pub(super) async fn states_of(
    tx: &mut Tx,
    scope: &EmployeeScope<TaxSetup, impl Need>,
) -> db::Result<Vec<CompanyState>> {
    let columns = CompanyState::COLS;
    let sql = format!(
        "SELECT {columns} FROM company_state WHERE tenant_id = $1 AND company_id = $2 ORDER BY state LIMIT 100"
    );
    tx.all(sql, params![scope.tenant(), scope.company()]).await
}

/// First name, last name, and whether their tax setup needs approval.
pub(super) type Signer = (String, String, String);

pub(super) async fn signer(
    mut from: impl Read,
    scope: &EmployeeScope<TaxSetup, impl Need>,
) -> db::Result<Option<Signer>> {
    let sql = "SELECT e.first_name, e.last_name, COALESCE(p.tax_approval, 'always')
        FROM employee e LEFT JOIN company_payroll p ON p.company_id = e.company_id
        WHERE e.tenant_id = $1 AND e.company_id = $2 AND e.id = $3";
    from.opt(sql, params![scope.tenant(), scope.company(), scope.employee()]).await
}

/// Waits for anyone else who is changing this employee's tax setup.
pub(super) async fn lock(tx: &mut Tx, scope: &EmployeeScope<TaxSetup, Write>) -> db::Result<()> {
    tx.exec(
        "INSERT INTO tax_book (employee_id, tenant_id, changes) VALUES ($1, $2, 1)
         ON CONFLICT (employee_id) DO UPDATE SET changes = tax_book.changes + 1",
        params![scope.employee(), scope.tenant()],
    )
    .await
    .map(drop)
}

pub(super) struct NewTaxForm<'a> {
    pub id: TaxSetupId,
    pub form: &'a Form,
    pub version: i64,
    pub figures: String,
    pub approval: TaxApproval,
    pub request: ChangeRequestId,
    pub signed_name: &'a str,
    pub declaration: &'a str,
    pub now: Timestamp,
}

pub(super) async fn insert(
    tx: &mut Tx,
    scope: &EmployeeScope<TaxSetup, Write>,
    row: NewTaxForm<'_>,
) -> db::Result<()> {
    let in_force_at = (row.approval == TaxApproval::Approved).then_some(row.now);
    tx.exec(
        "INSERT INTO tax_setup (id, tenant_id, company_id, employee_id, level, state, locality, version, figures, approval,
           request_id, signed_name, declaration, created_at, in_force_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)",
        params![
            row.id,
            scope.tenant(),
            scope.company(),
            scope.employee(),
            row.form.level,
            row.form.state.as_str(),
            row.form.locality.as_str(),
            row.version,
            row.figures,
            row.approval,
            row.request,
            row.signed_name,
            row.declaration,
            row.now,
            in_force_at
        ],
    )
    .await
    .map(drop)
}

/// Decides the versions a request was waiting with.
pub(super) async fn decide(
    tx: &mut Tx,
    scope: &EmployeeScope<TaxSetup, Write>,
    request: ChangeRequestId,
    approval: TaxApproval,
    in_force_at: Option<Timestamp>,
) -> db::Result<()> {
    tx.exec(
        "UPDATE tax_setup SET approval = $5, in_force_at = $6
         WHERE tenant_id = $1 AND company_id = $2 AND employee_id = $3 AND request_id = $4 AND approval = 'Pending'",
        params![scope.tenant(), scope.company(), scope.employee(), request, approval, in_force_at],
    )
    .await
    .map(drop)
}

/// The states companies have people in, and approved forms: in bulk, in the column order named here, without their
/// tenant.
pub(super) async fn insert_many(
    tx: &mut Tx,
    scope: &OperatorScope,
    states: Vec<Vec<Value>>,
    forms: Vec<Vec<Value>>,
) -> db::Result<()> {
    tx.exec_many(
        "INSERT INTO company_state (id, company_id, state, locality, tenant_id) VALUES ($1, $2, $3, $4, $5)",
        of_tenant(scope, states),
    )
    .await?;
    tx.exec_many(
        "INSERT INTO tax_setup (id, company_id, employee_id, level, state, locality, version, figures, approval,
           signed_name, declaration, created_at, in_force_at, tenant_id)
         VALUES ($1, $2, $3, $4, $5, '', $6, $7, 'Approved', $8, $9, $10, $10, $11)",
        of_tenant(scope, forms),
    )
    .await?;
    Ok(())
}
