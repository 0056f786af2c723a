//! Pay groups, organizations, deposit codes, states and benefit plans on the wire, for the console.

use super::super::graphql::administered;
use super::super::kinds::{EntryKind, OrganizationKind, PlanCategory};
use super::{EntryDraft, EntryRow};
use crate::access::{Read, Write};
use crate::call::Call;
use crate::shared::day::Day;
use crate::shared::id::{CompanyEntryId, CompanyId};
use crate::shared::page::Links;
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use serde_json::json;

#[derive(SimpleObject)]
#[graphql(serial, name = "CompanyEntry")]
struct AdminEntry {
    id: ID,
    /// Empty for a pay group; for a benefit plan, the deduction's.
    code: String,
    /// For a deposit code, what it's for; for a state, the locality.
    name: String,
    organization_type: Option<OrganizationKind>,
    /// The organization it belongs to.
    parent_id: Option<ID>,
    parent_name: Option<String>,
    /// For a benefit plan.
    category: Option<PlanCategory>,
    /// For a benefit plan that ends.
    last_day: Option<Day>,
    version: String,
}

impl From<EntryRow> for AdminEntry {
    fn from(row: EntryRow) -> AdminEntry {
        AdminEntry {
            version: row.version(),
            id: row.id.to_wire(),
            code: row.code,
            name: row.name,
            organization_type: row.organization_kind,
            parent_id: row.parent.map(CompanyEntryId::to_wire),
            parent_name: row.parent_name,
            category: row.category,
            last_day: row.last_day,
        }
    }
}

impl Current for EntryRow {
    fn on_wire(&self) -> serde_json::Value {
        json!({
            "id": self.id, "code": self.code, "name": self.name, "organizationType": self.organization_kind,
            "parentId": self.parent, "parentName": self.parent_name, "category": self.category, "lastDay": self.last_day,
            "version": self.version(),
        })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanyEntryPage {
    results: Rows<AdminEntry>,
    links: Links,
}

#[derive(InputObject)]
struct CompanyEntryInput {
    code: Option<String>,
    name: Option<String>,
    organization_type: Option<OrganizationKind>,
    parent_id: Option<ID>,
    category: Option<PlanCategory>,
    last_day: Option<Day>,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RemovedCompanyEntry {
    entry_id: ID,
}

#[derive(Default)]
pub struct CompanyEntryQuery;

#[Object]
impl CompanyEntryQuery {
    /// By code; pay groups and benefit plans by name.
    #[expect(clippy::too_many_arguments, reason = "a page of a list that can be narrowed")]
    async fn list_company_entries(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        kind: EntryKind,
        search: Option<String>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<CompanyEntryPage, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let (company, search) = (CompanyId::from_wire(&company_id)?, search.unwrap_or_default());
        let cursors = call.cursors(format!("{kind:?} of company {company} with {search:?}"));
        let asked = (limit, cursor.as_deref());
        let page = super::entries(&call.db, &scope, (company, kind), &search, cursors, asked).await?;
        let page = page.map(AdminEntry::from);
        Ok(CompanyEntryPage { results: page.results.into(), links: page.links })
    }
}

#[derive(Default)]
pub struct CompanyEntryMutation;

#[Object]
impl CompanyEntryMutation {
    /// Adds one, or edits the one given.
    #[expect(clippy::too_many_arguments, reason = "what is edited, and how")]
    async fn save_company_entry(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        kind: EntryKind,
        entry_id: Option<ID>,
        version: Option<String>,
        input: CompanyEntryInput,
    ) -> Result<AdminEntry, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let id = entry_id.as_ref().map(CompanyEntryId::from_wire).transpose()?;
        let before = id.map(|id| (id, Some(version.as_deref().unwrap_or_default())));
        let draft = EntryDraft {
            code: input.code.unwrap_or_default(),
            name: input.name.unwrap_or_default(),
            organization_kind: input.organization_type,
            parent: input.parent_id.as_ref().map(CompanyEntryId::from_wire).transpose()?,
            category: input.category,
            last_day: input.last_day,
        };
        let mut work = call.work().await?;
        Ok(super::save_entry(&mut work, &scope, (company, kind), before, draft).await?.into())
    }

    /// Refused while something uses it: people, organizations inside it, announcements to it. The refusal counts them. A benefit
    /// plan that people were in gets a last day instead.
    async fn remove_company_entry(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        kind: EntryKind,
        entry_id: ID,
        version: String,
    ) -> Result<RemovedCompanyEntry, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let what = (CompanyEntryId::from_wire(&entry_id)?, Some(version.as_str()));
        super::remove_entry(&mut *call.work().await?, &scope, (company, kind), what).await?;
        Ok(RemovedCompanyEntry { entry_id })
    }
}
