//! The SQL of a company's pay groups, organizations, deposit codes, states and benefit plans. The company is within reach of the scope: `setup`
//! was asked before.

use super::super::Companies;
use super::super::kinds::{EntryKind, OrganizationKind, PlanCategory};
use crate::access::{AdminScope, Need, Write};
use crate::shared::day::Day;
use crate::shared::id::{CompanyEntryId, CompanyId};
use crate::shared::names;
use crate::shared::page::Ask;
use crate::shared::problem::Problem;
use crate::shared::row_version::row_version;
use crate::shared::sort::{Sort, SortKey};
use db::{Db, Tx, params};
use serde::Serialize;
use serde_json::json;

#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EntryRow {
    pub id: CompanyEntryId,
    /// Empty for a pay group.
    pub code: String,
    pub name: String,
    pub organization_kind: Option<OrganizationKind>,
    pub parent: Option<CompanyEntryId>,
    pub parent_name: Option<String>,
    pub category: Option<PlanCategory>,
    /// For a benefit plan that ends.
    pub last_day: Option<Day>,
}
db::row!(EntryRow { id, code, name, organization_kind, parent, parent_name, category, last_day });

impl EntryRow {
    pub fn version(&self) -> String {
        row_version(&json!([
            self.code,
            self.name,
            self.organization_kind,
            self.parent,
            self.category,
            self.last_day
        ]))
    }

    pub(super) fn sort_keys(&self, kind: EntryKind) -> Vec<String> {
        let is_by_name = matches!(kind, EntryKind::PayGroup | EntryKind::BenefitPlan);
        vec![if is_by_name { self.name.clone() } else { self.code.clone() }]
    }
}

const BY_NAME: Sort = Sort::ascending(&[("x.name", SortKey::Text)]);
const BY_CODE: Sort = Sort::ascending(&[("x.code", SortKey::Text)]);
const BY_STATE: Sort = Sort::ascending(&[("x.state", SortKey::Text)]);

/// Its rows, its order, and what can be searched.
fn of(kind: EntryKind) -> (&'static str, Sort, &'static str) {
    match kind {
        EntryKind::PayGroup => (
            "SELECT x.id, '', x.name, NULL, CAST(NULL AS UUID), NULL, NULL, CAST(NULL AS DATE) FROM pay_group x",
            BY_NAME,
            "x.name",
        ),
        EntryKind::Organization => (
            "SELECT x.id, x.code, x.name, x.kind, x.parent_id, above.name, NULL, CAST(NULL AS DATE)
             FROM organization x LEFT JOIN organization above ON above.id = x.parent_id",
            BY_CODE,
            "x.code || ' ' || x.name",
        ),
        EntryKind::DepositCode => (
            "SELECT x.id, x.code, x.description, NULL, CAST(NULL AS UUID), NULL, NULL, CAST(NULL AS DATE) FROM deposit_code x",
            BY_CODE,
            "x.code || ' ' || x.description",
        ),
        EntryKind::State => (
            "SELECT x.id, x.state, x.locality, NULL, CAST(NULL AS UUID), NULL, NULL, CAST(NULL AS DATE) FROM company_state x",
            BY_STATE,
            "x.state || ' ' || x.locality",
        ),
        EntryKind::BenefitPlan => (
            "SELECT x.id, x.deduction_code, x.name, NULL, CAST(NULL AS UUID), NULL, x.category, x.ends_on FROM benefit_plan x",
            BY_NAME,
            "x.name || ' ' || x.deduction_code",
        ),
    }
}

pub(super) async fn entries(
    db: &Db,
    scope: &AdminScope<Companies, impl Need>,
    (company, kind): (CompanyId, EntryKind),
    search: &str,
    ask: &Ask,
) -> Result<Vec<EntryRow>, Problem> {
    let (rows, sort, searched) = of(kind);
    let mut values = params![scope.tenant(), company];
    let mut matches = String::new();
    for pattern in names::loose_patterns(search) {
        values.push(pattern.into());
        matches += &format!(" AND lower({searched}) LIKE ${} ESCAPE '\\'", values.len());
    }
    let page = sort.page(ask, &mut values)?;
    Ok(db.all(format!("{rows} WHERE x.tenant_id = $1 AND x.company_id = $2{matches} {page}"), values).await?)
}

pub(super) async fn entry(
    tx: &mut Tx,
    scope: &AdminScope<Companies, Write>,
    (company, kind): (CompanyId, EntryKind),
    id: CompanyEntryId,
) -> db::Result<Option<EntryRow>> {
    let (rows, ..) = of(kind);
    let sql = format!("{rows} WHERE x.tenant_id = $1 AND x.company_id = $2 AND x.id = $3");
    tx.opt(sql, params![scope.tenant(), company, id]).await
}

pub(super) async fn write(
    tx: &mut Tx,
    scope: &AdminScope<Companies, Write>,
    (company, kind): (CompanyId, EntryKind),
    row: &EntryRow,
    is_new: bool,
) -> db::Result<()> {
    let mut values = params![row.id, scope.tenant(), company];
    let columns: &[&str] = match kind {
        EntryKind::PayGroup => {
            values.push(row.name.clone().into());
            &["name"]
        }
        EntryKind::Organization => {
            values.extend(params![row.code.clone(), row.name.clone(), row.organization_kind, row.parent]);
            &["code", "name", "kind", "parent_id"]
        }
        EntryKind::DepositCode => {
            values.extend(params![row.code.clone(), row.name.clone()]);
            &["code", "description"]
        }
        EntryKind::State => {
            values.extend(params![row.code.clone(), row.name.clone()]);
            &["state", "locality"]
        }
        EntryKind::BenefitPlan => {
            values.extend(params![row.code.clone(), row.name.clone(), row.category, row.last_day]);
            &["deduction_code", "name", "category", "ends_on"]
        }
    };
    let table = kind.as_str();
    let places = |first: usize| (first..).take(columns.len());
    let sql = if is_new && kind == EntryKind::BenefitPlan {
        // After the company's other ones.
        "INSERT INTO benefit_plan (id, tenant_id, company_id, deduction_code, name, category, ends_on, link, position)
         VALUES ($1, $2, $3, $4, $5, $6, $7, '',
           (SELECT coalesce(max(position), -1) + 1 FROM benefit_plan WHERE tenant_id = $2 AND company_id = $3))"
            .to_owned()
    } else if is_new {
        let places: Vec<String> = places(4).map(|n| format!("${n}")).collect();
        let (columns, places) = (columns.join(", "), places.join(", "));
        format!("INSERT INTO {table} (id, tenant_id, company_id, {columns}) VALUES ($1, $2, $3, {places})")
    } else {
        let set: Vec<String> =
            columns.iter().zip(places(4)).map(|(column, n)| format!("{column} = ${n}")).collect();
        format!("UPDATE {table} SET {} WHERE id = $1 AND tenant_id = $2 AND company_id = $3", set.join(", "))
    };
    tx.exec(sql, values).await?;
    Ok(())
}

pub(super) async fn remove(
    tx: &mut Tx,
    scope: &AdminScope<Companies, Write>,
    (company, kind): (CompanyId, EntryKind),
    id: CompanyEntryId,
) -> db::Result<()> {
    let sql = format!("DELETE FROM {} WHERE id = $1 AND tenant_id = $2 AND company_id = $3", kind.as_str());
    tx.exec(sql, params![id, scope.tenant(), company]).await?;
    Ok(())
}

/// What keeps one from being removed.
#[derive(Debug, Serialize)]
pub(super) struct EntryUses {
    /// Also people who left: their papers name it.
    people: i64,
    /// Organizations inside it.
    organizations: i64,
    announcements: i64,
    /// Of its pay calendar.
    runs: i64,
}
db::row!(EntryUses { people, organizations, announcements, runs });

impl EntryUses {
    pub(super) fn is_nothing(&self) -> bool {
        self.people + self.organizations + self.announcements + self.runs == 0
    }
}

pub(super) async fn uses(
    tx: &mut Tx,
    scope: &AdminScope<Companies, Write>,
    (company, kind): (CompanyId, EntryKind),
    row: &EntryRow,
) -> db::Result<EntryUses> {
    let column = match row.organization_kind {
        Some(OrganizationKind::Division) => "division_id",
        Some(OrganizationKind::Branch) => "branch_id",
        Some(OrganizationKind::Department) => "department_id",
        Some(OrganizationKind::Team) => "team_id",
        None => "pay_group_id",
    };
    let runs = match kind {
        EntryKind::PayGroup => {
            "(SELECT count(*) FROM pay_run WHERE tenant_id = $1 AND company_id = $2 AND pay_group_id = $3)"
        }
        _ => "CAST(0 AS BIGINT)",
    };
    let mut values = params![scope.tenant(), company, row.id];
    let sql = match kind {
        EntryKind::PayGroup | EntryKind::Organization => format!(
            "SELECT (SELECT count(*) FROM employee WHERE tenant_id = $1 AND company_id = $2 AND {column} = $3),
               (SELECT count(*) FROM organization WHERE tenant_id = $1 AND company_id = $2 AND parent_id = $3),
               (SELECT count(*) FROM announcement WHERE tenant_id = $1 AND company_id = $2 AND {column} = $3), {runs}"
        ),
        EntryKind::DepositCode => "SELECT (SELECT count(DISTINCT employee_id) FROM direct_deposit
               WHERE tenant_id = $1 AND company_id = $2 AND code_id = $3), CAST(0 AS BIGINT), CAST(0 AS BIGINT),
               CAST(0 AS BIGINT)"
            .to_owned(),
        EntryKind::State => {
            values[2] = row.code.clone().into();
            "SELECT (SELECT count(DISTINCT employee_id) FROM tax_setup
               WHERE tenant_id = $1 AND company_id = $2 AND state = $3), CAST(0 AS BIGINT), CAST(0 AS BIGINT),
               CAST(0 AS BIGINT)"
                .to_owned()
        }
        EntryKind::BenefitPlan => "SELECT (SELECT count(*) FROM benefit_enrollment
               WHERE tenant_id = $1 AND company_id = $2 AND plan_id = $3), CAST(0 AS BIGINT), CAST(0 AS BIGINT),
               CAST(0 AS BIGINT)"
            .to_owned(),
    };
    tx.one(sql, values).await
}
