//! Companies as administrators look after them: the console's Companies page and `atrium company` share these use cases.
//!
//! - Administrators of the whole tenant add companies and set what is the same for all of them: the logo, and how long people
//!   who left can still read their papers. Company administrators see and change their own companies.
//! - A company always has settings: where nothing was said, the defaults count.
//! - Loosening the checks on people's pay needs a fresh factor.
//! - `calendar/`: holidays, and days on which employees can't take time off.
//! - `entries/`: pay groups, the organization tree, deposit codes and states.
//! - Nothing that is in use can be removed; the refusal says what uses it. What people already have stays.
//! - The second of two who change the same thing is shown both versions.

mod api;
mod calendar;
mod entries;
mod graphql;
mod kinds;
mod rules;
mod store;

pub use api::api;
pub use calendar::{
    BlackoutDraft, BlackoutRow, CompanyCalendarMutation, CompanyCalendarQuery, HolidayDraft, HolidayRecord,
    blackouts, holidays, remove_blackout, remove_holiday, save_blackout, save_holiday,
};
pub use entries::{
    CompanyEntryMutation, CompanyEntryQuery, EntryDraft, EntryRow, entries, remove_entry, save_entry,
};
pub use graphql::{CompanySetupMutation, CompanySetupQuery};
pub use kinds::{DepositPolicy, EntryKind, OrganizationKind, TaxPolicy};
pub use rules::{CompanySettings, SetupEdit, TenantEdit};
pub use store::{CompanySetup, FoundCompany, TenantSetup};

use crate::access::{AdminScope, Administered, Need, WholeTenantScope, Write, whole};
use crate::factors::{NeedsProof, ProofPurpose, Proven};
use crate::shared::event_feed::EventType;
use crate::shared::id::CompanyId;
use crate::shared::names;
use crate::shared::page::{Cursors, Page};
use crate::shared::problem::Problem;
use crate::work::Work;
use db::{Db, Read};
use rules::CompanyRefusal;
use serde_json::{Value, json};

pub const REFUSALS: &[&str] = CompanyRefusal::CODES;

/// Access: a tenant's companies and how they're set up.
pub struct Companies;

impl Administered for Companies {}

/// `version` is what the caller saw, if it's checked: the command line names a thing and not a state of it.
type SeenVersion<'a> = Option<&'a str>;

fn is_current(seen: SeenVersion<'_>, now: &str) -> bool {
    seen.is_none_or(|seen| seen == now)
}

/// The companies the administrator looks after, by name.
pub async fn list(
    db: &Db,
    scope: &AdminScope<Companies, impl Need>,
    search: &str,
    cursors: Cursors<'_>,
    (limit, cursor): (Option<i32>, Option<&str>),
) -> Result<Page<FoundCompany>, Problem> {
    names::check_search(search)?;
    let ask = cursors.ask(limit, cursor)?;
    let rows = store::list(db, scope, search, &ask).await?;
    Ok(cursors.page(&ask, rows, |row| vec![row.name.clone()]))
}

pub async fn setup(
    from: impl Read,
    scope: &AdminScope<Companies, impl Need>,
    company: CompanyId,
) -> Result<CompanySetup, Problem> {
    store::setup(from, scope, company).await?.ok_or(Problem::NotFound)
}

/// By name, for the command line.
pub async fn called(
    db: &Db,
    scope: &AdminScope<Companies, impl Need>,
    name: &str,
) -> Result<Option<CompanyId>, Problem> {
    match uuid::Uuid::try_parse(name) {
        Ok(id) => Ok(Some(CompanyId(id))),
        Err(_) => Ok(store::named(db, scope, name).await?),
    }
}

/// The company as it is, once it's the caller's turn to change it.
async fn take_turn(
    work: &mut Work,
    scope: &AdminScope<Companies, Write>,
    company: CompanyId,
) -> Result<CompanySetup, Problem> {
    store::take_turn(work.tx(), scope, company).await?;
    setup(work.tx(), scope, company).await
}

pub async fn add(
    work: &mut Work,
    scope: &WholeTenantScope<Companies, Write>,
    name: &str,
    time_zone: &str,
) -> Result<CompanySetup, Problem> {
    let (name, time_zone) = (rules::name(name, "name")?, rules::time_zone(time_zone)?);
    let id = CompanyId(work.new_id());
    check_name(work, &AdminScope::from(scope), (id, &name)).await?;
    name_is_free(store::add(work.tx(), scope, id, &name, &time_zone).await)?;
    work.record("company.add", "company", id.0, json!({ "name": name, "timeZone": time_zone }));
    work.publish(EventType::CompanyAdded.of(id.0).at(id));
    setup(work.tx(), &AdminScope::from(scope), id).await
}

/// Two names that differ only in case are one name.
async fn check_name(
    work: &mut Work,
    scope: &AdminScope<Companies, Write>,
    company: (CompanyId, &str),
) -> Result<(), Problem> {
    let is_taken = store::is_name_taken(work.tx(), scope, company).await?;
    if is_taken { Err(CompanyRefusal::NameTaken("name").into()) } else { Ok(()) }
}

fn name_is_free<T>(written: db::Result<T>) -> Result<T, Problem> {
    written.map_err(|error| match error {
        db::Error::Unique(index) if index == "company_name" => CompanyRefusal::NameTaken("name").into(),
        error => error.into(),
    })
}

/// An edit of one company's settings. It needs a proof if it touches the checks on people's pay.
pub struct EditOfCompany {
    pub company: CompanyId,
    pub edit: SetupEdit,
}

impl NeedsProof for EditOfCompany {
    fn purpose(&self) -> Option<ProofPurpose> {
        self.edit.touches_pay().then_some(ProofPurpose::EditCompany)
    }

    fn bound_to(&self) -> Value {
        json!([self.company, self.edit])
    }
}

/// Refuses what would be refused anyway, before anyone is asked for a factor. The edit checks again, in its turn.
pub async fn check_edit(
    db: &Db,
    scope: &AdminScope<Companies, Write>,
    edit: &EditOfCompany,
    seen: SeenVersion<'_>,
) -> Result<(), Problem> {
    let there = setup(db, scope, edit.company).await?;
    rules::edited(&there.settings, edit.edit.clone())?;
    if is_current(seen, &there.version()) { Ok(()) } else { Err(Problem::conflict(there)) }
}

pub async fn edit(
    work: &mut Work,
    scope: &AdminScope<Companies, Write>,
    edit: Proven<EditOfCompany>,
    seen: SeenVersion<'_>,
) -> Result<CompanySetup, Problem> {
    let EditOfCompany { company, edit } = edit.into_change();
    let there = take_turn(work, scope, company).await?;
    let after = rules::edited(&there.settings, edit)?;
    if !is_current(seen, &there.version()) {
        return Err(Problem::conflict(there));
    }
    if after.name != there.settings.name {
        check_name(work, scope, (company, &after.name)).await?;
    }
    name_is_free(store::update(work.tx(), scope, company, &after).await)?;
    let detail = json!({ "before": there.settings, "after": after });
    work.record("company.edit", "company", company.0, detail);
    work.publish(EventType::CompanyEdited.of(company.0).at(company));
    setup(work.tx(), scope, company).await
}

pub async fn tenant_setup(
    from: impl Read,
    scope: &WholeTenantScope<Companies, impl Need>,
) -> Result<TenantSetup, Problem> {
    store::tenant(from, scope).await?.ok_or(Problem::NotFound)
}

pub async fn edit_tenant(
    work: &mut Work,
    scope: &WholeTenantScope<Companies, Write>,
    seen: SeenVersion<'_>,
    edit: TenantEdit,
) -> Result<TenantSetup, Problem> {
    store::take_tenants_turn(work.tx(), scope).await?;
    let there = tenant_setup(work.tx(), scope).await?;
    let months = rules::leaver_months(edit.leaver_access_months)?;
    if !is_current(seen, &there.version()) {
        return Err(Problem::conflict(there));
    }
    store::set_leaver_months(work.tx(), scope, months).await?;
    let detail = json!({ "before": there.leaver_access_months, "leaverAccessMonths": months });
    work.record("tenant.edit", "tenant", scope.tenant().0, detail);
    tenant_setup(work.tx(), scope).await
}

pub async fn set_logo(
    work: &mut Work,
    scope: &WholeTenantScope<Companies, Write>,
    png: Vec<u8>,
) -> Result<TenantSetup, Problem> {
    crate::company::check_logo(&png)?;
    let (id, now, bytes) = (work.new_id(), work.now(), png.len());
    store::write_logo(work.tx(), scope, id, png, now).await?;
    work.record("tenant.logo_set", "tenant", scope.tenant().0, json!({ "bytes": bytes }));
    tenant_setup(work.tx(), scope).await
}

/// Goes back to our own logo.
pub async fn remove_logo(
    work: &mut Work,
    scope: &WholeTenantScope<Companies, Write>,
) -> Result<TenantSetup, Problem> {
    if !store::delete_logo(work.tx(), scope).await? {
        return Err(Problem::NotFound);
    }
    work.record("tenant.logo_removed", "tenant", scope.tenant().0, json!({}));
    tenant_setup(work.tx(), scope).await
}

/// For what concerns the whole tenant.
pub fn of_tenant<N: Need>(
    scope: &AdminScope<Companies, N>,
) -> Result<WholeTenantScope<Companies, N>, Problem> {
    whole(scope)
}
