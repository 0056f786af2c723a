//! What a company is made of: pay groups, its organization tree, the codes payroll books deposits under, the states it pays in,
//! and its benefit plans. They are alike for the console: a code, a name, and what is in use can't be removed. A plan people
//! were in ends with a day instead.

mod graphql;
mod store;

pub use graphql::{CompanyEntryMutation, CompanyEntryQuery};
pub use store::EntryRow;

use super::kinds::{EntryKind, OrganizationKind, PlanCategory};
use super::rules::{self, CompanyRefusal};
use super::{Companies, SeenVersion, is_current, setup, take_turn};
use crate::access::{AdminScope, Need, Write};
use crate::shared::day::Day;
use crate::shared::id::{CompanyEntryId, CompanyId};
use crate::shared::names;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::sheets::cells;
use crate::work::Work;
use db::Db;
use serde_json::json;

/// Of a pay group only the name counts; of a deposit code, `name` is what it's for; of a state, the locality; of a benefit plan,
/// `code` is the deduction's, if it has one.
#[derive(Default)]
pub struct EntryDraft {
    pub code: String,
    pub name: String,
    pub organization_kind: Option<OrganizationKind>,
    pub parent: Option<CompanyEntryId>,
    pub category: Option<PlanCategory>,
    /// Of a benefit plan; without one it goes on.
    pub last_day: Option<Day>,
}

/// By code; pay groups and benefit plans by name.
pub async fn entries(
    db: &Db,
    scope: &AdminScope<Companies, impl Need>,
    (company, kind): (CompanyId, EntryKind),
    search: &str,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<EntryRow>, Problem> {
    names::check_search(search)?;
    setup(db, scope, company).await?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::entries(db, scope, (company, kind), search, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| row.sort_keys(kind)))
}

pub async fn save_entry(
    work: &mut Work,
    scope: &AdminScope<Companies, Write>,
    (company, kind): (CompanyId, EntryKind),
    before: Option<(CompanyEntryId, SeenVersion<'_>)>,
    draft: EntryDraft,
) -> Result<EntryRow, Problem> {
    take_turn(work, scope, company).await?;
    let there = match before {
        Some(before) => Some(entry(work, scope, (company, kind), before).await?),
        None => None,
    };
    let row = checked(work, scope, (company, kind), there.as_ref(), draft).await?;
    let written = store::write(work.tx(), scope, (company, kind), &row, there.is_none()).await;
    written.map_err(|error| match error {
        db::Error::Unique(index) if index == "pay_group_name" || index == "benefit_plan_name" => {
            CompanyRefusal::NameTaken("name").into()
        }
        db::Error::Unique(_) => CompanyRefusal::CodeTaken.into(),
        error => Problem::from(error),
    })?;
    let [added, edited, _] = kind.actions();
    let action = if there.is_some() { edited } else { added };
    work.record(
        action,
        kind.as_str(),
        row.id.0,
        json!({ "companyId": company, "before": there, "after": row }),
    );
    Ok(row)
}

async fn checked(
    work: &mut Work,
    scope: &AdminScope<Companies, Write>,
    (company, kind): (CompanyId, EntryKind),
    there: Option<&EntryRow>,
    draft: EntryDraft,
) -> Result<EntryRow, Problem> {
    let id = there.map_or_else(|| CompanyEntryId(work.new_id()), |there| there.id);
    let mut row = EntryRow {
        id,
        code: String::new(),
        name: String::new(),
        organization_kind: None,
        parent: None,
        parent_name: None,
        category: None,
        last_day: None,
    };
    match kind {
        EntryKind::PayGroup => row.name = rules::name(&draft.name, "name")?,
        EntryKind::DepositCode => {
            row.code = rules::code(&draft.code)?;
            row.name = rules::name(&draft.name, "name")?;
        }
        EntryKind::State => {
            row.code = cells::state(draft.code.trim()).map_err(|_| CompanyRefusal::InvalidState)?;
            row.name = rules::label(&draft.name, "name")?;
            if there.is_some_and(|there| there.code != row.code) {
                return Err(CompanyRefusal::StateFixed.into());
            }
        }
        EntryKind::BenefitPlan => {
            row.code = rules::label(&draft.code, "code")?;
            row.name = rules::name(&draft.name, "name")?;
            row.category = Some(draft.category.ok_or(CompanyRefusal::CategoryMissing)?);
            if draft.last_day.is_some_and(|day| !day.is_in_range()) {
                return Err(CompanyRefusal::DateOutOfRange("lastDay").into());
            }
            row.last_day = draft.last_day;
        }
        EntryKind::Organization => {
            row.code = rules::code(&draft.code)?;
            row.name = rules::name(&draft.name, "name")?;
            let own = draft.organization_kind.ok_or(CompanyRefusal::KindMissing)?;
            if there.is_some_and(|there| there.organization_kind != Some(own)) {
                return Err(CompanyRefusal::KindFixed.into());
            }
            row.organization_kind = Some(own);
            if let Some(parent) = draft.parent {
                let found = store::entry(work.tx(), scope, (company, kind), parent).await?;
                let found = found.ok_or(CompanyRefusal::WrongParent)?;
                rules::check_parent(found.organization_kind.unwrap_or(OrganizationKind::Team), own)?;
                (row.parent, row.parent_name) = (Some(parent), Some(found.name));
            }
        }
    }
    Ok(row)
}

async fn entry(
    work: &mut Work,
    scope: &AdminScope<Companies, Write>,
    at: (CompanyId, EntryKind),
    (id, seen): (CompanyEntryId, SeenVersion<'_>),
) -> Result<EntryRow, Problem> {
    let found = store::entry(work.tx(), scope, at, id).await?.ok_or(Problem::NotFound)?;
    if is_current(seen, &found.version()) { Ok(found) } else { Err(Problem::conflict(found)) }
}

pub async fn remove_entry(
    work: &mut Work,
    scope: &AdminScope<Companies, Write>,
    (company, kind): (CompanyId, EntryKind),
    (id, seen): (CompanyEntryId, SeenVersion<'_>),
) -> Result<(), Problem> {
    take_turn(work, scope, company).await?;
    let there = entry(work, scope, (company, kind), (id, seen)).await?;
    let uses = store::uses(work.tx(), scope, (company, kind), &there).await?;
    if !uses.is_nothing() {
        let refusal = match kind {
            EntryKind::BenefitPlan => CompanyRefusal::PlanInUse,
            _ => CompanyRefusal::EntryInUse,
        };
        let (code, field, message) = refusal.parts();
        return Err(Problem::Blocked { code, field, message, detail: json!({ "uses": uses }) });
    }
    store::remove(work.tx(), scope, (company, kind), id).await?;
    let [_, _, removed] = kind.actions();
    work.record(removed, kind.as_str(), id.0, json!({ "companyId": company, "before": there }));
    Ok(())
}
