//! A company's holidays, and the days on which its employees can't take time off. Requests that are already there stay as they
//! are: these days count when one is made or edited.

mod graphql;
mod store;

pub use graphql::{CompanyCalendarMutation, CompanyCalendarQuery};
pub use store::{BlackoutRow, HolidayRecord};

use super::rules::{self, CompanyRefusal};
use super::{Companies, SeenVersion, is_current, setup, take_turn};
use crate::access::{AdminScope, Need, Write};
use crate::shared::day::Day;
use crate::shared::id::{BlackoutId, CompanyId, TimeOffTypeId};
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::Db;
use serde_json::json;
use uuid::Uuid;

pub struct HolidayDraft {
    pub day: Day,
    pub name: String,
    /// Without one, the name in English.
    pub name_es: Option<String>,
}

pub struct BlackoutDraft {
    pub first: Day,
    pub last: Day,
    /// None: every type of time off.
    pub type_id: Option<TimeOffTypeId>,
    pub reason: String,
}

/// By day, from a day on if one is given.
pub async fn holidays(
    db: &Db,
    scope: &AdminScope<Companies, impl Need>,
    company: CompanyId,
    from: Option<Day>,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<HolidayRecord>, Problem> {
    setup(db, scope, company).await?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::holidays(db, scope, company, from, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.day.to_string()]))
}

/// `before` is the day of the holiday that's edited, with what the caller saw of it.
pub async fn save_holiday(
    work: &mut Work,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
    before: Option<(Day, SeenVersion<'_>)>,
    draft: HolidayDraft,
) -> Result<HolidayRecord, Problem> {
    let there = take_turn(work, scope, company).await?;
    let today = work.today(&there.settings.time_zone);
    let name = rules::name(&draft.name, "name")?;
    let name_es = rules::label(draft.name_es.as_deref().unwrap_or_default(), "nameEs")?;
    let name_es = if name_es.is_empty() { name.clone() } else { name_es };
    let row = HolidayRecord { day: rules::day(draft.day, "day")?, name, name_es };
    let mut there = None;
    if let Some((day, seen)) = before {
        let found = holiday(work, scope, company, (day, seen)).await?;
        rules::check_move(day, Some(row.day), today)?;
        there = Some(found);
    }
    let is_moved = there.as_ref().is_none_or(|there| there.day != row.day);
    if is_moved && store::holiday(work.tx(), scope, company, row.day).await?.is_some() {
        return Err(CompanyRefusal::HolidayTaken.into());
    }
    store::write_holiday(work.tx(), scope, company, there.as_ref().map(|there| there.day), &row).await?;
    let action = if there.is_some() { "holiday.edit" } else { "holiday.add" };
    work.record(action, "company", company.0, json!({ "before": there, "after": row }));
    Ok(row)
}

async fn holiday(
    work: &mut Work,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
    (day, seen): (Day, SeenVersion<'_>),
) -> Result<HolidayRecord, Problem> {
    let found = store::holiday(work.tx(), scope, company, day).await?.ok_or(Problem::NotFound)?;
    if is_current(seen, &found.version()) { Ok(found) } else { Err(Problem::conflict(found)) }
}

pub async fn remove_holiday(
    work: &mut Work,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
    (day, seen): (Day, SeenVersion<'_>),
) -> Result<(), Problem> {
    let there = take_turn(work, scope, company).await?;
    let today = work.today(&there.settings.time_zone);
    let there = holiday(work, scope, company, (day, seen)).await?;
    rules::check_move(day, None, today)?;
    store::remove_holiday(work.tx(), scope, company, day).await?;
    work.record("holiday.remove", "company", company.0, json!({ "before": there }));
    Ok(())
}

/// By first day, from a day on if one is given.
pub async fn blackouts(
    db: &Db,
    scope: &AdminScope<Companies, impl Need>,
    company: CompanyId,
    from: Option<Day>,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<BlackoutRow>, Problem> {
    setup(db, scope, company).await?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::blackouts(db, scope, company, from, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.first_day.to_string(), row.id.to_string()]))
}

pub async fn save_blackout(
    work: &mut Work,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
    before: Option<(BlackoutId, SeenVersion<'_>)>,
    draft: BlackoutDraft,
) -> Result<BlackoutRow, Problem> {
    take_turn(work, scope, company).await?;
    let (first, last) = rules::span((draft.first, draft.last))?;
    let reason = rules::reason(&draft.reason)?;
    if let Some(of) = draft.type_id
        && !store::has_type(work.tx(), scope, company, of).await?
    {
        return Err(Problem::NotFound);
    }
    let there = match before {
        Some(before) => Some(blackout(work, scope, company, before).await?),
        None => None,
    };
    let id = there.as_ref().map_or_else(|| BlackoutId(work.new_id()), |there| there.id);
    let values = (first, last, draft.type_id, reason.as_str());
    store::write_blackout(work.tx(), scope, company, (id, there.is_none()), values).await?;
    let after = store::blackout(work.tx(), scope, company, id).await?.ok_or(Problem::NotFound)?;
    let action = if there.is_some() { "blackout.edit" } else { "blackout.add" };
    work.record(action, "company", company.0, json!({ "before": there, "after": after }));
    Ok(after)
}

async fn blackout(
    work: &mut Work,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
    (id, seen): (BlackoutId, SeenVersion<'_>),
) -> Result<BlackoutRow, Problem> {
    let found = store::blackout(work.tx(), scope, company, id).await?.ok_or(Problem::NotFound)?;
    if is_current(seen, &found.version()) { Ok(found) } else { Err(Problem::conflict(found)) }
}

pub async fn remove_blackout(
    work: &mut Work,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
    (id, seen): (BlackoutId, SeenVersion<'_>),
) -> Result<(), Problem> {
    take_turn(work, scope, company).await?;
    let there = blackout(work, scope, company, (id, seen)).await?;
    store::remove_blackout(work.tx(), scope, company, id).await?;
    work.record("blackout.remove", "company", company.0, json!({ "before": there }));
    Ok(())
}

/// The types of time off a blackout can be about: (ID, name, in Spanish).
pub(super) async fn types(
    db: &Db,
    scope: &AdminScope<Companies, impl Need>,
    company: CompanyId,
) -> Result<Vec<(Uuid, String, Option<String>)>, Problem> {
    setup(db, scope, company).await?;
    Ok(store::types(db, scope, company).await?)
}
