//! The SQL of companies and their settings. A company without a row of settings has the defaults.

use super::Companies;
use super::kinds::StubsVisible;
use super::rules::CompanySettings;
use crate::access::{AdminScope, MachineScope, Need, WholeTenantScope, Write};
use crate::shared::day::Day;
use crate::shared::id::CompanyId;
use crate::shared::machine_right::PeopleRead;
use crate::shared::names;
use crate::shared::page::Ask;
use crate::shared::pay_period::PayPeriod;
use crate::shared::problem::Problem;
use crate::shared::row_version::row_version;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Read, Tx, Value, params};
use jiff::Timestamp;
use serde_json::json;
use uuid::Uuid;

#[derive(Clone, Debug)]
pub struct FoundCompany {
    pub id: CompanyId,
    pub name: String,
    pub time_zone: String,
    /// Who works there, counted up to one more than `MAX_COUNTED`.
    pub people: i64,
}
db::row!(FoundCompany { id, name, time_zone, people });

/// We stop counting here, so a page of large companies costs no more than a page of small ones.
pub(super) const MAX_COUNTED: i64 = 100;

const BY_NAME: Sort = Sort::ascending(&[("c.name", SortKey::Text)]);

fn within(scope: &AdminScope<Companies, impl Need>, values: &mut Vec<Value>) -> db::Result<String> {
    let Some(companies) = scope.companies() else { return Ok(String::new()) };
    Ok(format!("AND c.id IN {}", db::in_list(values, companies)?))
}

pub(super) async fn list(
    db: &Db,
    scope: &AdminScope<Companies, impl Need>,
    search: &str,
    ask: &Ask,
) -> Result<Vec<FoundCompany>, Problem> {
    let mut values = params![scope.tenant()];
    let within = within(scope, &mut values)?;
    let mut matches = String::new();
    for pattern in names::loose_patterns(search) {
        values.push(pattern.into());
        matches += &format!(" AND lower(c.name) LIKE ${} ESCAPE '\\'", values.len());
    }
    let page = BY_NAME.page(ask, &mut values)?;
    let sql = format!(
        "SELECT c.id, c.name, c.time_zone, (SELECT count(*) FROM (SELECT 1 FROM employee e
           WHERE e.company_id = c.id AND e.status = 'Active' LIMIT {}) counted)
         FROM company c WHERE c.tenant_id = $1 {within}{matches} {page}",
        MAX_COUNTED + 1
    );
    Ok(db.all(sql, values).await?)
}

pub(super) async fn named(
    db: &Db,
    scope: &AdminScope<Companies, impl Need>,
    name: &str,
) -> db::Result<Option<CompanyId>> {
    let mut values = params![scope.tenant(), name];
    let within = within(scope, &mut values)?;
    let sql = format!("SELECT c.id FROM company c WHERE c.tenant_id = $1 AND c.name = $2 {within}");
    Ok(db.opt::<(CompanyId,)>(sql, values).await?.map(|(id,)| id))
}

/// A company with its settings.
#[derive(Clone, Debug)]
pub struct CompanySetup {
    pub id: CompanyId,
    pub settings: CompanySettings,
}

impl CompanySetup {
    pub fn version(&self) -> String {
        row_version(&json!(self.settings))
    }
}

#[derive(Debug)]
struct SetupCells {
    id: CompanyId,
    name: String,
    time_zone: String,
    is_processing: bool,
    last_payroll_date: Option<Day>,
    deposit_approval: super::kinds::DepositPolicy,
    deposit_accounts_max: i64,
    tax_approval: super::kinds::TaxPolicy,
    stubs_visible: StubsVisible,
    pay_period: PayPeriod,
    period_end: Option<Day>,
    has_time_clock: bool,
    edits_many_days: bool,
}
db::row!(SetupCells {
    id,
    name,
    time_zone,
    is_processing,
    last_payroll_date,
    deposit_approval,
    deposit_accounts_max,
    tax_approval,
    stubs_visible,
    pay_period,
    period_end,
    has_time_clock,
    edits_many_days
});

impl From<SetupCells> for CompanySetup {
    fn from(cells: SetupCells) -> CompanySetup {
        CompanySetup {
            id: cells.id,
            settings: CompanySettings {
                name: cells.name,
                time_zone: cells.time_zone,
                is_processing: cells.is_processing,
                last_payroll_date: cells.last_payroll_date,
                deposit_approval: cells.deposit_approval,
                deposit_accounts_max: cells.deposit_accounts_max,
                tax_approval: cells.tax_approval,
                stubs_visible: cells.stubs_visible,
                pay_period: cells.pay_period,
                period_end: cells.period_end,
                has_time_clock: cells.has_time_clock,
                edits_many_days: cells.edits_many_days,
            },
        }
    }
}

/// `None` for one outside the administrator's reach, as for one that doesn't exist.
pub(super) async fn setup(
    mut from: impl Read,
    scope: &AdminScope<Companies, impl Need>,
    company: CompanyId,
) -> db::Result<Option<CompanySetup>> {
    if !scope.reaches(company) {
        return Ok(None);
    }
    let sql = "SELECT c.id, c.name, c.time_zone, coalesce(p.is_processing, FALSE), p.last_payroll_date,
           coalesce(p.deposit_approval, 'always'), coalesce(p.deposit_accounts_max, 5),
           coalesce(p.tax_approval, 'always'), coalesce(p.stubs_visible, 'from_pay_date'),
           coalesce(k.pay_period, 'weekly'), k.period_end, c.has_time_clock,
           coalesce(s.edits_many_days, FALSE)
         FROM company c LEFT JOIN company_payroll p ON p.company_id = c.id
         LEFT JOIN clock_setting k ON k.company_id = c.id LEFT JOIN time_off_setting s ON s.company_id = c.id
         WHERE c.tenant_id = $1 AND c.id = $2";
    let cells: Option<SetupCells> = from.opt(sql, params![scope.tenant(), company]).await?;
    Ok(cells.map(CompanySetup::from))
}

/// Makes concurrent changes to one company's setup run one after the other, so each sees the ones before it.
pub(super) async fn take_turn(
    tx: &mut Tx,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
) -> db::Result<()> {
    let sql = "UPDATE company SET name = name WHERE tenant_id = $1 AND id = $2";
    tx.exec(sql, params![scope.tenant(), company]).await?;
    Ok(())
}

/// Whether another company of the tenant has this name, in capitals or not.
pub(super) async fn is_name_taken(
    tx: &mut Tx,
    scope: &AdminScope<Companies, Write>,
    (id, name): (CompanyId, &str),
) -> db::Result<bool> {
    let sql = "SELECT 1 FROM company WHERE tenant_id = $1 AND id <> $2 AND lower(name) = lower($3) LIMIT 1";
    Ok(tx.opt::<(i64,)>(sql, params![scope.tenant(), id, name]).await?.is_some())
}

pub(super) async fn add(
    tx: &mut Tx,
    scope: &WholeTenantScope<Companies, Write>,
    id: CompanyId,
    name: &str,
    time_zone: &str,
) -> db::Result<()> {
    let sql = "INSERT INTO company (id, tenant_id, name, time_zone) VALUES ($1, $2, $3, $4)";
    tx.exec(sql, params![id, scope.tenant(), name, time_zone]).await?;
    Ok(())
}

/// Writes all of a company's settings. Without the last day of a pay period, one of ours counts (`clock/`).
pub(super) async fn update(
    tx: &mut Tx,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
    to: &CompanySettings,
) -> db::Result<()> {
    let tenant = scope.tenant();
    let sql =
        "UPDATE company SET name = $3, time_zone = $4, has_time_clock = $5 WHERE tenant_id = $1 AND id = $2";
    let values = params![tenant, company, to.name.clone(), to.time_zone.clone(), to.has_time_clock];
    tx.exec(sql, values).await?;
    tx.exec(
        "INSERT INTO company_payroll (company_id, tenant_id, is_processing, last_payroll_date, deposit_approval,
           deposit_accounts_max, tax_approval, stubs_visible) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (company_id) DO UPDATE SET is_processing = $3, last_payroll_date = $4, deposit_approval = $5,
           deposit_accounts_max = $6, tax_approval = $7, stubs_visible = $8",
        params![
            company,
            tenant,
            to.is_processing,
            to.last_payroll_date,
            to.deposit_approval,
            to.deposit_accounts_max,
            to.tax_approval,
            to.stubs_visible
        ],
    )
    .await?;
    if let Some(end) = to.period_end.or((to.pay_period != PayPeriod::Weekly).then_some(SOME_PERIOD_END)) {
        let sql = "INSERT INTO clock_setting (company_id, tenant_id, pay_period, period_end) VALUES ($1, $2, $3, $4)
             ON CONFLICT (company_id) DO UPDATE SET pay_period = $3, period_end = $4";
        tx.exec(sql, params![company, tenant, to.pay_period, end]).await?;
    }
    let sql = "INSERT INTO time_off_setting (company_id, tenant_id, edits_many_days) VALUES ($1, $2, $3)
         ON CONFLICT (company_id) DO UPDATE SET edits_many_days = $3";
    tx.exec(sql, params![company, tenant, to.edits_many_days]).await?;
    Ok(())
}

/// For periods that end with the month or in its middle, no matter from which day they're counted.
const SOME_PERIOD_END: Day = crate::sheets::cells::SOME_PERIOD_END;

/// What is the same for all of a tenant's companies.
#[derive(Clone, Debug)]
pub struct TenantSetup {
    pub name: String,
    pub leaver_access_months: i64,
    pub logo: Option<Vec<u8>>,
}
db::row!(TenantSetup { name, leaver_access_months, logo });

impl TenantSetup {
    pub fn version(&self) -> String {
        row_version(&json!({ "leaverAccessMonths": self.leaver_access_months }))
    }
}

pub(super) async fn tenant(
    mut from: impl Read,
    scope: &WholeTenantScope<Companies, impl Need>,
) -> db::Result<Option<TenantSetup>> {
    let sql = "SELECT t.name, t.leaver_access_months, l.png FROM tenant t
         LEFT JOIN tenant_logo l ON l.tenant_id = t.id WHERE t.id = $1";
    from.opt(sql, params![scope.tenant()]).await
}

pub(super) async fn take_tenants_turn(
    tx: &mut Tx,
    scope: &WholeTenantScope<Companies, Write>,
) -> db::Result<()> {
    tx.exec("UPDATE tenant SET name = name WHERE id = $1", params![scope.tenant()]).await?;
    Ok(())
}

pub(super) async fn set_leaver_months(
    tx: &mut Tx,
    scope: &WholeTenantScope<Companies, Write>,
    months: i64,
) -> db::Result<()> {
    let sql = "UPDATE tenant SET leaver_access_months = $2 WHERE id = $1";
    tx.exec(sql, params![scope.tenant(), months]).await?;
    Ok(())
}

pub(super) async fn write_logo(
    tx: &mut Tx,
    scope: &WholeTenantScope<Companies, Write>,
    id: Uuid,
    png: Vec<u8>,
    now: Timestamp,
) -> db::Result<()> {
    tx.exec(
        "INSERT INTO tenant_logo (tenant_id, id, png, changed_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (tenant_id) DO UPDATE SET id = $2, png = $3, changed_at = $4",
        params![scope.tenant(), id, png, now],
    )
    .await?;
    Ok(())
}

pub(super) async fn delete_logo(tx: &mut Tx, scope: &WholeTenantScope<Companies, Write>) -> db::Result<bool> {
    Ok(tx.exec("DELETE FROM tenant_logo WHERE tenant_id = $1", params![scope.tenant()]).await? == 1)
}

/// As machine clients read it.
pub(super) struct MachineCompanyRow {
    pub id: CompanyId,
    pub name: String,
    pub time_zone: String,
}
db::row!(MachineCompanyRow { id, name, time_zone });

const MACHINE_BY_NAME: Sort = Sort::ascending(&[("c.name", SortKey::Text), ("c.id", SortKey::Id)]);

pub(super) async fn machine_companies(
    db: &Db,
    scope: &MachineScope<PeopleRead>,
    ask: &Ask,
) -> Result<Vec<MachineCompanyRow>, Problem> {
    let mut values = params![scope.tenant()];
    let page = MACHINE_BY_NAME.page(ask, &mut values)?;
    let sql = format!("SELECT c.id, c.name, c.time_zone FROM company c WHERE c.tenant_id = $1 {page}");
    Ok(db.all(sql, values).await?)
}
