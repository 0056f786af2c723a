//! Holidays and blackouts on the wire, for the console.

use super::super::graphql::administered;
use super::{BlackoutDraft, BlackoutRow, HolidayDraft, HolidayRecord};
use crate::access::{Read, Write};
use crate::call::Call;
use crate::shared::day::Day;
use crate::shared::id::{BlackoutId, CompanyId, TimeOffTypeId};
use crate::shared::page::Links;
use crate::shared::problem::{Current, Problem};
use crate::shared::rows::Rows;
use async_graphql::{Context, ID, InputObject, Object, SimpleObject};
use serde_json::json;

/// A company's holiday, as the console edits it.
#[derive(SimpleObject)]
#[graphql(serial)]
struct AdminHoliday {
    day: Day,
    name: String,
    /// In Spanish; the English name where there is none.
    name_es: String,
    version: String,
}

impl From<HolidayRecord> for AdminHoliday {
    fn from(row: HolidayRecord) -> AdminHoliday {
        AdminHoliday { version: row.version(), day: row.day, name: row.name, name_es: row.name_es }
    }
}

impl Current for HolidayRecord {
    fn on_wire(&self) -> serde_json::Value {
        json!({ "day": self.day, "name": self.name, "nameEs": self.name_es, "version": self.version() })
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct AdminHolidayPage {
    results: Rows<AdminHoliday>,
    links: Links,
}

#[derive(InputObject)]
struct CompanyHolidayInput {
    day: Day,
    name: String,
    /// Absent or empty: the English name.
    name_es: Option<String>,
}

/// Days on which employees can't take time off.
#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanyBlackout {
    id: ID,
    first_day: Day,
    last_day: Day,
    /// Null: every type.
    type_id: Option<ID>,
    type_name: Option<String>,
    /// In Spanish; the English name where there is none.
    type_name_es: Option<String>,
    reason: String,
    version: String,
}

impl From<BlackoutRow> for CompanyBlackout {
    fn from(row: BlackoutRow) -> CompanyBlackout {
        CompanyBlackout {
            version: row.version(),
            id: row.id.to_wire(),
            first_day: row.first_day,
            last_day: row.last_day,
            type_id: row.type_id.map(TimeOffTypeId::to_wire),
            type_name_es: row.type_name_es.or_else(|| row.type_name.clone()),
            type_name: row.type_name,
            reason: row.reason,
        }
    }
}

impl Current for BlackoutRow {
    fn on_wire(&self) -> serde_json::Value {
        let mut shown = json!(self);
        shown["version"] = json!(self.version());
        shown
    }
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct CompanyBlackoutPage {
    results: Rows<CompanyBlackout>,
    links: Links,
}

#[derive(InputObject)]
struct CompanyBlackoutInput {
    first_day: Day,
    last_day: Day,
    /// Absent: every type.
    type_id: Option<ID>,
    reason: Option<String>,
}

/// A type of time off, by which a blackout can be narrowed.
#[derive(SimpleObject)]
#[graphql(serial)]
struct BlackoutType {
    id: ID,
    name: String,
    name_es: String,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RemovedHoliday {
    day: Day,
}

#[derive(SimpleObject)]
#[graphql(serial)]
struct RemovedBlackout {
    blackout_id: ID,
}

#[derive(Default)]
pub struct CompanyCalendarQuery;

#[Object]
impl CompanyCalendarQuery {
    /// A company's holidays, by day.
    async fn list_company_holidays(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        from: Option<Day>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<AdminHolidayPage, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let cursors = call.cursors(format!("holidays of company {company} from {from:?}"));
        let asked = (limit, cursor.as_deref());
        let page = super::holidays(&call.db, &scope, company, from, cursors, asked).await?;
        let page = page.map(AdminHoliday::from);
        Ok(AdminHolidayPage { results: page.results.into(), links: page.links })
    }

    /// Days on which a company's employees can't take time off, by first day; from a day on, those that aren't over by then.
    async fn list_company_blackouts(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        from: Option<Day>,
        limit: Option<i32>,
        cursor: Option<String>,
    ) -> Result<CompanyBlackoutPage, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let cursors = call.cursors(format!("blackouts of company {company} from {from:?}"));
        let asked = (limit, cursor.as_deref());
        let page = super::blackouts(&call.db, &scope, company, from, cursors, asked).await?;
        let page = page.map(CompanyBlackout::from);
        Ok(CompanyBlackoutPage { results: page.results.into(), links: page.links })
    }

    async fn blackout_types(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
    ) -> Result<Vec<BlackoutType>, Problem> {
        let call = Call::of(context);
        let scope = administered::<Read>(call, &tenant_id).await?;
        let types = super::types(&call.db, &scope, CompanyId::from_wire(&company_id)?).await?;
        let shown = |(id, name, name_es): (uuid::Uuid, String, Option<String>)| BlackoutType {
            id: ID(id.to_string()),
            name_es: name_es.unwrap_or_else(|| name.clone()),
            name,
        };
        Ok(types.into_iter().map(shown).collect())
    }
}

#[derive(Default)]
pub struct CompanyCalendarMutation;

#[Object]
impl CompanyCalendarMutation {
    /// Adds a holiday, or edits the one on `day`.
    async fn save_company_holiday(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        day: Option<Day>,
        version: Option<String>,
        input: CompanyHolidayInput,
    ) -> Result<AdminHoliday, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let before = day.map(|day| (day, Some(version.as_deref().unwrap_or_default())));
        let draft = HolidayDraft { day: input.day, name: input.name, name_es: input.name_es };
        let mut work = call.work().await?;
        Ok(super::save_holiday(&mut work, &scope, company, before, draft).await?.into())
    }

    /// Removes a holiday that isn't over.
    async fn remove_company_holiday(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        day: Day,
        version: String,
    ) -> Result<RemovedHoliday, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        super::remove_holiday(&mut *call.work().await?, &scope, company, (day, Some(&version))).await?;
        Ok(RemovedHoliday { day })
    }

    /// Adds a blackout, or edits the one given.
    async fn save_company_blackout(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        blackout_id: Option<ID>,
        version: Option<String>,
        input: CompanyBlackoutInput,
    ) -> Result<CompanyBlackout, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let id = blackout_id.as_ref().map(BlackoutId::from_wire).transpose()?;
        let before = id.map(|id| (id, Some(version.as_deref().unwrap_or_default())));
        let draft = BlackoutDraft {
            first: input.first_day,
            last: input.last_day,
            type_id: input.type_id.as_ref().map(TimeOffTypeId::from_wire).transpose()?,
            reason: input.reason.unwrap_or_default(),
        };
        let mut work = call.work().await?;
        Ok(super::save_blackout(&mut work, &scope, company, before, draft).await?.into())
    }

    async fn remove_company_blackout(
        &self,
        context: &Context<'_>,
        tenant_id: ID,
        company_id: ID,
        blackout_id: ID,
        version: String,
    ) -> Result<RemovedBlackout, Problem> {
        let call = Call::of(context);
        let scope = administered::<Write>(call, &tenant_id).await?;
        let company = CompanyId::from_wire(&company_id)?;
        let what = (BlackoutId::from_wire(&blackout_id)?, Some(version.as_str()));
        super::remove_blackout(&mut *call.work().await?, &scope, company, what).await?;
        Ok(RemovedBlackout { blackout_id })
    }
}
